import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Sorting } from './table-view.ts'
import { uiText } from '#client/ui/text.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end, with figures of one width. */
  readonly align?: 'start' | 'end' | undefined
  /** The cell that names the row. */
  readonly rowHeader?: boolean | undefined
  /** Its heading is a button that orders the rows by it. */
  readonly sortable?: boolean | undefined
  /** Below 900 px it is left out; `under`: it stands in the cell that names the row, in the place of a column of its own. */
  readonly narrow?: 'out' | 'under' | undefined
  readonly className?: string | undefined
}

interface Props<Row> {
  /** What the table holds; read by screen readers, drawn when `captionShown`. */
  readonly caption: string
  readonly captionShown?: boolean | undefined
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly empty?: ReactNode
  /** On a narrow screen each row is a small list of its own, so that no column is cut off. */
  readonly stacks?: boolean | undefined
  readonly sorting?: Sorting | null | undefined
  readonly onSort?: ((column: string) => void) | undefined
  /** From 900 px it is no higher than three quarters of the window: the rows scroll below their headings. */
  readonly bounded?: boolean | undefined
}

function Heading<Row>({ column, sorting, onSort }: { readonly column: Column<Row> } & Pick<Props<Row>, 'sorting' | 'onSort'>) {
  if (!column.sortable || !onSort) return column.header
  const isBy = sorting?.column === column.id
  return (
    <button
      type="button"
      onClick={() => onSort(column.id)}
      className="relative -mx-1.5 inline-flex min-h-8 items-center rounded-sm px-1.5 font-semibold hover:bg-ink-150 hover:text-ink-950"
    >
      {column.header}
      {isBy && (
        // In the space between two columns: what a heading is sorted by moves no column.
        <Icon
          name={sorting.descending ? 'arrow-down' : 'arrow-up'}
          size={14}
          className={cx('absolute top-1/2 -translate-y-1/2', column.align === 'end' ? '-left-2.5' : '-right-2.5')}
        />
      )}
    </button>
  )
}

/** A plain table, quick with hundreds of rows, in its own scroller, so that a narrow page does not scroll sideways. */
export function Table<Row>({
  caption,
  captionShown = false,
  columns,
  rows,
  rowKey,
  empty,
  stacks = false,
  sorting,
  onSort,
  bounded = false,
}: Props<Row>) {
  const t = useText(uiText)
  const under = columns.filter((column) => column.narrow === 'under')
  const ariaSort = (column: Column<Row>) =>
    sorting?.column === column.id ? (sorting.descending ? ('descending' as const) : ('ascending' as const)) : undefined
  // Words that are only read would stand out over the page, did the scroller not hold them.
  const scroller = cx('relative overflow-x-auto', bounded && 'md:max-h-[75vh] md:overflow-y-auto')
  if (rows.length === 0) return <p className="px-5 py-6 text-ink-600">{empty ?? t('noData')}</p>
  return (
    // A scroller that no key can reach would hide its right half from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={scroller} role="region" aria-label={caption} tabIndex={0}>
      <table className={cx('w-full border-collapse text-left', stacks && 'max-sm:block')}>
        <caption className={captionShown ? 'px-4 pb-2 text-left font-semibold text-ink-950' : 'sr-only'}>{caption}</caption>
        <thead className={cx(stacks && 'max-sm:sr-only', bounded && 'md:sticky md:top-0 md:z-10')}>
          <tr className="border-b border-ink-200 bg-ink-50 text-sm text-ink-600">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={ariaSort(column)}
                className={cx(
                  'px-4 py-2.5 font-semibold whitespace-nowrap',
                  column.align === 'end' && 'text-right',
                  column.narrow && 'max-md:hidden',
                  column.className,
                )}
              >
                <Heading column={column} sorting={sorting} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacks ? 'max-sm:block' : undefined}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              data-row={rowKey(row)}
              className={cx('border-b border-ink-150 align-top last:border-b-0', stacks && 'max-sm:grid max-sm:gap-y-1 max-sm:py-3')}
            >
              {columns.map((column) => {
                const className = cx(
                  'px-4 py-3',
                  column.align === 'end' && 'tabular text-right',
                  stacks && 'max-sm:flex max-sm:gap-3 max-sm:px-1 max-sm:py-0 max-sm:text-left max-sm:empty:hidden',
                  column.narrow && 'max-md:hidden',
                  column.className,
                )
                const name = stacks && (
                  <span aria-hidden className="w-28 shrink-0 text-sm text-ink-600 sm:hidden">
                    {column.header}
                  </span>
                )
                return column.rowHeader ? (
                  <th key={column.id} scope="row" className={cx(className, 'font-medium text-ink-950')}>
                    {name}
                    {column.cell(row)}
                    {under.map((each) => (
                      <span key={each.id} className="mt-0.5 block text-sm font-normal text-ink-600 md:hidden">
                        {each.cell(row)}
                      </span>
                    ))}
                  </th>
                ) : (
                  <td key={column.id} className={className}>
                    {name}
                    {column.cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
