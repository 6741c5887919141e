import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { FilterChips } from './filter-chips.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { isSearchKey } from './search-key.ts'
import type { es } from './table-strings.es.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'
import type { Column } from './table.tsx'
import { choiceWith, chosenOf, inOrder, matching, pageOf, pageSizes, pressedSorting, searchable } from './table-view.ts'
import type { PageSize, SortValue } from './table-view.ts'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { tableText } from './table-text.ts'
import { useRowReturn } from './use-row-return.ts'
import type { TableAddress } from './use-table-view.ts'

export interface DataColumn<Row> extends Omit<Column<Row>, 'sortable'> {
  /** What its heading orders the rows by. */
  readonly sort?: ((row: Row) => SortValue) | undefined
}

/** Rows that somebody ticks to do one thing to all of them. */
export interface Selection<Row> {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  readonly nameOf: (row: Row) => string
  /** Rows that cannot be chosen have no box. */
  readonly selectable?: ((row: Row) => boolean) | undefined
  /** What can be done to them. */
  readonly actions: ReactNode
}

interface Props<Row, Filter extends string> {
  readonly caption: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Whatever a search looks at. */
  readonly textOf: (row: Row) => string
  readonly searchLabel: string
  readonly address: TableAddress
  /** The first lets everything through. */
  readonly filters?:
    | {
        readonly label: string
        readonly names: readonly Filter[]
        readonly nameOf: (filter: Filter) => string
        readonly passes: (row: Row, filter: Filter) => boolean
      }
    | undefined
  readonly selection?: Selection<Row> | undefined
  /** Rows of a page, where it is not its reader's to choose. */
  readonly pageSize?: number | undefined
  /** Whether the key `/` leads to the search. */
  readonly slash: boolean
  /** No row at all, or none that is found. */
  readonly empty: (searched: boolean) => ReactNode
}

/**
 * A table that is searched, filtered, ordered and turned page by page on the device. `columns`, `textOf` and the functions of `filters`
 * may be new at each drawing; the rows' text is folded anew only when the rows are others.
 */
export function DataTable<Row, Filter extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  textOf,
  searchLabel,
  address,
  filters,
  selection,
  pageSize,
  slash,
  empty,
}: Props<Row, Filter>) {
  const t = useText(tableText)
  const { view, type, go } = address
  const root = useRef<HTMLDivElement>(null)
  const search = useSearchKey(slash)
  // What text a row has does not change while the row is the same.
  // oxlint-disable-next-line react/exhaustive-deps
  const index = useMemo(() => searchable(rows, textOf), [rows])
  const found = matching(index, view.words)
  const filter = filters?.names.find((each) => each === view.filter)
  const passing = filters && filter !== undefined ? found.filter((row) => filters.passes(row, filter)) : found
  const by = columns.find(({ id, sort }) => id === view.sorting?.column && sort)
  const ordered = by?.sort ? inOrder(passing, by.sort, view.sorting?.descending ?? false) : passing
  const page = pageOf(ordered, view.page, pageSize ?? view.size)
  const searched = passing.length < rows.length
  useRowReturn(root)
  useEffect(() => {
    if (view.words !== '') announce(t('found', { n: passing.length }))
  }, [view.words, passing.length, t])
  return (
    <div ref={root}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {filters && filter !== undefined && (
          <FilterChips
            label={filters.label}
            filters={filters.names}
            current={filter}
            onChange={(next) => go({ filter: next })}
            nameOf={filters.nameOf}
            countOf={(each) => found.filter((row) => filters.passes(row, each)).length}
            className="mb-0!"
          />
        )}
        {(searched || !filters) && (
          <p className="tabular text-ink-600">
            {searched ? t('foundOf', { n: passing.length, total: rows.length }) : t('rows', { n: rows.length })}
          </p>
        )}
        <TextField
          ref={search}
          label={searchLabel}
          labelHidden
          type="search"
          icon="search"
          placeholder={searchLabel}
          aria-keyshortcuts={slash ? '/' : undefined}
          value={view.words}
          onChange={type}
          className="w-full sm:w-80"
        />
      </div>
      {ordered.length === 0 ? (
        empty(searched)
      ) : (
        <div className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card">
          <Table
            caption={caption}
            columns={[
              ...(selection ? [choiceColumn(selection, page.rows, rowKey, t)] : []),
              ...columns.map(({ sort, ...column }) => ({ ...column, sortable: sort !== undefined })),
            ]}
            rows={page.rows}
            rowKey={rowKey}
            sorting={view.sorting}
            onSort={(column) => go({ sorting: pressedSorting(view.sorting, column) })}
            bounded
          />
        </div>
      )}
      <Pager
        page={page.page}
        pages={page.pages}
        size={view.size}
        least={pageSize ?? pageSizes[0]}
        total={ordered.length}
        onPage={(next) => go({ page: next })}
        onSize={pageSize === undefined ? (size) => go({ size }) : undefined}
      />
      {selection && selection.chosen.size > 0 && (
        <SelectionBar
          chosen={selection.chosen}
          listed={ordered.filter((row) => selection.selectable?.(row) ?? true).map(rowKey)}
          onChange={selection.onChange}
        >
          {selection.actions}
        </SelectionBar>
      )}
    </div>
  )
}

function choiceColumn<Row>(
  selection: Selection<Row>,
  shown: readonly Row[],
  rowKey: (row: Row) => string,
  t: Translate<typeof es>,
): Column<Row> {
  const { chosen, onChange, nameOf, selectable = () => true } = selection
  const ids = shown.filter(selectable).map(rowKey)
  const state = chosenOf(ids, chosen)
  return {
    id: 'choice',
    header: (
      <Checkbox
        label={t('choosePage', { n: ids.length })}
        labelHidden
        disabled={ids.length === 0}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={(on) => onChange(choiceWith(chosen, ids, on))}
        className="-m-2"
      />
    ),
    cell: (row) =>
      selectable(row) && (
        <Checkbox
          label={t('chooseRow', { name: nameOf(row) })}
          labelHidden
          checked={chosen.has(rowKey(row))}
          onChange={(on) => onChange(choiceWith(chosen, [rowKey(row)], on))}
          className="-m-2"
        />
      ),
    className: 'w-12',
  }
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly size: PageSize
  readonly total: number
  /** So many rows need no turning. */
  readonly least: number
  readonly onPage: (page: number) => void
  /** Undefined: rows of a page are not the reader's to choose. */
  readonly onSize: ((size: PageSize) => void) | undefined
}

/** Nothing to turn: nothing is drawn. At an end the button stays, or the focus would fall out of it. */
function Pager({ page, pages, size, total, least, onPage, onSize }: PagerProps) {
  const t = useText(tableText)
  if (total <= least) return null
  const turn = (to: number) => (): void => {
    if (to < 1 || to > pages) return
    onPage(to)
    announce(t('pageIs', { page: to, pages }))
  }
  return (
    <nav aria-label={t('pages')} className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {onSize ? (
        <label className="flex items-center gap-2 text-sm text-ink-600">
          {t('perPage')}
          <select
            value={size}
            onChange={(event) => onSize(pageSizes.find((each) => String(each) === event.target.value) ?? size)}
            className="control w-auto! py-1!"
          >
            {pageSizes.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span />
      )}
      <span className="flex items-center gap-2">
        <IconButton
          icon="chevron-left"
          kind="outline"
          label={t('pageBefore')}
          aria-disabled={page === 1}
          onClick={turn(page - 1)}
          className={page === 1 ? faded : undefined}
        />
        <span className="tabular px-1 text-ink-800">{t('pageIs', { page, pages })}</span>
        <IconButton
          icon="chevron-right"
          kind="outline"
          label={t('pageAfter')}
          aria-disabled={page === pages}
          onClick={turn(page + 1)}
          className={page === pages ? faded : undefined}
        />
      </span>
    </nav>
  )
}

const faded = 'text-ink-300! shadow-none!'

/** The search field of the page, to which the key `/` leads when nobody writes anywhere (WCAG 2.1.4). */
function useSearchKey(enabled: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!enabled) return
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.target instanceof Element) || !isSearchKey(event, event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [enabled])
  return field
}
