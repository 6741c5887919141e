import { useState } from 'react'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Table } from '#client/ui/tables/table.tsx'
import type { Column } from '#client/ui/tables/table.tsx'
import type { Sorting } from '#client/ui/tables/table-view.ts'
import { figureText } from '#client/features/figures/figures.ts'
import { sortedRows } from './rows.ts'
import type { Rows, Row } from './rows.ts'
import { chartsText } from './text.ts'

/** The twin of a drawing: every figure that it shows, in rows that can be ordered by any column. */
export function ChartTable({ table, caption }: { readonly table: Rows; readonly caption: string }) {
  const t = useText(chartsText)
  const language = useLanguage()
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const rows = sorting ? sortedRows(table, sorting) : table.rows
  const columns = table.columns.map(({ key, label, unit, decimals }, at): Column<Row> => {
    const isFigure = decimals !== null
    return {
      id: key,
      header: unit === '' || unit === label.toLowerCase() ? label : `${label} (${unit})`,
      align: isFigure ? 'end' : 'start',
      sortable: true,
      rowHeader: at === 0,
      className: at === 0 ? 'sticky left-0 bg-white' : undefined,
      cell: (row) => {
        const value = row[key] ?? null
        if (value === null) return <span className="text-ink-600">{t('noFigure')}</span>
        return typeof value === 'number' && decimals !== null ? figureText(value, decimals, language) : value
      },
    }
  })
  return (
    <Table
      caption={caption}
      captionShown
      columns={columns}
      rows={rows}
      rowKey={(row) => String(table.rows.indexOf(row))}
      sorting={sorting}
      onSort={(column) => setSorting({ column, descending: sorting?.column === column && !sorting.descending })}
      empty={t('nothing')}
    />
  )
}
