import { cleanText } from '../kernel/clean-text.ts'
import { Alike, alikeKey } from '../kernel/alike.ts'
import { shownIn } from '../kernel/read-cell.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import type { Cell, Sheet } from '../kernel/sheet.ts'
import { Problems, readTable } from '../kernel/table.ts'
import type { Column, ReadSheet, RowProblem, RowProblems } from '../kernel/table.ts'
import type { Questionnaire } from '../questionnaire.ts'
import { readTableLimits } from './table-limits.ts'
import { isRich, mostOf, translationsOf } from './translations.ts'
import type { Translatable } from './translations.ts'

/** Columns of the table of a form's texts. What is there for its reader may be left out. */
export const translationColumns = [
  { name: 'id', filled: true },
  { name: 'number', optional: true },
  { name: 'es', also: ['español', 'spanish'], optional: true },
  { name: 'en', also: ['inglés', 'english'] },
  { name: 'state', optional: true },
] as const satisfies readonly Column[]

/** Columns of which a problem keeps its row back: of the others nothing is taken. */
const taken: ReadonlySet<string | null> = new Set(['id', 'es', 'en', null])

/** Of an id that the form does not have, in a sentence. */
const saidMost = 80

/** What a text is known by in a table: its element, and which of its texts. */
export const textId = ({ id, key }: Pick<Translatable, 'id' | 'key'>): string => `${id}.${key}`

/** Every text of a form with its English, to translate in a spreadsheet. */
export function translationSheet(state: Questionnaire): Sheet {
  const rows = translationsOf(state).map((text): Cell[] => [
    textId(text),
    text.of === 'question' ? state.index.numberOf(text.id) : '',
    text.es,
    text.en,
    text.state,
  ])
  return [translationColumns.map(({ name }) => name), ...rows]
}

/** A text that a table says otherwise in English than it stands. */
export interface Said {
  readonly text: Translatable
  readonly to: string
}

/** unknown: the form has no such text · again: a row above says it · long: longer than it may be · moved: its Spanish is another one now; or what is wrong with a cell of it. */
export type RowRefusal = 'unknown' | 'again' | 'long' | 'moved' | RowProblem

/** What a table would change of a form's texts. */
export interface TranslationPlan {
  /** Texts that have no English yet. */
  readonly added: readonly Said[]
  /** Texts whose English is another one. */
  readonly changed: readonly Said[]
  /** Rows that say what stands, and rows that say nothing: no text is taken away. */
  readonly same: number
  readonly empty: number
  /** Rows that change nothing, with their number in the margin. */
  readonly refused: readonly { readonly row: number; readonly id: string; readonly why: RowRefusal }[]
}

/**
 * What a table of texts would change, row by row; a row that is refused keeps no other back (TT1). What is wrong with the table as a
 * whole is in `wrong`, and nothing is taken of it then.
 */
export function readTranslations(
  sheet: ReadSheet,
  state: Questionnaire,
): { readonly plan: TranslationPlan } | { readonly wrong: RowProblems } {
  const problems = new Problems(readTableLimits.rows)
  const rows = readTable(sheet, translationColumns, problems)
  if (rows.length === 0 && !problems.none) return { wrong: problems.found }
  const told = problems.found.problems.filter(({ column }) => taken.has(column))
  const wrongAt = new Map(told.toReversed().map((each) => [each.row, each]))
  const byId = new Map(translationsOf(state).map((text) => [lineOf(textId(text)), text]))
  const ids = new Alike(byId.keys())
  const seen = new Set<Translatable>()
  const [added, changed]: [Said[], Said[]] = [[], []]
  const read = new Set(rows.map(({ row }) => row))
  const refused: { row: number; id: string; why: RowRefusal }[] = told
    .filter(({ row }) => !read.has(row))
    .map((why) => ({ row: why.row, id: '', why }))
  let same = 0
  let empty = 0
  for (const { row, cells } of rows) {
    const id = lineOf(cells.id)
    const text = byId.get(ids.of(id) ?? '')
    const refuse = (why: RowRefusal): void => void refused.push({ row, id: id.slice(0, saidMost), why })
    const to = lineOf(cells.en)
    const wrong = wrongAt.get(row)
    if (!text) refuse(wrong ?? 'unknown')
    else if (seen.has(text)) refuse('again')
    else if (to === '') empty += 1
    else if (to === lineOf(text.en)) same += 1
    else if (wrong) refuse(wrong)
    else if (to.length > mostOf(text.key)) refuse('long')
    else if (cells.es !== '' && alikeKey(lineOf(cells.es)) !== alikeKey(lineOf(text.es))) refuse('moved')
    else (text.en === '' ? added : changed).push({ text, to: isRich(text.key) ? to : cleanText(to).trim() })
    if (text) seen.add(text)
  }
  return { plan: { added, changed, same, empty, refused: refused.toSorted((one, other) => one.row - other.row) } }
}

/** A cell's text without what programs change of it: breaks of lines, and blanks around it. */
const lineOf = (cell: ReadCell): string => shownIn(cell).replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
