import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { askedResultsOf } from '#shared/dashboards/asked.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import type { SiteView } from '#shared/site/view.ts'
import { aPage } from '#client/features/site/testing/fixtures.ts'
import { marksOf } from '#client/areas/site/charts/marks/grid.ts'
import './all-pages.ts'
import { askedOf, isAnswered, isPartMissing } from './use-results.ts'
import { aPublic, aResultsView } from './fixtures.ts'
import { ResultsPages } from './results-pages.tsx'
import {
  columnGrid,
  columnTable,
  columnText,
  dimensionsGrid,
  evolutionFinding,
  evolutionGrid,
  indexFinding,
  indexGrid,
  phasesFinding,
  phasesGrid,
  saidIn,
  tableOf,
} from './said.ts'

type View = Extract<SiteView, { readonly kind: 'results' }>
const pages = ['results', 'dimensionResults', 'institutionResults'] as const
const view = (at: View['at'], data: PublicResultsView = aResultsView(), language: 'es' | 'en' = 'es'): View => {
  return { ...aPage({ language }), kind: 'results', at, data }
}
const html = (...given: Parameters<typeof view>): string => renderToString(<ResultsPages view={view(...given)} />)
const said = saidIn('es')
const none = aResultsView({
  formId: null,
  forms: [],
  categories: [],
  category: null,
  institutions: [],
  chosen: [],
  mean: null,
  general: [],
})

test.each(pages)(
  '[DB10] %s reads without a script: one heading, no level skipped, no inline style, and a form that the browser sends',
  (at) => {
    for (const data of [aResultsView(), aResultsView({ chosen: [] }), none]) {
      const text = html(at, data)
      expect(text).not.toMatch(/\sstyle=/)
      const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
      expect(levels.filter((level) => level === 1)).toEqual([1])
      expect(levels.flatMap((level, index) => (level > (levels[index - 1] ?? 0) + 1 ? [levels.slice(0, index + 1)] : []))).toEqual([])
    }
    expect(html(at)).toMatch(/<form [^>]*method="get"/)
    expect(html(at)).toContain('name="i3"')
    expect(html(at)).not.toContain('name="i4"')
  },
)

test.each(pages)('[DB10] %s of a form that is not public says so, shows no figure, and leads to those that are', (at) => {
  const gone = { ...none, forms: [{ id: 'f1', name: 'Índice 2024' }] }
  const text = html(at, gone)
  expect(text).toContain('Estos resultados no están publicados')
  expect(text).toContain('?form=f1"')
  expect(text).not.toMatch(/<figure|<form|Todavía no hay/)
  expect(html(at, gone, 'en')).toContain('href="/en/results')
})

test('[DB10] each view keeps what was chosen in its links, and its data are taken away by address', () => {
  const text = html('institutionResults')
  const query = '?form=f1&amp;category=Pilares&amp;institutions=norte,sur'
  for (const path of ['/results', '/results/dimensions', '/results/institutions']) expect(text).toContain(`href="${path}${query}"`)
  expect(text).toContain(`/api/v1/publicReports/byInstitution/institution/export${query}&amp;format=csv&amp;lang=es`)
  expect(html('results', aResultsView(), 'en')).toContain(`href="/en/results${query}"`)
})

test('[DB9] where the mean is not told, that is said and no bar stands for it', () => {
  const few = aResultsView({ mean: null })
  expect(html('results', few)).toContain('se oculta porque hay menos de tres instituciones con resultados publicados')
  expect(marksOf(indexGrid(few, said)).map(({ series }) => series)).toEqual(['Servicio norte', 'Servicio sur'])
  expect(marksOf(indexGrid(aResultsView(), said)).map(({ series, value }) => [series, value])).toEqual([
    ['Servicio norte', '60,0 puntos'],
    ['Servicio sur', '50,0 puntos'],
    ['Media de la categoría', '52,5 puntos'],
  ])
})

test('[DB7] a figure stands with its decoration and its sign, and what is missing is said', () => {
  const [percent, sum] = aResultsView().general
  expect(percent && columnText(percent, 12.34, 1, said)).toBe('12,3\u00a0%')
  expect(sum && columnText(sum, 12, 0, said)).toBe('≈\u00a012')
  expect(sum && columnText(sum, null, 0, said)).toBe('Sin dato')
  expect(sum && columnGrid(aResultsView(), sum, said).series.map(({ label }) => label)).toContain('Total de la categoría')
})

test('[DB12] what a chart says is what its figures come to', () => {
  const alone = (points: number) => aResultsView({ chosen: [aPublic('norte', points)] })
  expect(indexFinding(alone(60), said)).toBe('Servicio norte obtuvo 60,0 puntos, 7,5 más que la media de su categoría')
  expect(indexFinding(alone(50), said)).toBe('Servicio norte obtuvo 50,0 puntos, 2,5 menos que la media de su categoría')
  expect(indexFinding(alone(52.5), said)).toBe('Servicio norte obtuvo 52,5 puntos, lo mismo que la media de su categoría')
  expect(indexFinding(aResultsView(), said)).toBe('Servicio norte obtuvo el índice más alto, 60,0 puntos; Servicio sur, el más bajo, 50,0')
  expect(indexFinding(aResultsView({ chosen: [] }), said)).toBe('La media de la categoría Pilares es de 52,5 puntos')
  expect(evolutionFinding(alone(60), said)).toBe('Servicio norte subió 4,0 puntos entre 2023 y 2024')
})

test('[DB12] the years of an evolution stand in their order, whichever of them each institution has', () => {
  const measured = (id: string, ...labels: string[]) => ({
    ...aPublic(id, 50),
    evolution: labels.map((label) => ({ label, points: 50, max: 100 })),
  })
  const order = (...chosen: ReturnType<typeof measured>[]) => evolutionGrid(aResultsView({ chosen }), said).groups.map(({ label }) => label)
  expect(order(measured('norte', '2022', '2024'), measured('sur', '2023', '2024'))).toEqual(['2022', '2023', '2024'])
  expect(order(measured('norte', '2024'), measured('sur', '2022', '2023', '2024'))).toEqual(['2022', '2023', '2024'])
})

test('[DB13] the table beside a chart has the very figures of the drawing', () => {
  const grid = dimensionsGrid(aResultsView(), said)
  expect(tableOf(grid, { first: 'Institución', unit: '', decimals: 1 }).rows).toEqual([
    { name: 'Servicio norte', 'of-d1': 12, 'of-d2': 24 },
    { name: 'Servicio sur', 'of-d1': 10, 'of-d2': 20 },
    { name: 'Media de la categoría', 'of-d1': 10.5, 'of-d2': 21 },
  ])
  const one = indexGrid(aResultsView(), said)
  expect(tableOf(one, { first: 'Institución', unit: '', decimals: 1 }).rows).toEqual([
    { name: 'Servicio norte', 'of-figure': 60 },
    { name: 'Servicio sur', 'of-figure': 50 },
    { name: 'Media de la categoría', 'of-figure': 52.5 },
  ])
})

test('[DB16] years of another worth are shares of what was possible, in the sentence, the scale, the axis, the chart and its table', () => {
  const evolution = [
    { label: '2023', points: 67.6, max: 80 },
    { label: '2024', points: 85.6, max: 100, broken: 'max' as const },
  ]
  const view = aResultsView({ chosen: [aPublic('norte', 85.6, { evolution })], mean: null })
  expect(evolutionFinding(view, said)).toBe('Servicio norte subió 1,1 puntos porcentuales entre 2023 y 2024')
  const grid = evolutionGrid(view, said)
  expect([grid.most, grid.cells[0]?.map(({ text }) => text)]).toEqual([100, ['84,5\u00a0% de lo posible', '85,6\u00a0% de lo posible']])
  const text = html('institutionResults', view)
  expect(text).toContain('Índice de cada medición, en porcentaje de lo posible, de 0 a 100 %, porque cambió el máximo.')
  expect(text).not.toMatch(/67,6|0 a 100 puntos/)
  // With the same maximum and another rule points are no points of the same scale, either.
  const ruled = [
    { ...evolution[0], label: '2023', points: 84.5, max: 100 },
    { label: '2024', points: 85.6, max: 100, broken: 'rule' as const },
  ]
  const other = aResultsView({ chosen: [aPublic('norte', 85.6, { evolution: ruled })], mean: null })
  expect(evolutionFinding(other, said)).toContain('1,1 puntos porcentuales')
  expect(html('institutionResults', other)).toContain('porque cambió la regla de puntaje.')
})

test('[DB16] the scale of an index ends where its form does', () => {
  const evolution = [{ label: '2024', points: 67.6, max: 80 }]
  const view = aResultsView({ chosen: [aPublic('norte', 67.6, { max: 80, evolution })], mean: null })
  expect(indexFinding(view, said)).toBe('Servicio norte obtuvo 67,6 puntos')
  expect([indexGrid(view, said).most, evolutionGrid(view, said).most]).toEqual([80, 80])
  for (const at of ['results', 'institutionResults'] as const) {
    expect(html(at, view), at).toContain('de 0 a 80 puntos')
    expect(html(at, view), at).not.toContain('0 a 100')
  }
})

test('[DB16] over a declared break no line is drawn, nothing is compared, and readers see the reason', () => {
  const years = (...declared: (string | undefined)[]) =>
    declared.map((why, at) => ({ label: String(2022 + at), points: 50 + at, max: 100, ...(why !== undefined && { declared: why }) }))
  const why = 'Las preguntas se renovaron.'
  const of = (...declared: (string | undefined)[]) =>
    aResultsView({ chosen: [aPublic('norte', 50, { evolution: years(...declared) })], mean: null })
  const lines = (view: PublicResultsView): number =>
    [...html('institutionResults', view).matchAll(/<polyline[^>]* points="[^"]* [^"]*"/g)].length
  expect([lines(of(undefined, undefined, undefined)), lines(of(undefined, undefined, why))]).toEqual([1, 1])
  expect([lines(of(undefined, why)), lines(of(undefined, why, undefined, undefined))]).toEqual([0, 1])
  expect(evolutionFinding(of(undefined, why), said)).toBe('El índice de Servicio norte en 2023 no se compara con los anteriores')
  expect(evolutionFinding(of(undefined, why, undefined), said)).toBe('Servicio norte subió 1,0 puntos entre 2023 y 2024')
  expect(html('institutionResults', of(undefined, why))).toContain(`2023 no se compara con las mediciones anteriores: ${why}`)
})

test('[DB13] every figure of a column has the same decimals, in its chart as in its table', () => {
  const [, sum] = aResultsView().general
  if (!sum) throw new Error('there is a second column')
  const of = (...figures: readonly number[]): PublicResultsView =>
    aResultsView({
      chosen: figures.slice(1).map((figure, at) => aPublic(String(at), 50, { figures: { [sum.id]: figure } })),
      mean: { points: 50, max: 100, dimensions: [], figures: { [sum.id]: figures[0] ?? null } },
    })
  const shorts = (view: PublicResultsView) => columnGrid(view, sum, said).cells.map(([cell]) => cell?.text)
  expect(shorts(of(36, 12, 24))).toEqual(['≈\u00a012', '≈\u00a024', '≈\u00a036'])
  expect(shorts(of(13.333, 12))).toEqual(['≈\u00a012,0', '≈\u00a013,3'])
  expect(shorts(of(0.2, 0.031))).toEqual(['≈\u00a00,031', '≈\u00a00,200'])
  for (const [view, decimals] of [[of(36, 12, 24), 0] as const, [of(0.2, 0.031), 3] as const])
    expect(columnTable(view, sum, said).columns.map((each) => [each.unit, each.decimals])).toEqual([
      ['', null],
      ['≈', decimals],
    ])
})

test('[DB12] phases are a chart like any other: what it found, and every figure of it', () => {
  const view = aResultsView()
  expect(phasesFinding(view, said)).toBe('Iniciativas de las instituciones elegidas en cada fase')
  expect(phasesFinding(aResultsView({ chosen: [aPublic('norte', 60)] }), said)).toBe(
    'La fase más frecuente en Servicio norte es Piloto: 2 iniciativas',
  )
  expect(marksOf(phasesGrid(view, said)).map(({ series, label, value }) => [series, label, value])).toEqual([
    ['Servicio norte', 'Piloto', '2 iniciativas'],
    ['Servicio norte', 'Evaluación', '0 iniciativas'],
    ['Servicio sur', 'Piloto', '2 iniciativas'],
    ['Servicio sur', 'Evaluación', '0 iniciativas'],
  ])
  const text = html('institutionResults')
  expect([...text.matchAll(/<figure/g)]).toHaveLength(2)
  expect([...html('results').matchAll(/<figure/g)]).toHaveLength(3)
})

test('[DB10] whether a part of what an address asks for is not shown', () => {
  const shown = askedOf(aResultsView())
  const missing = (query: string) => isPartMissing(askedResultsOf(new URLSearchParams(query)), shown)
  for (const query of ['', 'institutions=norte,sur', 'institutions=sur', 'category=Pilares&i1=norte'])
    expect(missing(query), query).toBe(false)
  for (const query of ['institutions=gone', 'institutions=norte,gone', 'category=gone']) expect(missing(query), query).toBe(true)
})

test('[DB14] whether an address is answered by what is shown', () => {
  const shown = askedOf(aResultsView())
  const asked = (query: string) => isAnswered(askedResultsOf(new URLSearchParams(query)), shown)
  expect([asked('institutions=norte,sur'), asked('form=f1&category=Pilares&i1=norte&i2=sur')]).toEqual([true, true])
  for (const other of ['', 'institutions=norte', 'institutions=sur,norte', 'form=f0&institutions=norte,sur', 'category=x'])
    expect(asked(other), other).toBe(false)
})

test('[DB17] the source of a chart says version and day; a copy of a device of before, which has none, the form alone', () => {
  expect(html('results')).toContain('resultados publicados de Índice 2024, versión 2, 14 mar 2026')
  expect(html('results', aResultsView({ edition: undefined }))).toContain('resultados publicados de Índice 2024')
})
