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
}

/** A plain table in its own scroller (ux 79, 105). */
export function Table<Row>({ caption, captionShown = false, columns, rows, rowKey, empty }: Props<Row>) {
  const t = useText(uiText)
  if (rows.length === 0) return <p className="px-5 py-6 text-ink-600">{empty ?? t('noData')}</p>
  return (
    // A scroller that no key can reach would hide its right half from the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className={captionShown ? 'px-4 pb-2 text-left font-semibold text-ink-950' : 'sr-only'}>{caption}</caption>
        <thead>
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
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-ink-150 align-top last:border-b-0">
              {columns.map((column) => {
                const className = cx('px-4 py-3', column.align === 'end' && 'tabular text-right', column.className)
                return column.rowHeader ? (
                  <th key={column.id} scope="row" className={cx(className, 'font-medium text-ink-950')}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={className}>
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
