import * as v from 'valibot'
import { fail, failure } from '../kernel/failure.ts'
import { done } from '../kernel/result.ts'
import type { Result } from '../kernel/result.ts'
import { reportTextsSchema } from './carried.ts'
import type { CarriedForm, ReportTexts } from './carried.ts'
import { parseDefinition } from './definition.ts'
import { rateFailure, unearnableRates } from './rates.ts'
import { formIndexOf } from './form-index.ts'
import type { FormIndex } from './form-index.ts'
import {
  formReportId,
  definitionLimits,
  digestsSchema,
  dimensionSchema,
  formEnglishSchema,
  formDefinitionSchema,
  idSchema,
  questionSchema,
  surveyDimensionId,
  textOf,
} from './model.ts'
import type { Dimension, FormDefinition, Question } from './model.ts'

/** What a file says that it is, and in which version of this form of writing. */
const said = { schema: 'iip.questionnaire', version: 1 } as const

/** Most characters of a file, and how deep it may nest: what reads it recurses. */
export const definitionFileMost = 10_000_000
const deepest = 40

const {
  dimensionId: _dimensionId,
  parentId: _parentId,
  blockId: _blockId,
  visibleIf,
  dependent: _dependent,
  block: _block,
  survey: _survey,
  options,
  points,
  allowNoneOption,
  administrative,
  allowFile,
  ...questionEntries
} = questionSchema.entries

/** A question as a file has it: what hangs on it stands inside it, and what it does not say is left out. */
const writtenQuestionEntries = {
  ...questionEntries,
  /** Choice of the question above that opens this one. */
  when: v.optional(v.nonNullable(visibleIf)),
  options: v.optional(options),
  points: v.optional(points),
  allowNoneOption: v.optional(allowNoneOption),
  administrative: v.optional(administrative),
  allowFile: v.optional(allowFile),
}
type WrittenQuestion = Readonly<v.InferOutput<v.StrictObjectSchema<typeof writtenQuestionEntries, undefined>>> & {
  /** Inner questions of a block. */
  readonly questions?: readonly WrittenQuestion[] | undefined
  readonly dependents?: readonly WrittenQuestion[] | undefined
}
const writtenQuestions = (): v.GenericSchema<unknown, readonly WrittenQuestion[]> =>
  v.pipe(v.array(v.lazy(() => writtenQuestion)), v.maxLength(definitionLimits.questions))
const writtenQuestion: v.GenericSchema<unknown, WrittenQuestion> = v.strictObject({
  ...writtenQuestionEntries,
  questions: v.optional(v.lazy(writtenQuestions)),
  dependents: v.optional(v.lazy(writtenQuestions)),
})

const { parentId: _above, subDimensionIds: _subs, questionIds: _questions, ...dimensionEntries } = dimensionSchema.entries
const writtenDimensionEntries = { ...dimensionEntries, reportTexts: v.optional(v.strictObject(reportTextsSchema.entries)) }
const writtenSubDimension = v.strictObject({ ...writtenDimensionEntries, questions: writtenQuestions() })
const writtenDimension = v.strictObject({
  ...writtenDimensionEntries,
  subDimensions: v.pipe(v.array(writtenSubDimension), v.maxLength(definitionLimits.dimensions)),
})
type WrittenSubDimension = v.InferOutput<typeof writtenSubDimension>

const fileSchema = v.strictObject({
  schema: v.literal(said.schema),
  version: v.literal(said.version),
  formId: idSchema,
  versionId: idSchema,
  name: formDefinitionSchema.entries.name,
  description: v.optional(textOf(definitionLimits.textLength), ''),
  en: v.optional(v.strictObject(formEnglishSchema.entries)),
  enFrom: v.optional(digestsSchema),
  reportTexts: v.optional(v.strictObject(reportTextsSchema.entries)),
  dimensions: v.pipe(v.array(writtenDimension), v.maxLength(definitionLimits.dimensions)),
  survey: v.optional(writtenSubDimension),
  alerts: formDefinitionSchema.entries.alerts,
})
type DefinitionFile = v.InferOutput<typeof fileSchema>

/** A questionnaire as one file of JSON that a person can read, for another installation or another program. */
export function definitionFileOf({ definition, description, en, enFrom, reportTexts }: CarriedForm): string {
  const index = formIndexOf(definition)
  const survey = index.dimension(surveyDimensionId)
  const file: DefinitionFile = {
    ...said,
    formId: definition.formId,
    versionId: definition.versionId,
    name: definition.name,
    description,
    en,
    enFrom,
    reportTexts: reportTexts[formReportId],
    dimensions: index.topDimensions.map((top) => ({
      ...plainDimension(top, reportTexts[top.id]),
      subDimensions: top.subDimensionIds.flatMap((id) => {
        const sub = index.dimension(id)
        return sub ? [writtenSub(sub, index, reportTexts[id])] : []
      }),
    })),
    survey: survey && writtenSub(survey, index, reportTexts[survey.id]),
    alerts: definition.alerts,
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

function plainDimension(dimension: Dimension, reportTexts: ReportTexts | undefined) {
  const { parentId: _, subDimensionIds: _ids, questionIds: _own, ...plain } = dimension
  return { ...plain, reportTexts }
}

const writtenSub = (sub: Dimension, index: FormIndex, reportTexts: ReportTexts | undefined): WrittenSubDimension => ({
  ...plainDimension(sub, reportTexts),
  questions: written(sub.questionIds, index),
})

const written = (ids: readonly string[], index: FormIndex): readonly WrittenQuestion[] =>
  ids.flatMap((id) => {
    const question = index.question(id)
    return question ? [writtenOf(question, index)] : []
  })

function writtenOf(question: Question, index: FormIndex): WrittenQuestion {
  const { dimensionId: _, parentId: _parent, blockId: _inside, survey: _ofSurvey, visibleIf: when, dependent, block, ...plain } = question
  return {
    ...plain,
    when: when ?? undefined,
    options: plain.options.length > 0 ? plain.options : undefined,
    points: plain.points.length > 0 ? plain.points : undefined,
    allowNoneOption: plain.allowNoneOption || undefined,
    administrative: plain.administrative || undefined,
    allowFile: plain.allowFile || undefined,
    questions: block.length > 0 ? written(block, index) : undefined,
    dependents: dependent.length > 0 ? written(dependent, index) : undefined,
  }
}

/**
 * The questionnaire of a file, or the first thing that is wrong in it, with its place: a path in the file, or an id and its field.
 * Fails: definition_file_large, definition_file_unread, definition_file_unknown, definition_file_newer, and what `parseDefinition` and a rate that nobody can earn fail with.
 */
export function parseDefinitionFile(text: string): Result<CarriedForm> {
  if (text.length > definitionFileMost) return fail('definition_file_large', { mb: definitionFileMost / 1_000_000 })
  if (depthOf(text) > deepest) return fail('definition_file_unread')
  let given: unknown
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // Not JSON, or cut short: where a program of another maker stopped reading says nothing to a person.
    return fail('definition_file_unread')
  }
  if (!isOurs(given)) return fail('definition_file_unknown')
  if (given.version !== said.version) return fail('definition_file_newer', { version: said.version })
  const parsed = v.safeParse(fileSchema, given, { abortEarly: true })
  if (!parsed.success) return { ok: false, failure: shapeFailure(parsed.issues[0]) }
  const definition = parseDefinition(definitionIn(parsed.output))
  if (!definition.ok) return definition
  const [unearnable] = unearnableRates(definition.value)
  if (unearnable) return { ok: false, failure: rateFailure(unearnable) }
  const { description, en, enFrom } = parsed.output
  return done({
    definition: definition.value,
    description,
    ...(en && { en }),
    ...(enFrom && { enFrom }),
    reportTexts: reportTextsIn(parsed.output),
  })
}

const isOurs = (given: unknown): given is { readonly version: unknown } =>
  typeof given === 'object' && given !== null && 'schema' in given && given.schema === said.schema && 'version' in given

function shapeFailure(issue: v.BaseIssue<unknown>) {
  const at = issue.path?.map(({ key }) => String(key)).join('.') ?? ''
  return failure(issue.type === 'max_length' ? 'definition_too_large' : 'definition_malformed', { at, place: at })
}

/** How deep brackets lie in each other outside of texts, without reading what they hold. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  let quoted = false
  for (let at = 0; at < text.length && most <= deepest; at += 1) {
    const character = text.charCodeAt(at)
    if (quoted) {
      if (character === backslash) at += 1
      else if (character === quote) quoted = false
    } else if (character === quote) quoted = true
    else if (character === openBrace || character === openBracket) most = Math.max(most, (depth += 1))
    else if (character === closeBrace || character === closeBracket) depth -= 1
  }
  return most
}
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/** Where a question of a file stands. */
interface Above {
  readonly dimensionId: string
  readonly blockId: string | null
  readonly parentId: string | null
}

function definitionIn({ formId, versionId, name, dimensions, survey, alerts }: DefinitionFile): FormDefinition {
  const found: { dimensions: Dimension[]; questions: Question[] } = { dimensions: [], questions: [] }
  const lay = ({ questions, dependents, when, ...plain }: WrittenQuestion, above: Above): void => {
    found.questions.push({
      ...plain,
      ...above,
      visibleIf: when ?? null,
      options: plain.options ?? [],
      points: plain.points ?? [],
      allowNoneOption: plain.allowNoneOption ?? false,
      administrative: plain.administrative ?? false,
      allowFile: plain.allowFile ?? false,
      survey: above.dimensionId === surveyDimensionId,
      block: (questions ?? []).map(({ id }) => id),
      dependent: (dependents ?? []).map(({ id }) => id),
    })
    for (const inner of questions ?? []) lay(inner, { ...above, blockId: plain.id, parentId: null })
    for (const dependent of dependents ?? []) lay(dependent, { ...above, parentId: plain.id })
  }
  const layDimension = ({ questions, reportTexts: _texts, ...plain }: WrittenSubDimension, parentId: string | null): void => {
    found.dimensions.push({ ...plain, parentId, subDimensionIds: [], questionIds: questions.map(({ id }) => id) })
    for (const question of questions) lay(question, { dimensionId: plain.id, blockId: null, parentId: null })
  }
  for (const { subDimensions, reportTexts: _texts, ...top } of dimensions) {
    found.dimensions.push({ ...top, parentId: null, subDimensionIds: subDimensions.map(({ id }) => id), questionIds: [] })
    for (const sub of subDimensions) layDimension(sub, top.id)
  }
  if (survey) layDimension({ ...survey, id: surveyDimensionId }, null)
  return { formId, versionId, name, ...found, ...(alerts && { alerts }) }
}

function reportTextsIn({ reportTexts, dimensions, survey }: DefinitionFile): Readonly<Record<string, ReportTexts>> {
  const all = [
    { id: formReportId, reportTexts },
    ...dimensions.flatMap((top) => [top, ...top.subDimensions]),
    ...(survey ? [{ ...survey, id: surveyDimensionId }] : []),
  ]
  return Object.fromEntries(all.flatMap(({ id, reportTexts: texts }) => (texts ? [[id, texts] as const] : [])))
}
