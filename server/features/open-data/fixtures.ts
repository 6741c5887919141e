import { roundPoints } from '#shared/forms/round-points.ts'
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
  type Capacity,
  type InitiativeType,
  type OpenDataset,
  type OpenInitiative,
  type OpenInstitution,
} from '#shared/open-data/model.ts'

const types = Object.keys(initiativeTypes) as InitiativeType[]
const at = <Item>(items: readonly Item[], place: number): Item => items[place % items.length] as Item

/** Twelve invented institutions a year, with initiatives; another seed, other points. */
export function openDatasetOf(years: readonly number[], seed = 1): OpenDataset {
  const institutions = years.flatMap((year) =>
    Array.from({ length: 12 }, (_, place): OpenInstitution => ({
      year,
      code: `D${place + 1}`,
      category: at(openCategories, place),
      orientation: at(orientations, place + (place > 5 ? 1 : 0)),
      sector: place === 11 ? null : at(publicSectors, place),
      points: Object.fromEntries(
        capacities.map((each, column) => [
          each,
          roundPoints((capacityMax[each] * ((place * 7 + column * 3 + year + seed * 11) % 20)) / 19),
        ]),
      ) as Record<Capacity, number>,
      partners: {
        design: partners.filter((_partner, column) => (place + column) % 2 === 0),
        prototype: partners.filter((_partner, column) => (place + column) % 3 === 0),
        adjustment: [],
        pilot: partners.filter((_partner, column) => (place + column) % 4 === 0),
        implementation: ['pu'],
        evaluation: [],
      },
    })),
  )
  const initiatives = institutions.flatMap((institution, place): OpenInitiative[] =>
    Array.from({ length: place % 4 }, (_, of) => {
      const type = at(types, place + of * 5)
      return {
        year: institution.year,
        code: institution.code,
        type,
        scope: initiativeTypes[type],
        origins: origins.filter((_origin, column) => (place + of + column) % 3 === 0),
        directedTo: directedTo.filter((_to, column) => (place + of + column) % 2 === 0),
        phases: phases.slice(0, 1 + ((place + of) % 6)),
      }
    }),
  )
  return { institutions, initiatives }
}
