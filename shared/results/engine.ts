import { openUnits, rowsOf } from '../answers/rules.ts'
import type { AnswerValue } from '../answers/model.ts'
import type { Evaluation } from '../evaluations/model.ts'
import type { FormIndex } from '../forms/form-index.ts'
import { isEmpty, kinds, opens, plainText } from '../forms/kinds.ts'
import type { Question } from '../forms/model.ts'
import { maxPointsOf } from '../forms/points.ts'
import { roundPoints, sumPoints } from '../forms/round-points.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf, rowIdOf, unitOf } from '../kernel/ids.ts'
import type { DimensionId, QuestionId, RowId, Unit } from '../kernel/ids.ts'
import { scoredQuestions } from '../questionnaires/manual-points.ts'
import type { World } from '../world.ts'
import { isAccepted, settledDecision } from './decisions.ts'
import { levelOf, maturityOf } from './levels.ts'
import { excerptMost, usualThresholds } from './model.ts'
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

/** Of the same answers once more: what was found before, and the units at which that does not hold. */
interface Kept {
  readonly found: Map<Unit, Earned>
  readonly touched: ReadonlySet<Unit>
}
interface Trial extends Counting {
  readonly kept?: Kept | undefined
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
  const { points, unitsOf } = earned(world, questionAt(world, id), null, counting)
  const units = unitsOf()
  const sum = sumPoints(units.filter(({ counts }) => counts).map(({ own }) => own))
  return { id, points, max, cut: roundPoints(sum - points), units }
}

const questionAt = ({ index }: World, id: QuestionId): Question => must(index.question(id), `question ${id} is missing`)

/** What a question earned with all that it opens, and every unit of that in reading order, where somebody asks. */
interface Earned {
  readonly points: number
  readonly unitsOf: () => readonly UnitResult[]
}

/** At every question the sum of its own and of what it opens is at most what that question can earn. */
function earned(world: World, question: Question, row: RowId | null, counting: Trial): Earned {
  const unit = unitOf(question.id, row)
  const kept = counting.kept?.touched.has(unit) ? undefined : counting.kept
  const known = kept?.found.get(unit)
  if (known) return known
  const value = world.answer(unit)?.value ?? null
  const own = ownResult(world, question, unit, counting)
  const inner = question.kind === 'Block' ? rowsEarned(world, question, counting) : nothing
  const opened = question.dependent
    .map((id) => questionAt(world, id))
    .filter((child) => opens(question, value, child.visibleIf))
    .map((child) => earned(world, child, child.blockId === null ? null : row, counting))
  const sum = sumPoints([own.own, inner.points, ...opened.map(({ points }) => points)])
  const result: Earned = {
    points: Math.min(sum, maxPointsOf(world.index, question.id)),
    unitsOf: () => [own, ...inner.unitsOf(), ...opened.flatMap(({ unitsOf }) => unitsOf())],
  }
  kept?.found.set(unit, result)
  return result
}
const nothing: Earned = { points: 0, unitsOf: () => [] }

/**
 * Of each inner question the row that earns most, the first of equals; what the others earn is told and does not count. Inner questions
 * that are worth nothing are left out, but the one that names the rows, where the block itself is worth something.
 */
function rowsEarned(world: World, block: Question, counting: Trial): Earned {
  const [naming] = block.block
  const tells = (id: QuestionId): boolean => maxPointsOf(world.index, id) > 0 || (id === naming && worthOf(block, 'value') > 0)
  const rows = rowsOf(world, block)
  const columns = block.block
    .filter((id) => tells(id))
    .map((id) => {
      const cells = rows.map((row) => earned(world, questionAt(world, id), row, counting))
      const points = Math.max(0, ...cells.map((cell) => cell.points))
      return { cells, points, best: cells.findIndex((cell) => cell.points === points) }
    })
  return {
    points: sumPoints(columns.map(({ points }) => points)),
    unitsOf: () =>
      rows.flatMap((_, at) =>
        columns.flatMap(({ cells, best }) => {
          const units = cells[at]?.unitsOf() ?? []
          return at === best ? units : units.map(besideTheBest)
        }),
      ),
  }
}
const besideTheBest = (unit: UnitResult): UnitResult => ({ ...unit, counts: false, why: unit.own > 0 ? 'other_row' : unit.why })

function ownResult(world: World, question: Question, unit: Unit, counting: Counting): UnitResult {
  const answer = world.answer(unit)
  const value = answer?.value ?? null
  const settled = question.administrative ? undefined : settledDecision(world, unit, counting.kind)
  // What was decided of another answer says nothing of this one, except that nothing accepted it.
  const decision = settled?.decision === 'Accepted' && !isAccepted(world, settled) ? undefined : settled
  const attachment = world.attachment(unit)
  const { own, why, divisor } = ownPoints(world, question, unit, value, decision, counting)
  return {
    unit,
    own,
    counts: true,
    why,
    value: typeof value === 'string' ? null : value,
    excerpt: typeof value === 'string' ? excerptOf(plainText(question, value)) : null,
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

/** The beginning of a text, cut between characters. */
const excerptOf = (text: string): string => text.slice(0, excerptMost).replace(/[\uD800-\uDBFF]$/, '')

interface Own {
  readonly own: number
  readonly why: Reason
  readonly divisor?: UnitResult['divisor']
}

const worthOf = (question: Question, key: string): number => question.points.find((entry) => entry.key === key)?.value ?? 0
const earns = (points: number): Own => {
  const own = roundPoints(Math.max(0, points))
  return { own, why: own > 0 ? 'earned' : 'worthless' }
}
const worthless: Own = { own: 0, why: 'worthless' }

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
  if (question.kind === 'Block') return blockPoints(world, question, counting)
  if (!question.administrative && decision?.decision !== 'Accepted' && !counting.asAccepted?.has(unit))
    return { own: 0, why: decision ? 'not_accepted' : 'undecided' }
  const kind = kinds[question.kind]
  // A value from before the question was of another kind is worth nothing by this one (VA8).
  if (!kind.holds(value)) return worthless
  if (kind.choices(question).length > 0)
    return earns(sumPoints([...new Set(kind.chosen(value))].map((choice) => worthOf(question, String(choice)))))
  const worth = worthOf(question, 'value')
  const divisorId = question.points.find(({ key }) => key === 'value')?.divisor
  if (divisorId !== undefined && typeof value === 'number') return ratePoints(world, worth, value, { question, unit, divisorId }, counting)
  return kind.earns?.(value) === false ? worthless : earns(worth)
}

/** What a unit earns by itself where everything was accepted. */
export function ownPointsOf(world: World, unit: Unit): number {
  const question = questionAt(world, questionIdOf(unit))
  const asAccepted = new Set([...world.list('answer')].map((each) => each.unit))
  const counting: Counting = { kind: 'preliminary', thresholds: usualThresholds, asAccepted }
  return ownPoints(world, question, unit, world.answer(unit)?.value ?? null, undefined, counting).own
}

/** A rate earns the part of its points that its answer is of its divisor's, at most all of them. */
function ratePoints(
  world: World,
  worth: number,
  value: number,
  { question, unit, divisorId }: { readonly question: Question; readonly unit: Unit; readonly divisorId: QuestionId },
  counting: Counting,
): Own {
  const divisors = divisorsOf(world, question, unit, divisorId, counting)
  const shares = divisors.map((by) => (by === 0 ? 0 : Math.min(1, Math.max(0, value / by))))
  const share = Math.max(0, ...shares)
  const by = divisors[shares.indexOf(share)] ?? null
  const divisor = { questionId: divisorId, value: by }
  return by === null || by === 0 ? { own: 0, why: 'divisor', divisor } : { ...earns(worth * share), divisor }
}

/**
 * By what a rate may be divided: the number that its divisor's answer is; of an inner question of the same block, the one in the same
 * row. What a replica made of a rejected one counts only once that was accepted, and then takes nothing away from who had the other.
 */
function divisorsOf(world: World, question: Question, unit: Unit, divisorId: QuestionId, counting: Counting): readonly number[] {
  const divisor = questionAt(world, divisorId)
  const row = divisor.blockId !== null && divisor.blockId === question.blockId ? rowIdOf(unit) : null
  const at = unitOf(divisorId, row)
  const answer = world.answer(at)
  if (!answer) return []
  const { value, rejectedValue } = answer
  const accepted = counting.asAccepted?.has(at) || (counting.kind === 'final' && isAccepted(world, settledDecision(world, at, 'final')))
  const standing = rejectedValue === undefined ? [value] : accepted ? [value, rejectedValue] : [rejectedValue]
  return standing.filter((each) => typeof each === 'number')
}

/** A block is worth its points once, as soon as one of its rows is accepted: by the question that names it. */
function blockPoints(world: World, block: Question, counting: Counting): Own {
  const [naming] = block.block
  const named = naming === undefined ? [] : rowsOf(world, block).map((row) => unitOf(naming, row))
  if (named.length === 0) return worthless
  const decisions = named.map((unit) => settledDecision(world, unit, counting.kind))
  const isOne = named.some((unit, at) => (counting.asAccepted?.has(unit) ?? false) || isAccepted(world, decisions[at]))
  if (!isOne) return { own: 0, why: decisions.some(Boolean) ? 'not_accepted' : 'undecided' }
  return earns(worthOf(block, 'value'))
}

/** Units that a replica could bring: rejected ones of sub-dimensions that may be appealed (RS15). */
export function appealable(world: World, kind: ResultKind): Unit[] {
  const excluded = new Set(world.form.replica?.excludedSubDimensionIds)
  return world.index.subDimensions
    .filter(({ id }) => world.form.replica !== undefined && !excluded.has(id))
    .flatMap(({ id }) => openUnits(world, id).filter((unit) => settledDecision(world, unit, kind)?.decision === 'Rejected'))
}

/** Points that each of some units would bring, were it accepted alone (RS15). */
export function addedByEach(world: World, units: readonly Unit[], counting: Counting): ReadonlyMap<Unit, number> {
  const divisors = new Set(world.index.definition.questions.flatMap(({ points }) => points.flatMap(({ divisor }) => divisor ?? [])))
  const pointsAt = (id: QuestionId, asAccepted: ReadonlySet<Unit>, kept?: Kept): number =>
    earned(world, questionAt(world, id), null, { ...counting, asAccepted, kept }).points
  const roots = new Map<QuestionId, { readonly points: number; readonly found: Map<Unit, Earned> }>()
  return new Map(
    units.map((unit): [Unit, number] => {
      const questionId = questionIdOf(unit)
      const { id } = world.index.rootOf(must(world.index.question(questionId), `question of ${unit} is missing`))
      const found = new Map<Unit, Earned>()
      const root = roots.get(id) ?? { points: pointsAt(id, new Set(), { found, touched: new Set() }), found }
      roots.set(id, root)
      // By what divides rates others may change too.
      const kept = divisors.has(questionId) ? undefined : { found: root.found, touched: new Set(above(world, unit)) }
      return [unit, roundPoints(pointsAt(id, new Set([unit]), kept) - root.points)]
    }),
  )
}

/** A unit and those in whose points its own are summed up. */
function above(world: World, unit: Unit): Unit[] {
  const question = questionAt(world, questionIdOf(unit))
  const parent = question.parentId === null ? undefined : questionAt(world, question.parentId)
  if (parent) return [unit, ...above(world, unitOf(parent.id, parent.blockId === null ? null : rowIdOf(unit)))]
  return question.blockId === null ? [unit] : [unit, ...above(world, unitOf(question.blockId))]
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

/** What of a unit a result rests on, as text to compare: who decided the same once more, and when, is no difference. */
const basisOf = (unit: UnitResult | undefined): string =>
  unit
    ? JSON.stringify([
        [unit.own, unit.counts, unit.why, unit.answer, unit.evidence?.id, unit.divisor?.questionId, unit.divisor?.value],
        [unit.decision?.decision, unit.decision?.round, unit.decision?.comment],
      ])
    : ''
