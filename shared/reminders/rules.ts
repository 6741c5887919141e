import type { Actor } from '../access/actor.ts'
import { level } from '../answers/model.ts'
import { fullName, type Person } from '../accounts/model.ts'
import {
  addDays,
  dayAt,
  daysBetween,
  epochMs,
  instantOf,
  minuteAt,
  startOfDayMs,
  type Day,
  type Instant,
  momentOf,
} from '../kernel/instant.ts'
import { senderLevel, unitsHeld } from '../sends/rules.ts'
import { workOf } from '../sends/standing.ts'
import type { FormHeader } from '../stages/model.ts'
import { isInput, stageAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { reminderDistances, type ReminderDue, type Reminded } from './model.ts'

/** The input stage of which a reminder is near at a moment, whoever was reminded of it before; undefined for a rehearsal and for a form that is not shown (RM1). */
export function reminderAt(form: FormHeader, now: Instant): ReminderDue | undefined {
  if (!form.enabled || form.removed === true || form.rehearsal !== undefined) return undefined
  const stage = stageAt(form, now)
  if (!stage || !isInput(stage.kind)) return undefined
  const left = daysBetween(dayAt(now), stage.end)
  if (left < 1) return undefined
  const distance = reminderDistances.findLast((each) => left <= each)
  // Of a stage that is shorter than that, its beginning is no reminder.
  return distance !== undefined && addDays(stage.end, -distance) >= stage.start ? { stage, distance } : undefined
}

/**
 * The reminder that is due at a moment. What was missed comes as the nearest one alone; a stage has one a day at most, and none
 * before a day on which it had one already, which a clock has gone back over (RM1, RM3).
 */
export function reminderDue(form: FormHeader, reminded: readonly Reminded[], now: Instant): ReminderDue | undefined {
  const near = reminderAt(form, now)
  if (!near) return undefined
  const { stage, distance } = near
  const today = dayAt(now)
  const isGiven = reminded.some(
    (each) => each.stageId === stage.id && (each.day >= today || (each.end === stage.end && each.distance === distance)),
  )
  return isGiven ? undefined : near
}

/** Hours of America/Santiago in which a letter of the platform's own accord leaves: from the first, before the last (RM4). */
const firstHour = 8
const lastHour = 21

const hourAt = (now: Instant): number => Number(minuteAt(now).slice(-5, -3))

/** Whether people may be written to unasked at a moment (RM4). */
export function isLetterHour(now: Instant): boolean {
  const hour = hourAt(now)
  return hour >= firstHour && hour < lastHour
}

/** The moment itself, or the next at which people may be written to unasked (RM4). */
export function nextLetterHour(now: Instant): Instant {
  if (isLetterHour(now)) return now
  const today = dayAt(now)
  return instantOf(momentOf(hourAt(now) < firstHour ? today : addDays(today, 1), firstHour))
}

/** Whether somebody is reminded at all: people of institutions who have joined, and nobody whom a rehearsal invented (RM2). */
export const isReminded = (person: Person): boolean =>
  person.active && person.joined && person.kind === 'Institutional' && person.rehearsal === undefined

/** What somebody has to do in a form: what is not ready, and what is complete and still has to be sent by them. */
export interface Owed {
  readonly pending: number
  readonly unsent: number
}
const nothingOwed: Owed = { pending: 0, unsent: 0 }

/**
 * What somebody owes in a form. Pending, as their own pages count it (SE12): who leads the institution or an area what is not ready in it,
 * a professional what of their questions waits for them. Unsent: answers that are ready and that a send of theirs would move. Nothing for
 * everybody else (RM2).
 */
export function owedBy(world: World, person: Person, now: Instant): Owed {
  const from = senderLevel(world, person.id)
  if (!isReminded(person) || person.institutionId !== world.institutionId || from === undefined) return nothingOwed
  const reader: Actor = { id: person.id, kind: person.kind, name: fullName(person), institutionId: person.institutionId }
  const { open, own, others, parts } = workOf(world, reader, now)
  if (!open) return nothingOwed
  const unready = new Set([...parts.values()].flatMap(({ waiting }) => waiting.map(({ unit }) => unit)))
  const unsent = unitsHeld(world, person.id).filter((unit) => !unready.has(unit)).length
  return { pending: from === level.Question ? own : own + others, unsent }
}

/** Whether somebody has anything to do. */
export const owesAnything = ({ pending, unsent }: Owed): boolean => pending + unsent > 0

/** Whether an opening gives somebody something to do: what they owe, or an answer of theirs that waits for somebody else first (LE6). */
export const isConcerned = (world: World, person: Person, now: Instant): boolean =>
  isReminded(person) && (owesAnything(owedBy(world, person, now)) || unitsHeld(world, person.id).length > 0)

/** Whether a stage of a reminder still runs: one that came too late tells of nothing. */
export const isStillAhead = ({ end }: { readonly end: Day }, now: Instant): boolean => epochMs(now) < startOfDayMs(addDays(end, 1))
