import { columnFigures, decimalsOf, unitOf } from '#shared/dashboards/figures.ts'
import { evolutionMeasure, indexMeasure, measured } from '#shared/dashboards/measure.ts'
import type { Measure } from '#shared/dashboards/measure.ts'
import type { PublicInstitution, PublicResultsView, ShownColumn } from '#shared/dashboards/view.ts'
import { isDeclared, partsOf } from '#shared/results/parts.ts'
import type { Figure } from '#shared/results/comparing.ts'
import { figureText, percentText } from '#client/features/figures/figures.ts'
import type { Cell, Grid, Named, Series } from '#client/areas/site/charts/marks/grid.ts'
import type { Rows } from '#client/areas/site/charts/rows.ts'
import type { Language } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from './strings.es.ts'
import { decoratedText } from '#client/features/figures/preview-text.ts'
import { resultsPagesText } from './text.ts'

/** How results are said in a language. */
export interface Said {
  readonly t: Translate<typeof es>
  readonly language: Language
}
export const saidIn = (language: Language): Said => ({ t: translate(resultsPagesText, language), language })

export const one = (value: number, { language }: Said): string => figureText(value, 1, language)

/** Figures along an axis. */
export const tickText =
  ({ language }: Said) =>
  (value: number): string =>
    figureText(value, decimalsOf([value]), language)

/** A figure of a column with what stands around it, `$ 12,5 M`; of a percentage with its sign. Decimals: those of its column. */
export function columnText(column: ShownColumn, value: number | null, decimals: number, said: Said): string {
  if (value === null) return said.t('noFigure')
  return decoratedText(column, value, decimals, said.language)
}

/** Fill of the category among those of at most four institutions. */
export const meanTone = 7

/** Names of what is shown, each with its fill: the institutions as they were chosen, then their category. */
export function seriesOf({ chosen, mean }: PublicResultsView, said: Said, categoryName = said.t('mean')): readonly Series[] {
  return [
    ...chosen.map(({ id, name }, tone) => ({ id, label: name, tone })),
    ...(mean ? [{ id: 'category', label: categoryName, tone: meanTone }] : []),
  ]
}

/** One figure of each institution and of their category: they are the series of one group. */
export const figureGrid = (series: readonly Series[], label: string, cells: readonly Cell[], most: number): Grid => ({
  series,
  groups: [{ id: 'figure', label }],
  cells: cells.map((cell) => [cell]),
  most,
})

const nothing = (said: Said): Cell => ({ value: null, text: said.t('noFigure'), short: '–' })
/** Index by its measure: `60,0 puntos`, or `75,0 % de lo posible`. */
function indexText(measure: Measure, figure: Figure, said: Said): string {
  const value = measured(measure, figure)
  return measure.unit === 'points'
    ? said.t('points', { points: one(value, said) })
    : said.t('share', { share: percentText(value, 1, said.language) })
}
/** The same in short: `60,0`, or `75,0 %`. */
export function indexShort(measure: Measure, figure: Figure, said: Said): string {
  const value = measured(measure, figure)
  return measure.unit === 'points' ? one(value, said) : percentText(value, 1, said.language)
}
/** The scale of a measure, as part of a sentence. */
export const scaleText = ({ unit, to, why }: Measure, said: Said): string =>
  unit === 'points' ? said.t('scale', { to: tickText(said)(to) }) : said.t(why === 'rule' ? 'scaleRule' : 'scaleMax')

/** What the figures of a table are counted in beside their heading: nothing of points, which the chart's own line names. */
export const measureUnit = ({ unit }: Measure): string => (unit === 'points' ? '' : '%')
const indexCell = (measure: Measure, figure: Figure, said: Said): Cell => ({
  value: measured(measure, figure),
  text: indexText(measure, figure, said),
  short: indexShort(measure, figure, said),
})
const pointsCell = (value: number | undefined, said: Said): Cell =>
  value === undefined ? nothing(said) : { value, text: said.t('points', { points: one(value, said) }), short: one(value, said) }
function columnCell(column: ShownColumn, value: number | null, decimals: number, said: Said): Cell {
  const text = columnText(column, value, decimals, said)
  return value === null ? nothing(said) : { value, text, short: text }
}

export function indexGrid(view: PublicResultsView, said: Said): Grid {
  const measure = indexMeasure(view)
  return figureGrid(
    seriesOf(view, said),
    said.t('index'),
    [...view.chosen, ...(view.mean ? [view.mean] : [])].map((each) => indexCell(measure, each, said)),
    measure.to,
  )
}

/** What the index of the chosen ones comes to, in a sentence. */
export function indexFinding(view: PublicResultsView, said: Said): string {
  const { chosen, mean, categories, category } = view
  const { t } = said
  const measure = indexMeasure(view)
  const [first, ...others] = chosen
  if (!first) {
    const name = categories.find(({ id }) => id === category)?.name ?? ''
    return mean ? t('indexNone', { category: name, mean: indexText(measure, mean, said) }) : t('indexNothing')
  }
  if (others.length > 0) {
    const inOrder = chosen.toSorted((left, right) => measured(measure, right) - measured(measure, left))
    const [high, low] = [inOrder[0] ?? first, inOrder.at(-1) ?? first]
    const isSame = indexShort(measure, high, said) === indexShort(measure, low, said)
    const told = { high: high.name, most: indexText(measure, high, said), low: low.name, least: indexShort(measure, low, said) }
    return isSame ? t('indexSame', told) : t('indexMany', told)
  }
  const told = { name: first.name, points: indexText(measure, first, said) }
  if (!mean) return t('indexAlone', told)
  const by = measured(measure, first) - measured(measure, mean)
  const text = one(Math.abs(by), said)
  if (!/[1-9]/.test(text)) return t('indexEqual', told)
  return t(by > 0 ? 'indexAbove' : 'indexBelow', { ...told, by: measure.unit === 'points' ? text : t('sharePoints', { points: text }) })
}

/** Points of each dimension: those are the groups, institutions and category the series. */
export function dimensionsGrid(view: PublicResultsView, said: Said): Grid {
  const counted = view.dimensions.filter(({ max }) => max > 0)
  const of = [...view.chosen.map((each) => each.dimensions), ...(view.mean ? [view.mean.dimensions] : [])]
  return {
    series: seriesOf(view, said),
    groups: counted.map(({ id, name }) => ({ id, label: name })),
    cells: of.map((dimensions) => counted.map(({ id }) => pointsCell(dimensions.find((each) => each.id === id)?.points, said))),
    most: Math.max(1, ...counted.map(({ max }) => max)),
    limits: counted.map(({ max }) => ({
      value: max,
      text: said.t('ofMost', { most: figureText(max, Number.isInteger(max) ? 0 : 1, said.language) }),
    })),
  }
}

export function dimensionFinding({ chosen }: PublicResultsView, said: Said): string {
  const [first, ...others] = chosen
  if (!first) return said.t('dimensionTitle')
  if (others.length > 0) return said.t('dimensionMany')
  const best = first.dimensions.toSorted((left, right) => right.points / right.max - left.points / left.max)[0]
  if (!best) return said.t('dimensionTitle')
  return said.t('dimensionBest', {
    name: first.name,
    best: best.name,
    share: percentText((best.points / best.max) * 100, 0, said.language),
  })
}

/** A column's figures: of each institution, and of the category where it is told. */
export function columnGrid(view: PublicResultsView, column: ShownColumn, said: Said): Grid {
  const series = seriesOf(view, said, said.t(column.isSum ? 'sum' : 'mean'))
  const figures = columnFigures(view, column)
  const decimals = decimalsOf(figures)
  const most =
    unitOf(column) === '%' ? Math.max(100, ...figures.map((each) => each ?? 0)) : Math.max(1, ...figures.map((each) => each ?? 0))
  return figureGrid(
    series,
    column.name,
    figures.map((each) => columnCell(column, each, decimals, said)),
    most,
  )
}

/** The same with figures alone, where what they are counted in is said above and a name has no room beside it. */
export const brief = (grid: Grid): Grid => ({
  ...grid,
  cells: grid.cells.map((cells) => cells.map((cell) => ({ ...cell, text: cell.value === null ? cell.text : cell.short }))),
})

/** The same as one series of them all: each bar has its name below it. */
export const namedBars = ({ series, groups, cells, most }: Grid): Grid => ({
  series: groups.slice(0, 1).map(({ id, label }) => ({ id, label, tone: 0 })),
  groups: series,
  cells: [cells.flatMap(([cell]) => cell ?? [])],
  most,
  groupTones: series.map(({ tone }) => tone),
})

/** The figures of a column as a table, as they are told. */
export const columnTable = (view: PublicResultsView, column: ShownColumn, said: Said): Rows =>
  tableOf(columnGrid(view, column, said), {
    first: said.t('institution'),
    unit: unitOf(column),
    decimals: decimalsOf(columnFigures(view, column)),
  })

/** Phases that somebody named, in the order of the configuration; initiatives of each institution that reached them. */
export function phasesGrid({ chosen }: PublicResultsView, said: Said): Grid {
  const groups = (chosen[0]?.phases ?? []).map(({ id, name }) => ({ id, label: name }))
  const cells = chosen.map(({ initiatives, phases }) =>
    groups.map(({ id }): Cell => {
      const count = phases.find((each) => each.id === id)?.count
      if (count === undefined || initiatives === null) return nothing(said)
      return { value: count, text: said.t('initiativesOf', { n: count }), short: figureText(count, 0, said.language) }
    }),
  )
  return {
    ...{ series: chosen.map(({ id, name }, tone) => ({ id, label: name, tone })), groups, cells },
    most: Math.max(1, ...cells.flat().map(({ value }) => value ?? 0)),
  }
}

/** Which phase most initiatives of the one that is shown reached; of several what is drawn. */
export function phasesFinding({ chosen }: PublicResultsView, { t }: Said): string {
  const [first, ...others] = chosen
  if (!first || others.length > 0) return t('phasesMany')
  const best = first.phases.toSorted((left, right) => right.count - left.count)[0]
  if (!best || best.count === 0) return t('phasesNone', { name: first.name })
  return t('phasesBest', { name: first.name, phase: best.name, reached: t('initiativesOf', { n: best.count }) })
}

/** Measurements in which any of the chosen ones has a result, in the order of the years. */
function labelsOf(chosen: readonly PublicInstitution[]): readonly Named[] {
  let left = chosen.map(({ evolution }) => evolution.map(({ label }) => label))
  const labels: string[] = []
  for (;;) {
    const heads = left.flatMap(([head]) => head ?? [])
    // Each has some of them, all in one order: first stands what stands before nothing else anywhere.
    const next = heads.find((head) => left.every((each) => each.indexOf(head) < 1)) ?? heads[0]
    if (next === undefined) return labels.map((label) => ({ id: label, label }))
    labels.push(next)
    left = left.map((each) => each.filter((label) => label !== next))
  }
}

export function evolutionGrid(view: PublicResultsView, said: Said): Grid {
  const { chosen } = view
  const groups = labelsOf(chosen)
  const measure = evolutionMeasure(view)
  return {
    series: chosen.map(({ id, name }, tone) => ({ id, label: name, tone })),
    groups,
    cells: chosen.map(({ evolution }) =>
      groups.map(({ label }): Cell => {
        const step = evolution.find((each) => each.label === label)
        if (!step) return nothing(said)
        return { ...indexCell(measure, step, said), ...(step.declared !== undefined && { apart: true }) }
      }),
    ),
    most: measure.to,
  }
}

export function evolutionFinding(view: PublicResultsView, said: Said): string {
  const { t } = said
  const [first, ...others] = view.chosen
  if (!first) return t('evolutionTitle')
  if (others.length > 0) return t('evolutionMany')
  const measure = evolutionMeasure(view)
  const steps = partsOf(first.evolution, isDeclared).at(-1) ?? []
  const [from, to] = [steps[0], steps.at(-1)]
  if (!from || !to || steps.length < 2)
    return t(steps[0]?.declared === undefined ? 'evolutionOne' : 'evolutionApart', { name: first.name, to: to?.label ?? '' })
  const by = measured(measure, to) - measured(measure, from)
  const text = one(Math.abs(by), said)
  const apart = t(measure.unit === 'points' ? 'points' : 'sharePoints', { points: text })
  const told = { name: first.name, by: apart, from: from.label, to: to.label }
  if (!/[1-9]/.test(text)) return t('evolutionSame', told)
  return t(by > 0 ? 'evolutionUp' : 'evolutionDown', told)
}

/** Why years are not compared, one sentence for each declared break. */
export const evolutionNotices = ({ chosen }: PublicResultsView, { t }: Said): readonly string[] => [
  ...new Set(
    chosen.flatMap(({ evolution }) =>
      evolution.flatMap(({ label, declared }) => (declared === undefined ? [] : [t('evolutionBreak', { label, why: declared })])),
    ),
  ),
]

/** The same without the names of its series, where the legend has them and a panel has no room. */
export const unnamed = (grid: Grid): Grid => ({
  ...grid,
  series: grid.series.map((each) => ({ ...each, label: '' })),
  groups: grid.groups.length === 1 ? grid.groups.map((each) => ({ ...each, label: '' })) : grid.groups,
})

/** The figures of a grid as a table: a line for each institution and their category. */
export const tableOf = (grid: Grid, heads: { readonly first: string; readonly unit: string; readonly decimals: number }): Rows => ({
  columns: [
    { key: 'name', label: heads.first, unit: '', decimals: null },
    ...grid.groups.map(({ id, label }) => ({ key: `of-${id}`, label, unit: heads.unit, decimals: heads.decimals })),
  ],
  rows: grid.series.map(({ label }, line) => ({
    name: label,
    ...Object.fromEntries(grid.groups.map(({ id }, column) => [`of-${id}`, grid.cells[line]?.[column]?.value ?? null])),
  })),
})
