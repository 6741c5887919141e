import type { ReactNode } from 'react'
import type { OpenSet } from '#shared/open-data/model.ts'
import type { OpenRow } from '#shared/open-data/tables.ts'
import { breakText } from '#shared/open-data/words.ts'
import { ChartFrame } from '#client/areas/site/charts/chart-frame.tsx'
import type { Mark } from '#client/areas/site/charts/marks/grid.ts'
import { fileHref } from './addresses.ts'
import { LateSetTable } from './late-set-table.ts'
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
  readonly wide: ReactNode
  readonly narrow: ReactNode
  /** Which rows of the set the chart shows; all unless told. */
  readonly shows?: ((row: OpenRow) => boolean) | undefined
  readonly children?: ReactNode
}

/** A chart of a set of open data: its table, source and files are the set's. */
export function SetFrame<Of extends OpenSet>({ data, set, measure, shows, notices = [], ...frame }: Props<Of>) {
  const { said, filter, report } = data
  const breaks = data.sets[set]?.breaks ?? []
  return (
    <ChartFrame
      {...frame}
      subtitle={measure}
      notices={[...breaks.map((each) => breakText(each, said.language)), ...notices]}
      table={{ part: <LateSetTable set={set} sets={data.sets} shows={shows} />, want: LateSetTable.want }}
      tableOpen={data.tablesOpen}
      source={said.t('source', { report: report.title, day: report.day })}
      licence={{ name: 'CC BY 4.0', href: `https://creativecommons.org/licenses/by/4.0/deed.${said.language}` }}
      files={{
        csvShown: fileHref(set, 'csv', said.language, filter),
        csvAll: fileHref(set, 'csv', said.language),
        json: fileHref(set, 'json', said.language),
      }}
    />
  )
}
