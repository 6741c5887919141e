/** A column of figures or words, of which a table, a file and a sentence are made. */
export interface RowsColumn {
  readonly key: string
  readonly label: string
  /** '' for what has none. */
  readonly unit: string
  /** As many as are shown; null for words and for years, which are no figures. */
  readonly decimals: number | null
}
export type Row = Readonly<Record<string, string | number | null>>
export interface Rows {
  readonly columns: readonly RowsColumn[]
  readonly rows: readonly Row[]
}

/** Rows by one column: figures by size, words as in Spanish; what has none is last, whichever way (CH4). */
export function sortedRows(
  { rows }: Rows,
  { column, descending }: { readonly column: string; readonly descending: boolean },
): readonly Row[] {
  const order = (left: Row, right: Row): number => {
    const [a, b] = [left[column] ?? null, right[column] ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const by = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'es')
    return descending ? -by : by
  }
  return rows.toSorted(order)
}
