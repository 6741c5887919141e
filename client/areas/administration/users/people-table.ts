import { lettersProblem } from '#shared/kernel/alphabets.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { shownIn } from '#shared/kernel/read-cell.ts'
import type { ReadCell } from '#shared/kernel/read-cell.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { headingKey } from '#shared/kernel/table.ts'
import type { ReadSheet } from '#shared/kernel/table.ts'

/** Somebody as a line of a list names them. */
export interface Named {
  readonly name: string
  readonly surname: string
  readonly email: string
}

/** What of a list is read: more people are invited in more than one go. */
const limits = { rows: 501, columns: 20, cellLength: 400, cells: 10_000, characters: 400_000 }

const columns = ['name', 'surname', 'email'] as const
/** What the columns of a list are called, by how their names begin. */
const headings: Readonly<Record<(typeof columns)[number], RegExp>> = {
  name: /^(?:nombre|name|first|given)/,
  surname: /^(?:apellido|surname|last|family)/,
  email: /correo|mail/,
}

/** Where each column stands, by a heading that names the three of them; undefined: the row is no heading. */
function placesIn(cells: readonly ReadCell[]): readonly number[] | undefined {
  const keys = cells.map(headingKey)
  const places = columns.map((column) => keys.findIndex((key) => headings[column].test(key)))
  return places.every((at) => at >= 0) && new Set(places).size === columns.length ? places : undefined
}

/** A heading instead of a person: no mailbox stands in the third column, and a word for one does. */
const isHeading = ({ email }: Named): boolean => !email.includes('@') && /correo|mail/i.test(email)

/** A sheet as the list that a person would paste of it: a line for each row, its cells between tabs. */
export const listOf = ({ rows }: ReadSheet): string =>
  rows.map(({ cells }) => cells.map((cell) => inLine(shownIn(cell))).join('\t')).join('\n')

const inLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line
}

/**
 * People of a list: name, surname and e-mail, in this order or in that of a heading that names them, whichever separator it has; a heading
 * and empty lines are left out. Fails: workbook_rows, workbook_columns, workbook_cell_long, csv_quote_open, workbook_heavy,
 * table_letters_lost, table_letters_twice.
 */
export function peopleIn(text: string): Result<readonly Named[]> {
  const read = readCsv(text.replace(/^\uFEFF/, ''), limits)
  if (!read.ok) return read
  const [damaged] = read.value.flatMap(({ cells }) => cells.flatMap((cell) => lettersProblem(shownIn(cell)) ?? []))
  if (damaged) return { ok: false, failure: damaged }
  const places = placesIn(read.value[0]?.cells ?? [])
  const people = read.value.slice(places ? 1 : 0).map(({ cells }): Named => {
    const [name, surname, email] = (places ?? [0, 1, 2]).map((at) => shownIn(cells[at] ?? '').trim())
    return { name: name ?? '', surname: surname ?? '', email: email ?? '' }
  })
  return done(people.filter((each) => (each.name !== '' || each.surname !== '' || each.email !== '') && !isHeading(each)))
}
