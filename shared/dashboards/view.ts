import type { FormerFigure } from '../results/comparing.ts'
import type { ChartType } from './model.ts'

/** A figure of a column, worked out and decorated by whoever shows it. */
export interface ShownColumn {
  /** By which its figures are found: of one form alone. */
  readonly id: string
  readonly name: string
  readonly subtitle: string
  readonly preDecoration: string
  readonly postDecoration: string
  /** Its figures are percents already. */
  readonly isPercentual: boolean
  readonly isBouble: boolean
  readonly chartType: ChartType | null
  /** What stands beside it for the category is added up; a mean otherwise. */
  readonly isSum: boolean
}
/** A final result among those of other years. */
export interface EvolutionStep extends FormerFigure {
  readonly label: string
  /** Why nothing before it is compared with it, as an administrator declared; absent where nobody did. */
  readonly declared?: string | undefined
}
/** One institution's published final result in one form. Null: it has none, or what it is made of is missing. */
export interface PublicInstitution {
  readonly id: string
  readonly name: string
  readonly points: number
  /** Most points that could be obtained. */
  readonly max: number
  readonly maturity: string
  /** How many people work in it. */
  readonly workers: number | null
  readonly dimensions: readonly { readonly id: string; readonly name: string; readonly points: number; readonly max: number }[]
  /** By column. */
  readonly figures: Readonly<Record<string, number | null>>
  readonly initiatives: number | null
  readonly phases: readonly { readonly id: string; readonly name: string; readonly count: number }[]
  /** Its final results of the forms that are shown beside this one, the oldest first, this one the last. */
  readonly evolution: readonly EvolutionStep[]
}

/** What the pages of interactive results are drawn from. Only institutions of one category stand beside each other. */
export interface PublicResultsView {
  readonly forms: readonly { readonly id: string; readonly name: string }[]
  /** Null: nothing is public, or what was asked for is not; `forms` are those that are. */
  readonly formId: string | null
  /** The highest version among the results of the category, and the day on which one of them was published last, in words; null: none is shown. */
  readonly edition?: { readonly version: number; readonly day: string } | null | undefined
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  readonly category: string | null
  /** Of the category, to choose from. */
  readonly institutions: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: readonly PublicInstitution[]
  /** Dimensions of the form; of one that is there for reference most is 0, and nobody has points of it. */
  readonly dimensions: readonly { readonly id: string; readonly name: string; readonly max: number }[]
  /** Means of the category, itself included; null under three institutions, and so is a figure that fewer than three have. */
  readonly mean: Pick<PublicInstitution, 'points' | 'max' | 'dimensions' | 'figures'> | null
  readonly general: readonly ShownColumn[]
  readonly byDimension: readonly (ShownColumn & { readonly dimensionId: string })[]
  /** Icons of phases and of initiatives as data addresses, by phase's id; those of initiatives under `initiatives`. */
  readonly icons: Readonly<Record<string, string>>
}
