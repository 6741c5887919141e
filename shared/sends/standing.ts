import type { Actor } from '../access/actor.ts'
import { leads } from '../assignments/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import { must } from '../kernel/assert.ts'
import type { DimensionId, Unit, UserId } from '../kernel/ids.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { isInput, phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import type { PrecheckCode, PrecheckRow } from './rules.ts'
import { precheck, senderLevel, senderOf, unitsHeld, unitsInScope } from './rules.ts'
import { may } from '../privileges/rules.ts'

/**
 * How far a part of the questionnaire is, in the words that every screen uses.
 * total: what is asked for, and what was answered beside it · answered: holds a value · ready: nothing keeps it from being sent ·
 * own, others: what is not ready, by whether it waits for the reader. total = ready + own + others.
 */
export interface WorkParts {
  readonly total: number
  readonly answered: number
  readonly ready: number
  readonly own: number
  readonly others: number
}

/** A unit that is not ready: for whom it waits, and why. */
export interface Waiting {
  readonly unit: Unit
  readonly userId: UserId
  /** It waits for the reader: by name, or because leader and delegate answer together. */
  readonly own: boolean
  readonly codes: readonly PrecheckCode[]
}

export interface SubDimensionWork extends WorkParts {
  readonly waiting: readonly Waiting[]
}

export interface Work extends WorkParts {
  /** The institution can do something now: without that nothing waits for anybody. */
  readonly open: boolean
  /** By sub-dimension, those in which the reader has something. */
  readonly parts: ReadonlyMap<DimensionId, SubDimensionWork>
}

const noParts: WorkParts = { total: 0, answered: 0, ready: 0, own: 0, others: 0 }
const noWork: SubDimensionWork = { ...noParts, waiting: [] }

export const addParts = (left: WorkParts, right: WorkParts): WorkParts => ({
  total: left.total + right.total,
  answered: left.answered + right.answered,
  ready: left.ready + right.ready,
  own: left.own + right.own,
  others: left.others + right.others,
})

/** Whether the institution can still do something about its answers: in an input stage, unlocked; in a replica, on what was opened for it. */
export function isAtWork(world: World, now: Instant): boolean {
  const phase = phaseAt(world.form, now)
  if (!world.form.enabled || world.participant.locked || !isInput(phase)) return false
  return phase !== 'ReplicaInput' || world.participant.replicaSubDimensionIds.length > 0
}

/** For whom a unit waits whose rows are these: the reader when any of them is theirs, else the first who must act. */
function waitingOf(world: World, readerId: UserId, unit: Unit, rows: readonly PrecheckRow[]): Waiting {
  const isOwn = (userId: UserId): boolean => userId === readerId || (leads(world, userId) && leads(world, readerId))
  const people = rows.map((row) => row.userId ?? world.participant.leaderId)
  const own = people.some(isOwn)
  const userId = own ? readerId : must(people[0], `${unit} waits for nobody`)
  return { unit, userId, own, codes: [...new Set(rows.map((row) => row.code))] }
}

/**
 * The work of one person: the units of their scope, each answered or not, ready or waiting for somebody. The lab's people read
 * the institution's as a whole, of which nothing waits for them. Every count on a screen is one of these (SPEC SE12).
 */
export function workOf(world: World, reader: Actor, now: Instant): Work {
  const open = isAtWork(world, now)
  const isOfInstitution = reader.kind === 'Institutional'
  const { leaderId } = world.participant
  const sender: Actor = isOfInstitution ? reader : { id: leaderId, kind: 'Institutional', name: '', institutionId: world.institutionId }
  const rows = Map.groupBy(open ? precheck(world, sender).filter((row) => row.blocking) : [], (row) => row.unit)
  const parts = new Map<DimensionId, SubDimensionWork>()
  // A sub-dimension in which nothing is appealed yet waits by a unit that nobody touched.
  for (const unit of new Set([...unitsInScope(world, sender.id), ...rows.keys()])) {
    const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    const answered = !isEmpty(question, world.answer(unit)?.value)
    const why = rows.get(unit)
    if (!question.required && !answered && !why) continue
    const found = parts.get(question.dimensionId) ?? noWork
    const waiting = why && waitingOf(world, sender.id, unit, why)
    const own = waiting?.own === true && isOfInstitution
    parts.set(question.dimensionId, {
      total: found.total + 1,
      answered: found.answered + (answered ? 1 : 0),
      ready: found.ready + (waiting || (!open && !answered) ? 0 : 1),
      own: found.own + (own ? 1 : 0),
      others: found.others + (waiting && !own ? 1 : 0),
      waiting: waiting ? [...found.waiting, { ...waiting, own }] : found.waiting,
    })
  }
  return { open, parts, ...[...parts.values()].reduce<WorkParts>(addParts, noParts) }
}

/**
 * Where somebody stands before a send.
 * none: they send nothing in this form · closed: nobody sends now · sent: what they held has left them, or there was nothing ·
 * blocked: something of their scope is not ready · ready: these units go.
 */
export type SendStanding =
  | { readonly kind: 'none' | 'closed' | 'sent' | 'blocked' }
  | { readonly kind: 'ready'; readonly answers: number; readonly files: number }

/** The same decision that a send meets, so that what is offered, what is told and what the receipt counts are one (SPEC SE13). */
export function sendStanding(world: World, actor: Actor, now: Instant): SendStanding {
  const sender = senderOf(world, actor)
  if (!sender || senderLevel(world, sender.id) === undefined) return { kind: 'none' }
  if (!isAtWork(world, now) || !may(world, actor, 'sendAnswersToSupervisor', now)) return { kind: 'closed' }
  if (precheck(world, sender).some((row) => row.blocking)) return { kind: 'blocked' }
  const units = unitsHeld(world, sender.id)
  if (units.length === 0 && !leads(world, sender.id)) return { kind: 'sent' }
  return { kind: 'ready', answers: units.length, files: units.filter((unit) => world.attachment(unit)).length }
}
