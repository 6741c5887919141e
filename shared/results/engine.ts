import { openUnits, rowsOf } from '../answers/rules.ts'
import type { AnswerValue } from '../answers/model.ts'
import type { Evaluation } from '../evaluations/model.ts'
import type { FormIndex } from '../forms/form-index.ts'
import { isEmpty, kinds, opens } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { maxPointsOf } from '../forms/points.ts'
import { roundPoints, sumPoints } from '../forms/round-points.ts'
import { must } from '../kernel/assert.ts'
import { unitOf } from '../kernel/ids.ts'
import type { DimensionId, QuestionId, RowId, Unit } from '../kernel/ids.ts'
import { visibleText } from '../kernel/rich-text.ts'
import { scoredQuestions } from '../questionnaires/manual-points.ts'
import type { World } from '../world.ts'
import { settledDecision } from './decisions.ts'
import { levelOf, maturityOf } from './levels.ts'
import { excerptMost } from './model.ts'
import type { Computed, DimensionResult, QuestionResult, Reason, ResultKind, Thresholds, UnitResult } from './model.ts'

/** Points that a table brought, with its id. */
export interface BroughtPoints {
  readonly sheetId: string
  readonly points: Readonly<Record<QuestionId, number>>
}

export interface Counting {
  readonly kind: ResultKind
  readonly thresholds: Thresholds
  /** Where points are brought by hand: nothing is worked out then. */
  readonly brought?: BroughtPoints | undefined
  /** Units that count as accepted whatever was decided: what if they were (RS15). */
  readonly asAccepted?: ReadonlySet<Unit> | undefined
}

/**
 * What an institution obtains of its form: by question, sub-dimension, dimension and in all (RS1-RS7). Questions and points are those
 * of the world's index. Points 4 decimals, rounded half away from zero once at each unit; sums are of rounded units.
 */
export function computeResult(world: World, counting: Counting): Computed {
  const { brought } = counting
  const questions = scoredQuestions(world.index).map(({ id, max }): QuestionResult =>
    brought ? { id, points: roundPoints(brought.points[id] ?? 0), max, cut: 0, units: [] } : obtained(world, id, max, counting),
  )
  return { calculatedBy: brought ? 2 : 1, sheetId: brought?.sheetId ?? null, ...summedUp(world.index, questions, counting.thresholds) }
}

/** Questions summed up to sub-dimensions, dimensions and the whole (RS2). */
export function summedUp(
  index: FormIndex,
  questions: readonly QuestionResult[],
  thresholds: Thresholds,
): Pick<Computed, 'points' | 'max' | 'maturity' | 'dimensions' | 'questions'> {
  const byId = new Map(questions.map((each) => [each.id, each]))
  const sumOf = (parts: readonly { readonly points: number; readonly max: number }[]) => ({
    points: sumPoints(parts.map((each) => each.points)),
    max: sumPoints(parts.map((each) => each.max)),
  })
  const own = (ids: readonly QuestionId[]): QuestionResult[] => ids.flatMap((id) => byId.get(id) ?? [])
  const result = (id: DimensionId, parentId: DimensionId | null, parts: readonly { points: number; max: number }[]): DimensionResult => {
    const { points, max } = sumOf(parts)
    return { id, parentId, points, max, level: levelOf(points, max, thresholds) }
  }
  const tops: DimensionResult[] = []
  const dimensions = index.topDimensions.flatMap((top) => {
    const subs = top.subDimensionIds.map((id) =>
      result(id, top.id, own(must(index.dimension(id), `sub-dimension ${id} is missing`).questionIds)),
    )
    const whole = result(top.id, null, [...subs, ...own(top.questionIds)])
    tops.push(whole)
    return [whole, ...subs]
  })
  const { points, max } = sumOf(tops)
  return { points, max, maturity: maturityOf(points), dimensions, questions }
}

/** What a question of top level earned, with what it opens, at most its maximum (RS1). */
function obtained(world: World, id: QuestionId, max: number, counting: Counting): QuestionResult {
  const units = earned(world, must(world.index.question(id), `question ${id} is missing`), null, counting)
  const sum = sumPoints(units.filter(({ counts }) => counts).map(({ own }) => own))
  const points = Math.min(sum, max)
  return { id, points, max, cut: roundPoints(sum - points), units }
}

/** Every unit of a question and of what it opens, with what it earned, in reading order. */
function earned(world: World, question: Question, row: RowId | null, counting: Counting): UnitResult[] {
  const unit = unitOf(question.id, row)
  const value = world.answer(unit)?.value ?? null
  const opened = question.dependent.flatMap((id) => {
    const child = must(world.index.question(id), `question ${id} is missing`)
    return opens(question, value, child.visibleIf) ? earned(world, child, child.blockId === null ? null : row, counting) : []
  })
  const inner = question.kind === 'Block' ? rowsEarned(world, question, counting) : []
  return [ownResult(world, question, unit, counting), ...inner, ...opened]
}

/** Of each inner question the row that earns most; what the others earn is told and does not count. */
function rowsEarned(world: World, block: Question, counting: Counting): UnitResult[] {
  const inner = block.block
    .map((id) => must(world.index.question(id), `question ${id} is missing`))
    .filter(({ parentId, id }) => parentId === null && maxPointsOf(world.index, id) > 0)
  const rows = rowsOf(world, block)
  const best = new Map(
    inner.map((child) => {
      const sums = rows.map((row) => sumPoints(earned(world, child, row, counting).map(({ own }) => own)))
      return [child.id, sums.indexOf(Math.max(...sums))]
    }),
  )
  return rows.flatMap((row, at) =>
    inner.flatMap((child) =>
      earned(world, child, row, counting).map((each): UnitResult =>
        best.get(child.id) === at ? each : { ...each, counts: false, why: each.own > 0 ? 'other_row' : each.why },
      ),
    ),
  )
}

function ownResult(world: World, question: Question, unit: Unit, counting: Counting): UnitResult {
  const answer = world.answer(unit)
  const value = answer?.value ?? null
  const decision = question.administrative ? undefined : settledDecision(world, unit, counting.kind)
  const attachment = world.attachment(unit)
  const { own, why, divisor } = ownPoints(world, question, unit, value, decision, counting)
  return {
    unit,
    own,
    counts: true,
    why,
    value: typeof value === 'string' ? null : value,
    excerpt: typeof value === 'string' ? visibleText(value).slice(0, excerptMost) : null,
    answer: answer?.mid ?? null,
    decision: decision
      ? {
          decision: decision.decision,
          round: decision.round,
          authorId: decision.authorId,
          at: decision.decidedAt,
          comment: decision.comment,
        }
      : null,
    evidence: attachment ? { id: attachment.id, name: attachment.name, sha256: attachment.sha256 } : null,
    divisor: divisor ?? null,
  }
}

interface Own {
  readonly own: number
  readonly why: Reason
  readonly divisor?: UnitResult['divisor']
}

/** What a unit earns as such (RS1): what only takes away counts as nothing. */
function ownPoints(
  world: World,
  question: Question,
  unit: Unit,
  value: AnswerValue | null,
  decision: Evaluation | undefined,
  counting: Counting,
): Own {
  if (value === null || isEmpty(question, value)) return { own: 0, why: 'unanswered' }
  const asAccepted = counting.asAccepted?.has(unit) ?? false
  if (!question.administrative && !asAccepted && question.kind !== 'Block' && decision?.decision !== 'Accepted')
    return { own: 0, why: decision ? 'not_accepted' : 'undecided' }
  const worth = (key: string): number => question.points.find((entry) => entry.key === key)?.value ?? 0
  const kind = kinds[question.kind]
  if (kind.choices(question).length > 0) {
    const points = roundPoints(Math.max(0, sumPoints(kind.chosen(value).map((choice) => worth(String(choice))))))
    return { own: points, why: points > 0 ? 'earned' : 'worthless' }
  }
  if (question.kind === 'Block') return blockPoints(world, question, decision, asAccepted, worth('value'), counting)
  const most = Math.max(0, worth('value'))
  if (kind.earns?.(value) === false || most === 0) return { own: 0, why: 'worthless' }
  const divisorId = question.points.find(({ key }) => key === 'value')?.divisor
  if (divisorId === undefined || typeof value !== 'number') return { own: roundPoints(most), why: 'earned' }
  const by = world.answer(unitOf(divisorId))?.value
  const divided = typeof by === 'number' ? by : null
  const divisor = { questionId: divisorId, value: divided }
  if (divided === null || divided === 0) return { own: 0, why: 'divisor', divisor }
  const points = roundPoints(most * Math.min(1, Math.max(0, value / divided)))
  return { own: points, why: points > 0 ? 'earned' : 'worthless', divisor }
}

/** A block is worth its points once, as soon as one of its rows is accepted: by the question that names it. */
function blockPoints(
  world: World,
  block: Question,
  decision: Evaluation | undefined,
  asAccepted: boolean,
  worth: number,
  counting: Counting,
): Own {
  const [naming] = block.block
  const rows = rowsOf(world, block)
  if (rows.length === 0) return { own: 0, why: 'worthless' }
  const isAccepted = (unit: Unit): boolean =>
    (counting.asAccepted?.has(unit) ?? false) || settledDecision(world, unit, counting.kind)?.decision === 'Accepted'
  const accepted = naming === undefined ? decision?.decision === 'Accepted' : rows.some((row) => isAccepted(unitOf(naming, row)))
  if (!accepted && !asAccepted && !block.administrative) return { own: 0, why: decision ? 'not_accepted' : 'undecided' }
  const points = roundPoints(Math.max(0, worth))
  return { own: points, why: points > 0 ? 'earned' : 'worthless' }
}

/** Units that a replica could bring: rejected ones of sub-dimensions that may be appealed (RS15). */
export function appealable(world: World, kind: ResultKind): Unit[] {
  const excluded = new Set(world.form.replica?.excludedSubDimensionIds)
  return world.index.subDimensions
    .filter(({ id }) => world.form.replica !== undefined && !excluded.has(id))
    .flatMap(({ id }) => openUnits(world, id).filter((unit) => settledDecision(world, unit, kind)?.decision === 'Rejected'))
}

/** Where two results differ: of which units and questions, and in what. */
export interface Difference {
  readonly questionId: QuestionId
  /** Null where the question's points differ and none of its units does. */
  readonly unit: Unit | null
  readonly before: number
  readonly after: number
}

/** Every unit and question at which two results differ, in the order of the newer one; what is gone last. (RS13) */
export function differencesOf(before: Computed, after: Computed): Difference[] {
  const was = new Map(before.questions.map((each) => [each.id, each]))
  const is = new Map(after.questions.map((each) => [each.id, each]))
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((questionId): Difference[] => {
    const left = was.get(questionId)
    const right = is.get(questionId)
    const found = unitDifferences(questionId, left, right)
    if (found.length > 0) return found
    const isSame = left?.points === right?.points && left?.max === right?.max
    return isSame ? [] : [{ questionId, unit: null, before: left?.points ?? 0, after: right?.points ?? 0 }]
  })
}

function unitDifferences(questionId: QuestionId, left: QuestionResult | undefined, right: QuestionResult | undefined): Difference[] {
  const was = new Map(left?.units.map((each) => [each.unit, each]))
  const is = new Map(right?.units.map((each) => [each.unit, each]))
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((unit): Difference[] => {
    const before = was.get(unit)
    const after = is.get(unit)
    if (basisOf(before) === basisOf(after)) return []
    return [{ questionId, unit, before: before?.own ?? 0, after: after?.own ?? 0 }]
  })
}

/** What of a unit a result rests on, as text to compare. */
const basisOf = (unit: UnitResult | undefined): string =>
  unit
    ? JSON.stringify([unit.own, unit.counts, unit.why, unit.answer, unit.decision?.decision, unit.decision?.round, unit.evidence?.id])
    : ''
