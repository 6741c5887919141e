import type { ReactNode } from 'react'
import type { OpenSet } from '#shared/open-data/replies.ts'
import { tableOf, type OpenRow } from '#shared/open-data/tables.ts'
import { ChartFrame } from '#client/features/charts/chart-frame.tsx'
import type { Mark } from '#client/features/charts/grid.ts'
import type { Rows } from '#client/features/charts/rows.ts'
import { fileHref } from './addresses.ts'
import type { ShownData } from './shown-data.ts'

interface Props<Of extends OpenSet> {
  readonly data: ShownData
  readonly set: Of
  readonly id: string
  readonly title: string
  readonly measure: string
  readonly notices?: readonly string[] | undefined
  readonly legend?: readonly { readonly label: string; readonly tone: number }[] | undefined
  readonly marks: readonly Mark[]
  readonly wide: (current: string | null) => ReactNode
  readonly narrow: (current: string | null) => ReactNode
  /** Which rows of the set the chart shows; all unless told. */
  readonly shows?: ((row: OpenRow) => boolean) | undefined
  readonly children?: ReactNode
}

/** Rows of a set as a chart shows them, of the one table that its files are made of, too. */
export function rowsOf<Of extends OpenSet>(
  data: ShownData,
  set: Of,
  shows: (row: OpenRow) => boolean = () => true,
): Rows & { readonly caption: string } {
  const reply = data.sets[set]
  if (!reply) return { columns: [], rows: [], caption: '' }
  const { title, columns, rows } = tableOf(set, reply, data.said.language)
  return {
    caption: title,
    columns: columns.map(({ key, label, unit, type, decimals }) => ({
      key,
      label,
      unit,
      decimals: type === 'text' || type === 'year' ? null : decimals,
    })),
    rows: rows.filter(shows),
  }
}

/** A chart of a set of open data: its table, source and files are the set's. */
export function SetFrame<Of extends OpenSet>({ data, set, measure, shows, ...frame }: Props<Of>) {
  const { caption, ...table } = rowsOf(data, set, shows)
  const { said, filter, report } = data
  return (
    <ChartFrame
      {...frame}
      subtitle={measure}
      table={table}
      tableCaption={caption}
      tableOpen={data.tablesOpen}
      source={said.t('source', { report: report.title })}
      licence={{ name: 'CC BY 4.0', href: `https://creativecommons.org/licenses/by/4.0/deed.${said.language}` }}
      files={{
        csvShown: fileHref(set, 'csv', said.language, filter),
        csvAll: fileHref(set, 'csv', said.language),
        json: fileHref(set, 'json', said.language),
      }}
    />
  )
}
