import { orientations } from '#shared/institutions/model.ts'
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
} from '#shared/open-data/model.ts'
import type { InitiativeType, OpenDataset, OpenInitiative, OpenInstitution } from '#shared/open-data/model.ts'

/** Steps through shares of one without chance: the same data in every run. */
const part = (seed: number): number => {
  const turned = Math.sin(seed * 12.9898) * 43_758.5453
  return turned - Math.floor(turned)
}
const pick = <Item>(items: readonly Item[], seed: number): Item => {
  const found = items[Math.floor(part(seed) * items.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
const byKey = <Key extends string, Value>(keys: readonly Key[], value: (key: Key, at: number) => Value): Readonly<Record<Key, Value>> =>
  Object.fromEntries(keys.map((key, at) => [key, value(key, at)])) as Record<Key, Value>

const institution = (year: number, at: number): OpenInstitution => ({
  year,
  code: `c${at}`,
  category: pick(openCategories, at),
  orientation: pick(orientations, at + 3),
  sector: pick(publicSectors, at + 11),
  points: byKey(capacities, (capacity, index) => Math.round(capacityMax[capacity] * part(at * 31 + index * 7 + year) * 100) / 100),
  partners: byKey(phases, (_, index) => partners.filter((_each, which) => part(at * 5 + index * 3 + which + year) > 0.55)),
})
const types = Object.keys(initiativeTypes) as readonly InitiativeType[]
const initiative = (year: number, at: number, institutions: number): OpenInitiative => ({
  year,
  code: `c${at % institutions}`,
  type: pick(types, at * 3 + year),
  scope: pick(scopes, at * 5 + 1),
  origins: origins.filter((_, index) => part(at * 11 + index * 17 + year) > 0.6),
  directedTo: directedTo.filter((_, index) => part(at * 13 + index * 19) > 0.5),
  phases: phases.filter((_, index) => part(at * 17 + index * 5) > index / 8),
})

/** Invented figures of some years: so many institutions and initiatives in each. */
export function aDataset(years: readonly number[], { institutions = 24, initiatives = 90 } = {}): OpenDataset {
  return {
    institutions: years.flatMap((year) => Array.from({ length: institutions }, (_, at) => institution(year, at))),
    initiatives: years.flatMap((year) => Array.from({ length: initiatives }, (_, at) => initiative(year, at, institutions))),
  }
}
