import { randomOf } from '#server/seeds/random.ts'
import { countryShape } from '../bench/country-ground.ts'

/** People of each institution, each with a device. */
export const people = 8

/** What an institution does in its week: as many of each sub-dimension. */
export interface Amounts {
  readonly answers: number
  readonly files: number
}

/** Share of a week's work that comes in its last hours, which are played. */
const lateShare = 0.7
export const lateHours = 6
const hourMs = 3_600_000

/** An answer or a file that somebody does, and how long before the deadline, milliseconds of the day that is played. */
export interface Work {
  readonly unit: string
  readonly kind: 'answer' | 'file'
  readonly beforeMs: number
}

/** `online`: each thing goes as it is done. `returning`: all of it at once, when the network is back. */
export type Habit = 'online' | 'returning'

export interface DevicePlan {
  /** Place of the person among those of the institution: the first leads, the second is the delegate, each other has a sub-dimension. */
  readonly person: number
  readonly habit: Habit
  /** Work of the week that is done before what is played begins. */
  readonly before: readonly Work[]
  /** Work that is played, oldest first. */
  readonly during: readonly Work[]
  /** How long before the deadline one that returns has its network back. */
  readonly backMs: number
}

/** Sub-dimensions that are each person's to answer: whoever has none of their own has what is left, the leader and the delegate by turns. */
export function subDimensionsOf(person: number): readonly number[] {
  const own = people - 2
  if (person >= 2) return [person - 2]
  return Array.from({ length: countryShape.subDimensions - own }, (_, at) => own + at).filter((_, at) => at % 2 === person)
}

/** Units of a sub-dimension that take a file. */
const takesFile = (at: number): boolean => at % 3 === 0

/**
 * What the devices of one institution do. The work grows towards the deadline: of the last hours twice as much comes in the last minute as
 * on the average, and none in the first. The same for the same number of the institution.
 */
export function planOf(institution: number, hours: number, { answers, files }: Amounts): DevicePlan[] {
  const random = randomOf(`load ${institution}`)
  return Array.from({ length: people }, (_, person) => {
    const work = subDimensionsOf(person)
      .flatMap((subDimension) => {
        const unitAt = (at: number): string => `${countryShape.formId}-s${subDimension}-q${at}`
        const places = Array.from({ length: countryShape.questionsEach }, (_each, at) => at)
        const each = answers / countryShape.subDimensions
        const evidence = places.filter(takesFile).slice(0, files / countryShape.subDimensions)
        return [
          ...places.slice(0, each).map((at) => ({ unit: unitAt(at), kind: 'answer' as const })),
          ...evidence.map((at) => ({ unit: unitAt(at), kind: 'file' as const })),
        ]
      })
      .map((each): Work => ({ ...each, beforeMs: momentOf(random.next(), random.next()) }))
      .toSorted((a, b) => b.beforeMs - a.beforeMs)
    const playedMs = hours * hourMs
    return {
      person,
      habit: (institution + person) % 2 === 0 ? 'online' : 'returning',
      before: work.filter((each) => each.beforeMs > playedMs),
      during: work.filter((each) => each.beforeMs <= playedMs),
      backMs: Math.min(hours, lateHours) * hourMs * (1 - Math.sqrt(random.next())),
    }
  })
}

/** How long before the deadline something is done, from two chances in [0, 1): before the last hours evenly, in them ever more. */
function momentOf(which: number, when: number): number {
  const lateMs = lateHours * hourMs
  if (which >= lateShare) return lateMs + when * (7 * 24 * hourMs - lateMs)
  return lateMs * (1 - Math.sqrt(when))
}
