import { typedText } from '../kernel/typed-text.ts'
import * as v from 'valibot'
import { unitSchema } from '../answers/model.ts'
import { answeredBelow, isCorrectable, isObserved } from '../answers/rules.ts'
import type { Side } from '../conflicts/model.ts'
import { cardOf, sideOf, sideOfAnswer } from '../conflicts/rules.ts'
import { letter, type Letter } from '../contract/letter.ts'
import { applied, appliedOver, lost, mutation, noop, refused } from '../contract/mutation.ts'
import type { Card, Context, HistoryAction, HistoryEntry, Outcome } from '../contract/mutation.ts'
import type { Unit } from '../kernel/ids.ts'
import { questionIdOf } from '../kernel/ids.ts'
import { epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Stage } from '../stages/model.ts'
import { boundsOf, stageAt } from '../stages/rules.ts'
import { apply } from '../world.ts'
import type { Change, World } from '../world.ts'
import type { Decision, Evaluation, Round } from './model.ts'
import { decisions } from './model.ts'
import {
  decisionIn,
  decisionsOf,
  draftOf,
  draftsIn,
  isOutdated,
  isReleased,
  needsDecision,
  questionOf,
  roundAt,
  roundInGrace,
  sendGaps,
} from './rules.ts'
import { answerChange, returned } from '../answers/changes.ts'
import { named } from '../accounts/names.ts'
import { participantChange } from '../institutions/changes.ts'
import { unlocking } from '../institutions/reopen.ts'
import { openingLetters } from '../reminders/opening.ts'
import { isReminded } from '../reminders/rules.ts'
import { pageAddress } from '../addresses.ts'
import { responsibleOf } from '../assignments/rules.ts'
import { leadersOf } from '../institutions/model.ts'

const observationMaxCharacters = 2000
const fileIdSchema = v.pipe(v.string(), v.maxLength(64))
/** Id of the file that was seen beside the answer, null for none; undefined where a device does not say. */
export const fileSchema = v.optional(v.nullable(fileIdSchema))
const commentSchema = v.nullish(v.pipe(typedText, v.trim(), v.maxLength(observationMaxCharacters)))

export const draftChange = (world: World, row: Evaluation): Change => ({
  scope: world.evaluatorScope,
  part: world.partOf(row.unit),
  table: 'draft',
  id: row.unit,
  row,
})

export function actionOf(round: Round, decision: Decision): HistoryAction {
  if (round === 'ReplicaRevision') return decision === 'Accepted' ? 'Réplica aceptada' : 'Réplica rechazada'
  if (decision === 'Observed') return 'Observa'
  return decision === 'Accepted' ? 'Acepta' : 'Rechaza'
}

interface Opening {
  readonly round: Round
  readonly stage: Stage
  /** Made in time and received within a day after the revision ended (TM14). */
  readonly late: boolean
}

/** Steps (a) to (c) of the ladder for an evaluator: assigned, in a revision or within its day of grace, on sent answers, before the round is sent. */
function openingOf(world: World, context: Context): Opening | { readonly code: string; readonly kept: boolean } {
  if (context.actor.kind !== 'Evaluator') return { code: 'not_assigned_evaluator', kept: false }
  if (world.participant.evaluatorId !== context.actor.id) return { code: 'evaluator_not_assigned', kept: true }
  if (!world.form.enabled) return { code: 'form_disabled', kept: true }
  const graced = roundInGrace(world, context)
  const running = graced ?? roundAt(world, context.now)
  if (!running) return { code: 'stage_closed', kept: true }
  // After the end the institution may be at its correction: what counts then is whether the answer that was seen still stands.
  if (!graced && !world.participant.locked) return { code: 'not_locked', kept: true }
  return isReleased(world, running.stage) ? { code: 'evaluation_sent', kept: true } : { ...running, late: graced !== undefined }
}

/** Whether the institution sent again after a stage had ended: what is asked of it now would find nobody to answer. */
function hasSentSince(world: World, stage: Stage): boolean {
  const { locked, lockReason, sentAt } = world.participant
  return locked && lockReason === 'sent' && sentAt !== null && epochMs(sentAt) > boundsOf(stage).endMs
}

type Released = Pick<Outcome, 'changes' | 'letters' | 'notices'>
const nothingReleased: Released = { changes: [], letters: [] }

/**
 * What late decisions of a first revision release, whose end has been applied already (TM14): they are published like the
 * others, and an observed answer goes back to its responsible in the correction that runs. Whoever gets work by it is told (LE6).
 */
function lateRelease(world: World, { round, stage, late }: Opening, drafts: readonly Change[], now: Instant): Released {
  if (!late || round !== 'FirstRevision' || !world.participant.closedStageIds.includes(stage.id)) return nothingReleased
  const after = world.clone()
  apply(after, drafts)
  const touched = new Set(drafts.map((change) => change.id))
  const published = publishedDecisions(after, round, now).filter((change) => touched.has(change.id))
  apply(after, published)
  const asked = new Set(
    published.flatMap((change) => (change.table === 'evaluation' && change.row.decision === 'Observed' ? [change.id] : [])),
  )
  const running = stageAt(world.form, now)
  if (asked.size === 0 || running?.kind !== 'CorrectionInput' || world.participant.openedStageId !== running.id)
    return { changes: published, letters: [] }
  const correctable = (of: World, unit: Unit): boolean => isCorrectable(of, questionOf(of, unit), unit)
  const back = [
    ...returned(
      after,
      (unit) => !asked.has(unit) && !isObserved(after, unit) && correctable(after, unit) && !correctable(world, unit),
      true,
    ),
    ...returned(after, (unit) => asked.has(unit), false),
  ]
  const opening = unlocking(world, { incomplete: false })
  apply(after, [...back, opening])
  const letters = openingLetters(after, running, now, world.participant.locked ? undefined : world)
  return { changes: [...published, ...back, opening], letters, notices: observedNotices(after, running, asked, letters) }
}

/** Behind the bell of whoever gets an observed answer back and had other work there already: how many they are. */
function observedNotices(world: World, stage: Stage, asked: ReadonlySet<Unit>, letters: readonly Letter[]): Letter[] {
  const told = new Set(letters.map(({ to }) => to))
  const holders = [...asked].flatMap((unit) => {
    const responsible = responsibleOf(world, questionOf(world, unit))
    return responsible === null ? leadersOf(world.participant) : [responsible]
  })
  const page = pageAddress('filling', { form: world.formId, institution: world.institutionId })
  return [...Map.groupBy(holders, (id) => id)].flatMap(([id, { length: count }]) => {
    const person = world.person(id)
    if (!person || told.has(id) || !isReminded(person)) return []
    return [letter('observed', id, { form: world.form.name, stage: stage.name, end: stage.end, count, page })]
  })
}

/** What is decided, and said with it. */
export interface Wanted {
  readonly decision: Decision
  readonly text: string | null
}

/**
 * Whether the file of a unit is the one that its evaluator saw (EV21). A device that does not name it, as those of before, saw what stood
 * when the decision was made.
 */
export function sawFile(world: World, unit: Unit, file: string | null | undefined, { occurredAt }: Context): boolean {
  if (file !== undefined) return (world.attachment(unit)?.id ?? null) === file
  const made = epochMs(occurredAt)
  return !world
    .attachmentsOf(unit)
    .some((each) => each.applied && (epochMs(each.addedAt) > made || (each.removedAt !== undefined && epochMs(each.removedAt) > made)))
}

/** A decision that was given, as one side of a card. */
const sideOfDecision = ({ mid, authorId, decidedAt, decision, comment }: Evaluation): Side => ({
  mid,
  authorId,
  at: decidedAt,
  decision,
  text: comment,
})

/** A decision that does not stand is kept with who gave it; whoever evaluates now is offered it (CF8, CF9, CF10). */
function turnedAway(world: World, unit: Unit, context: Context, code: string, { decision, text }: Wanted): Outcome {
  const answer = world.answer(unit)
  const mine = sideOf(context, { decision, text })
  const answered = answer ? sideOfAnswer(answer) : null
  const draft = draftOf(world, unit)
  const round = (roundInGrace(world, context) ?? roundAt(world, context.now))?.round
  const given = draft && draft.round === round ? sideOfDecision(draft) : null
  const cards = [
    cardOf({
      ownerId: context.actor.id,
      unit,
      code,
      side: 'author',
      mine,
      // Who does not evaluate the institution is not shown what it answered, or what was decided since.
      theirs: code === 'evaluator_not_assigned' ? null : code === 'already_decided' ? given : answered,
      params: named(world, code === 'already_decided' ? (given?.authorId ?? null) : world.participant.evaluatorId),
    }),
  ]
  const successor = world.participant.evaluatorId
  if (code === 'evaluator_not_assigned' && successor !== null) {
    cards.push(
      cardOf({
        ownerId: successor,
        unit,
        code: 'suggested',
        side: 'other',
        mine: given ?? answered,
        theirs: mine,
        params: named(world, context.actor.id),
      }),
    )
  }
  return lost(code, { cards, history: [{ unit, action: 'No aplicado', text: text ?? decision, role: 'Evaluator' }] })
}

/** A decision as it is kept, on the answer as it stands. */
export function decided(
  world: World,
  unit: Unit,
  round: Round,
  { decision, text }: Wanted,
  context: Context,
  former: Evaluation['former'],
  late = false,
): Evaluation {
  const answer = world.answer(unit)
  const before = world.get('draft', unit)
  return {
    unit,
    round,
    decision,
    comment: text,
    authorId: context.actor.id,
    decidedAt: context.occurredAt,
    answerRev: answer?.rev ?? 0,
    file: world.attachment(unit)?.id ?? null,
    changeEvaluation: answer?.late === true || (answer?.changeAnswer === true && world.get('evaluation', unit) !== undefined),
    former,
    mid: context.mid,
    rev: (before?.rev ?? 0) + 1,
    ...(late ? { late } : {}),
  }
}

/** What a rejection rejects with it: what depends on the unit and its rows' answers, each with the decision that it had (EV6). */
export function rejectedBelow(
  world: World,
  unit: Unit,
  round: Round,
  wanted: Wanted,
  context: Context,
  late = false,
): { readonly row: Evaluation; readonly entry: Omit<HistoryEntry, 'role'> }[] {
  return answeredBelow(world, unit).flatMap((child) => {
    if (!needsDecision(world, child, round)) return []
    const own = decisionIn(world, child, round)
    if (own?.decision === 'Rejected') return []
    const former = own ? { decision: own.decision, comment: own.comment } : null
    const entry = { unit: child, action: actionOf(round, 'Rejected'), text: wanted.text }
    return [{ row: decided(world, child, round, wanted, context, former, late), entry }]
  })
}

/**
 * Records an evaluator's decision on a unit, on the revision of the answer and the file that they saw. Rejecting also rejects what depends
 * on it and its rows' answers (EV6). It stays with the evaluators until the evaluation is sent.
 * Fails: evaluator_not_assigned, stage_closed, not_locked, evaluation_sent, decision_not_allowed, answer_missing,
 * observation_empty, evaluated_old_revision, evaluated_old_file, already_decided. Source: SPEC EV1-EV7, EV21, CF8-CF10.
 */
export const decideAnswer = mutation({
  name: 'evaluation.decide',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({
    unit: unitSchema,
    decision: v.picklist(decisions),
    comment: commentSchema,
    answerRev: v.pipe(v.number(), v.integer()),
    file: fileSchema,
  }),
  entityOf: ({ unit }) => `evaluation:${unit}`,
  baseOf: (world, { unit }) => world.get('draft', unit)?.mid ?? null,
  decide(world, { unit, decision, comment, answerRev, file }, context) {
    const question = world.index.question(questionIdOf(unit))
    if (!question) return refused('question_retired')
    const wanted: Wanted = { decision, text: comment ? comment : null }
    const opening = openingOf(world, context)
    if ('code' in opening) return opening.kept ? turnedAway(world, unit, context, opening.code, wanted) : refused(opening.code)
    const { round, late } = opening
    if (question.administrative || question.survey) return refused('no_evaluation_needed')
    if (!decisionsOf(round).includes(decision)) return turnedAway(world, unit, context, 'decision_not_allowed', wanted)
    if (decision === 'Observed' && wanted.text === null) return refused('observation_empty')
    if (!needsDecision(world, unit, round)) return turnedAway(world, unit, context, 'answer_missing', wanted)
    if (world.answer(unit)?.rev !== answerRev) return turnedAway(world, unit, context, 'evaluated_old_revision', wanted)
    if (!sawFile(world, unit, file, context)) return turnedAway(world, unit, context, 'evaluated_old_file', wanted)
    if (late && decision === 'Observed' && hasSentSince(world, opening.stage)) return turnedAway(world, unit, context, 'form_sent', wanted)
    const before = draftOf(world, unit)
    const standing = before?.round === round ? before : undefined
    if (standing && standing.decision === decision && standing.comment === wanted.text && !isOutdated(world, standing)) return noop()
    if (standing && standing.mid !== context.base && standing.authorId !== context.actor.id) {
      return turnedAway(world, unit, context, 'already_decided', wanted)
    }
    const changes: Change[] = [draftChange(world, decided(world, unit, round, wanted, context, null, late))]
    const history: HistoryEntry[] = [{ unit, action: actionOf(round, decision), text: wanted.text, role: 'Evaluator' }]
    if (decision === 'Rejected') {
      for (const { row, entry } of rejectedBelow(world, unit, round, wanted, context, late)) {
        changes.push(draftChange(world, row))
        history.push({ ...entry, role: 'Evaluator' })
      }
    }
    const { changes: released, ...told } = lateRelease(world, opening, changes, context.now)
    const outcome = { changes: [...changes, ...released], history, ...told }
    const over = standing !== undefined && standing.mid !== context.base
    return over ? appliedOver({ code: 'own_other_device', ...outcome }) : applied(outcome)
  },
  overlay(world, { unit, decision, comment }, context) {
    const running = roundInGrace(world, context) ?? roundAt(world, context.now)
    if (!running || !world.index.question(questionIdOf(unit))) return []
    return [draftChange(world, decided(world, unit, running.round, { decision, text: comment ?? null }, context, null))]
  },
})

const leftCodes = ['evaluated_old_revision', 'evaluated_old_file'] as const
type LeftCode = (typeof leftCodes)[number]
/** Answers that the card of a mass acceptance names. */
const leftNamed = 10

/** What a mass acceptance left undecided, by number and as it is now (EV22). */
function cardOfLeft(world: World, context: Context, code: LeftCode, left: readonly Unit[]): Card {
  const first = left.slice(0, leftNamed)
  return cardOf({
    ownerId: context.actor.id,
    unit: null,
    code,
    side: 'author',
    mine: sideOf(context, { decision: 'Accepted' }),
    others: first.flatMap((unit) => {
      const answer = world.answer(unit)
      return answer ? [{ unit, side: sideOfAnswer(answer) }] : []
    }),
    params: { n: left.length, numbers: first.map((unit) => world.index.numberOf(questionIdOf(unit))).join(', ') },
  })
}

/**
 * Accepts the listed units that have no decision yet, each on the revision and the file that the evaluator saw: an answer that changed
 * meanwhile, or whose file did, is left undecided and told (EV8, EV21).
 */
export const acceptRemaining = mutation({
  name: 'evaluation.acceptRemaining',
  version: 2,
  upcast: { 1: (args) => args },
  input: v.object({
    units: v.pipe(v.array(v.tuple([unitSchema, v.pipe(v.number(), v.integer())])), v.maxLength(20_000)),
    /** The files that were seen, by unit: a unit that is not listed had none. Absent where a device does not say. */
    files: v.optional(v.pipe(v.array(v.tuple([unitSchema, fileIdSchema])), v.maxLength(20_000))),
  }),
  entityOf: () => 'evaluation:remaining',
  decide(world, { units, files }, context) {
    const opening = openingOf(world, context)
    if ('code' in opening) return opening.kept ? setAside(world, context, opening.code, units.length) : refused(opening.code)
    const { round, late } = opening
    if (!decisionsOf(round).includes('Accepted')) return setAside(world, context, 'decision_not_allowed', units.length)
    const changes: Change[] = []
    const history: HistoryEntry[] = []
    const changed: { readonly [Code in LeftCode]: Unit[] } = { evaluated_old_revision: [], evaluated_old_file: [] }
    const seen = files && new Map(files)
    for (const [unit, answerRev] of new Map(units)) {
      if (!world.index.question(questionIdOf(unit)) || !needsDecision(world, unit, round) || decisionIn(world, unit, round)) continue
      if (world.answer(unit)?.rev !== answerRev) {
        changed.evaluated_old_revision.push(unit)
        continue
      }
      if (!sawFile(world, unit, seen && (seen.get(unit) ?? null), context)) {
        changed.evaluated_old_file.push(unit)
        continue
      }
      changes.push(draftChange(world, decided(world, unit, round, { decision: 'Accepted', text: null }, context, null, late)))
      history.push({ unit, action: actionOf(round, 'Accepted'), text: null, role: 'Evaluator' })
    }
    const accepted = changes.length
    // Nothing is observed by it, and so nobody gets work.
    changes.push(...lateRelease(world, opening, changes, context.now).changes)
    const left = leftCodes.filter((code) => changed[code].length > 0)
    const [first] = left
    const cards = left.map((code) => cardOfLeft(world, context, code, changed[code]))
    if (changes.length === 0) return first ? { ...setAside(world, context, first, changed[first].length), cards } : noop()
    return applied({
      changes,
      history,
      cards,
      reply: { accepted, changed: changed.evaluated_old_revision.length + changed.evaluated_old_file.length },
    })
  },
})

/**
 * Takes back what one mass acceptance accepted and nobody has decided anew since: those answers are undecided again. Until the
 * evaluation is sent. Fails: as `evaluation.acceptRemaining`. Source: SPEC EV17.
 */
export const reopenAccepted = mutation({
  name: 'evaluation.reopenAccepted',
  version: 1,
  input: v.object({ batch: v.pipe(v.string(), v.minLength(1), v.maxLength(80)) }),
  entityOf: () => 'evaluation:remaining',
  decide(world, { batch }, context) {
    const opening = openingOf(world, context)
    if ('code' in opening) return opening.kept ? setAside(world, context, opening.code, 0, { text: 'Reabre' }) : refused(opening.code)
    const { round, late } = opening
    // What was accepted within the day of grace has been published already: it is decided anew, one by one.
    if (late) return setAside(world, context, 'stage_closed', 0, { text: 'Reabre' })
    const standing = draftsIn(world, round).filter((draft) => draft.mid === batch && draft.decision === 'Accepted')
    if (standing.length === 0) return noop()
    return applied({
      changes: standing.map((draft) => draftChange(world, { ...draft, withdrawn: true, mid: context.mid, rev: draft.rev + 1 })),
      history: standing.map((draft): HistoryEntry => ({ unit: draft.unit, action: 'Reabre', role: 'Evaluator' })),
      reply: { reopened: standing.length },
    })
  },
})

function setAside(
  world: World,
  context: Context,
  code: string,
  n: number,
  wanted: { readonly decision?: Decision; readonly text?: string } = { decision: 'Accepted' },
): Outcome {
  const card = cardOf({
    ownerId: context.actor.id,
    unit: null,
    code,
    side: 'author',
    mine: sideOf(context, wanted),
    params: { n, ...named(world, world.participant.evaluatorId) },
  })
  return lost(code, { cards: [card], history: [{ unit: null, action: 'No aplicado', text: code, role: 'Evaluator' }] })
}

/** Rows by which decisions become the institution's to see; each decided answer starts to count its changes anew (EV7). */
export function publishedDecisions(world: World, round: Round, now: Instant): Change[] {
  const changes: Change[] = []
  for (const draft of draftsIn(world, round)) {
    const standing = world.get('evaluation', draft.unit)
    if (standing?.mid === draft.mid && standing.rev === draft.rev) continue
    // Nobody accepts what was not seen, and nothing is said of an answer that is gone (CF8).
    if (!needsDecision(world, draft.unit, round) || (draft.decision === 'Accepted' && isOutdated(world, draft))) continue
    changes.push({
      scope: world.scope,
      part: world.partOf(draft.unit),
      table: 'evaluation',
      id: draft.unit,
      row: { ...draft, publishedAt: now },
    })
    const answer = world.answer(draft.unit)
    if (answer && answer.changeAnswer && !isOutdated(world, draft)) changes.push(answerChange(world, { ...answer, changeAnswer: false }))
  }
  return changes
}

/**
 * Sends the round's evaluation: the first revision to the institution, the others to the administration (EV12).
 * Every answered question needs its decision, on its present revision, and every file must have arrived (EV11).
 */
export const sendEvaluation = mutation({
  name: 'evaluation.send',
  version: 1,
  input: v.object({}),
  entityOf: () => 'evaluation:send',
  decide(world, _args, context) {
    const send = { text: 'Envía' }
    // A send has no grace (TM14).
    const opening = openingOf(world, { ...context, lease: null })
    if ('code' in opening) {
      if (opening.code === 'evaluation_sent') return noop()
      return opening.kept ? setAside(world, context, opening.code, 0, send) : refused(opening.code)
    }
    const { round, stage } = opening
    const gaps = sendGaps(world, round)
    const waiting = gaps.filter((gap) => gap.code === 'blob').length
    if (gaps.length > waiting) return setAside(world, context, 'evaluation_incomplete', gaps.length - waiting, send)
    if (waiting > 0) return setAside(world, context, 'blobs_pending', waiting, send)
    const release = participantChange(world, { releasedStageIds: [...world.participant.releasedStageIds, stage.id] })
    const published = round === 'FirstRevision' ? publishedDecisions(world, round, context.now) : []
    const to = round === 'FirstRevision' ? leadersOf(world.participant) : []
    const letters = to.map((each) => letter('evaluationReceived', each, { form: world.form.name }))
    return applied({
      changes: [...published, release],
      history: [{ unit: null, action: 'Envía', text: questionSummary(world, round), role: 'Evaluator' }],
      letters,
    })
  },
})

/** How many answers a round decided which way. */
export function questionSummary(world: World, round: Round): string {
  const counts = { Accepted: 0, Observed: 0, Rejected: 0 }
  for (const draft of draftsIn(world, round)) counts[draft.decision] += 1
  return `Aceptadas ${counts.Accepted}, observadas ${counts.Observed}, rechazadas ${counts.Rejected}`
}
