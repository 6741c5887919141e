import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { filterOf, missingYears, namesNoYear } from '#shared/open-data/filter.ts'
import type { OpenDataset } from '#shared/open-data/model.ts'
import type { OpenDataView } from '#shared/open-data/view.ts'
import { dayText } from '#shared/kernel/moment-words.ts'
import { openSetOf } from '#shared/open-data/statistics.ts'
import { sitePaths } from '#shared/site/paths.ts'
import type { SiteLanguage } from '#shared/site/model.ts'
import { en as charts } from '#client/areas/site/charts/strings.en.ts'
import { AddressLanguage } from '#client/i18n/language.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { en as ui } from '#client/ui/strings.en.ts'
import { setsOfPage } from './asked.ts'
import type { OpenPage } from './asked.ts'
import { aDataset } from './fixtures.ts'
import './charts/all-charts.ts'
import { OpenDataPage } from './open-data-page.tsx'
import { chartEn as openCharts } from './charts/chart-strings.en.ts'
import { en } from './strings.en.ts'

defineEnglish({ charts, ui, openCharts, openData: en })
const since = '2026-11-20T12:00:00.000Z'
const pages = Object.keys(setsOfPage) as readonly OpenPage[]

interface Asked {
  readonly dataset: OpenDataset
  readonly years: readonly number[]
  readonly query?: { readonly years?: string; readonly category?: string }
  readonly language?: SiteLanguage
  readonly published?: boolean
}

/** A page as the server draws it. */
function page(at: OpenPage, { dataset, years, query = {}, language = 'es', published = true }: Asked): string {
  const filter = filterOf(query, years)
  const data: OpenDataView = {
    report: published
      ? { id: 'r1', title: 'Estadísticas 2024', description: 'Cifras inventadas.', at: since, day: dayText(since, language, 'short') }
      : null,
    filter,
    years,
    missing: missingYears(query, years),
    sets:
      namesNoYear(query, years) && at !== 'openData'
        ? {}
        : Object.fromEntries(setsOfPage[at].map((set) => [set, openSetOf(set, dataset, filter)])),
  }
  const frame = {
    path: sitePaths[at].path,
    query: '',
    origin: 'http://localhost',
    title: '',
    description: '',
    edition: 1,
    editionDay: '2026-11-20',
  }
  const nobody = { header: null, footer: null, openDataHref: null, files: {}, preview: false } as const
  return renderToString(
    <AddressLanguage value={language}>
      <OpenDataPage view={{ kind: 'openData', at, language, data, ...frame, ...nobody }} />
    </AddressLanguage>,
  )
}
const three = aDataset([2022, 2023, 2024])
const cases: Readonly<Record<string, Asked>> = {
  'three years': { dataset: three, years: [2022, 2023, 2024], query: { years: '2022,2023,2024' } },
  'one year in English': { dataset: three, years: [2022, 2023, 2024], language: 'en' },
  'a category': { dataset: three, years: [2022, 2023, 2024], query: { years: '2024', category: 'Nuevas' } },
  'eight years': {
    dataset: aDataset([2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024]),
    years: [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024],
    query: { years: '2017,2018,2019,2020,2021,2022,2023,2024' },
  },
  'a year of two institutions': { dataset: aDataset([2024], { institutions: 2, initiatives: 3 }), years: [2024] },
  'a year without any': { dataset: { institutions: [], initiatives: [] }, years: [2022] },
}

for (const [name, asked] of Object.entries(cases))
  test(`[CH3] [CH6] every page is whole and needs no style of its own: ${name}`, () => {
    for (const at of pages) {
      const html = page(at, asked)
      expect(html, at).not.toMatch(/ style=|NaN|undefined|Infinity|\{\{|>null</)
      // A part that failed would be left for the browser to draw.
      expect(html, at).not.toContain('<!--$!-->')
      expect([...html.matchAll(/<h1/g)], at).toHaveLength(1)
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
      expect(new Set(ids).size, at).toBe(ids.length)
    }
  })

test('[CH6] the landing leads to four pages, tells of the index, and of nothing while nothing is published', () => {
  const html = page('openData', { dataset: three, years: [2022, 2023, 2024], query: { years: '2022,2023,2024' } })
  for (const at of pages.slice(1)) expect(html).toContain(`href="${sitePaths[at].path}"`)
  expect(html).toMatch(/El índice promedió \d+,\d puntos en 2024/)
  const none = page('openData', { dataset: three, years: [], published: false })
  expect(none).toContain('Todavía no hay datos publicados')
  expect(none).not.toContain('<figure')
  const english = page('openData', { dataset: three, years: [2022], language: 'en' })
  expect(english).toContain(`href="/en${sitePaths.capacities.path}"`)
})

test('[CH7] a year that is not part of a measurement says so in each chart of it, with the specification’s words', () => {
  const html = page('descriptiveStats', { dataset: three, years: [2022, 2023, 2024, 2025], query: { years: '2024,2025' } })
  const notices = html.match(/Para el año seleccionado \(2025\) no existen datos, porque no forma parte de ese ciclo de medición\./g)
  expect(notices).toHaveLength(5)
})

test('[CH7] years that an address names and that there are not are said once, beside what is shown in their place', () => {
  const at = (years: string, language: SiteLanguage = 'es'): string =>
    page('capacities', { dataset: three, years: [2022, 2023, 2024], query: { years }, language })
  expect(at('2019')).toContain('Para el año seleccionado (2019) no existen datos, porque no forma parte de ese ciclo de medición.')
  expect(at('2019,2022')).toContain('2022 · todas las instituciones')
  expect(at('2030,2024,2019')).toContain('Para los años seleccionados (2019 y 2030) no existen datos')
  expect(at('2030,2024', 'en')).toMatch(/\(2030\)/)
  for (const junk of ['', '2024', 'x', '22', '20190']) expect(at(junk)).not.toContain('no existen datos')
})

test('[CH3] the source of a chart says the day on which its report was published', () => {
  const html = (language: SiteLanguage): string => page('descriptiveStats', { dataset: three, years: [2022, 2023, 2024], language })
  expect(html('es')).toContain('Fuente: Estadísticas 2024, publicado el 20 nov 2026. Índice de Innovación Pública')
  expect(html('en')).toContain('Source: Estadísticas 2024, published on 20 Nov 2026. Public Innovation Index')
})

test('[CH3] every chart has its table and its two files, as shown and whole', () => {
  const many = aDataset([2022, 2023, 2024], { institutions: 150, initiatives: 600 })
  const html = page('initiatives', { dataset: many, years: [2022, 2023, 2024], query: { years: '2023,2024', category: 'Pilares' } })
  expect(html.match(/<figure /g)).toHaveLength(4)
  expect(html.match(/<caption/g)).toHaveLength(4)
  expect(html).toContain('href="/open-data/scopeChange.csv?years=2023,2024&amp;category=Pilares"')
  expect(html).toContain('href="/open-data/scopeChange.csv"')
})

test('[OD12] of a year that there is not no figure is shown, whichever page: it says so, and which years there are', () => {
  for (const at of pages.filter((each) => each !== 'openData')) {
    const html = page(at, { dataset: three, years: [2022, 2023, 2024], query: { years: '2019' } })
    expect(html, at).toContain('No hay datos publicados de 2019')
    expect(html, at).toContain('2022, 2023 y 2024')
    expect(html, at).not.toMatch(/<figure|<table| checked=""/)
  }
})

test('[OD14] the reason of a break stands beside each chart of its sets, and the change across it is said to be none', () => {
  const reason = { es: 'Se renovaron las preguntas.', en: 'The questions were renewed.' }
  const dataset: OpenDataset = { ...three, breaks: [{ year: 2024, sets: ['averageIndex', 'maturityLevels'], reason }] }
  const html = page('descriptiveStats', { dataset, years: [2022, 2023, 2024], query: { years: '2023,2024' } })
  const sentence = '2024 no se compara con las mediciones anteriores: Se renovaron las preguntas.'
  expect(html.split(`>${sentence}</span>`)).toHaveLength(3)
  expect(html).toContain('>no se compara</span>')
  expect(html).toMatch(/El índice promedió \d+,\d puntos en 2024; no se compara con la medición anterior/)
  const english = page('openData', { dataset, years: [2022, 2023, 2024], query: { years: '2024' }, language: 'en' })
  expect(english).toContain('2024 is not compared with earlier measurements: The questions were renewed.')
})
