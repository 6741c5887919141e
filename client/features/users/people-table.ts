import { lettersProblem } from '#shared/kernel/alphabets.ts'
import { readCsv } from '#shared/kernel/csv.ts'
import { shownIn } from '#shared/kernel/read-cell.ts'
import { done, type Result } from '#shared/kernel/result.ts'

/** Somebody as a line of a list names them. */
export interface Named {
  readonly name: string
  readonly surname: string
  readonly email: string
}

/** What of a list is read: more people are invited in more than one go. */
const limits = { rows: 501, columns: 20, cellLength: 400, cells: 10_000, characters: 400_000 }

/** A heading instead of a person: no mailbox stands in the third column, and a word for one does. */
const isHeading = ({ email }: Named): boolean => !email.includes('@') && /correo|mail/i.test(email)

/**
 * People of a pasted list or a CSV file: name, surname, e-mail, in this order, whichever separator it has; a heading and empty lines are
 * left out. Fails: workbook_rows, workbook_columns, workbook_cell_long, csv_quote_open, workbook_heavy,
 * table_letters_lost, table_letters_twice.
 */
export function peopleIn(text: string): Result<readonly Named[]> {
  const read = readCsv(text.replace(/^\uFEFF/, ''), limits)
  if (!read.ok) return read
  const [damaged] = read.value.flatMap(({ cells }) => cells.flatMap((cell) => lettersProblem(shownIn(cell)) ?? []))
  if (damaged) return { ok: false, failure: damaged }
  const people = read.value.map(({ cells }): Named => {
    const [name, surname, email] = [0, 1, 2].map((at) => shownIn(cells[at] ?? '').trim())
    return { name: name ?? '', surname: surname ?? '', email: email ?? '' }
  })
  return done(people.filter((each) => (each.name !== '' || each.surname !== '' || each.email !== '') && !isHeading(each)))
}
