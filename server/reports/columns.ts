import type { Cell, Sheet } from '#shared/kernel/sheet.ts'

/** A column of a report. Its name is never another from one day to the next, and its place neither: new ones come last. */
export interface Column {
  readonly name: string
  /** What stands in it, for the codebook. */
  readonly meaning: string
}

export const headingOf = (columns: readonly Column[]): readonly Cell[] => columns.map(({ name }) => name)

export const institutionColumns: readonly Column[] = [
  { name: 'Institución', meaning: 'Nombre de la institución.' },
  { name: 'Código', meaning: 'Código de la institución.' },
]

/** Of a table whose lines are institutions: the id first, by which it is joined with others. */
export const keyedInstitutionColumns: readonly Column[] = [
  { name: 'Id institución', meaning: 'Identificador de la institución, el mismo en todas las descargas.' },
  ...institutionColumns,
]

/** The columns of a table as a table: what a codebook says of them. */
export async function* columnsTable(columns: readonly Column[]): AsyncGenerator<Sheet, void> {
  yield [['Columna', 'Significado'], ...columns.map(({ name, meaning }) => [name, meaning])]
}
