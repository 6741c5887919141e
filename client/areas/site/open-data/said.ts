import type { OpenFilter } from '#shared/open-data/filter.ts'
import { figureText, percentText } from '#client/features/figures/figures.ts'
import type { Cell } from '#client/areas/site/charts/marks/grid.ts'
import type { Language } from '#client/i18n/language.ts'
import { translate } from '#client/i18n/text.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from './charts/chart-strings.es.ts'
import { openChartsText } from './charts/chart-text.ts'
import { groupText, listText } from './chosen-text.ts'

/** How figures of open data are said in a language: one decimal on the page, whatever files hold. */
export interface Said {
  readonly t: Translate<typeof es>
  readonly language: Language
  one(value: number): string
  share(value: number): string
  /** The most that can be had: whole where it is. */
  most(value: number): string
  /** `2022, 2023 y 2024`, the same letters on every machine. */
  list(items: readonly (string | number)[]): string
  /** Of whom the figures are. */
  group(filter: OpenFilter): string
  points(value: number | null): Cell
  percent(value: number | null): Cell
  count(value: number, text: string): Cell
}

const made = new Map<Language, Said>()

export function saidIn(language: Language): Said {
  const known = made.get(language)
  if (known) return known
  const said = makeSaid(language)
  made.set(language, said)
  return said
}

function makeSaid(language: Language): Said {
  const t = translate(openChartsText, language)
  const one = (value: number): string => figureText(value, 1, language)
  const share = (value: number): string => percentText(value, 1, language)
  const none = (): Cell => ({ value: null, text: t('noFigure'), short: '–' })
  return {
    t,
    language,
    one,
    share,
    most: (value) => figureText(value, Number.isInteger(value) ? 0 : 1, language),
    list: (items) => listText(items, language),
    group: (filter) => groupText(filter, language),
    points: (value) => (value === null ? none() : { value, text: t('pointsText', { value: one(value) }), short: one(value) }),
    percent: (value) => (value === null ? none() : { value, text: share(value), short: share(value) }),
    count: (value, text) => ({ value, text, short: figureText(value, 0, language) }),
  }
}
