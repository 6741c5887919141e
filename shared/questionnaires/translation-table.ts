import { cleanText } from '../kernel/clean-text.ts'
import { lettersProblem, textOf } from '../kernel/alphabets.ts'
import type { Decode } from '../kernel/alphabets.ts'
import { readCsv } from '../kernel/csv.ts'
import type { TableLimits } from '../kernel/csv.ts'
import { fail } from '../kernel/failure.ts'
import { done } from '../kernel/result.ts'
import type { Result } from '../kernel/result.ts'
import { shownIn } from '../kernel/read-cell.ts'
import type { ReadCell } from '../kernel/read-cell.ts'
import type { Cell, Sheet } from '../kernel/sheet.ts'
import { Problems, readTable } from '../kernel/table.ts'
import type { Column, RowProblems } from '../kernel/table.ts'
import type { Questionnaire } from '../questionnaire.ts'
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

/** Most bytes of such a table, and what is read of it. */
export const translationTableMaxBytes = 5_000_000
const limits: TableLimits = { rows: 30_000, columns: 20, cellLength: 32_767, cells: 200_000, characters: 10_000_000 }

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

/** unknown: the form has no such text · again: a row above says it · long: longer than it may be · moved: its Spanish is another one now · letters: it lost some, or they were read in another alphabet. */
export type RowRefusal = 'unknown' | 'again' | 'long' | 'moved' | 'letters'

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
 * whole is in `wrong`, and nothing is taken of it then. Fails: too_large, and what reading a text and a CSV fails with.
 */
export function readTranslations(
  bytes: Uint8Array,
  decode: Decode,
  state: Questionnaire,
): Result<{ readonly plan: TranslationPlan } | { readonly wrong: RowProblems }> {
  if (bytes.length > translationTableMaxBytes) return fail('too_large')
  const text = textOf(bytes, decode)
  if (!text.ok) return text
  const read = readCsv(text.value.replace(/^\ufeff/, ''), limits)
  if (!read.ok) return read
  const problems = new Problems()
  const rows = readTable({ name: '', rows: read.value, merged: [] }, translationColumns, problems)
  if (rows.length === 0 && !problems.none) return done({ wrong: problems.found })
  const byId = new Map(translationsOf(state).map((text) => [lineOf(textId(text)), text]))
  const seen = new Set<Translatable>()
  const [added, changed]: [Said[], Said[]] = [[], []]
  const refused: { row: number; id: string; why: RowRefusal }[] = []
  let same = 0
  let empty = 0
  for (const { row, cells } of rows) {
    const id = lineOf(cells.id)
    const text = byId.get(id)
    const refuse = (why: RowRefusal): void => void refused.push({ row, id: id.slice(0, saidMost), why })
    const to = lineOf(cells.en)
    if (!text) refuse('unknown')
    else if (seen.has(text)) refuse('again')
    else if (to === '') empty += 1
    else if (to === lineOf(text.en)) same += 1
    else if (to.length > mostOf(text.key)) refuse('long')
    else if (lettersProblem(to)) refuse('letters')
    else if (cells.es !== '' && lineOf(cells.es) !== lineOf(text.es)) refuse('moved')
    else (text.en === '' ? added : changed).push({ text, to: isRich(text.key) ? to : cleanText(to).trim() })
    if (text) seen.add(text)
  }
  return done({ plan: { added, changed, same, empty, refused } })
}

/** A cell's text without what programs change of it: breaks of lines, and blanks around it. */
const lineOf = (cell: ReadCell): string => shownIn(cell).replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
