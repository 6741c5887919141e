import type { World } from '../world.ts'
import { fullName } from './model.ts'

/** Name of a person as a sentence's parameter. */
export function named(world: World, userId: string | null): { name: string } {
  const person = userId === null ? undefined : world.person(userId)
  return { name: person ? fullName(person) : '' }
}
