import { belongsTo, type Actor } from '../access/actor.ts'
import { isInScope, isLeader, leads, levelOver, responsibleOf } from '../assignments/rules.ts'
import { level } from '../answers/model.ts'
import type { Level } from '../answers/model.ts'
import { closedName } from '../answers/names.ts'
import {
  closedThreads,
  commentWaitsFor,
  holderOf,
  openedKind,
  openUnits,
  pendingReasons,
  rowIndexOf,
  waitingThreads,
} from '../answers/rules.ts'
import type { PendingReason } from '../answers/rules.ts'
import { canonical } from '../answers/same-value.ts'
import type { Thread } from '../comments/model.ts'
import { invalidity, isEmpty } from '../forms/kinds.ts'
import type { Round } from '../evaluations/model.ts'
import { surveyDimensionId } from '../forms/model.ts'
import type { Question } from '../forms/model.ts'
import { sendGaps } from '../evaluations/rules.ts'
import { isTouched, unappealed } from '../replica/rules.ts'
import { must } from '../kernel/assert.ts'
import type { DimensionId, Unit, UserId } from '../kernel/ids.ts'
import { questionIdOf, rowIdOf } from '../kernel/ids.ts'
import type { World } from '../world.ts'

/** Why a line of the pre-check is there (SE1). `unassigned` and `devices` warn; the others block. */
export type PrecheckCode = PendingReason | 'unappealed' | 'below' | 'unassigned' | 'blob' | 'undecided' | 'outdated'

export interface PrecheckRow {
  readonly unit: Unit
  /** "1.2.3 text of the question". */
  readonly name: string
  /** Row of its block, from 1, which tells the same question in two rows apart; null outside blocks. */
  readonly position: number | null
  readonly code: PrecheckCode
  readonly params: Readonly<Record<string, string | number>>
  /** Who must act; null when nobody in particular. */
  readonly userId: UserId | null
  readonly blocking: boolean
}

const questionOf = (world: World, unit: Unit): Question => must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)

/**
 * Who a send is of: an institution's own person of themselves, an administrator who acts for it of its leader (IM5). Undefined for who has
 * no part in it, and for who only looks.
 */
export function senderOf(world: World, actor: Actor): Actor | undefined {
  if (actor.kind === 'Institutional') return belongsTo(actor, world.institutionId) ? actor : undefined
  if (actor.kind !== 'Administrator' || actor.watching) return undefined
  return { id: world.participant.leaderId, kind: 'Institutional', name: '', institutionId: world.institutionId }
}

/** Level from which somebody sends: their highest in this form; undefined for who holds nothing. */
export function senderLevel(world: World, userId: UserId): Level | undefined {
  if (leads(world, userId)) return level.Institution
  let best: Level | undefined
  for (const assignment of world.list('assignment')) {
    if (assignment.userId !== userId) continue
    const at =
      assignment.level === 'Dimension' ? level.Dimension : assignment.level === 'Subdimension' ? level.Subdimension : level.Question
    if (best === undefined || at < best) best = at
  }
  return best
}

/**
 * Open, non-administrative units that a send of this person is about, in questionnaire order (SE5); of a replica those that
 * were opened for it and that somebody touched (SE14).
 */
export function unitsInScope(world: World, userId: UserId): Unit[] {
  const all = leads(world, userId)
  const replica = openedKind(world) === 'ReplicaInput'
  return world.index.subDimensions.flatMap((subDimension) =>
    openUnits(world, subDimension.id).filter((unit) => {
      const question = questionOf(world, unit)
      if (question.administrative || (replica && !isTouched(world, unit))) return false
      if (all) return true
      const held = (element: string): boolean => world.get('assignment', element)?.userId === userId
      return (
        held(world.index.rootOf(question).id) || held(subDimension.id) || (subDimension.parentId !== null && held(subDimension.parentId))
      )
    }),
  )
}

/** Level at which a person stands over a unit when they send: who leads an area and answers elsewhere stands differently over each question. */
function ownLevel(world: World, unit: Unit, userId: UserId): Level | undefined {
  const question = questionOf(world, unit)
  return levelOver(world, question, userId) ?? senderLevel(world, userId)
}

/** Units of a person's scope that a send of theirs would move: answered, and not above them already (SE13). */
export function unitsHeld(world: World, userId: UserId): Unit[] {
  const leading = leads(world, userId)
  return unitsInScope(world, userId).filter((unit) => {
    const answer = world.answer(unit)
    const own = ownLevel(world, unit, userId)
    if (!answer || own === undefined || isEmpty(world.index.question(answer.questionId), answer.value)) return false
    return answer.level >= own && (leading || answer.level > level.Institution)
  })
}

/** Level to which a unit moves from a sender's: the next one above that somebody else holds, else the institution's (SE5). */
export function nextLevel(world: World, unit: Unit, from: Level, senderId: UserId): Level {
  if (from <= level.Institution) return level.Evaluation
  const question = questionOf(world, unit)
  const held = (element: string | null | undefined): boolean => {
    const holder = element ? world.get('assignment', element)?.userId : undefined
    return holder !== undefined && holder !== null && holder !== senderId && !leads(world, holder)
  }
  if (from > level.Subdimension && held(question.dimensionId)) return level.Subdimension
  if (from > level.Dimension && held(world.index.dimension(question.dimensionId)?.parentId)) return level.Dimension
  return level.Institution
}

/** Who receives a unit that a person sends: the holder of its next level, else who leads. Undefined for the evaluation. */
export function receiverOf(world: World, unit: Unit, senderId: UserId): UserId | undefined {
  const { dimensionId } = questionOf(world, unit)
  const to = nextLevel(world, unit, world.answer(unit)?.level ?? ownLevel(world, unit, senderId) ?? level.Question, senderId)
  if (to === level.Evaluation) return undefined
  const holder = to === level.Subdimension ? dimensionId : to === level.Dimension ? world.index.dimension(dimensionId)?.parentId : undefined
  return (holder ? world.get('assignment', holder)?.userId : undefined) ?? world.participant.leaderId
}

/** Where a send of this person goes; the people are those who would receive what has not left the sender yet, each once. */
export function destinationOf(
  world: World,
  userId: UserId,
): { readonly kind: 'evaluation' | 'review' | 'none'; readonly to: readonly UserId[] } {
  const from = senderLevel(world, userId)
  if (from === undefined) return { kind: 'none', to: [] }
  if (from === level.Institution) return { kind: 'evaluation', to: [] }
  const receivers = unitsInScope(world, userId)
    .filter((unit) => !hasLeft(world, unit, userId))
    .flatMap((unit) => receiverOf(world, unit, userId) ?? [])
  return { kind: 'review', to: [...new Set(receivers)] }
}

/** Whether a unit of a person's scope was sent on from them: it is its next reader's. */
export function hasLeft(world: World, unit: Unit, userId: UserId): boolean {
  const answer = world.answer(unit)
  const own = ownLevel(world, unit, userId)
  return answer !== undefined && own !== undefined && answer.level < own && !isEmpty(world.index.question(answer.questionId), answer.value)
}

/** Who must act on what is not a comment. */
const responsibleFor = (world: World, question: Question): UserId => responsibleOf(world, question) ?? world.participant.leaderId

/** Comments that stand before a person's send at a unit: of one that has left them those on what is closed below it (CM13). */
const commentsAt = (world: World, unit: Unit, userId: UserId): Thread[] =>
  hasLeft(world, unit, userId) ? closedThreads(world, unit) : waitingThreads(world, unit)

/**
 * Units of a sub-dimension of which the pre-check of a person's send has something of theirs. Of whoever does not lead the institution,
 * who answers for nobody else.
 */
export function owedIn(world: World, subDimensionId: DimensionId, userId: UserId): Unit[] {
  return openUnits(world, subDimensionId).filter((unit) => {
    const question = questionOf(world, unit)
    if (question.administrative || !isInScope(world, question, userId)) return false
    if (commentsAt(world, unit, userId).some((thread) => commentWaitsFor(world, question, thread) === userId)) return true
    if (hasLeft(world, unit, userId) || responsibleFor(world, question) !== userId) return false
    return pendingReasons(world, unit).some((reason) => reason !== 'comment') || world.attachment(unit)?.state === 'awaiting_blob'
  })
}

/** Who still holds an answered unit of a person's scope below them (SE2); undefined when nobody does. */
function holderBelow(world: World, unit: Unit, userId: UserId): UserId | undefined {
  const question = questionOf(world, unit)
  const answer = world.answer(unit)
  const own = ownLevel(world, unit, userId)
  if (!answer || own === undefined || isEmpty(question, answer.value) || hasLeft(world, unit, userId)) return undefined
  const holder = holderOf(world, question, answer)
  const held = (holder === null ? undefined : levelOver(world, question, holder)) ?? level.Evaluation
  return held > own ? (holder ?? undefined) : undefined
}

/**
 * Whether a person's own send waits, over whomever, for another's: two areas whose leaders answer a question of each other's would wait
 * for ever (SE2).
 */
function waitsFor(world: World, userId: UserId, otherId: UserId): boolean {
  const waited = new Set([userId])
  for (const each of waited) {
    for (const unit of unitsInScope(world, each)) {
      const holder = holderBelow(world, unit, each)
      if (holder === otherId) return true
      if (holder !== undefined) waited.add(holder)
    }
  }
  return false
}

/** Everything that stands between somebody and their send, by number (SE1). The browser adds what has not synced. */
export function precheck(world: World, actor: Actor): PrecheckRow[] {
  const rows: PrecheckRow[] = []
  for (const unit of unitsInScope(world, actor.id)) {
    const question = questionOf(world, unit)
    const answer = world.answer(unit)
    const name = `${world.index.numberOf(question.id)} ${question.text}`
    const position = positionOf(world, unit)
    const userId = responsibleFor(world, question)
    const row = (code: PrecheckCode, blocking: boolean, params: PrecheckRow['params'] = {}, who: UserId | null = userId): void => {
      rows.push({ unit, name, position, code, params, userId: who, blocking })
    }
    for (const thread of commentsAt(world, unit, actor.id)) {
      const about: PrecheckRow['params'] = thread.unit === unit ? {} : { about: closedName(world, thread.unit, unit) }
      row('comment', true, about, commentWaitsFor(world, question, thread) ?? userId)
    }
    // Only what the person still holds, or somebody below them, stands in their way.
    if (hasLeft(world, unit, actor.id)) continue
    const reasons = pendingReasons(world, unit)
    for (const reason of reasons) {
      if (reason === 'comment') continue
      const wrong = reason === 'invalid' && answer?.value ? invalidity(question, answer.value) : undefined
      row(reason, true, wrong ? { ...wrong.params, code: wrong.code } : {})
    }
    // Held lower only while somebody stands there: what a removed responsible left has risen, and who leads stands above (SE2).
    const holder = reasons.length === 0 ? holderBelow(world, unit, actor.id) : undefined
    if (holder !== undefined) row('below', !waitsFor(world, holder, actor.id), {}, holder)
    if (world.attachment(unit)?.state === 'awaiting_blob') row('blob', true)
    if (responsibleOf(world, question) === null && world.index.rootOf(question) === question && !leadsAlone(world, actor))
      row('unassigned', false)
  }
  if (leads(world, actor.id) && openedKind(world) === 'ReplicaInput')
    for (const unit of unappealed(world)) {
      const question = questionOf(world, unit)
      const name = `${world.index.numberOf(question.id)} ${question.text}`
      const userId = world.participant.leaderId
      rows.push({ unit, name, position: positionOf(world, unit), code: 'unappealed', params: {}, userId, blocking: true })
    }
  return rows
}

/** What keeps an evaluation of a round from being sent, by number, with who must act (EV14). Every row blocks. */
export function precheckRound(world: World, round: Round): PrecheckRow[] {
  const order = new Map(world.index.subDimensions.flatMap(({ id }) => openUnits(world, id)).map((unit, position) => [unit, position]))
  return sendGaps(world, round)
    .toSorted((left, right) => (order.get(left.unit) ?? 0) - (order.get(right.unit) ?? 0))
    .map(({ unit, code }) => {
      const question = questionOf(world, unit)
      const userId = code === 'blob' ? (world.attachment(unit)?.authorId ?? null) : world.participant.evaluatorId
      const name = `${world.index.numberOf(question.id)} ${question.text}`
      return { unit, name, position: positionOf(world, unit), code, params: {}, userId, blocking: true }
    })
}

/** Place of a unit's row in its block, from 1, as people count; null outside blocks. */
function positionOf(world: World, unit: Unit): number | null {
  return rowIdOf(unit) === null ? null : rowIndexOf(world, unit) + 1
}

/** How many points the rows of a pre-check are: a unit that waits for several reasons is one. */
export const pointsOf = (rows: readonly PrecheckRow[]): number => new Set(rows.filter((row) => row.blocking).map((row) => row.unit)).size

/** A leader who answers alone needs no warning that nobody is assigned. */
const leadsAlone = (world: World, actor: Actor): boolean =>
  isLeader(world, actor.id) && [...world.list('assignment')].every((each) => each.userId === null)

/** What a person reviewed before sending: each unit in scope with its answer's mutation, so that a later change is noticed. */
export function reviewOf(world: World, userId: UserId): Array<[Unit, string]> {
  const seen: Array<[Unit, string]> = []
  for (const unit of unitsInScope(world, userId)) {
    const answer = world.answer(unit)
    if (answer && answer.value !== null) seen.push([unit, `${answer.mid}${world.attachment(unit)?.id ?? ''}${answer.appeal?.mid ?? ''}`])
  }
  return seen
}

/** The survey as whoever sends it sees it: each answer with the change that made it (SV3). */
export const surveyReviewOf = (world: World): Array<[Unit, string]> =>
  openUnits(world, surveyDimensionId).flatMap((unit) => {
    const answer = world.answer(unit)
    return answer && answer.value !== null ? [[unit, answer.mid]] : []
  })

/** Text whose digest a receipt carries: every unit, revision, value, file hash and appeal, one per line in unit order. */
export function manifestOf(world: World, units: readonly Unit[]): string {
  return [...units]
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((unit) => {
      const answer = world.answer(unit)
      const file = world.attachment(unit)
      const line = `${unit}\t${answer?.rev ?? 0}\t${canonical(answer?.value ?? null)}\t${file?.sha256 ?? (answer?.noAttachment ? 'none' : '')}`
      return answer?.appeal ? `${line}\t${canonical(answer.appeal.text)}` : line
    })
    .join('\n')
}
