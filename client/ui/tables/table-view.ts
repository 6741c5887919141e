import { folded } from '#client/i18n/folded.ts'

export interface Sorting {
  readonly column: string
  readonly descending: boolean
}

export const pageSizes = [12, 15] as const
export type PageSize = (typeof pageSizes)[number]

/** What of a table is in front: the words searched for, one of its filters, its order and its page, counted from 1. */
export interface TableView {
  readonly words: string
  readonly filter: string
  readonly sorting: Sorting | null
  readonly page: number
  readonly size: PageSize
}

/** What an address may ask of a table; the first filter is the one that lets everything through. */
export interface TableChoices {
  readonly filters: readonly string[]
  readonly sortable: readonly string[]
}

const noFilter = ({ filters }: TableChoices): string => filters[0] ?? ''

/** The view that an address names. What it asks for and the table does not have is as if it were not there. */
export function readView(search: string, choices: TableChoices): TableView {
  const query = new URLSearchParams(search)
  const order = query.get('sort') ?? ''
  const column = order.replace(/^-/, '')
  const page = Number(query.get('page') ?? 1)
  return {
    words: query.get('q') ?? '',
    filter: choices.filters.find((each) => each === query.get('filter')) ?? noFilter(choices),
    sorting: choices.sortable.includes(column) ? { column, descending: order.startsWith('-') } : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((each) => String(each) === query.get('rows')) ?? pageSizes[0],
  }
}

/** The query of an address that names a view, with `?` unless it is empty; what else the address held stays in it. */
export function writeView(search: string, view: TableView, choices: TableChoices): string {
  const query = new URLSearchParams(search)
  const { sorting } = view
  const values: Readonly<Record<string, string | null>> = {
    q: view.words === '' ? null : view.words,
    filter: view.filter === noFilter(choices) ? null : view.filter,
    sort: sorting && `${sorting.descending ? '-' : ''}${sorting.column}`,
    page: view.page === 1 ? null : String(view.page),
    rows: view.size === pageSizes[0] ? null : String(view.size),
  }
  for (const [key, value] of Object.entries(values)) {
    if (value === null) query.delete(key)
    else query.set(key, value)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** What changes of a view; whatever changes what is listed leads back to the first page. */
export const changedView = (view: TableView, next: Partial<TableView>): TableView => ({ ...view, page: 1, ...next })

/** The order after a press on a column's heading: by it, and then the other way round. */
export const pressedSorting = (sorting: Sorting | null, column: string): Sorting => ({
  column,
  descending: sorting?.column === column && !sorting.descending,
})

export interface Searchable<Row> {
  readonly row: Row
  /** Without accents, in lower case. */
  readonly text: string
}

/** Rows with their text folded once, so that a key pressed in the search folds nothing but itself. */
export const searchable = <Row>(rows: readonly Row[], textOf: (row: Row) => string): readonly Searchable<Row>[] =>
  rows.map((row) => ({ row, text: folded(textOf(row)) }))

/** Rows whose text has every word, in any order, with or without its accents. */
export function matching<Row>(rows: readonly Searchable<Row>[], words: string): readonly Row[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  return rows.filter(({ text }) => wanted.every((word) => text.includes(word))).map(({ row }) => row)
}

const collator = new Intl.Collator('es', { numeric: true })

/** What a column is sorted by; null is nothing yet, and stands last whichever way round. */
export type SortValue = string | number | null

export function inOrder<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue, descending: boolean): readonly Row[] {
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((left, right) => {
      if (left.value === null || right.value === null) return (left.value === null ? 1 : 0) - (right.value === null ? 1 : 0)
      if (typeof left.value === 'number' && typeof right.value === 'number') return sign * (left.value - right.value)
      return sign * collator.compare(String(left.value), String(right.value))
    })
    .map(({ row }) => row)
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** The one that was asked for, or the last there is. */
  readonly page: number
  readonly pages: number
}

export function pageOf<Row>(rows: readonly Row[], page: number, size: number): Page<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages }
}

/** How much of what stands in a table is chosen. */
export function chosenOf(ids: readonly string[], chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const n = ids.filter((id) => chosen.has(id)).length
  if (n === 0) return 'none'
  return n === ids.length ? 'all' : 'some'
}

/** A choice with these in it or out of it. */
export function choiceWith(chosen: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(chosen)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}
