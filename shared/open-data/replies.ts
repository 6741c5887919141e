import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'
import { capacities, openDimensions, origins, phases, publicSectors, scopes } from './model.ts'
import type { Capacity, OpenDimension, OpenSet, Origin, PublicSector } from './model.ts'

/**
 * What the calls of open statistics answer, with the specification's names. Numbers are whole precision but scores, which have one decimal:
 * whoever shows them rounds to one. Null: there is none, or it would tell of fewer than three institutions.
 */
const figure = v.nullable(v.number())
const ofKeys = <Key extends string, Value>(
  keys: readonly Key[],
  value: v.GenericSchema<unknown, Value>,
): v.GenericSchema<unknown, Readonly<Record<Key, Value>>> =>
  v.object(Object.fromEntries(keys.map((key) => [key, value]))) as unknown as v.GenericSchema<unknown, Readonly<Record<Key, Value>>>
const dimensionNames = Object.keys(openDimensions) as readonly OpenDimension[]
const allParts: readonly (Capacity | OpenDimension)[] = [...dimensionNames, ...capacities]

/** Breaks that lie between the years told or begin with one of them; present where any was declared of the set. */
const breaks = { breaks: v.optional(is.list(v.object({ year: v.number(), es: v.string(), en: v.string() }))) } as const

const averages = { avgIndex: figure, catPilars: figure, catCentralized: figure, catNews: figure } as const
const differences = { indexDiff: figure, pilarsDiff: figure, centralizedDiff: figure, newsDiff: figure } as const

/** A year's means, and by how much each is above or below that of the newest earlier year that has one. */
export const averageIndexSchema = v.object({
  ...breaks,
  results: is.list(v.object({ year: v.number(), count: v.number(), ...averages, ...differences })),
})
/** Between two years alone: the second less the first. */
export const differencesSchema = v.object({ ...breaks, ...differences })

export const scoreDistributionSchema = v.object({
  ...breaks,
  /** A year's scores with one decimal, ascending; none where they would tell of fewer than three. */
  results: is.list(v.object({ year: v.number(), scores: is.list(v.number()) })),
  /** The same by year, for a table. */
  reorder: is.dictionary(v.object({ totalInstitutions: v.number(), median: figure, stddev: figure })),
})
export const classDistributionSchema = v.object({
  ...breaks,
  results: is.list(
    v.object({ year: v.number(), category: v.string(), totalInstitutions: v.number(), mean: figure, median: figure, stddev: figure }),
  ),
})
export const maturityLevelsSchema = v.object({
  ...breaks,
  results: is.list(is.list(v.object({ year: v.number(), level: v.string(), count: figure }))),
  /** Institutions of each year. */
  totals: is.dictionary(v.number()),
})
export const publicSectorIndexSchema = v.object({
  ...breaks,
  years: is.list(v.number()),
  publicSectors: is.list(v.string()),
  result: is.dictionary(
    ofKeys<PublicSector, { avgIndex: number | null; stdIndex: number | null; count: number }>(
      publicSectors,
      v.object({ avgIndex: figure, stdIndex: figure, count: v.number() }),
    ),
  ),
})
export const keyCapabilitySchema = v.object({
  ...breaks,
  /** Mean points, and the part of the most that they are, 0 to 100. */
  averageByYear: is.dictionary(v.object({ count: v.number(), values: ofKeys(allParts, figure), percents: ofKeys(allParts, figure) })),
  maxScoreDimensions: ofKeys(allParts, v.number()),
})
const setSchema = v.object({
  /** Initiatives that reached the phase. */
  potencial: figure,
  /** Institutions that worked in it with each partner. */
  pu: figure,
  ci: figure,
  ge: figure,
})
const setNames = phases.map((_, at) => `set${at + 1}` as 'set1' | 'set2' | 'set3' | 'set4' | 'set5' | 'set6')
export const methodologicSchema = v.object({
  ...breaks,
  results: is.list(
    v.intersect([v.object({ year: v.number(), totalInitiative: v.number(), count: v.number() }), ofKeys(setNames, setSchema)]),
  ),
  /** What the three short names stand for. */
  symbols: v.object({ pu: v.string(), ci: v.string(), ge: v.string() }),
})
/**
 * Percent of the initiatives of some years, by type. `total` counts all of them; `hidden` those that the percents leave out, because their
 * year is not told by itself.
 */
export const initiativeTypesSchema = v.object({
  ...breaks,
  years: is.list(v.number()),
  total: v.number(),
  hidden: v.number(),
  graphData: is.dictionary(figure),
})
/** Percent of a sector's initiatives, by scope; counts as those of the types. */
export const scopeChangeSchema = v.object({
  ...breaks,
  years: is.list(v.number()),
  graphData: ofKeys(scopes, ofKeys(publicSectors, figure)),
  totals: ofKeys(publicSectors, v.number()),
  hidden: ofKeys(publicSectors, v.number()),
})
/** Initiatives of each origin; one may have several. `total` is null in a year that was not measured. */
export const originSchema = v.object({
  ...breaks,
  results: is.list(v.intersect([v.object({ year: v.number(), total: figure }), ofKeys<Origin, number | null>(origins, figure)])),
})
export const directedSchema = v.object({
  ...breaks,
  graphData: is.list(
    v.object({
      year: v.number(),
      total: v.number(),
      entityUsersPercent: figure,
      otherEntityUsersPercent: figure,
      entityOfficialsPercent: figure,
      otherOrientationPercent: figure,
    }),
  ),
})

/** Each call's reply by the name of what it tells, which is also the name of its data file. */
export const openSets = {
  averageIndex: averageIndexSchema,
  scoreDistribution: scoreDistributionSchema,
  classDistribution: classDistributionSchema,
  maturityLevels: maturityLevelsSchema,
  publicSectorIndex: publicSectorIndexSchema,
  keyCapability: keyCapabilitySchema,
  methodologic: methodologicSchema,
  initiativeTypes: initiativeTypesSchema,
  scopeChange: scopeChangeSchema,
  initiativeOrigin: originSchema,
  directedInitiatives: directedSchema,
} as const satisfies Record<OpenSet, v.GenericSchema>
export type OpenReply<Of extends OpenSet> = Readonly<v.InferOutput<(typeof openSets)[Of]>>
