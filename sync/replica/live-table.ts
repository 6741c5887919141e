import type { WireRow } from '#shared/protocol/pull.ts'

/** Confirmed rows of one table over every institution that the device holds. */
export class LiveTable<Row = unknown> {
  readonly #rows = new Map<string, WireRow>()
  #list: readonly Row[] | null = null

  /** The same array until something changes. */
  rows(): readonly Row[] {
    this.#list ??= [...this.#rows.values()].map((row) => row.r as Row)
    return this.#list
  }

  get wireRows(): Iterable<WireRow> {
    return this.#rows.values()
  }

  put(rows: readonly WireRow[]): void {
    for (const row of rows) {
      if (row.r === null) this.#rows.delete(`${row.s}\n${row.i}`)
      else this.#rows.set(`${row.s}\n${row.i}`, row)
    }
    this.#list = null
  }

  replace(rows: readonly WireRow[]): void {
    this.#rows.clear()
    this.put(rows)
  }
}
