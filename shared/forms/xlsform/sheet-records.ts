import { headingKey } from '../../kernel/table.ts'
import type { ReadSheet } from '../../kernel/table.ts'
import { cleanText } from '../../kernel/clean-text.ts'
import { lettersProblem } from '../../kernel/alphabets.ts'
import { isDayCell, saidIn, shownIn } from '../../kernel/read-cell.ts'
import { headingOf, isSpoken, languageOf } from './names.ts'
import type { Heading, sheetNames, TextLanguage } from './names.ts'
import type { Report } from './report.ts'

/** A row of a sheet by its columns. */
export interface SheetRecord {
  readonly row: number
  /** What a column says, or '' . */
  get(column: string): string
  /** What a column of texts says in a language, or ''. */
  spoken(column: string, language: TextLanguage): string
  /** Columns that say something, as `headingOf` calls them. */
  readonly columns: readonly string[]
}

/** Columns of names, which no day is one of. */
const named = new Set(['name', 'listname', 'type'])

/** Rows of the sheet of a name, or undefined when there is none. Its headings stand in the first of its rows that names one of `wanted`. */
export function recordsOf(
  sheets: readonly ReadSheet[],
  name: keyof typeof sheetNames,
  wanted: string,
  report: Report,
): readonly SheetRecord[] | undefined {
  const sheet = sheets.find((each) => headingKey(each.name) === name)
  if (!sheet) return undefined
  const at = sheet.rows.findIndex(({ cells }) => cells.some((cell) => headingOf(cell).column === wanted))
  const heading = sheet.rows[at]
  if (!heading) return []
  const headings = heading.cells.map(headingOf)
  const tongues = tonguesOf(headings)
  for (const tongue of new Set(headings.map(({ language }) => language)))
    if (tongue !== '' && !tongues.has(tongue)) report.add(name, heading.row, null, 'xlsform_language', { language: tongue })
  const known = new Set<string>()
  for (const { column, language } of headings) {
    // What names no language is in the first, which is also called by its name.
    const key = `${column}::${tongues.get(language) ?? language}`
    if (column !== '' && known.has(key)) report.add(name, heading.row, column, 'xlsform_column_again')
    known.add(key)
  }
  return sheet.rows.slice(at + 1).map(({ row, cells }) => {
    const said = new Map<string, string>()
    cells.forEach((cell, column) => {
      const found = headings[column]
      const tongue = found && tongues.get(found.language)
      const text = cleanText(found && isSpoken(found.column) ? shownIn(cell) : saidIn(cell))
      // Of two columns of one name the first that says something counts.
      if (!found || text.trim() === '' || tongue === undefined) return
      if (isDayCell(cell) && (isSpoken(found.column) || named.has(found.column)))
        report.add(name, row, found.column, 'xlsform_day', { shown: cell.shown, day: cell.written })
      const damaged = lettersProblem(text)
      if (damaged)
        report.add(
          name,
          row,
          found.column,
          damaged.code === 'table_letters_lost' ? 'xlsform_letters_lost' : 'xlsform_letters_twice',
          damaged.params,
        )
      const key = found.language === '' ? found.column : `${found.column}::${tongue}`
      if (!said.has(key)) said.set(key, text)
    })
    return {
      row,
      get: (column) => said.get(column)?.trim() ?? '',
      // What names no language is in the first.
      spoken: (column, language) =>
        said.get(`${column}::${language}`) ?? (language === 'es' ? (said.get(column) ?? said.get(`${column}::first`) ?? '') : ''),
      columns: [...said.keys()].map((key) => key.split('::')[0] ?? ''),
    }
  })
}

/**
 * Which of the platform's languages each language of a file is: Spanish is the first, English beside it. A file in other languages alone is
 * read in the first of them, which then stands where Spanish does.
 */
function tonguesOf(headings: readonly Heading[]): ReadonlyMap<string, TextLanguage | 'first'> {
  const said = [...new Set(headings.map(({ language }) => language))]
  const tongues = new Map<string, TextLanguage | 'first'>([['', 'es']])
  for (const each of said) {
    const language = each === '' ? undefined : languageOf(each)
    if (language && ![...tongues].some(([key, known]) => key !== '' && known === language)) tongues.set(each, language)
  }
  const hasFirst = headings.some(({ column, language }) => column === 'label' && tongues.get(language) === 'es')
  if (hasFirst) return tongues
  const first = headings.find(({ column }) => column === 'label')?.language
  if (first !== undefined) tongues.set(first, 'first')
  return tongues
}
