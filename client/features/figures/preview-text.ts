import { decimalsOf } from '#shared/dashboards/figures.ts'
import type { Column } from '#shared/dashboards/model.ts'
import { figureText, percentText } from './figures.ts'
import type { Language } from '#client/i18n/language.ts'

type Decorated = Pick<Column, 'preDecoration' | 'postDecoration' | 'isPercentual'>

/** A figure of a column with what stands around it, `$ 12,5 M`; of a percentage with its sign. */
export function decoratedText(
  { preDecoration, postDecoration, isPercentual }: Decorated,
  value: number,
  decimals: number,
  language: Language,
): string {
  const figure = isPercentual ? percentText(value, decimals, language) : figureText(value, decimals, language)
  return [preDecoration, figure, postDecoration].filter((part) => part !== '').join('\u00a0')
}

/** How visitors read the figures of a column, with the decimals that all of them have there (DB13). */
export function previewText(column: Decorated, figures: readonly (number | null)[], language: Language): (value: number) => string {
  const decimals = decimalsOf(figures)
  return (value) => decoratedText(column, value, decimals, language)
}
