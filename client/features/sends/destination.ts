import { fullName } from '#shared/accounts/model.ts'
import type { Person } from '#shared/accounts/model.ts'
import { level } from '#shared/answers/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit, UserId } from '#shared/kernel/ids.ts'
import { nextLevel, senderLevel, unitsInScope } from '#shared/sends/rules.ts'
import type { World } from '#shared/world.ts'
import { everything, sameParts, useReading } from '#client/data/use-world.ts'
import { may } from '#shared/answers/rules.ts'

/** Where a person's send goes: to the evaluation, or to whoever holds the next level above. */
export interface Destination {
  readonly kind: 'evaluation' | 'review' | 'none'
  /** Names of who reviews, in no particular order. */
  readonly names: string
  /** How many they are. */
  readonly reviewers: number
  /** Who reviews, by first name and first surname, when it is one person: short enough for a button. */
  readonly shortName: string
}

function holderAbove(world: World, unit: Unit, from: number, senderId: UserId): UserId | null {
  const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
  const to = nextLevel(
    world,
    unit,
    world.answer(unit)?.level ?? (from === 4 ? level.Question : from === 3 ? level.Subdimension : level.Dimension),
    senderId,
  )
  if (to === level.Subdimension) return world.get('assignment', question.dimensionId)?.userId ?? null
  if (to === level.Dimension) return world.get('assignment', world.index.dimension(question.dimensionId)?.parentId ?? '')?.userId ?? null
  return world.participant.leaderId
}

const shortNameOf = ({ name, surname }: Person): string =>
  [name, surname]
    .map((part) => part.trim().split(/\s+/)[0])
    .join(' ')
    .trim()

export function destinationOf(world: World, userId: UserId): Destination {
  const from = senderLevel(world, userId)
  if (from === undefined) return { kind: 'none', names: '', reviewers: 0, shortName: '' }
  if (from === level.Institution) return { kind: 'evaluation', names: '', reviewers: 0, shortName: '' }
  const ids = new Set(unitsInScope(world, userId).map((unit) => holderAbove(world, unit, from, userId)))
  const people = [...ids].map((id) => (id === null ? undefined : world.person(id))).filter((person) => person !== undefined)
  const [first] = people
  return {
    kind: 'review',
    names: people.map(fullName).join(', '),
    reviewers: people.length,
    shortName: first && people.length === 1 ? shortNameOf(first) : '',
  }
}

/** Where this person's send goes, and whether they may send now. */
export const useDestination = (): Destination & { readonly allowed: boolean } =>
  useReading(
    everything,
    (world, open) => ({
      ...destinationOf(world, open.actor.id),
      allowed: open.actor.kind === 'Institutional' && may(world, open.actor, 'sendAnswersToSupervisor', open.now()),
    }),
    sameParts,
  )
