import { expect, test } from 'vitest'
import { openSetOf } from '#shared/open-data/statistics.ts'
import type { openSetNames } from '#shared/open-data/model.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { aDataset } from './fixtures.ts'
import { saidIn } from './said.ts'
import { countsText, noticesOf, smallNotice } from './shown-data.ts'
import { chartEn as openCharts } from './charts/chart-strings.en.ts'
import { en } from './strings.en.ts'
import { averageFinding, averageGrid } from './charts/average-figures.ts'
import { capacitiesFinding, dimensionFinding } from './charts/capacity-figures.ts'
import { levelsFinding, scoresFinding, sectorsFinding, spreadFinding } from './charts/descriptive-figures.ts'
import { directedFinding, originFinding, scopeFinding, typesFinding } from './charts/initiative-figures.ts'
import { partnersFinding, phasesFinding } from './charts/phase-figures.ts'

defineEnglish({ openCharts, openData: en })
const es = saidIn('es')
const english = saidIn('en')
const none = { catPilars: null, catCentralized: null, catNews: null, pilarsDiff: null, centralizedDiff: null, newsDiff: null }

test('[CH6] the mean of the newest year that has one is told, with what it changed by', () => {
  const of = (indexDiff: number | null) => ({
    results: [
      { year: 2025, count: 0, avgIndex: null, indexDiff: null, ...none },
      { year: 2023, count: 30, avgIndex: 39.2, indexDiff: null, ...none },
      { year: 2024, count: 37, avgIndex: 41.26, indexDiff, ...none },
    ],
  })
  expect(averageFinding(of(2.06), es)).toBe('El índice promedió 41,3 puntos en 2024: 2,1 más que en la medición anterior')
  expect(averageFinding(of(-2.06), english)).toBe('The index averaged 41.3 points in 2024: 2.1 fewer than in the previous measurement')
  expect(averageFinding(of(0.04), es)).toBe('El índice promedió 41,3 puntos en 2024, lo mismo que en la medición anterior')
  expect(averageFinding(of(null), es)).toBe('El índice promedió 41,3 puntos en 2024')
  expect(averageFinding({ results: [] }, es)).toBe('No hay promedio del índice para lo que eligió')
})

test('[OD14] over a declared break the finding compares nothing, no line is drawn and the reason stands beside', () => {
  const whole = { years: [2022, 2023, 2024], category: null, orientation: null }
  const of = (...years: number[]) => {
    const breaks = years.map((year) => ({ year, sets: ['averageIndex' as const], reason: { es: 'Se renovó.', en: 'It was renewed.' } }))
    return openSetOf('averageIndex', { ...aDataset([2022, 2023, 2024]), breaks }, whole)
  }
  const apart = (...years: number[]) => averageGrid(of(...years), es).cells[0]?.map((cell) => cell.apart === true)
  expect([apart(2023), apart(2024), apart(2022)]).toEqual([
    [false, true, false],
    [false, false, true],
    [true, false, false],
  ])
  expect(averageFinding(of(2024), es)).toMatch(/^El índice promedió \d+,\d puntos en 2024; no se compara con la medición anterior$/)
  expect(averageFinding(of(2023), english)).toMatch(/than in the previous measurement$/)
})

test('[CH6] half of the institutions obtained the median or less', () => {
  const reorder = {
    2023: { totalInstitutions: 37, median: 26.12, stddev: 20.8 },
    2024: { totalInstitutions: 2, median: null, stddev: null },
  }
  expect(scoresFinding({ results: [], reorder }, es)).toBe('Al menos la mitad de las 37 instituciones de 2023 obtuvo 26,1 puntos o menos')
  expect(scoresFinding({ results: [], reorder: {} }, english)).toBe('There are no scores to show for what you chose')
})

test('[CH6] of equals the first is told, and a sector of two leads nothing', () => {
  const levels = ['Inicial', 'Creciente', 'Madura', 'Modelo'].map((level, at) => ({ year: 2024, level, count: [18, 12, 18, 1][at] ?? 0 }))
  expect(levelsFinding({ results: [levels], totals: { 2024: 49 } }, es)).toBe('En 2024, 18 de 49 instituciones están en el nivel Inicial')
  const sector = (avgIndex: number | null, count: number) => ({ avgIndex, stdIndex: null, count })
  const result = {
    2024: {
      generalPublicServices: sector(90, 2),
      recreativeActivities: sector(null, 0),
      economicAffairs: sector(40, 5),
      health: sector(47.25, 6),
      environmentProtection: sector(10, 9),
      socialProtection: sector(30, 3),
    },
  }
  const reply = { years: [2024], publicSectors: [], result }
  expect(sectorsFinding(reply, es)).toBe('Salud es el sector con el promedio más alto de 2024: 47,3 puntos en 6 instituciones')
})

const dataset = aDataset([2022, 2023, 2024])
const filter = { years: [2022, 2023, 2024], category: null, orientation: null }
const allFindings = (of: typeof dataset, years: readonly number[], said: typeof es): readonly string[] => {
  const chosen = { ...filter, years }
  const told = <Set extends (typeof openSetNames)[number]>(set: Set) => openSetOf(set, of, chosen)
  return [
    averageFinding(told('averageIndex'), said),
    scoresFinding(told('scoreDistribution'), said),
    spreadFinding(told('classDistribution'), said),
    levelsFinding(told('maturityLevels'), said),
    sectorsFinding(told('publicSectorIndex'), said),
    dimensionFinding(told('keyCapability'), 'practicesProcesess', said),
    capacitiesFinding(told('keyCapability'), said),
    phasesFinding(told('methodologic'), said),
    ...told('methodologic').results.map((each) => partnersFinding(each, said)),
    typesFinding(told('initiativeTypes'), said),
    scopeFinding(told('scopeChange'), said),
    originFinding(told('initiativeOrigin'), said),
    directedFinding(told('directedInitiatives'), said),
  ]
}

test('[CH6] every chart has a finding in both languages, of many years, of one, and of none', () => {
  for (const said of [es, english])
    for (const [of, years] of [
      [dataset, [2022, 2023, 2024]],
      [dataset, [2023]],
      [{ institutions: [], initiatives: [] }, [2023]],
      [aDataset([2024], { institutions: 1, initiatives: 2 }), [2024]],
    ] as const)
      for (const sentence of allFindings(of, years, said)) {
        expect(sentence).not.toMatch(/\{\{|undefined|NaN|null/)
        expect(sentence.length).toBeGreaterThan(15)
      }
})

test('[CH7] a year without data has the notice of the cycle, and groups of one or two are named once', () => {
  const counts = [
    { year: 2021, count: 0 },
    { year: 2022, count: 37 },
    { year: 2023, count: 1 },
  ]
  expect(noticesOf(counts, es)).toEqual([
    'Para el año seleccionado (2021) no existen datos, porque no forma parte de ese ciclo de medición.',
  ])
  expect(noticesOf([...counts, { year: 2020, count: 0 }], english)).toEqual([
    'There are no data for the selected years (2021 and 2020) because they are not part of that measurement cycle.',
  ])
  expect(noticesOf([{ year: 2022, count: 3 }], es)).toEqual([])
  expect(countsText(counts, es)).toBe('instituciones: 37 en 2022 y 1 en 2023')
  expect(countsText(counts.slice(0, 2), english)).toBe('37 institutions in 2022')
  expect(
    smallNotice(
      [
        { name: 'Salud 2024', isHidden: true },
        { name: 'Salud 2024', isHidden: true },
        { name: 'Otro', isHidden: false },
      ],
      es,
    ),
  ).toEqual([
    'Para que no se reconozca a ninguna institución, de los grupos con menos de tres se muestra solo la cantidad, y también de los que dejarían verlos por diferencia: Salud 2024.',
  ])
})
