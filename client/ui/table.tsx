import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { cx } from './cx.ts'
import { uiText } from './text.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers stand at the end, with figures of one width. */
  readonly align?: 'start' | 'end' | undefined
  /** The cell that names the row. */
  readonly rowHeader?: boolean | undefined
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
}

/** A plain table, quick with hundreds of rows, in its own scroller, so that a narrow page does not scroll sideways. */
export function Table<Row>({ caption, captionShown = false, columns, rows, rowKey, empty, stacks = false }: Props<Row>) {
  const t = useText(uiText)
  if (rows.length === 0) return <p className="px-5 py-6 text-ink-600">{empty ?? t('noData')}</p>
  return (
    // A scroller that no key can reach would hide its right half from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className={cx('w-full border-collapse text-left', stacks && 'max-sm:block')}>
        <caption className={captionShown ? 'px-4 pb-2 text-left font-semibold text-ink-950' : 'sr-only'}>{caption}</caption>
        <thead className={stacks ? 'max-sm:sr-only' : undefined}>
          <tr className="border-b border-ink-200 bg-ink-50 text-sm text-ink-600">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cx('px-4 py-2.5 font-semibold whitespace-nowrap', column.align === 'end' && 'text-right', column.className)}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacks ? 'max-sm:block' : undefined}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}

              className={cx('border-b border-ink-150 align-top last:border-b-0', stacks && 'max-sm:grid max-sm:gap-y-1 max-sm:py-3')}
            >
              {columns.map((column) => {
                const className = cx(
                  'px-4 py-3',
                  column.align === 'end' && 'tabular text-right',
                  stacks && 'max-sm:flex max-sm:gap-3 max-sm:px-1 max-sm:py-0 max-sm:text-left max-sm:empty:hidden',
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
