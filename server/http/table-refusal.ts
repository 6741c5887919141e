import { failureSentence } from '#shared/failure-sentence.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { RowProblem, RowProblems } from '#shared/kernel/table.ts'
import type { Language } from './failures.ts'
import { RefusedReply } from './mount.ts'

/** Where a problem is, before what it is. What is of the whole table has no place. */
const places = {
  es: { row: (row: number) => `Fila ${row}: `, cell: (row: number, column: string) => `Fila ${row}, columna «${column}»: ` },
  en: { row: (row: number) => `Row ${row}: `, cell: (row: number, column: string) => `Row ${row}, column “${column}”: ` },
} as const

function sentenceOf({ row, column, code, params }: RowProblem, language: Language): string {
  const { row: ofRow, cell } = places[language]
  const place = row === 0 ? '' : column === null ? ofRow(row) : cell(row, column)
  return `${place}${failureSentence(failure(code, params), language)}`
}

/** A table of which nothing was taken: everything that is wrong with it, each with its sentence, in what the call replies. */
export function refusedTable<Reply extends object>(
  { problems, more }: RowProblems,
  language: Language,
  nothing: Reply,
): RefusedReply<Reply & RowProblems> {
  const told = problems.map((each) => ({ ...each, message: sentenceOf(each, language) }))
  // Rows that are missing are missing often because another one is wrong.
  const first = told.find(({ row }) => row > 0) ?? told[0]
  const wrong = failure('table_wrong', { n: problems.length + more, first: first?.message ?? '' })
  return new RefusedReply(wrong, { ...nothing, problems: told, more })
}
