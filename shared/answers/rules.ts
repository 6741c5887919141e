import * as v from 'valibot'
import { belongsTo, type Actor } from '../access/actor.ts'
import { isInScope, leads, levelOver, responsibleOf } from '../assignments/rules.ts'
import type { Thread } from '../comments/model.ts'
import type { Evaluation } from '../evaluations/model.ts'
import { invalidity, isEmpty, opens } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf } from '../kernel/ids.ts'
import type { DimensionId, Mid, RowId, Unit, UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { allows } from '../privileges/model.ts'
import type { Privilege } from '../privileges/model.ts'
import { columnsOf, may } from '../privileges/rules.ts'
import type { Phase, StageKind } from '../stages/model.ts'
import { phaseAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { level } from './model.ts'
import type { Answer, AnswerValue, Level } from './model.ts'

const rowsIn = (value: AnswerValue | null | undefined): readonly RowId[] =>
  value !== null && typeof value === 'object' && 'rows' in value ? value.rows : []

/** Rows of a block, in order; none when it has no answer. */
export const rowsOf = (world: World, block: Question): readonly RowId[] => rowsIn(world.answer(unitOf(block.id))?.value)

/** Place of a unit's row in its block, from 0, as calls name it; -1 outside blocks and when the row is gone. */
export function rowIndexOf(world: World, unit: Unit): number {
  const row = rowIdOf(unit)
  const block = world.index.question(world.index.question(questionIdOf(unit))?.blockId ?? '')
  return row === null || !block ? -1 : rowsOf(world, block).indexOf(row)
}

/**
 * Whether a unit can hold an answer now: its parents' answers open it, all the way up, and its row exists.
 */
export function isOpen(world: World, unit: Unit): boolean {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return false
  const row = rowIdOf(unit)
  if (question.blockId !== null) {
    const block = world.index.question(question.blockId)
    if (!block || row === null || !rowsOf(world, block).includes(row) || !isOpen(world, unitOf(block.id))) return false
  } else if (row !== null) return false
  if (question.parentId === null) return true
  const parent = parentUnit(world, question, row)
  if (parent === undefined) return false
  return opens(world.index.question(question.parentId), world.answer(parent)?.value, question.visibleIf) && isOpen(world, parent)
}

/** Unit of the question on which this one depends: in the same row when both are inner questions. */
function parentUnit(world: World, question: Question, row: RowId | null): Unit | undefined {
  if (question.parentId === null) return undefined
  const parent = world.index.question(question.parentId)
  return parent && unitOf(parent.id, parent.blockId === null ? null : row)
}

/** The unit above one: the question on which it depends, else the block of its row; undefined at the top. */
export function unitAbove(world: World, unit: Unit): Unit | undefined {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return undefined
  if (question.parentId !== null) return parentUnit(world, question, rowIdOf(unit))
  return question.blockId === null ? undefined : unitOf(question.blockId)
}

/** The unit itself where it is open, else the nearest open one above it; undefined where there is none. */
export function nearestOpen(world: World, unit: Unit): Unit | undefined {
  let at: Unit | undefined = unit
  while (at !== undefined && !isOpen(world, at)) at = unitAbove(world, at)
  return at
}

/** Every open unit of a sub-dimension (or the survey) in reading order; block rows one after the other. */
export function openUnits(world: World, subDimensionId: DimensionId): Unit[] {
  const units: Unit[] = []
  const visit = (question: Question, row: RowId | null): void => {
    const unit = unitOf(question.id, row)
    units.push(unit)
    if (question.kind === 'Block') {
      const inner = question.block.map((id) => must(world.index.question(id), `question ${id} is missing`))
      for (const each of rowsOf(world, question)) for (const child of inner) if (child.parentId === null) visit(child, each)
    }
    const value = world.answer(unit)?.value
    for (const id of question.dependent) {
      const child = must(world.index.question(id), `question ${id} is missing`)
      if (opens(question, value, child.visibleIf)) visit(child, child.blockId === null ? null : row)
    }
  }
  for (const id of world.index.dimension(subDimensionId)?.questionIds ?? []) {
    visit(must(world.index.question(id), `question ${id} is missing`), null)
  }
  return units
}

const isAnswered = (world: World, unit: Unit): boolean => (world.answer(unit)?.value ?? null) !== null

/** Every unit below one: its dependents, its rows' questions, and theirs in turn. */
export function unitsBelow(world: World, unit: Unit): Unit[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return []
  const row = rowIdOf(unit)
  const found: Unit[] = []
  const visit = (child: Unit): void => void found.push(child, ...unitsBelow(world, child))
  for (const id of question.dependent) visit(unitOf(id, world.index.question(id)?.blockId === null ? null : row))
  if (question.kind === 'Block')
    for (const each of rowsOf(world, question))
      for (const id of question.block) {
        // A dependent among inner questions is reached through its parent.
        if (world.index.question(id)?.parentId === null) visit(unitOf(id, each))
      }
  return found
}

/** Every unit below one that holds an answer. */
export const answeredBelow = (world: World, unit: Unit): Unit[] => unitsBelow(world, unit).filter((each) => isAnswered(world, each))

/** Answered units that a new value of this one closes, descendants included (DP3, DP5). */
export const closedBy = (world: World, unit: Unit, value: AnswerValue | null): Unit[] =>
  unitsClosedBy(world, unit, value).filter((each) => isAnswered(world, each))

/** Units that a new value of this one closes, whether they hold anything or not. */
export function unitsClosedBy(world: World, unit: Unit, value: AnswerValue | null): Unit[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return []
  const row = rowIdOf(unit)
  const closed: Unit[] = []
  const close = (child: Unit): void => void closed.push(child, ...unitsBelow(world, child))
  for (const id of question.dependent) {
    const child = must(world.index.question(id), `question ${id} is missing`)
    if (!opens(question, value, child.visibleIf)) close(unitOf(id, child.blockId === null ? null : row))
  }
  if (question.kind === 'Block') {
    const kept = new Set(rowsIn(value))
    for (const gone of rowsOf(world, question).filter((each) => !kept.has(each)))
      for (const id of question.block) if (world.index.question(id)?.parentId === null) close(unitOf(id, gone))
  }
  return closed
}

/**
 * Units whose contents come back with the rows that a block's new value brings back: removing a row is a state of it, so that
 * what it held returns as it was at that moment (AN13). A dependent returns with the parent that was cleared with it.
 * reopening: what an answer of the unit had closed comes back, too (AN14).
 */
export function broughtBackBy(world: World, unit: Unit, value: AnswerValue | null, reopening = false): Unit[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return []
  const found: Unit[] = []
  const visit = (child: Unit, clearedBy?: Mid): void => {
    const answer = world.answer(child)
    if (!answer || answer.value !== null || answer.clearedValue === null || (clearedBy !== undefined && answer.mid !== clearedBy)) return
    found.push(child)
    for (const each of broughtBackBelow(answer)) visit(each, answer.mid)
  }
  const broughtBackBelow = ({ questionId, rowId, clearedValue }: Answer): Unit[] => {
    const parent = world.index.question(questionId)
    const opened = (parent?.dependent ?? []).filter((id) => opens(parent, clearedValue, world.index.question(id)?.visibleIf ?? null))
    const below = opened.map((id) => unitOf(id, world.index.question(id)?.blockId === null ? null : rowId))
    return parent?.kind === 'Block' ? [...below, ...innerOf(parent, rowsIn(clearedValue))] : below
  }
  const innerOf = (block: Question, rows: readonly RowId[]): Unit[] => {
    const top = block.block.filter((id) => world.index.question(id)?.parentId === null)
    return rows.flatMap((row) => top.map((id) => unitOf(id, row)))
  }
  if (question.kind === 'Block') {
    const standing = new Set(rowsOf(world, question))
    for (const each of innerOf(
      question,
      rowsIn(value).filter((row) => !standing.has(row)),
    ))
      visit(each)
  }
  if (reopening) {
    const standing = world.answer(unit)?.value
    for (const id of question.dependent) {
      const child = must(world.index.question(id), `question ${id} is missing`)
      if (opens(question, value, child.visibleIf) && !opens(question, standing, child.visibleIf))
        visit(unitOf(id, child.blockId === null ? null : rowIdOf(unit)))
    }
  }
  return found
}

/** Whether what an evaluator decided on a unit has been released to the institution and still asks for a change. */
export const isObserved = (world: World, unit: Unit): boolean => world.get('evaluation', unit)?.decision === 'Observed'

/** Why nobody, or not this person, may edit a unit now. */
export type ReadOnlyReason =
  | 'no_role'
  | 'impersonation_missing'
  | 'form_disabled'
  | 'form_sent'
  | 'stage_closed'
  | 'administrators_only'
  | 'answer_already_accepted'
  | 'not_observed'
  | 'replica_closed'
  | 'comment_pending'
  | 'not_assignee'
  | 'sent_upward'
  | 'survey_leaders_only'
  | 'survey_sent'
  | 'dependent_closed'
  | 'row_missing'

/** Privilege by which the people of an institution answer in each input stage. */
const replyPrivileges: Readonly<Partial<Record<Phase, Privilege>>> = {
  NormalInput: 'replyQuestion',
  CorrectionInput: 'replyAnwerObserved',
  ReplicaInput: 'replyAnwerObservedReplica',
}

/**
 * Why somebody may not edit a unit now; undefined when they may (LV1, LV2, LV3, LV5).
 * grace: the input stage in which it was done, for work received after its end (TM6): it stands for the current
 * stage, and the lock that the stage's end set is left out.
 */
export function readOnlyReason(world: World, actor: Actor, unit: Unit, now: Instant, grace?: StageKind): ReadOnlyReason | undefined {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return 'dependent_closed'
  if (!world.form.enabled) return 'form_disabled'
  if (question.survey) return surveyReadOnlyReason(world, actor, now)
  if (actor.kind === 'Evaluator') return 'no_role'
  if (actor.kind === 'Administrator') {
    // Who may not act for the institution answers nothing for it.
    if (!may(world, actor, 'impersonalizate', now) || !may(world, actor, 'replyQuestion', now)) return 'stage_closed'
    return actor.watching ? 'impersonation_missing' : undefined
  }
  if (!belongsTo(actor, world.institutionId)) return 'no_role'
  if (question.administrative) return 'administrators_only'
  const { locked, lockReason } = world.participant
  if (locked && lockReason === 'sent') return 'form_sent'
  const phase = grace ?? phaseAt(world.form, now)
  const reply = replyPrivileges[phase]
  if (!reply || (locked && !grace)) return 'stage_closed'
  const columns = columnsOf(world, actor)
  if (columns.length > 0 && !columns.some((column) => allows(reply, phase, column))) return 'no_role'
  const decided = decidedReason(world, question, unit, phase)
  if (decided) return decided
  const thread = world.get('thread', unit)
  if (thread?.state === 'open' && awaitedOf(world, question, thread) !== actor.id) return 'comment_pending'
  const over = levelOver(world, question, actor.id)
  // Somebody of the institution who holds nothing, or nothing any more, still proposes (CF3, CF11).
  if (over === undefined) return 'not_assignee'
  const answer = world.answer(unit)
  if (answer && answer.value !== null && over > answer.level) return answer.sent ? 'sent_upward' : 'not_assignee'
  return undefined
}

/** Whether an answer and its file are still those that a decision was made on (CF8, EV21). */
export const isAsDecided = (world: World, { unit, answerRev, file }: Pick<Evaluation, 'unit' | 'answerRev' | 'file'>): boolean =>
  world.answer(unit)?.rev === answerRev && (file === undefined || (world.attachment(unit)?.id ?? null) === file)

function decidedReason(world: World, question: Question, unit: Unit, phase: Phase): ReadOnlyReason | undefined {
  const draft = world.get('draft', unit)
  // A draft on an older revision accepts nothing of what stands now (CF8).
  const accepted = draft?.decision === 'Accepted' && !draft.withdrawn && isAsDecided(world, draft)
  if (accepted || world.get('evaluation', unit)?.decision === 'Accepted') return 'answer_already_accepted'
  if (phase === 'CorrectionInput') return isCorrectable(world, question, unit) ? undefined : 'not_observed'
  if (phase !== 'ReplicaInput' || isReplicable(world, question, unit)) return undefined
  return isRejected(world, unit) ? 'replica_closed' : 'not_observed'
}

/** Kind of the stage that was opened last for the institution. */
export function openedKind(world: World): StageKind | undefined {
  const { openedStageId } = world.participant
  return openedStageId === null ? undefined : world.form.stages.find((stage) => stage.id === openedStageId)?.kind
}

/**
 * Whether the institution can do nothing more about a unit's value in the stage that was opened for it: accepted, or not among
 * what this correction or replica takes (LV6, LV7). Such a unit cannot pend, or nobody could ever send.
 */
function isSettled(world: World, question: Question, unit: Unit): boolean {
  const decision = world.get('evaluation', unit)?.decision
  if (decision === 'Accepted') return true
  const opened = openedKind(world)
  if (opened === 'CorrectionInput') return !isCorrectable(world, question, unit)
  return opened === 'ReplicaInput' && !isReplicable(world, question, unit)
}

/** Who must act on an open thread: the responsible of now, who need not be the one to whom it was written. */
export const awaitedOf = (world: World, question: Question, thread: Thread): UserId | null =>
  responsibleOf(world, question) ?? thread.addresseeId

/** For whom a thread waits: an open one for who must reply, a replied one for its author, who resolves it (PE4). */
export const commentWaitsFor = (world: World, question: Question, thread: Thread): UserId | null =>
  thread.state === 'open' ? awaitedOf(world, question, thread) : thread.authorId

/** Threads that wait on closed units to which this one is the nearest open above: here they are replied to and resolved (CM13). */
export function closedThreads(world: World, unit: Unit): Thread[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question || (question.kind !== 'Block' && question.dependent.length === 0)) return []
  return [...world.list('thread')]
    .filter((thread) => thread.state !== 'resolved' && thread.unit !== unit && nearestOpen(world, thread.unit) === unit)
    .toSorted((left, right) => (left.unit < right.unit ? -1 : 1))
}

/** Threads that wait at a unit: its own, and those of what is closed below it (CM13). */
export function waitingThreads(world: World, unit: Unit): Thread[] {
  const own = world.get('thread', unit)
  return [...(own && own.state !== 'resolved' ? [own] : []), ...closedThreads(world, unit)]
}

/** What may change in the correction stage: observed units, what they enable, and required ones left empty (LV6). */
export function isCorrectable(world: World, question: Question, unit: Unit): boolean {
  if (isObserved(world, unit)) return true
  const answer = world.answer(unit)
  if ((!answer || isEmpty(question, answer.value)) && question.required) return true
  const row = rowIdOf(unit)
  const parent = parentUnit(world, question, row)
  if (parent) return isCorrectable(world, must(world.index.question(questionIdOf(parent)), `question of ${parent} is missing`), parent)
  if (question.blockId === null) return false
  const block = must(world.index.question(question.blockId), `question ${question.blockId} is missing`)
  return isObserved(world, unitOf(block.id))
}

const isRejected = (world: World, unit: Unit): boolean => world.get('evaluation', unit)?.decision === 'Rejected'

/** What may change in the replica stage: rejected units of a sub-dimension that the leader opened (LV7). */
export const isReplicable = (world: World, question: Question, unit: Unit): boolean =>
  isRejected(world, unit) && world.participant.replicaSubDimensionIds.includes(question.dimensionId)

function surveyReadOnlyReason(world: World, actor: Actor, now: Instant): ReadOnlyReason | undefined {
  if (actor.kind !== 'Institutional') return 'survey_leaders_only'
  if (!belongsTo(actor, world.institutionId)) return 'no_role'
  if (!leads(world, actor.id)) return 'survey_leaders_only'
  if (world.participant.surveySentAt !== null) return 'survey_sent'
  return may(world, actor, 'replySurvey', now) ? undefined : 'stage_closed'
}

/** Why a unit is pending (PE1, PE2, PE3, PE4, PE5, PE6, RP8). */
export type PendingReason = 'empty' | 'invalid' | 'returned' | 'comment' | 'observed' | 'file' | 'appeal'

/**
 * What a unit still asks of its institution; empty when nothing.
 * viewer: counts a comment only for who must act on it (PE4); undefined counts it for anybody.
 * Administrative questions never pend (PE8).
 */
export function pendingReasons(world: World, unit: Unit, viewer?: UserId): PendingReason[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question || question.administrative) return []
  const answer = world.answer(unit)
  const thread = world.get('thread', unit)
  const empty = !answer || isEmpty(question, answer.value)
  const reasons: PendingReason[] = []
  const waits = (each: Thread): boolean => viewer === undefined || viewer === commentWaitsFor(world, question, each)
  if (waitingThreads(world, unit).some(waits)) reasons.push('comment')
  if (isSettled(world, question, unit)) return reasons
  if (empty && question.required) reasons.push('empty')
  if (!empty && answer.value !== null && invalidity(question, answer.value)) reasons.push('invalid')
  if (!empty && answer.level === level.Question && !answer.changeAnswer && thread?.state !== 'replied' && !world.get('evaluation', unit)) {
    reasons.push('returned')
  }
  if (isObserved(world, unit) && answer?.changeAnswer !== true) reasons.push('observed')
  if (openedKind(world) === 'ReplicaInput' && answer?.changeAnswer === true && !answer.appeal) reasons.push('appeal')
  if (question.allowFile && !empty && answer.noAttachment !== true && !world.attachment(unit)) reasons.push('file')
  return reasons
}

/** Pending counters of a sub-dimension (PE7). Units: questions and row questions. */
export const countersSchema = v.object({ total: v.number(), pendent: v.number(), inQuestionLevel: v.number() })
export type Counters = Readonly<v.InferOutput<typeof countersSchema>>

export const noCounters: Counters = { total: 0, pendent: 0, inQuestionLevel: 0 }
export const addCounters = (left: Counters, right: Counters): Counters => ({
  total: left.total + right.total,
  pendent: left.pendent + right.pendent,
  inQuestionLevel: left.inQuestionLevel + right.inQuestionLevel,
})

/**
 * Counters of a sub-dimension for somebody of the institution: only their own questions unless they lead
 * (PE10). viewer undefined counts all ("countAll").
 */
export function countersOf(world: World, subDimensionId: DimensionId, viewer?: UserId): Counters {
  const counted = openUnits(world, subDimensionId).filter((unit) => {
    const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    return !question.administrative && (viewer === undefined || isInScope(world, question, viewer))
  })
  return countersAmong(world, counted, viewer)
}

/** Counters of some open units (PE7). */
export function countersAmong(world: World, units: readonly Unit[], viewer?: UserId): Counters {
  let total = 0
  let pendent = 0
  let inQuestionLevel = 0
  for (const unit of units) {
    const question = must(world.index.question(questionIdOf(unit)), `question of ${unit} is missing`)
    const pending = pendingReasons(world, unit, viewer).length > 0
    const answer = world.answer(unit)
    if (question.required || pending) total += 1
    if (pending) pendent += 1
    if (answer && !isEmpty(question, answer.value) && answer.level === level.Question) inQuestionLevel += 1
  }
  return { total, pendent, inQuestionLevel }
}

/** Counters over the whole questionnaire, the survey left out. */
export const formCounters = (world: World, viewer?: UserId): Counters =>
  world.index.subDimensions.map((each) => countersOf(world, each.id, viewer)).reduce(addCounters, noCounters)

/**
 * Level at which an answer stands after somebody changed it: who settles one that waited for its change, an observed one
 * above all, from a higher place holds it there, so that nobody below has to send it up again.
 */
export const heldAfter = (before: Answer, own: Level | undefined): Level =>
  own !== undefined && own < before.level && !before.changeAnswer ? own : before.level

/** Who holds an answer, to name them: the responsible of the level at which it stands. */
export function holderOf(world: World, question: Question, answer: Answer | undefined): UserId | null {
  const at: Level = answer?.level ?? level.Question
  if (at === level.Evaluation) return world.participant.evaluatorId
  if (at === level.Institution) return world.participant.leaderId
  const dimension = world.index.dimension(question.dimensionId)?.parentId
  const held = (element: string): UserId | null => world.get('assignment', element)?.userId ?? null
  if (at === level.Dimension && dimension) return held(dimension) ?? world.participant.leaderId
  if (at === level.Subdimension) return held(question.dimensionId) ?? (dimension ? held(dimension) : null) ?? world.participant.leaderId
  return responsibleOf(world, question) ?? world.participant.leaderId
}
