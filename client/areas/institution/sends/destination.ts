import { fullName } from '#shared/accounts/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { destinationOf, senderOf } from '#shared/sends/rules.ts'
import { sendStanding } from '#shared/sends/standing.ts'
import type { SendStanding } from '#shared/sends/standing.ts'
import type { World } from '#shared/world.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'

/** Where a person's send goes, in names. */
export interface Destination {
  readonly kind: 'evaluation' | 'review' | 'none'
  /** Names of who reviews, in no particular order. */
  readonly names: string
}

/** Names of some people of the institution, those whose account is gone left out. */
export const namesOf = (world: World, ids: readonly UserId[]): string =>
  ids
    .flatMap((id) => world.person(id) ?? [])
    .map(fullName)
    .join(', ')

function destinationIn(world: World, userId: UserId): Destination {
  const { kind, to } = destinationOf(world, userId)
  const people = to.flatMap((id) => world.person(id) ?? [])
  return {
    kind,
    names: people.map(fullName).join(', '),
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
