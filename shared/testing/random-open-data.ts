import fc from 'fast-check'
import { roundPoints } from '../forms/round-points.ts'
import { orientations } from '../institutions/model.ts'
import {
  capacities,
  capacityMax,
  directedTo,
  initiativeTypes,
  openCategories,
  origins,
  partners,
  phases,
  publicSectors,
  scopes,
  type InitiativeType,
  type OpenDataset,
  type OpenInitiative,
  type OpenInstitution,
} from '../open-data/model.ts'

const some = <Item>(items: readonly Item[], minLength = 0): fc.Arbitrary<readonly Item[]> => fc.subarray([...items], { minLength })
const oneOf = <Item>(items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items)
/** A record with a value of its own for each key. */
const each = <Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => fc.Arbitrary<Value>,
): fc.Arbitrary<Readonly<Record<Key, Value>>> =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value(key)]))) as fc.Arbitrary<Record<Key, Value>>

const details = fc.record({
  category: oneOf(openCategories),
  orientation: oneOf(orientations),
  sector: fc.option(oneOf(publicSectors), { nil: null, freq: 8 }),
  points: each(capacities, (capacity) =>
    fc.integer({ min: 0, max: 10_000 }).map((part) => roundPoints((capacityMax[capacity] * part) / 10_000)),
  ),
  partners: each(phases, () => some(partners)),
})

const initiative = fc.record({
  at: fc.nat(),
  type: oneOf(Object.keys(initiativeTypes) as InitiativeType[]),
  scope: oneOf(scopes),
  origins: some(origins),
  directedTo: some(directedTo),
  phases: some(phases),
})

/** Institutions of some years, each code once in a year, with initiatives of theirs. */
export const openDatasets: fc.Arbitrary<OpenDataset> = fc
  .record({
    institutions: fc.uniqueArray(
      fc.record({ year: fc.integer({ min: 2020, max: 2025 }), code: fc.integer({ min: 1, max: 12 }).map((at) => `I${at}`), details }),
      { selector: ({ year, code }) => `${year} ${code}`, minLength: 1, maxLength: 24 },
    ),
    initiatives: fc.array(initiative, { maxLength: 30 }),
  })
  .map(({ institutions, initiatives }): OpenDataset => {
    const found = institutions.map(({ year, code, details: rest }): OpenInstitution => ({ year, code, ...rest }))
    return {
      institutions: found,
      initiatives: initiatives.flatMap(({ at, ...rest }): OpenInitiative[] => {
        const whose = found[at % found.length]
        return whose ? [{ year: whose.year, code: whose.code, ...rest }] : []
      }),
    }
  })
