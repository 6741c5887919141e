import type { ReactNode } from 'react'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { ChartFrame } from '#client/areas/site/charts/chart-frame.tsx'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import type { Grid, Mark } from '#client/areas/site/charts/marks/grid.ts'
import type { Rows } from '#client/areas/site/charts/rows.ts'
import type { Said } from './said.ts'

interface Props {
  readonly data: PublicResultsView
  readonly said: Said
  readonly id: string
  readonly level?: 2 | 3 | undefined
  readonly title: string
  readonly subtitle: string
  readonly notices?: readonly string[] | undefined
  readonly grid: Grid
  readonly table: Rows
  readonly wide: ReactNode
  readonly narrow: ReactNode
  /** Each bar has its name beside it: the fills need no telling. */
  readonly isNamed?: boolean | undefined
  readonly children?: ReactNode
}

/** Name of the form that is shown, and of the category. */
export const shownNames = ({ forms, formId, categories, category }: PublicResultsView) => ({
  form: forms.find(({ id }) => id === formId)?.name ?? '',
  category: categories.find(({ id }) => id === category)?.name ?? '',
})

/** What can be pointed at: figures that there are. */
const toldMarks = (grid: Grid): readonly Mark[] =>
  marksOf(grid).filter(
    (_, at) => grid.cells[Math.floor(at / Math.max(1, grid.groups.length))]?.[at % Math.max(1, grid.groups.length)]?.value !== null,
  )

/** Where figures come from: a copy of a device of before says no version. */
const sourceText = (data: PublicResultsView, { t }: Said): string => {
  const { form } = shownNames(data)
  return data.edition ? t('sourceOf', { form, version: data.edition.version, day: data.edition.day }) : t('source', { form })
}

/** A chart of results: its source is the form, and its fills are told where there are several. */
export const FigureFrame = ({ data, said, grid, table, isNamed = false, ...frame }: Props) => (
  <ChartFrame
    {...frame}
    legend={grid.series.length > 1 && !isNamed ? grid.series : []}
    marks={toldMarks(grid)}
    table={{ ...table, caption: frame.title }}
    source={sourceText(data, said)}
    licence={null}
    files={null}
  />
)
