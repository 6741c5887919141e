import { expect, test } from 'vitest'
import { askedFilterIn, filterOf, missingYears, namesNoYear, queryOf } from './filter.ts'

const asked = (query: string) => askedFilterIn(new URLSearchParams(query))
const years = [2022, 2023, 2024]

test('[CH8] an address names its years in one field or in several, as a form without a script does', () => {
  for (const query of ['years=2022,2024', 'years=2022&years=2024&category=&orientation=', 'years=2024,2022'])
    expect(filterOf(asked(query), years)).toEqual({ years: [2022, 2024], category: null, orientation: null })
  expect(filterOf(asked('category=Pilares'), years)).toEqual({ years: [2022], category: 'Pilares', orientation: null })
})

/** The one query of what an address asks for. */
const canonical = (query: string): string => queryOf(filterOf(asked(query), years), years, missingYears(asked(query), years))

test('[OD12] an address that names only years that there are not means no other year; one that names none, or junk, does', () => {
  const found = ['years=1999', 'years=1999,2030', `years=1999,${years[0]}`, 'years=x', '', 'category=Nuevas'].map((query) =>
    namesNoYear(asked(query), years),
  )
  expect(found).toEqual([true, true, false, false, false, false])
})

test('[OD12] years that an address names and that there are not stay in it, in one order, and are few', () => {
  expect(canonical('years=2019')).toBe('?years=2019')
  expect(canonical('years=2022,2019,2019')).toBe('?years=2019')
  expect(canonical('years=2030&years=2024&years=2019&category=Pilares')).toBe('?years=2019,2024,2030&category=Pilares')
  expect(canonical(`years=${Array.from({ length: 40 }, (_, at) => 1900 + at).join(',')}`)).toBe('?years=1900,1901,1902,1903,1904')
  for (const none of ['', 'years=', 'years=2022', 'years=x', 'years=22,0x7e7', 'years=20190']) expect(canonical(none), none).toBe('')
  for (const query of ['years=2019', 'years=2030,2024', 'years=2019&category=Nuevas', 'years=2023,2024'])
    expect(canonical(canonical(query).slice(1)), query).toBe(canonical(query))
})
