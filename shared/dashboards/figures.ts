import type { PublicResultsView, ShownColumn } from './view.ts'

/** A column's figures as they are shown: of each chosen institution, then of their category where that is told. */
export const columnFigures = ({ chosen, mean }: PublicResultsView, { id }: Pick<ShownColumn, 'id'>): readonly (number | null)[] => [
  ...chosen.map(({ figures }) => figures[id] ?? null),
  ...(mean ? [mean.figures[id] ?? null] : []),
]

/** What was added up or divided is seldom whole to the last bit. */
const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= 1e-9 * Math.max(1, Math.abs(value))
const decimalsMost = 6

/**
 * Decimals with which the figures of a column are told, in its chart, in its table and in its file alike: none where all are whole, else one,
 * and where some are less than one as many as the smallest needs for two digits (DB13).
 */
export function decimalsOf(figures: readonly (number | null)[]): number {
  const sizes = figures.flatMap((each) => (each === null || each === 0 ? [] : [Math.abs(each)]))
  if (sizes.every(isWhole)) return 0
  const smallest = Math.min(...sizes)
  return smallest >= 1 ? 1 : Math.min(decimalsMost, 1 - Math.floor(Math.log10(smallest)))
}

/** A figure as it is told with so many decimals: half away from zero. */
export function toldFigure(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const units = Math.round(Number((Math.abs(value) * scale).toPrecision(15)))
  return Math.sign(value) * Number((units / scale).toFixed(decimals)) + 0
}

/** Decimals of points and of the index. */
export const pointDecimals = 1

/** What a column's figures are counted in: their sign, or what stands around them. */
export const unitOf = ({ isPercentual, preDecoration, postDecoration }: ShownColumn): string =>
  [preDecoration, ...(isPercentual ? ['%'] : []), postDecoration].filter((part) => part !== '').join(' ')
