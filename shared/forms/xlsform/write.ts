import type { Cell, NamedSheet } from '../../kernel/sheet.ts'
import { visibleText } from '../../kernel/rich-text.ts'
import { formReportId } from '../../forms/model.ts'
import { reportTextNames } from '../carried.ts'
import type { CarriedForm } from '../carried.ts'
import { formIndexOf } from '../form-index.ts'
import type { FormIndex } from '../form-index.ts'
import { optionKey } from '../english.ts'
import { surveyDimensionId } from '../model.ts'
import type { Digests, Dimension, FormDefinition, Option, Question } from '../model.ts'
import { constraintOf, relevantOf, repeatCountOf } from './conditions.ts'
import { languages, sheetNames } from './names.ts'

/** What a Boolean is asked with. */
export const yesNo = { list: 'si_no', yes: 'si', no: 'no' } as const
/** Name of the group that holds the survey. */
const surveyName = 'encuesta'

/** Columns of our own sheet: what an XLSForm has no place for, or would show to who answers. */
export const iipColumns = [
  'name',
  'id',
  'kind',
  'origin_id',
  'required',
  'administrative',
  'allow_file',
  'allow_none',
  'min',
  'max',
  'points',
  'filling_hint',
  'filling_hint_en',
  'question_hint',
  'question_hint_en',
  'config_hint',
  'config_hint_en',
  'description',
  'name_en',
  'description_en',
  'english_from',
  ...reportTextNames,
] as const
export type IipColumn = (typeof iipColumns)[number]

/** Names of an XLSForm for everything that has one: what a person reads in a condition is the number of a question. */
interface Names {
  of(id: string): string
}

function namesOf({ definition, numberOf, topDimensions }: FormIndex): Names {
  const names = new Map<string, string>([[surveyDimensionId, surveyName]])
  topDimensions.forEach((top, at) => {
    names.set(top.id, `d_${at + 1}`)
    top.subDimensionIds.forEach((id, below) => names.set(id, `d_${at + 1}_${below + 1}`))
  })
  for (const { id, survey } of definition.questions) names.set(id, `${survey ? 's' : 'q'}_${numberOf(id).replaceAll('.', '_')}`)
  return { of: (id) => names.get(id) ?? id }
}

/** The name of a choice. */
export const choiceName = (question: Question, choice: boolean | string): string => {
  if (typeof choice === 'boolean') return choice ? yesNo.yes : yesNo.no
  return `o${question.options.findIndex((option) => option.value === choice) + 1}`
}

/** Ending of the name of the text beside an option. */
export const otherEnding = '_other'

const surveyColumns = [
  'type',
  'name',
  'label',
  'hint',
  'guidance_hint',
  'required',
  'relevant',
  'appearance',
  'constraint',
  'repeat_count',
] as const
type SurveyColumn = (typeof surveyColumns)[number]
/** A row of the survey sheet; texts in both languages. */
type SurveyRow = Readonly<Partial<Record<SurveyColumn, string | readonly [es: string | undefined, en: string | undefined]>>>

/**
 * A questionnaire as an XLSForm: `survey`, `choices` and `settings` as other programs read them, and `iip` with what they have no place
 * for. Points, help for who evaluates and what is administrative stand in `iip` alone, so that no other program shows them.
 */
export function xlsFormOf(form: CarriedForm): readonly NamedSheet[] {
  const { definition } = form
  const index = formIndexOf(definition)
  const names = namesOf(index)
  const lists = new Lists()
  const rows = surveyRows(definition, index, names, lists)
  const spoken = hasEnglish(definition) ? (['es', 'en'] as const) : (['es'] as const)
  const survey = surveyColumns.flatMap((column): readonly SurveyHeading[] =>
    isSpoken(column) ? spoken.map((language) => ({ column, language })) : [{ column, language: null }],
  )
  return [
    {
      name: sheetNames.survey,
      rows: [
        survey.map(({ column, language }) => (language ? `${column}::${languages[language]}` : column)),
        ...rows.map((row) => survey.map(({ column, language }) => inLanguage(row[column], language))),
      ],
    },
    {
      name: sheetNames.choices,
      rows: [
        ['list_name', 'name', ...spoken.map((each) => `label::${languages[each]}`)],
        ...lists.rows.map(([list, name, es, en]) => [list, name, ...spoken.map((each) => (each === 'es' ? es : (en ?? '')))]),
      ],
    },
    {
      name: sheetNames.settings,
      rows: [
        ['form_title', 'form_id', 'version', 'default_language'],
        [definition.name, definition.formId, definition.versionId, languages.es],
      ],
    },
    { name: sheetNames.iip, rows: [[...iipColumns], ...iipRows(form, names).map((row) => iipColumns.map((column) => row[column] ?? ''))] },
  ]
}

interface SurveyHeading {
  readonly column: SurveyColumn
  readonly language: 'es' | 'en' | null
}

const isSpoken = (column: SurveyColumn): boolean => column === 'label' || column === 'hint' || column === 'guidance_hint'

function inLanguage(cell: SurveyRow[SurveyColumn], language: 'es' | 'en' | null): string {
  if (cell === undefined || typeof cell === 'string') return cell ?? ''
  return (language === 'en' ? cell[1] : cell[0]) ?? ''
}

const hasEnglish = ({ dimensions, questions }: FormDefinition): boolean =>
  dimensions.some(({ en }) => en !== undefined) ||
  questions.some(({ en, options }) => en !== undefined || options.some((option) => option.en !== undefined))

/** Lists of choices; questions that offer the same share one. */
class Lists {
  readonly rows: (readonly [list: string, name: string, es: string, en: string | undefined])[] = []
  readonly #known = new Map<string, string>()

  of(question: Question, name: string): string {
    const texts = question.kind === 'Boolean' ? yesNoTexts : question.options.map((option) => [option.value, option.en] as const)
    const key = JSON.stringify([question.kind === 'Boolean', texts])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const list = question.kind === 'Boolean' ? yesNo.list : `l_${name}`
    this.#known.set(key, list)
    const names = question.kind === 'Boolean' ? [yesNo.yes, yesNo.no] : question.options.map(({ value }) => choiceName(question, value))
    texts.forEach(([es, en], at) => this.rows.push([list, names[at] ?? '', es, en]))
    return list
  }
}

const yesNoTexts: readonly (readonly [string, string])[] = [
  ['Sí', 'Yes'],
  ['No', 'No'],
]

function surveyRows(definition: FormDefinition, index: FormIndex, names: Names, lists: Lists): readonly SurveyRow[] {
  const rows: SurveyRow[] = []
  const add = (id: string): void => {
    const question = index.question(id)
    if (!question) return
    const name = names.of(id)
    rows.push(rowOf(question, name, index, names, lists))
    for (const inner of question.block) add(inner)
    if (question.kind === 'Block') rows.push({ type: 'end repeat', name })
    const extra = question.options.filter((option) => option.allowExtra === true)
    if (extra.length > 0) rows.push(otherRow(question, extra, name))
    for (const dependent of question.dependent) add(dependent)
  }
  const group = (dimension: Dimension, inside: () => void): void => {
    rows.push({ type: 'begin group', name: names.of(dimension.id), label: [dimension.name, dimension.en?.name] })
    inside()
    rows.push({ type: 'end group', name: names.of(dimension.id) })
  }
  for (const dimension of definition.dimensions) {
    if (dimension.parentId !== null) continue
    group(dimension, () => {
      for (const id of dimension.questionIds) add(id)
      for (const id of dimension.subDimensionIds) {
        const sub = index.dimension(id)
        if (sub) group(sub, () => sub.questionIds.forEach(add))
      }
    })
  }
  return rows
}

function rowOf(question: Question, name: string, index: FormIndex, names: Names, lists: Lists): SurveyRow {
  const { en, required, parentId, visibleIf } = question
  const parent = parentId === null ? undefined : index.question(parentId)
  return {
    type: typeOfQuestion(question, name, lists),
    name,
    label: [question.text, en?.text],
    hint: [question.hint, en?.hint],
    guidance_hint: [plainHelp(question.fillingHint), plainHelp(en?.fillingHint)],
    required: required && question.kind !== 'Block' ? 'yes' : '',
    relevant:
      parent && visibleIf !== null ? relevantOf(parent.kind, { name: names.of(parent.id), choice: choiceName(parent, visibleIf) }) : '',
    appearance: question.kind === 'Text' ? 'multiline' : '',
    constraint: constraintOf(question),
    repeat_count: question.kind === 'Block' ? repeatCountOf(question) : '',
  }
}

/** Help without its tags, for programs that show none. */
export const plainHelp = (html: string | undefined): string | undefined => (html === undefined ? undefined : visibleText(html))

function typeOfQuestion(question: Question, name: string, lists: Lists): string {
  switch (question.kind) {
    case 'SimpleText':
    case 'Text':
      return 'text'
    case 'Number':
      return 'decimal'
    case 'Date':
      return 'date'
    case 'Block':
      return 'begin repeat'
    case 'Boolean':
    case 'Single':
      return `select_one ${lists.of(question, name)}`
    case 'Multiple':
      return `select_multiple ${lists.of(question, name)}`
  }
}

/** The text beside options that ask for one. */
const otherRow = (question: Question, extra: readonly Option[], name: string): SurveyRow => ({
  type: 'text',
  name: `${name}${otherEnding}`,
  label: ['Especifique', 'Please specify'],
  required: 'yes',
  relevant: extra.map(({ value }) => relevantOf(question.kind, { name, choice: choiceName(question, value) })).join(' or '),
})

type IipRow = Readonly<Partial<Record<IipColumn, Cell | undefined>>>

function iipRows({ definition, description, en, enFrom, reportTexts }: CarriedForm, names: Names): readonly IipRow[] {
  return [
    {
      name: formReportId,
      kind: 'form',
      id: definition.formId,
      description,
      ...given('name_en', en?.name),
      ...given('description_en', en?.description),
      ...given('english_from', fromText(enFrom, [])),
      ...reportTexts[formReportId],
    },
    ...definition.dimensions.map((dimension) => ({
      name: names.of(dimension.id),
      kind: dimension.id === surveyDimensionId ? 'survey' : 'dimension',
      id: dimension.id,
      ...given('origin_id', dimension.originId),
      ...given('config_hint', dimension.configHint),
      ...given('config_hint_en', dimension.en?.configHint),
      ...given('filling_hint', dimension.fillingHint),
      ...given('filling_hint_en', dimension.en?.fillingHint),
      ...given('english_from', fromText(dimension.enFrom, [])),
      ...reportTexts[dimension.id],
    })),
    ...definition.questions.map((question) => ({
      name: names.of(question.id),
      kind: question.kind,
      id: question.id,
      ...given('origin_id', question.originId),
      // That somebody has to say how many rows there are is nothing that a repetition can say.
      ...given('required', question.kind === 'Block' && question.required ? 'yes' : undefined),
      ...given('administrative', question.administrative ? 'yes' : undefined),
      ...given('allow_file', question.allowFile ? 'yes' : undefined),
      ...given('allow_none', question.allowNoneOption ? 'yes' : undefined),
      // As texts: a number's cell holds fifteen digits.
      ...given('min', boundText(question.min)),
      ...given('max', boundText(question.max)),
      ...given('points', pointsText(question, names) || undefined),
      ...given('filling_hint', question.fillingHint),
      ...given('filling_hint_en', question.en?.fillingHint),
      ...given('question_hint', question.questionHint),
      ...given('question_hint_en', question.en?.questionHint),
      ...given('english_from', fromText(question.enFrom, question.options)),
    })),
  ]
}

export const boundText = (bound: number | string | undefined): string | undefined => (bound === undefined ? undefined : String(bound))

const given = (column: IipColumn, value: Cell | undefined): IipRow => (value === undefined ? {} : { [column]: value })

/** What English was written from, as "text=0123456789abcdef; o1=…"; an option by its place. */
function fromText(enFrom: Digests | undefined, options: readonly Option[]): string | undefined {
  if (enFrom === undefined) return undefined
  const places = new Map(options.map(({ value }, at) => [optionKey(value), `o${at + 1}`]))
  return Object.entries(enFrom)
    .map(([key, digest]) => `${places.get(key) ?? key}=${digest}`)
    .join('; ')
}

/** Points as "o1=2; o3=0.5/q_1_1_2": a choice or "value", its points, and the question that divides them. */
const pointsText = (question: Question, names: Names): string =>
  question.points
    .map(({ key, value, divisor }) => `${pointsKey(question, key)}=${value}${divisor === undefined ? '' : `/${names.of(divisor)}`}`)
    .join('; ')

function pointsKey(question: Question, key: string): string {
  if (question.kind === 'Boolean') return choiceName(question, key === 'true')
  return key === 'value' && question.options.length === 0 ? key : choiceName(question, key)
}
