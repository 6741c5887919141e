import * as v from 'valibot'
import { actingRole, isResponsible, levelOver, responsibleLevel, responsibleOf, seesSubDimension } from '../assignments/rules.ts'
import { cardOf, sideOf, sideOfAnswer } from '../conflicts/rules.ts'
import { applied, appliedOver, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Card, Context, HistoryEntry, Outcome } from '../contract/mutation.ts'
import { invalidity, isEmpty } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf, rowIdOf } from '../kernel/ids.ts'
import type { Mid, Unit } from '../kernel/ids.ts'
import { graceStage } from '../stages/rules.ts'
import type { Change, World } from '../world.ts'
import { answerValueSchema, level, typedText } from './model.ts'
import type { Answer, AnswerValue, Level } from './model.ts'
import { broughtBackBy, closedBy, isObserved, isOpen, isReplicable, readOnlyReason, rowsOf } from './rules.ts'
import type { ReadOnlyReason } from './rules.ts'
import { sameValue } from './same-value.ts'

export const unitSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}(?:@[\w-]{1,64})?$/))

const justification = v.optional(v.pipe(typedText, v.trim(), v.maxLength(2000)))

/** Change of an answer's row, in the part of its sub-dimension. */
export const answerChange = (world: World, answer: Answer): Change => ({
  scope: world.scope,
  part: world.partOf(answer.unit),
  table: 'answer',
  id: answer.unit,
  row: answer,
})

/** Answers that go back to who is responsible, so that they can be changed again. */
export function returned(world: World, which: (unit: Unit) => boolean, changeAnswer: boolean): Change[] {
  const changes: Change[] = []
  for (const answer of world.list('answer')) {
    const question = world.index.question(questionIdOf(answer.unit))
    if (!question || question.survey || isEmpty(question, answer.value) || !which(answer.unit)) continue
    changes.push(
      answerChange(world, {
        ...answer,
        level: responsibleLevel(world, question),
        sent: false,
        changeAnswer: answer.changeAnswer && changeAnswer,
      }),
    )
  }
  return changes
}

/** An answer's row before anything was written: the ground on which a change is put. */
export function blankAnswer(world: World, question: Question, unit: Unit, context: Context): Answer {
  return {
    unit,
    questionId: question.id,
    rowId: rowIdOf(unit),
    value: null,
    level: levelOver(world, question, context.actor.id) ?? level.Institution,
    sent: false,
    changeAnswer: false,
    noAttachment: false,
    justification: null,
    clearedValue: null,
    rev: 0,
    mid: context.mid,
    authorId: context.actor.id,
    occurredAt: context.occurredAt,
    receivedAt: context.now,
    formVersion: world.form.versionId,
    late: false,
  }
}

/** A change to a unit that may go on: whether it counts as late (TM6). */
interface Admitted {
  readonly admitted: true
  readonly late: boolean
}

/**
 * Steps (a) to (d) of the ladder (CF33) for everything an institution writes on a unit.
 * overtaken: the person acted on a version that no longer stands and is responsible, so that somebody above who wrote
 * meanwhile does not shut them out (CF2).
 */
export function admit(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  { overtaken = false } = {},
): Admitted | { readonly admitted: false; readonly reason: ReadOnlyReason } {
  const stage = graceStage(world.form, context.now, context.occurredAt, context.lease)
  const inTime = readOnlyReason(world, context.actor, unit, context.now)
  const reason = inTime === 'stage_closed' && stage ? readOnlyReason(world, context.actor, unit, context.now, stage.kind) : inTime
  if (reason === undefined) return { admitted: true, late: inTime !== undefined }
  const answer = world.answer(unit)
  if (reason === 'not_assignee' && overtaken && answer && !answer.sent && levelOver(world, question, context.actor.id) !== undefined) {
    return { admitted: true, late: inTime === 'stage_closed' }
  }
  return { admitted: false, reason }
}

/** Refusals that say the person had no business there; everything else is kept with a card, because it was work. */
const noBusiness: ReadonlySet<ReadOnlyReason> = new Set(['no_role', 'administrators_only', 'survey_leaders_only'])

export const entry = (world: World, question: Question, context: Context, rest: Omit<HistoryEntry, 'role'>): HistoryEntry => ({
  ...rest,
  role: actingRole(world, context.actor, question),
})

/** What becomes of a write on a unit that may not go on: kept, told to its author and to whom it concerns. */
export function turnedAway(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  reason: ReadOnlyReason,
  wanted: {
    readonly value?: AnswerValue | null | undefined
    readonly text?: string | undefined
    readonly attachmentId?: string | undefined
  },
): Outcome {
  if (noBusiness.has(reason)) return refused(reason)
  const answer = world.answer(unit)
  const mine = sideOf(context, wanted)
  const theirs = answer && answer.value !== null ? sideOfAnswer(answer) : null
  const responsible = responsibleOf(world, question) ?? world.participant.leaderId
  // What stands is not shown to who may not see the sub-dimension any more (AN6).
  const shown = sees(world, question, context.actor.id, context.actor.kind) ? theirs : null
  const cards: Card[] = [
    cardOf({ ownerId: context.actor.id, unit, code: reason, side: 'author', mine, theirs: shown, params: named(world, responsible) }),
  ]
  const changes: Change[] = []
  if (reason === 'not_assignee' && responsible !== context.actor.id) {
    // Rows 3 and 11: a value from somebody who is not responsible any more is a suggestion to who is.
    cards.push(
      cardOf({
        ownerId: responsible,
        unit,
        code: 'suggested',
        side: 'other',
        mine: theirs,
        theirs: mine,
        params: named(world, context.actor.id),
      }),
    )
  }
  if (reason === 'form_sent' || reason === 'answer_already_accepted') {
    const told = reason === 'form_sent' ? world.participant.leaderId : world.participant.evaluatorId
    if (told !== null && told !== context.actor.id) {
      cards.push(
        cardOf({
          ownerId: told,
          unit,
          code: `late_${reason}`,
          side: 'notice',
          mine: theirs,
          theirs: mine,
          params: named(world, context.actor.id),
        }),
      )
    }
    changes.push(countedLate(world))
  }
  const history = [entry(world, question, context, { unit, action: 'No aplicado', value: wanted.value, text: wanted.text ?? reason })]
  return lost(reason, { changes, cards, history })
}

/** Whether somebody may read a question's rows now: lab staff do, and of the institution who sees the sub-dimension (VI3). */
export const sees = (world: World, question: Question, userId: string, kind = world.person(userId)?.kind): boolean =>
  (kind !== undefined && kind !== 'Institutional') || seesSubDimension(world, userId, question.dimensionId)

/** Name of a person as a sentence's parameter. */
export function named(world: World, userId: string | null): { name: string } {
  const person = userId === null ? undefined : world.person(userId)
  return { name: person ? `${person.name} ${person.surname}` : '' }
}

/** One more change that came too late, for the counters of sender and evaluator (CF6, CF13). */
function countedLate(world: World): Change {
  const row = { ...world.participant, lateChanges: world.participant.lateChanges + 1 }
  return { scope: world.scope, part: '', table: 'participant', id: world.institutionId, row }
}

/** Who stands when two people wrote on the same version: step (d) before (e) of the ladder. */
export function contest(
  world: World,
  question: Question,
  actorId: string,
  currentAuthorId: string,
): 'mine' | 'over' | 'not_assignee' | 'concurrent' {
  if (actorId === currentAuthorId) return 'mine'
  const late = isResponsible(world, question, actorId)
  const current = isResponsible(world, question, currentAuthorId)
  if (late && !current) return 'over'
  return !late && current ? 'not_assignee' : 'concurrent'
}

interface Wanted {
  readonly value: AnswerValue | null
  readonly justification: string | undefined
  readonly restore: boolean
}

function write(world: World, unit: Unit, wanted: Wanted, context: Context): Outcome {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return refused('question_retired')
  const { value } = wanted
  if (value !== null) {
    const wrong = invalidity(question, value)
    if (wrong) return refused(wrong.code, wrong.params)
  }
  const current = world.answer(unit)
  // Emptied on purpose is a value like another; emptied by a dependency, or never written, is nothing to stand against.
  const standing = current && (current.value !== null || (current.rev > 0 && current.clearedValue === null)) ? current : undefined
  const stale = standing !== undefined && standing.mid !== context.base
  const responsible = isResponsible(world, question, context.actor.id)
  const admission = admit(world, question, unit, context, {
    overtaken: stale && responsible && !isResponsible(world, question, standing.authorId),
  })
  if (!admission.admitted && noBusiness.has(admission.reason)) return refused(admission.reason)
  const nothingNew = wanted.justification === undefined || wanted.justification === standing?.justification
  if (standing && sameValue(standing.value, value) && nothingNew && sees(world, question, context.actor.id, context.actor.kind))
    return noop()
  if (!admission.admitted) return turnedAway(world, question, unit, context, admission.reason, { value })
  if (!isOpen(world, unit)) return turnedAway(world, question, unit, context, closedReason(world, question, unit), { value })
  if (!standing && value === null) return noop()
  const verdict = stale ? contest(world, question, context.actor.id, standing.authorId) : 'mine'
  if (stale && (verdict === 'not_assignee' || verdict === 'concurrent'))
    return beaten(world, question, unit, context, verdict, standing, value)
  return written(world, question, unit, wanted, context, { late: admission.late, over: verdict === 'over' ? standing : undefined, stale })
}

/** Why a unit that is not open is closed: its row is gone, or a parent's answer closes it. */
export function closedReason(world: World, question: Question, unit: Unit): 'row_missing' | 'dependent_closed' {
  const block = question.blockId === null ? undefined : world.index.question(question.blockId)
  const row = rowIdOf(unit)
  return block && row !== null && !rowsOf(world, block).includes(row) ? 'row_missing' : 'dependent_closed'
}

/** The first committed value stands; both people see both (CF2, CF3, CF4). */
function beaten(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  code: string,
  standing: Answer,
  value: AnswerValue | null,
): Outcome {
  const mine = sideOf(context, { value })
  const theirs = sideOfAnswer(standing)
  const cards = [
    cardOf({ ownerId: context.actor.id, unit, code, side: 'author', mine, theirs, params: named(world, standing.authorId) }),
    cardOf({
      ownerId: sees(world, question, standing.authorId)
        ? standing.authorId
        : (responsibleOf(world, question) ?? world.participant.leaderId),
      unit,
      code: 'suggested',
      side: 'other',
      mine: theirs,
      theirs: mine,
      params: named(world, context.actor.id),
    }),
  ]
  const history = [entry(world, question, context, { unit, action: 'No aplicado', value, text: code })]
  return lost(code, { cards, history })
}

/**
 * Level at which an answer stands after somebody changed it: who settles one that waited for its change, an observed one
 * above all, from a higher place holds it there, so that nobody below has to send it up again.
 */
const heldAfter = (before: Answer, own: Level | undefined): Level =>
  own !== undefined && own < before.level && !before.changeAnswer ? own : before.level

function written(
  world: World,
  question: Question,
  unit: Unit,
  { value, justification: why, restore }: Wanted,
  context: Context,
  { late, over, stale }: { late: boolean; over: Answer | undefined; stale: boolean },
): Outcome {
  const before = world.answer(unit) ?? blankAnswer(world, question, unit, context)
  const first = before.value === null
  const ownLevel = levelOver(world, question, context.actor.id)
  const answer: Answer = {
    ...before,
    value,
    level: over ? responsibleLevel(world, question) : first ? (ownLevel ?? before.level) : heldAfter(before, ownLevel),
    sent: first ? false : before.sent,
    changeAnswer: true,
    justification: why ?? null,
    clearedValue: null,
    rev: before.rev + 1,
    mid: context.mid,
    authorId: context.actor.id,
    occurredAt: context.occurredAt,
    receivedAt: context.now,
    formVersion: world.form.versionId,
    late,
  }
  const changes: Change[] = [answerChange(world, answer)]
  const action = restore ? 'Restaura' : before.value === null ? 'Responde' : 'Modifica'
  const history: HistoryEntry[] = [entry(world, question, context, { unit, action, value, text: why ?? null })]
  const root = world.index.rootOf(question)
  if (context.actor.kind === 'Institutional' && !question.survey && !question.administrative && !world.get('assignment', root.id)?.userId) {
    // Saving assigns an unassigned question to who saved it (AN2).
    const rev = (world.get('assignment', root.id)?.rev ?? 0) + 1
    changes.push({
      scope: world.scope,
      part: '',
      table: 'assignment',
      id: root.id,
      row: { element: root.id, level: 'Question', userId: context.actor.id, rev },
    })
  }
  const dependentDelete = closedBy(world, unit, value)
  for (const closed of dependentDelete) {
    const child = must(world.answer(closed), `closed unit ${closed} has no answer`)
    const childQuestion = must(world.index.question(child.questionId), `question ${child.questionId} is missing`)
    changes.push(
      answerChange(world, {
        ...child,
        value: null,
        clearedValue: child.value,
        rev: child.rev + 1,
        mid: context.mid,
        authorId: context.actor.id,
        occurredAt: context.occurredAt,
        receivedAt: context.now,
      }),
    )
    history.push(entry(world, childQuestion, context, { unit: closed, action: 'Limpia por dependencia', value: child.value }))
  }
  for (const unitBack of broughtBackBy(world, unit, value)) {
    const child = must(world.answer(unitBack), `unit ${unitBack} that comes back has no answer`)
    const childQuestion = must(world.index.question(child.questionId), `question ${child.questionId} is missing`)
    changes.push(
      answerChange(world, {
        ...child,
        value: child.clearedValue,
        clearedValue: null,
        rev: child.rev + 1,
        mid: context.mid,
        authorId: context.actor.id,
        occurredAt: context.occurredAt,
        receivedAt: context.now,
      }),
    )
    history.push(entry(world, childQuestion, context, { unit: unitBack, action: 'Restaura', value: child.clearedValue }))
  }
  const answerBody = { dependentDelete }
  if (!over)
    return stale
      ? appliedOver({ code: 'own_other_device', changes, history, answer: answerBody })
      : applied({ changes, history, answer: answerBody })
  const mine = sideOf(context, { value })
  const theirs = sideOfAnswer(over)
  const cards = [
    cardOf({ ownerId: context.actor.id, unit, code: 'replaced_other', side: 'notice', mine, theirs, params: named(world, over.authorId) }),
    cardOf({
      ownerId: over.authorId,
      unit,
      code: 'replaced_by_responsible',
      side: 'author',
      mine: theirs,
      theirs: sees(world, question, over.authorId) ? mine : null,
      params: named(world, context.actor.id),
    }),
  ]
  return appliedOver({ code: 'replaced_other', changes, history, cards, answer: answerBody })
}

/** Keeps showing what the person wrote until its outcome is known (AN11). */
function overlayOf(world: World, unit: Unit, value: AnswerValue | null, context: Context): readonly Change[] {
  const question = world.index.question(questionIdOf(unit))
  if (!question) return []
  const before = world.answer(unit) ?? blankAnswer(world, question, unit, context)
  return [answerChange(world, { ...before, value, mid: context.mid, authorId: context.actor.id, occurredAt: context.occurredAt })]
}

const standing = (world: World, { unit }: { readonly unit: Unit }): Mid | null => world.answer(unit)?.mid ?? null

/**
 * Writes the value of a unit. Outcomes: the ladder (CF1-CF7, CF11, CF13, CF18-CF20).
 * restore: the value is one that a dependency had cleared. Source: SPEC AN1-AN7, LV, DP3.
 */
export const setAnswer = mutation({
  name: 'answer.set',
  version: 1,
  input: v.object({ unit: unitSchema, value: answerValueSchema, justification, restore: v.optional(v.boolean()) }),
  entityOf: ({ unit }) => unit,
  coalesces: true,
  baseOf: standing,
  decide: (world, { unit, value, justification: why, restore }, context) =>
    write(world, unit, { value, justification: why, restore: restore === true }, context),
  overlay: (world, { unit, value }, context) => overlayOf(world, unit, value, context),
})

/** Empties a unit: the value goes, the row and its history stay. */
export const clearAnswer = mutation({
  name: 'answer.clear',
  version: 1,
  input: v.object({ unit: unitSchema }),
  entityOf: ({ unit }) => unit,
  baseOf: standing,
  decide: (world, { unit }, context) => write(world, unit, { value: null, justification: undefined, restore: false }, context),
  overlay: (world, { unit }, context) => overlayOf(world, unit, null, context),
})

/** Keeps an observed answer as it is, with a reason, which counts as a change; or appeals a rejected one as it stands (AN8). */
export const keepAnswer = mutation({
  name: 'answer.keep',
  version: 1,
  input: v.object({ unit: unitSchema, justification: v.pipe(typedText, v.trim(), v.maxLength(2000)) }),
  entityOf: ({ unit }) => unit,
  baseOf: standing,
  decide(world, { unit, justification: why }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    if (why === '') return refused('justification_missing')
    const admission = admit(world, question, unit, context)
    if (!admission.admitted) return turnedAway(world, question, unit, context, admission.reason, { text: why })
    const answer = world.answer(unit)
    if (!answer || answer.value === null) return refused('answer_missing')
    const appeals = isReplicable(world, question, unit)
    if (!isObserved(world, unit) && !appeals) return turnedAway(world, question, unit, context, 'not_observed', { text: why })
    if (answer.changeAnswer && answer.justification === why) return noop()
    const level = heldAfter(answer, levelOver(world, question, context.actor.id))
    const kept = { ...answer, level, changeAnswer: true, justification: why, late: admission.late }
    return applied({
      changes: [answerChange(world, kept)],
      history: [
        entry(world, question, context, { unit, action: appeals ? 'Réplica' : 'Mantiene respuesta', value: answer.value, text: why }),
      ],
    })
  },
})
