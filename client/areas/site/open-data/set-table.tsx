import type { OpenSet } from '#shared/open-data/model.ts'
import { tableOf, type OpenRow, type OpenTable } from '#shared/open-data/tables.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { ChartTable } from '#client/areas/site/charts/chart-table.tsx'
import { useLanguage } from '#client/i18n/language.ts'

export interface SetTableProps {
  readonly set: OpenSet
  readonly sets: OpenDataView['sets']
  /** Which rows of the set the chart shows; all unless told. */
  readonly shows?: ((row: OpenRow) => boolean) | undefined
}

/** Rows of a set as a chart shows them, of the one table that its files are made of, too. */
export function SetTable({ set, sets, shows = () => true }: SetTableProps) {
  const table = tableIn(set, sets, useLanguage())
  if (!table) return null
  const { title, columns, rows } = table
  return (
    <ChartTable
      caption={title}
      table={{
        columns: columns.map(({ key, label, unit, type, decimals }) => ({
          key,
          label,
          unit,
          decimals: type === 'text' || type === 'year' ? null : decimals,
        })),
        rows: rows.filter(shows),
      }}
    />
  )
}

function tableIn<Of extends OpenSet>(set: Of, sets: OpenDataView['sets'], language: SiteLanguage): OpenTable | null {
  const reply = sets[set]
  return reply ? tableOf(set, reply, language) : null
}
