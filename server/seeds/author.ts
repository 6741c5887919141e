import type { Alert, AlertSide, Dimension, FormDefinition, Option, PointsEntry, Question, QuestionKind } from '#shared/forms/model.ts'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { DimensionId, FormId, FormVersionId, QuestionId } from '#shared/kernel/ids.ts'

/** Option of a Single or Multiple: its text, or the text with its points, or with a free text beside it. */
export type OptionContent =
  | string
  | readonly [value: string, points: number]
  | { readonly value: string; readonly points?: number; readonly extra: true }

/** A question as an author writes it: what hangs from it is written inside it. */
export interface QuestionContent {
  /** Last part of the id: its parent's id comes before it. */
  readonly id: string
  readonly kind: QuestionKind
  readonly text: string
  /** Value of the parent that opens it; only for dependents. */
  readonly when?: boolean | string
  readonly hint?: string
  /** For who fills; one paragraph per entry, plain text. */
  readonly fillingHint?: string | readonly string[]
  /** For who evaluates; one paragraph per entry, plain text. */
  readonly questionHint?: string | readonly string[]
  readonly options?: readonly OptionContent[]
  readonly allowNoneOption?: true
  readonly optional?: true
  readonly administrative?: true
  readonly allowFile?: true
  readonly min?: number | string
  readonly max?: number | string
  /** Points of "Sí" (Boolean) or of the value (all others but Single and Multiple). */
  readonly points?: number
  /** Whole id of the question that divides a Number with a rate. */
  readonly divisor?: string
  readonly dependents?: readonly QuestionContent[]
  /** Inner questions of a Block; the first names the row. */
  readonly rows?: readonly QuestionContent[]
}

export interface SubDimensionContent {
  readonly id: string
  /** What the ids of its questions start with. */
  readonly prefix: string
  readonly name: string
  readonly configHint: string
  readonly fillingHint: string
  readonly questions: readonly QuestionContent[]
}

export interface DimensionContent {
  readonly id: string
  readonly name: string
  readonly configHint: string
  readonly fillingHint: string
  readonly subDimensions: readonly SubDimensionContent[]
}

export interface FormContent {
  readonly dimensions: readonly DimensionContent[]
  readonly survey: readonly QuestionContent[]
  /** Pairs of answers that do not go together, by whole ids; those whose questions are asked. */
  readonly alerts?: readonly Alert[] | undefined
  /** What it says in English, by what it says in Spanish; helps by paragraph. */
  readonly english?: ReadonlyMap<string, string> | undefined
}

export interface FormIdentity {
  readonly versionId: FormVersionId
  readonly formId: FormId
  readonly name: string
  /** Put before every id but the survey's, so that two forms may share one content. */
  readonly idPrefix?: string | undefined
}

/** The flat definition of a form, in reading order: a parent before its dependents, a block before its inner questions. */
export function formDefinitionOf(content: FormContent, identity: FormIdentity): FormDefinition {
  const idPrefix = identity.idPrefix ?? ''
  const parts = content.dimensions.map((dimension) => dimensionOf(dimension, idPrefix))
  const survey = content.survey.map((question) =>
    flatten(question, { dimensionId: surveyDimensionId, before: `${idPrefix}survey`, idPrefix, parent: null, blockId: null, survey: true }),
  )
  const surveyDimension: Dimension = {
    id: surveyDimensionId,
    name: 'Encuesta de satisfacción',
    parentId: null,
    subDimensionIds: [],
    questionIds: firstIds(survey),
  }
  const { english = new Map<string, string>() } = content
  const asked = new Set(parts.flatMap((part) => part.questions.map(({ id }) => id)))
  const under = (side: AlertSide): AlertSide => ({ ...side, questionId: `${idPrefix}${side.questionId}` })
  const alerts = (content.alerts ?? [])
    .map((alert): Alert => ({ ...alert, first: under(alert.first), second: under(alert.second) }))
    .filter(({ first, second }) => asked.has(first.questionId) && asked.has(second.questionId))
  return {
    ...(alerts.length > 0 && { alerts }),
    versionId: identity.versionId,
    formId: identity.formId,
    name: identity.name,
    dimensions: [...parts.flatMap((part) => part.dimensions), surveyDimension].map((row) => ({
      ...row,
      ...spokenIn(english, { name: row.name, fillingHint: row.fillingHint }),
    })),
    questions: [...parts.flatMap((part) => part.questions), ...survey.flat()].map((row) => ({
      ...row,
      ...spokenIn(english, { text: row.text, hint: row.hint, fillingHint: row.fillingHint }),
      options: row.options.map((option) => {
        const en = english.get(option.value)
        return en === undefined ? option : { ...option, en }
      }),
    })),
  }
}

/** The texts of a row that English is known of; none is no field. */
function spokenIn(
  english: ReadonlyMap<string, string>,
  texts: Readonly<Record<string, string | undefined>>,
): { readonly en?: Record<string, string> } {
  const en = Object.entries(texts).flatMap(([field, es]): [string, string][] => {
    const said = es === undefined ? undefined : saidIn(english, es)
    return said === undefined ? [] : [[field, said]]
  })
  return en.length === 0 ? {} : { en: Object.fromEntries(en) }
}

/** A text in English, paragraph by paragraph; undefined where any of them has none. */
function saidIn(english: ReadonlyMap<string, string>, es: string): string | undefined {
  if (!es.startsWith('<p>')) return english.get(es)
  const parts = es.slice('<p>'.length, -'</p>'.length).split('</p><p>')
  const said = parts.map((part) => english.get(part))
  return said.includes(undefined) ? undefined : said.map((part) => `<p>${part ?? ''}</p>`).join('')
}

/** The id as the content writes it, when it is one of the known ones with or without a prefix; undefined otherwise. */
export function writtenIdOf(id: string, known: Iterable<string>): string | undefined {
  for (const written of known) if (id === written || id.endsWith(`-${written}`)) return written
  return undefined
}

/** Where a question is written: what surrounds it and what its id starts with. */
interface Place {
  readonly dimensionId: DimensionId
  readonly before: string
  readonly idPrefix: string
  readonly parent: QuestionId | null
  readonly blockId: QuestionId | null
  readonly survey: boolean
}

function dimensionOf(content: DimensionContent, idPrefix: string): { dimensions: Dimension[]; questions: Question[] } {
  const id = `${idPrefix}${content.id}`
  const subs = content.subDimensions.map((sub) => subDimensionOf(sub, id, idPrefix))
  const dimension: Dimension = {
    id,
    name: content.name,
    parentId: null,
    subDimensionIds: subs.map((sub) => sub.dimension.id),
    questionIds: [],
    configHint: paragraphs(content.configHint),
    fillingHint: paragraphs(content.fillingHint),
  }
  return { dimensions: [dimension, ...subs.map((sub) => sub.dimension)], questions: subs.flatMap((sub) => sub.questions) }
}

function subDimensionOf(
  content: SubDimensionContent,
  parentId: DimensionId,
  idPrefix: string,
): { dimension: Dimension; questions: Question[] } {
  const id = `${idPrefix}${content.id}`
  const before = `${idPrefix}${content.prefix}`
  const flat = content.questions.map((question) =>
    flatten(question, { dimensionId: id, before, idPrefix, parent: null, blockId: null, survey: false }),
  )
  const dimension: Dimension = {
    id,
    name: content.name,
    parentId,
    subDimensionIds: [],
    questionIds: firstIds(flat),
    configHint: paragraphs(content.configHint),
    fillingHint: paragraphs(content.fillingHint),
  }
  return { dimension, questions: flat.flat() }
}

/** The question first, then its inner questions, then its dependents, each followed by its own. */
function flatten(content: QuestionContent, place: Place): Question[] {
  const id = `${place.before}-${content.id}`
  const inner = (content.rows ?? []).map((row) => flatten(row, { ...place, before: id, parent: null, blockId: id }))
  const dependents = (content.dependents ?? []).map((dependent) => flatten(dependent, { ...place, before: id, parent: id }))
  const question: Question = {
    id,
    text: content.text,
    kind: content.kind,
    dimensionId: place.dimensionId,
    parentId: place.parent,
    visibleIf: content.when ?? null,
    blockId: place.blockId,
    dependent: firstIds(dependents),
    block: firstIds(inner),
    hint: content.hint,
    fillingHint: paragraphs(content.fillingHint),
    questionHint: paragraphs(content.questionHint),
    options: (content.options ?? []).map(optionOf),
    allowNoneOption: content.allowNoneOption ?? false,
    required: !content.optional,
    administrative: content.administrative ?? false,
    allowFile: content.allowFile ?? false,
    min: content.min,
    max: content.max,
    points: pointsOf(content, place.idPrefix),
    survey: place.survey,
  }
  return [question, ...inner.flat(), ...dependents.flat()]
}

const firstIds = (lists: readonly (readonly Question[])[]): QuestionId[] =>
  lists.flatMap((list) => list.slice(0, 1).map((first) => first.id))

const isPlain = (option: OptionContent): option is string | readonly [string, number] => typeof option === 'string' || Array.isArray(option)

function optionOf(option: OptionContent): Option {
  if (!isPlain(option)) return { value: option.value, allowExtra: true }
  return { value: typeof option === 'string' ? option : option[0] }
}

function pointsOf(content: QuestionContent, idPrefix: string): PointsEntry[] {
  const ofOptions = (content.options ?? []).map((option) => ({ key: optionOf(option).value, value: optionPoints(option) }))
  if (ofOptions.some((entry) => entry.value !== 0)) return ofOptions
  if (content.points === undefined) return []
  if (content.kind === 'Boolean') {
    return [
      { key: 'true', value: content.points },
      { key: 'false', value: 0 },
    ]
  }
  const divisor = content.divisor === undefined ? undefined : `${idPrefix}${content.divisor}`
  return [{ key: 'value', value: content.points, divisor }]
}

function optionPoints(option: OptionContent): number {
  if (!isPlain(option)) return option.points ?? 0
  return typeof option === 'string' ? 0 : option[1]
}

/** Plain paragraphs as the HTML that help texts hold. */
function paragraphs(texts: string | readonly string[] | undefined): string | undefined {
  if (texts === undefined) return undefined
  const list = typeof texts === 'string' ? [texts] : texts
  return list.map((text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`).join('')
}
