import { named } from '../accounts/names.ts'
import { letter, type Given, type Letter } from '../contract/letter.ts'
import type { Context } from '../contract/mutation.ts'
import type { UserId } from '../kernel/ids.ts'
import type { World } from '../world.ts'
import { heldAbove } from './release.ts'
import { heldBy, leads } from './rules.ts'

/** Whether somebody can read what they are told: whoever left, or has not joined, cannot. */
export function isReached(world: World, userId: UserId): boolean {
  const { active, joined } = world.person(userId) ?? { active: false, joined: false }
  return active && joined
}

/**
 * Who is in charge of an element no more once `next` is: whoever has it, else whose part it is of (AS23, AS24). Leader and delegate take
 * nothing from each other's part.
 */
export function takenFrom(world: World, told: Given, next: UserId | null, { actor }: Context): UserId | null {
  const holder = heldBy(world, told.element)
  if (holder !== null) return holder
  const above = heldAbove(world, told)
  return above === null || above === next || (leads(world, above) && leads(world, actor.id)) ? null : above
}

/** Behind the bell of each person who is no longer in charge of something: what, and who changed it (AS23). */
export function takenNotices(world: World, taken: ReadonlyMap<UserId, readonly Given[]>, { actor }: Context): Letter[] {
  const by = named(world, actor.id).name || actor.name
  return [...taken].flatMap(([userId, items]) =>
    userId !== actor.id && isReached(world, userId)
      ? [letter('assignedNoMore', userId, { by, form: world.form.name, count: items.length, items: [...items] })]
      : [],
  )
}
