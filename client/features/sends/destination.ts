import { fullName } from '#shared/accounts/model.ts'
import type { Person } from '#shared/accounts/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { destinationOf, senderOf } from '#shared/sends/rules.ts'
import { sendStanding } from '#shared/sends/standing.ts'
import type { SendStanding } from '#shared/sends/standing.ts'
import type { World } from '#shared/world.ts'
import { sameParts } from '#client/data/reading.ts'
import { everything, useReading } from '#client/data/use-world.ts'

/** Where a person's send goes, in names. */
export interface Destination {
  readonly kind: 'evaluation' | 'review' | 'none'
  /** Names of who reviews, in no particular order. */
  readonly names: string
  /** How many they are. */
  readonly reviewers: number
  /** Who reviews, by first name and first surname, when it is one person: short enough for a button. */
  readonly shortName: string
}

const shortNameOf = ({ name, surname }: Person): string =>
  [name, surname]
    .map((part) => part.trim().split(/\s+/)[0])
    .join(' ')
    .trim()

/** Names of some people of the institution, those whose account is gone left out. */
export const namesOf = (world: World, ids: readonly UserId[]): string =>
  ids
    .flatMap((id) => world.person(id) ?? [])
    .map(fullName)
    .join(', ')

function destinationIn(world: World, userId: UserId): Destination {
  const { kind, to } = destinationOf(world, userId)
  const people = to.flatMap((id) => world.person(id) ?? [])
  const [first] = people
  return {
    kind,
    names: people.map(fullName).join(', '),
    reviewers: people.length,
    shortName: first && people.length === 1 ? shortNameOf(first) : '',
  }
}

/** Where this person's send goes, and where they stand before it. */
export const useDestination = (): Destination & { readonly standing: SendStanding['kind'] } =>
  useReading(
    everything,
    (world, open) => ({
      ...destinationIn(world, (senderOf(world, open.actor) ?? open.actor).id),
      standing: sendStanding(world, open.actor, open.now()).kind,
    }),
    sameParts,
  )
