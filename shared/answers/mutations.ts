import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { named } from '../accounts/names.ts'
import { entry, isResponsible, levelOver, responsibleLevel, responsibleOf, sees } from '../assignments/rules.ts'
import { takenFrom, takenNotices } from '../assignments/taken.ts'
import { cardOf, sideOf, sideOfAnswer } from '../conflicts/rules.ts'
import { applied, appliedOver, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Card, Context, HistoryEntry, Outcome } from '../contract/mutation.ts'
import type { Given, Letter } from '../contract/letter.ts'
import { invalidity } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import type { Mid, Unit } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import { mayChangeForm } from '../privileges/rules.ts'
import type { Change, World } from '../world.ts'
import { answerChange, blankAnswer } from './changes.ts'
import { cardsOfClosed, cardsOfHeld, closesOf, closesSchema, closesTogether, outranks, unseenBy } from './closing.ts'
import type { Closes, Unseen } from './closing.ts'
import { broughtBy, yearOf } from './former.ts'
import { admit, closedReason, contest, noBusiness, turnedAway } from './ladder.ts'
import { answerValueSchema, fileNameSchema, level, unitSchema } from './model.ts'
import type { Answer, AnswerValue } from './model.ts'
import { broughtBackBy, closedBy, heldAfter, isObserved, isOpen, isReplicable } from './rules.ts'
import { sameValue } from './same-value.ts'

const assignedSchema = v.pipe(v.number(), v.integer(), v.minValue(0))
const justification = v.optional(v.pipe(typedText, v.trim(), v.maxLength(2000)))

interface Wanted {
  readonly value: AnswerValue | null
  readonly justification: string | undefined
  readonly restore: boolean
  /** It is said to be that of an earlier form. */
  readonly brought?: boolean | undefined
  /** Where it came from, for the history; undefined for what a person typed. */
  readonly origin?: string | undefined
  /** Revision of the question's own assignment that the person saw (AN16). */
  readonly assigned?: number | undefined
  /** What it closes, as the person saw it (CF37). */
  readonly closes?: Closes | undefined
  /** What a former answer had closed comes back with it (AN14). */
  readonly reopens?: boolean | undefined
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
  const takenAway = isTakenAway(world, question, wanted.assigned, context)
  if (takenAway && levelOver(world, question, context.actor.id) === level.Question)
    return turnedAway(world, question, unit, context, 'not_assignee', { value })
  if (!isOpen(world, unit)) return turnedAway(world, question, unit, context, closedReason(world, question, unit), { value })
  if (!standing && value === null) return noop()
  if (context.actor.kind === 'Institutional' && isReplicable(world, question, unit) && closesAccepted(world, unit, value))
    return turnedAway(world, question, unit, context, 'replica_closes_accepted', { value })
  const verdict = stale ? contest(world, question, context.actor.id, standing.authorId) : 'mine'
  if (stale && (verdict === 'not_assignee' || verdict === 'concurrent'))
    return beaten(world, question, unit, context, verdict, standing, { value })
  const unseen = unseenBy(world, unit, value, wanted.closes, context)
  const held = unseen.filter((each) => outranks(world, each, context.actor.id))
  if (held.length > 0) return closesNewer(world, question, unit, value, held, context)
  const cards = cardsOfClosed(world, unit, value, unseen, context)
  return written(world, question, unit, wanted, context, {
    late: admission.late,
    cards,
    over: verdict === 'over' ? standing : undefined,
    stale,
    takenAway,
  })
}

/**
 * Whether a question's own responsible was taken away later than what the person saw of it (AN16). A device that does not say what it saw,
 * as those of before, saw what stood when it saved.
 */
function isTakenAway(world: World, question: Question, seen: number | undefined, { actor, occurredAt }: Context): boolean {
  const row = world.get('assignment', world.index.rootOf(question).id)
  if (!row || row.userId !== null || actor.kind !== 'Institutional') return false
  if (seen !== undefined) return row.rev > seen
  return row.at !== undefined && row.by !== actor.id && epochMs(row.at) > epochMs(occurredAt)
}

/** Revision of a question's own assignment, 0 for none: what a save says that its author saw. */
function assignedRev(world: World, unit: Unit): number {
  const question = world.index.question(questionIdOf(unit))
  return (question && world.get('assignment', world.index.rootOf(question).id)?.rev) ?? 0
}

/** A change that would close answers which it may not close without having seen them (CF37). */
function closesNewer(
  world: World,
  question: Question,
  unit: Unit,
  value: AnswerValue | null,
  held: readonly Unseen[],
  context: Context,
): Outcome {
  const history = [entry(world, question, context, { unit, action: 'No aplicado', value, text: 'closes_newer' })]
  return lost('closes_newer', { cards: cardsOfHeld(world, unit, value, held, context), history })
}

/** Whether a new value would take an accepted answer away: a replica never lowers what was reached (RP10). */
const closesAccepted = (world: World, unit: Unit, value: AnswerValue | null): boolean =>
  closedBy(world, unit, value).some((each) => world.get('evaluation', each)?.decision === 'Accepted')

/** The first committed value stands; both people see both (CF2, CF3, CF4). */
function beaten(
  world: World,
  question: Question,
  unit: Unit,
  context: Context,
  code: string,
  standing: Answer,
  wanted: { readonly value?: AnswerValue | null; readonly text?: string },
): Outcome {
  const mine = sideOf(context, wanted)
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
  const history = [entry(world, question, context, { unit, action: 'No aplicado', value: wanted.value, text: wanted.text ?? code })]
  return lost(code, { cards, history })
}

function written(
  world: World,
  question: Question,
  unit: Unit,
  { value, justification: why, restore, brought, origin, reopens }: Wanted,
  context: Context,
  {
    late,
    over,
    stale,
    takenAway = false,
    cards: closing = [],
  }: { late: boolean; over: Answer | undefined; stale: boolean; takenAway?: boolean; cards?: readonly Card[] },
): Outcome {
  const before = world.answer(unit) ?? blankAnswer(world, question, unit, context)
  const first = before.value === null
  const ownLevel = levelOver(world, question, context.actor.id)
  const appeals = isReplicable(world, question, unit)
  const rejectedValue = before.rejectedValue ?? (appeals && before.value !== null ? before.value : undefined)
  // As it was rejected, and with nothing said for it: as if it had not been touched (RP9).
  const putBack = appeals && !before.appeal && value !== null && rejectedValue !== undefined && sameValue(rejectedValue, value)
  const answer: Answer = {
    ...before,
    value,
    level: over ? responsibleLevel(world, question) : first ? (ownLevel ?? before.level) : heldAfter(before, ownLevel),
    sent: first ? false : before.sent,
    changeAnswer: !putBack,
    justification: why ?? null,
    clearedValue: null,
    closedFrom: undefined,
    ...(rejectedValue === undefined ? {} : { rejectedValue }),
    rev: before.rev + 1,
    mid: context.mid,
    authorId: context.actor.id,
    occurredAt: context.occurredAt,
    receivedAt: context.now,
    formVersion: world.form.versionId,
    late,
  }
  const changes: Change[] = [answerChange(world, answer)]
  const former = brought === true && value !== null ? broughtBy(world, unit, value) : undefined
  const action = former ? 'Trae respuesta' : restore ? 'Restaura' : before.value === null ? 'Responde' : 'Modifica'
  const told = former ? `Trae la respuesta de ${yearOf(former.form)}` : undefined
  const history: HistoryEntry[] = [entry(world, question, context, { unit, action, value, text: told ?? origin ?? why ?? null })]
  const root = world.index.rootOf(question)
  const isAssigned = takenAway || (world.get('assignment', root.id)?.userId ?? null) !== null
  const notices: Letter[] = []
  if (context.actor.kind === 'Institutional' && !question.survey && !question.administrative && !isAssigned) {
    // Saving assigns an unassigned question to who saved it (AN2).
    const rev = (world.get('assignment', root.id)?.rev ?? 0) + 1
    changes.push({
      scope: world.scope,
      part: '',
      table: 'assignment',
      id: root.id,
      row: { element: root.id, level: 'Question', userId: context.actor.id, rev, by: context.actor.id, at: context.now },
    })
    // Who answers is who the line is of: a name in its words would outlive the person's own.
    const text = `${world.index.numberOf(root.id)}: queda a cargo de quien responde`
    history.push(entry(world, root, context, { unit: root.id, action: 'Asigna', text }))
    const given: Given = { element: root.id, level: 'Question', name: world.index.numberOf(root.id) }
    const former = takenFrom(world, given, context.actor.id, context)
    if (former !== null) notices.push(...takenNotices(world, new Map([[former, [given]]]), context))
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
        closedFrom: childQuestion.parentId === question.id ? (before.value ?? undefined) : undefined,
        rev: child.rev + 1,
        mid: context.mid,
        authorId: context.actor.id,
        occurredAt: context.occurredAt,
        receivedAt: context.now,
      }),
    )
    history.push(entry(world, childQuestion, context, { unit: closed, action: 'Limpia por dependencia', value: child.value }))
  }
  for (const unitBack of broughtBackBy(world, unit, value, reopens)) {
    const child = must(world.answer(unitBack), `unit ${unitBack} that comes back has no answer`)
    const childQuestion = must(world.index.question(child.questionId), `question ${child.questionId} is missing`)
    changes.push(
      answerChange(world, {
        ...child,
        value: child.clearedValue,
        clearedValue: null,
        closedFrom: undefined,
        late,
        rev: child.rev + 1,
        mid: context.mid,
        authorId: context.actor.id,
        occurredAt: context.occurredAt,
        receivedAt: context.now,
      }),
    )
    history.push(entry(world, childQuestion, context, { unit: unitBack, action: 'Restaura', value: child.clearedValue }))
  }
  const reply = { dependentDelete }
  if (!over) {
    if (stale) return appliedOver({ code: 'own_other_device', changes, history, cards: closing, notices, reply })
    return closing.length > 0
      ? appliedOver({ code: 'closed_others', changes, history, cards: closing, notices, reply })
      : applied({ changes, history, notices, reply })
  }
  const cards = [...cardsOfReplaced(world, question, unit, { value }, over, context), ...closing]
  return appliedOver({ code: 'replaced_other', changes, history, cards, notices, reply })
}

/** What the responsible person put in the place of somebody's: both people have both (CF2). */
function cardsOfReplaced(
  world: World,
  question: Question,
  unit: Unit,
  wanted: { readonly value: AnswerValue | null; readonly text?: string },
  over: Answer,
  context: Context,
): Card[] {
  const mine = sideOf(context, wanted)
  const theirs = sideOfAnswer(over)
  return [
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
 * restore: the value is one that a dependency had cleared. brought: it is what was answered in an earlier form, which is looked up (FB7).
 * assigned: revision of the question's own assignment that the person saw (AN16). closes: what it closes, as the person saw it (CF37).
 * reopens: what a former answer of the unit had closed comes back (AN14).
 * Source: SPEC AN1-AN7, LV, DP3.
 */
export const setAnswer = mutation({
  name: 'answer.set',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({
    unit: unitSchema,
    value: answerValueSchema,
    justification,
    restore: v.optional(v.boolean()),
    brought: v.optional(v.boolean()),
    assigned: v.optional(assignedSchema),
    closes: v.optional(closesSchema),
    reopens: v.optional(v.boolean()),
  }),
  entityOf: ({ unit }) => unit,
  coalesces: true,
  baseOf: standing,
  withSeen: (world, args, former) => {
    const closes = closesOf(world, args.unit, args.value)
    const assigned = former?.assigned ?? assignedRev(world, args.unit)
    return { ...args, assigned, ...(closes ? { closes: closesTogether(former?.closes ?? [], closes) } : {}) }
  },
  asksFirst: (world, { unit, value }) => closedBy(world, unit, value).length > 0,
  decide: (world, { unit, value, justification: why, restore, brought, assigned, closes, reopens }, context) =>
    write(world, unit, { value, justification: why, restore: restore === true, brought, assigned, closes, reopens }, context),
  overlay: (world, { unit, value }, context) => overlayOf(world, unit, value, context),
})

/** Empties a unit: the value goes, the row and its history stay. */
export const clearAnswer = mutation({
  name: 'answer.clear',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({ unit: unitSchema, assigned: v.optional(assignedSchema), closes: v.optional(closesSchema) }),
  entityOf: ({ unit }) => unit,
  baseOf: standing,
  withSeen: (world, args) => {
    const closes = closesOf(world, args.unit, null)
    return { ...args, assigned: assignedRev(world, args.unit), ...(closes ? { closes } : {}) }
  },
  asksFirst: (world, { unit }) => closedBy(world, unit, null).length > 0,
  decide: (world, { unit, assigned, closes }, context) =>
    write(world, unit, { value: null, justification: undefined, restore: false, assigned, closes }, context),
  overlay: (world, { unit }, context) => overlayOf(world, unit, null, context),
})

/**
 * Keeps an observed answer as it is, with a reason, which counts as a change (AN8). A rejected one is appealed by `replica.justify`.
 * answerRev: revision that the person saw. A reason is about that one, and meets other people's as a value does (AN15).
 */
export const keepAnswer = mutation({
  name: 'answer.keep',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({
    unit: unitSchema,
    justification: v.pipe(typedText, v.trim(), v.maxLength(2000)),
    answerRev: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  entityOf: ({ unit }) => unit,
  baseOf: standing,
  withSeen: (world, args) => ({ answerRev: world.answer(args.unit)?.rev ?? 0, ...args }),
  decide(world, { unit, justification: why, answerRev }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    if (why === '') return refused('justification_missing')
    const answer = world.answer(unit)
    const stale = answer !== undefined && answer.mid !== context.base
    const isOverruled = stale && isResponsible(world, question, context.actor.id) && !isResponsible(world, question, answer.authorId)
    const admission = admit(world, question, unit, context, { overtaken: isOverruled })
    if (!admission.admitted) return turnedAway(world, question, unit, context, admission.reason, { text: why })
    if (!answer || answer.value === null) return refused('answer_missing')
    if (!isObserved(world, unit)) return turnedAway(world, question, unit, context, 'not_observed', { text: why })
    if (answer.changeAnswer && answer.justification === why) return noop()
    const verdict = stale ? contest(world, question, context.actor.id, answer.authorId) : 'mine'
    // A device of a former release names no revision: another version is then taken for another value.
    const isAnother = answerRev === undefined ? stale : answerRev !== answer.rev
    const code = verdict === 'over' && isAnother ? 'concurrent' : verdict
    if (code === 'not_assignee' || code === 'concurrent') return beaten(world, question, unit, context, code, answer, { text: why })
    const level = heldAfter(answer, levelOver(world, question, context.actor.id))
    const kept = {
      ...answer,
      level,
      changeAnswer: true,
      justification: why,
      mid: context.mid,
      authorId: context.actor.id,
      occurredAt: context.occurredAt,
      receivedAt: context.now,
      late: admission.late,
    }
    const changes = [answerChange(world, kept)]
    const history = [entry(world, question, context, { unit, action: 'Mantiene respuesta', value: answer.value, text: why })]
    if (code !== 'over') return applied({ changes, history })
    const cards = cardsOfReplaced(world, question, unit, { value: answer.value, text: why }, answer, context)
    return appliedOver({ code: 'replaced_other', changes, history, cards })
  },
})

/** Answers an administrative question of an institution, as a file of the lab says. Source: SPEC AQ1, AQ2. */
export const setAdministrative = mutation({
  name: 'administrative.set',
  version: 1,
  serverOnly: true,
  input: v.object({ unit: unitSchema, value: answerValueSchema, file: fileNameSchema }),
  entityOf: ({ unit }) => unit,
  decide(world, { unit, value, file }, context) {
    if (context.actor.kind !== 'Administrator' || context.actor.id === 'system') return refused('administrators_only')
    if (!mayChangeForm(world.form, 'changeAnswerPoints', context.now)) return refused('form_points_closed')
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    // An administrative question stands by itself: no row and no parent's answer is asked for.
    if (!question.administrative || unit !== question.id) return refused('question_not_administrative')
    const unfit = invalidity(question, value)
    if (unfit) return refused(unfit.code, unfit.params)
    const before = world.answer(unit)
    if (before && sameValue(before.value, value)) return noop()
    const origin = file === '' ? 'administración' : `administración · ${file}`
    const wanted = { value, justification: undefined, restore: false, origin }
    return written(world, question, unit, wanted, context, { late: false, over: undefined, stale: false })
  },
})
