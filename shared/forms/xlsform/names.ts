import { folded } from '../../kernel/folded.ts'
import { plainQuotes } from '../../kernel/alike.ts'
import { headingKey } from '../../kernel/table.ts'
import { saidIn } from '../../kernel/read-cell.ts'
import type { ReadCell } from '../../kernel/read-cell.ts'

/** Languages of a form's texts, as the headings of an XLSForm call them. */
export const languages = { es: 'Español (es)', en: 'English (en)' } as const
export type TextLanguage = keyof typeof languages

/** Names of the sheets. `iip` is ours: other programs leave it alone. */
export const sheetNames = { survey: 'survey', choices: 'choices', settings: 'settings', iip: 'iip' } as const

/** What is called otherwise in older files and by other programs, by its key. */
const columnAliases: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    caption: 'label',
    command: 'type',
    relevance: 'relevant',
    'bind relevant': 'relevant',
    'bind relevance': 'relevant',
    'bind constraint': 'constraint',
    'bind constraintmsg': 'constraintmessage',
    'constraining message': 'constraintmessage',
    'bind requiredmsg': 'requiredmessage',
    'bind required': 'required',
    'bind calculate': 'calculation',
    'bind calculation': 'calculation',
    'bind readonly': 'readonly',
    calculate: 'calculation',
    'control appearance': 'appearance',
    'body appearance': 'appearance',
    'control count': 'repeatcount',
    count: 'repeatcount',
    guidance: 'guidancehint',
    listname: 'listname',
    value: 'name',
  }),
)

/** Texts that come in languages; whatever else has a language is none of a form's here. */
const spokenColumns = new Set(['label', 'hint', 'guidancehint', 'constraintmessage', 'requiredmessage'])

/** Whether a column's texts are people's, and come in languages. */
export const isSpoken = (column: string): boolean => spokenColumns.has(column)

/** A column of an XLSForm: what it is about, in small letters without blanks, and the language of its texts; '' when it says none. */
export interface Heading {
  readonly column: string
  readonly language: string
}

/** The heading of a column, as files in the wild write it: "label::English (en)", "label:english", "bind:jr:constraintMsg", "Repeat count". */
export function headingOf(cell: ReadCell): Heading {
  const text = plainQuotes(saidIn(cell)).trim()
  const parts = (text.includes('::') ? text.split('::') : text.split(':'))
    .map((part) => part.trim())
    .filter((part) => part !== 'jr' && part !== '')
  const [first = '', second = '', third = ''] = parts
  const key = headingKey(first)
  const pair = columnAliases.get(`${key} ${headingKey(second)}`)
  if (pair !== undefined) return { column: pair, language: third }
  const column = columnAliases.get(key) ?? key
  return isSpoken(column) ? { column, language: second } : { column: [column, ...parts.slice(1).map(headingKey)].join(':'), language: '' }
}

/** Tags of languages, with or without a country, and names of languages. */
const languageWords: Readonly<Record<TextLanguage, { readonly tag: RegExp; readonly name: RegExp }>> = {
  es: { tag: /^(?:es|spa|esp)(?:[-_][\w-]*)?$/, name: /\b(?:espanol|spanish|castellano)\b/ },
  en: { tag: /^(?:en|eng)(?:[-_][\w-]*)?$/, name: /\b(?:english|ingles)\b/ },
}

/** Which of the platform's languages a heading's is: by its tag, as "English (en)" and "es-CL" have it, else by its name; undefined: another. */
export function languageOf(said: string): TextLanguage | undefined {
  const [, name = '', behind = ''] = /^([^()]*)(?:\(([^()]*)\)\s*)?$/.exec(said) ?? []
  const tag = (behind === '' ? name : behind).trim()
  const found = (['es', 'en'] as const).find((each) => languageWords[each].tag.test(tag.toLowerCase()))
  // Behind a name in small letters stands a language; in capitals it may be a country.
  if (found !== undefined || /^[a-z]{2,3}$/.test(behind.trim())) return found
  return (['es', 'en'] as const).find((each) => languageWords[each].name.test(folded(name)))
}

/** What a row of the survey is: a question, or where a group or a repetition begins and ends. */
export type RowType =
  | { readonly is: 'text' | 'integer' | 'decimal' | 'date' | 'yesno' }
  | { readonly is: 'one' | 'many'; readonly list: string; readonly other: boolean }
  | { readonly is: 'begin group' | 'end group' | 'begin repeat' | 'end repeat' }
  /** A type that no question of the platform is. */
  | { readonly is: 'unknown' }

const plainTypes: ReadonlyMap<string, RowType> = new Map(
  Object.entries<RowType>({
    text: { is: 'text' },
    string: { is: 'text' },
    'q string': { is: 'text' },
    'add text prompt': { is: 'text' },
    integer: { is: 'integer' },
    int: { is: 'integer' },
    'q int': { is: 'integer' },
    'add integer prompt': { is: 'integer' },
    decimal: { is: 'decimal' },
    'q decimal': { is: 'decimal' },
    'add decimal prompt': { is: 'decimal' },
    date: { is: 'date' },
    'q date': { is: 'date' },
    'add date prompt': { is: 'date' },
    'yes or no question': { is: 'yesno' },
    'begin group': { is: 'begin group' },
    'end group': { is: 'end group' },
    'begin repeat': { is: 'begin repeat' },
    'begin lgroup': { is: 'begin repeat' },
    'begin looped group': { is: 'begin repeat' },
    'end repeat': { is: 'end repeat' },
    'end lgroup': { is: 'end repeat' },
    'end looped group': { is: 'end repeat' },
  }),
)

const selects: readonly (readonly ['one' | 'many', RegExp])[] = [
  ['one', /^(?:select one|select1|select one from|add select one prompt using) (\S+)( or other| or specify other)?$/],
  [
    'many',
    /^(?:select multiple|select multiple from|select all that apply|select all that apply from|select|add select multiple prompt using) (\S+)( or other| or specify other)?$/,
  ],
]

/** The type of a row, whatever its writing: "select_one x", "select one from x or specify other", "begin_group". */
export function typeOf(text: string): RowType {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
  const plain = plainTypes.get(words)
  if (plain) return plain
  // The name of a list keeps its letters and its underscores.
  const spaced = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(select)_?(one|multiple|1)/i, (_, select: string, what: string) => (what === '1' ? 'select1' : `${select} ${what}`))
    .replace(/ or[_ ](?:specify[_ ])?other$/i, ' or other')
  for (const [is, pattern] of selects) {
    const list = new RegExp(pattern, 'i').exec(spaced)
    if (list) return { is, list: list[1] ?? '', other: list[2] !== undefined }
  }
  return { is: 'unknown' }
}
