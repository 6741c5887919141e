import { placeIn } from './place.ts'
import * as v from 'valibot'
import { cleanText } from '../kernel/clean-text.ts'
import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import type { DimensionId, QuestionId } from '../kernel/ids.ts'
import { done } from '../kernel/result.ts'
import type { Result } from '../kernel/result.ts'
import { canAlert } from './alerts.ts'
import { formIndexOf } from './form-index.ts'
import { kinds } from './kinds.ts'
import { definitionLimits, formDefinitionSchema, formReportId, surveyDimensionId } from './model.ts'
import type { Dimension, FormDefinition, Question, QuestionKind } from './model.ts'
import { maxPointsOfForm, pointsMost } from './points.ts'

/** How deep questions hang in each other: it bounds every walk through them. */
const deepest = 8
/** Administrative questions after one ordinary one: there are no more letters (NU2). */
const lettersMost = 26
/** What names a row can be of these kinds only (DF2). */
export const naming: readonly QuestionKind[] = ['SimpleText', 'Text']

/**
 * A questionnaire out of what somebody sent or wrote, or the first rule that it breaks, with the place: the id of a question or
 * dimension and the field. What was parsed can be walked, numbered, answered and scored without a question more.
 *
 * Fails: definition_malformed, definition_too_large, definition_id_taken, definition_not_a_tree, definition_condition,
 * definition_misplaced, definition_administrative, definition_options, definition_bounds, definition_points,
 * definition_points_over, definition_numbering.
 */
export function parseDefinition(given: unknown): Result<FormDefinition> {
  const parsed = v.safeParse(formDefinitionSchema, given, { abortEarly: true })
  if (!parsed.success) return { ok: false, failure: shapeFailure(parsed.issues[0]) }
  const found = brokenRule(parsed.output)
  return found ? { ok: false, failure: found } : done(parsed.output)
}

/** The first rule that a questionnaire of the right shape breaks; undefined when it obeys all. */
export function brokenRule(definition: FormDefinition): Failure | undefined {
  for (const rule of rules) {
    const [found] = rule(definition)
    if (found) return placed(found, definition)
  }
  return undefined
}

function shapeFailure(issue: v.BaseIssue<unknown>): Failure {
  const at = issue.path?.map(({ key }) => String(key)).join('.') ?? ''
  return failure(issue.type === 'max_length' ? 'definition_too_large' : 'definition_malformed', { at, place: at })
}

/** With the place in words: an id tells nobody where to look (DF8). */
function placed({ code, params }: Failure, definition: FormDefinition): Failure {
  const at = params?.['at']
  if (at === undefined) return failure(code, params)
  const [id] = String(at).split('.')
  const { dimensions, questions, alerts = [], name } = definition
  const text =
    [...questions, ...alerts].find((each) => each.id === id && each.text.trim() !== '')?.text ??
    dimensions.find((each) => each.id === id)?.name
  return failure(code, { ...params, ...placeIn(String(at), text ?? name) })
}

type Rule = (definition: FormDefinition) => Generator<Failure>

/** Each may trust what the ones before it let pass: the numbers and points of what is no tree are none. */
const rules: readonly Rule[] = [sizes, cleanTexts, ownIds, dimensionTree, questionTree, eachQuestion, eachAlert, letters, pointsInAll]

const broken = (code: string, id: string, field: string): Failure => failure(code, { at: `${id}.${field}` })

/** No more than a version of it may hold: what is worked on grows one by one. */
function* sizes({ dimensions, questions }: FormDefinition): Generator<Failure> {
  if (dimensions.length > definitionLimits.dimensions) yield failure('definition_too_large', { at: 'dimensions' })
  if (questions.length > definitionLimits.questions) yield failure('definition_too_large', { at: 'questions' })
}

/** A text is there where a reader needs one, and holds nothing invisible. */
function* cleanTexts(definition: FormDefinition): Generator<Failure> {
  const isText = (text: string): boolean => text.trim() !== '' && cleanText(text) === text
  const isOptional = (text: string | undefined): boolean => text === undefined || cleanText(text) === text
  if (!isText(definition.name)) yield failure('definition_malformed', { at: 'name' })
  for (const each of definition.dimensions) {
    if (!isText(each.name)) yield broken('definition_malformed', each.id, 'name')
    for (const field of ['configHint', 'fillingHint'] as const)
      if (!isOptional(each[field])) yield broken('definition_malformed', each.id, field)
    if (!Object.values(each.en ?? {}).every(isOptional)) yield broken('definition_malformed', each.id, 'en')
  }
  for (const each of definition.questions) {
    if (!isText(each.text)) yield broken('definition_malformed', each.id, 'text')
    for (const field of ['hint', 'fillingHint', 'questionHint'] as const)
      if (!isOptional(each[field])) yield broken('definition_malformed', each.id, field)
    if (![...Object.values(each.en ?? {}), ...each.options.map(({ en }) => en)].every(isOptional))
      yield broken('definition_malformed', each.id, 'en')
  }
}

/** Dimensions and questions are named in one list: somebody is responsible for an element, whichever it is. */
function* ownIds({ dimensions, questions }: FormDefinition): Generator<Failure> {
  const taken = new Set<string>()
  for (const { id } of [...dimensions, ...questions]) {
    if (taken.has(id)) yield broken('definition_id_taken', id, 'id')
    taken.add(id)
  }
}

/** Dimension → sub-dimension, and no further; the survey beside them. Questions hang on sub-dimensions and the survey. */
function* dimensionTree({ dimensions }: FormDefinition): Generator<Failure> {
  const byId = new Map(dimensions.map((each) => [each.id, each]))
  const listed = new Set<DimensionId>()
  for (const { id, parentId, subDimensionIds, questionIds } of dimensions) {
    // The texts of the reports of the form as a whole are kept under this one.
    if (id === formReportId) yield broken('definition_id_taken', id, 'id')
    const isBelow = parentId !== null
    const isSurvey = id === surveyDimensionId
    if ((isBelow || isSurvey) && subDimensionIds.length > 0) yield broken('definition_not_a_tree', id, 'subDimensionIds')
    if (isSurvey && isBelow) yield broken('definition_not_a_tree', id, 'parentId')
    if (!isBelow && !isSurvey && questionIds.length > 0) yield broken('definition_not_a_tree', id, 'questionIds')
    if (isBelow && !byId.get(parentId)?.subDimensionIds.includes(id)) yield broken('definition_not_a_tree', id, 'parentId')
    for (const sub of subDimensionIds) {
      if (listed.has(sub) || byId.get(sub)?.parentId !== id) yield broken('definition_not_a_tree', id, 'subDimensionIds')
      listed.add(sub)
    }
  }
}

/** Where a question says that it hangs: in a sub-dimension, in a block, on another question. */
const placeOf = ({ dimensionId, blockId, parentId }: Question): string => parentId ?? blockId ?? dimensionId

/** Every question hangs in one place, which lists it once, and is reached from a sub-dimension or the survey. */
function* questionTree({ dimensions, questions }: FormDefinition): Generator<Failure> {
  const byId = new Map(questions.map((each) => [each.id, each]))
  const reached = new Set<QuestionId>()
  function* list(ids: readonly QuestionId[], at: Dimension | Question, field: string, depth: number): Generator<Failure> {
    for (const id of ids) {
      const question = byId.get(id)
      if (!question || reached.has(id) || placeOf(question) !== at.id || depth > deepest)
        return yield broken('definition_not_a_tree', at.id, field)
      reached.add(id)
      if ('kind' in at && !hangsRightly(question, at, field)) return yield broken('definition_not_a_tree', id, 'dimensionId')
      yield* list(question.block, question, 'block', depth + 1)
      yield* list(question.dependent, question, 'dependent', depth + 1)
    }
  }
  for (const dimension of dimensions) yield* list(dimension.questionIds, dimension, 'questionIds', 1)
  for (const { id, survey, dimensionId } of questions) {
    if (!reached.has(id)) yield broken('definition_not_a_tree', id, 'parentId')
    if (survey !== (dimensionId === surveyDimensionId)) yield broken('definition_not_a_tree', id, 'survey')
  }
}

/** Whether what hangs on a question is in its sub-dimension and, unless it is an inner question itself, in its block. */
const hangsRightly = (question: Question, above: Question, field: string): boolean =>
  question.dimensionId === above.dimensionId && (field === 'block' || question.blockId === above.blockId)

/** Whether each question is by itself one that can be asked. */
function* eachQuestion(definition: FormDefinition): Generator<Failure> {
  const byId = new Map(definition.questions.map((each) => [each.id, each]))
  for (const question of definition.questions) {
    const { id } = question
    const kind = kinds[question.kind]
    const above = question.parentId === null ? undefined : byId.get(question.parentId)
    if (above ? !isCondition(above, question.visibleIf) : question.visibleIf !== null) yield broken('definition_condition', id, 'visibleIf')
    if (!isWellPlaced(question, byId)) yield broken('definition_misplaced', id, 'kind')
    if (question.administrative && !canBeAdministrative(question)) yield broken('definition_administrative', id, 'administrative')
    if (kind.hasOptions ? !areOptions(question) : question.options.length > 0) yield broken('definition_options', id, 'options')
    if (!kind.soundBounds(question)) yield broken('definition_bounds', id, 'min')
    if (!arePoints(question, byId)) yield broken('definition_points', id, 'points')
  }
}

/** Each alert has an id of its own, and can be raised by what is asked (AL1). */
function* eachAlert({ alerts = [], questions }: FormDefinition): Generator<Failure> {
  const byId = new Map(questions.map((each) => [each.id, each]))
  const taken = new Set<string>()
  for (const alert of alerts) {
    if (taken.has(alert.id)) yield broken('definition_id_taken', alert.id, 'id')
    taken.add(alert.id)
    if (!canAlert((id) => byId.get(id), alert)) yield broken('definition_condition', alert.id, 'alerts')
    if (cleanText(alert.text) !== alert.text || (alert.en !== undefined && cleanText(alert.en) !== alert.en))
      yield broken('definition_malformed', alert.id, 'text')
  }
}

const isCondition = (above: Question, visibleIf: boolean | string | null): boolean =>
  visibleIf !== null && kinds[above.kind].choices(above).includes(visibleIf)

/** A block holds questions, the first of which names the row, and no block stands in another (DF2). */
function isWellPlaced({ kind, block, blockId }: Question, byId: ReadonlyMap<QuestionId, Question>): boolean {
  if (kind !== 'Block') return block.length === 0
  const first = byId.get(block[0] ?? '')
  return blockId === null && first !== undefined && naming.includes(first.kind)
}

/** Administrative are top-level questions outside blocks and survey, alone and without a file (DF2). */
const canBeAdministrative = ({ kind, survey, parentId, blockId, allowFile, dependent }: Question): boolean =>
  kind !== 'Block' && !survey && parentId === null && blockId === null && !allowFile && dependent.length === 0

function areOptions({ options }: Question): boolean {
  const values = options.map(({ value }) => value)
  return (
    values.length > 0 && new Set(values).size === values.length && values.every((each) => each.trim() !== '' && cleanText(each) === each)
  )
}

/** Points name what the question can answer, each once; a Number's may be divided by another's. The survey carries none. */
function arePoints(question: Question, byId: ReadonlyMap<QuestionId, Question>): boolean {
  const { points, survey } = question
  const choices = kinds[question.kind].choices(question).map(String)
  const keys = new Set(choices.length > 0 ? choices : ['value'])
  if (survey && points.length > 0) return false
  return points.every(({ key, value, divisor }) => {
    if (!keys.delete(key) || Math.abs(value) > pointsMost) return false
    if (divisor === undefined) return true
    return question.kind === 'Number' && divisor !== question.id && byId.get(divisor)?.kind === 'Number'
  })
}

/** No sub-dimension has more administrative questions in a row than there are letters to number them. */
function* letters({ dimensions, questions }: FormDefinition): Generator<Failure> {
  const administrative = new Set(questions.filter((each) => each.administrative).map((each) => each.id))
  for (const { id, questionIds } of dimensions) {
    let inRow = 0
    for (const questionId of questionIds) {
      inRow = administrative.has(questionId) ? inRow + 1 : 0
      if (inRow > lettersMost) return yield broken('definition_numbering', id, 'questionIds')
    }
  }
}

/** The whole is worth 100 points at most (DF3). */
function* pointsInAll(definition: FormDefinition): Generator<Failure> {
  const sum = maxPointsOfForm(formIndexOf(definition))
  if (sum > pointsMost) yield failure('definition_points_over', { sum, max: pointsMost })
}
