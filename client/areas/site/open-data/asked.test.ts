import { expect, test } from 'vitest'
import { fileHref } from './addresses.ts'
import { callOf } from './asked.ts'

test('[CH8] a call and a file say the whole filter, and a file without one holds everything', () => {
  const filter = { years: [2022, 2024], category: null, orientation: 'Ciudadana con Foco Social' } as const
  expect(callOf('averageIndex', filter)).toBe(
    '/api/v1/publicReports/openstatistics/scoreDistribution/years/2022,2024?orientation=Ciudadana%20con%20Foco%20Social',
  )
  expect(callOf('maturityLevels', { years: [2022], category: 'Pilares', orientation: null })).toBe(
    '/api/v1/publicReports/openstatistics/maturityLevels?years=2022&category=Pilares',
  )
  expect(fileHref('maturityLevels', 'csv', 'es')).toBe('/open-data/maturityLevels.csv')
  expect(fileHref('maturityLevels', 'csv', 'en', { years: [2022], category: 'Nuevas', orientation: null })).toBe(
    '/open-data/maturityLevels.csv?years=2022&category=Nuevas&lang=en',
  )
})
