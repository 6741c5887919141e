import { roundPoints } from '#shared/forms/round-points.ts'
import { orientations } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import {
  capacities,
  capacityMax,
  directedTo,
  initiativeTypes,
  openCategories,
  origins,
  originYears,
  partners,
  phases,
  scopes,
  type Capacity,
  type InitiativeType,
  type OpenCategory,
  type OpenDataset,
  type OpenInitiative,
  type OpenInstitution,
  type Partner,
  type Phase,
  type PublicSector,
} from '#shared/open-data/model.ts'
import { yearsOf } from '#shared/open-data/statistics.ts'
import { writeOpenWorkbook } from '#shared/open-data/workbook.ts'
import { siteScope } from '#shared/protocol/scope.ts'
import { workbookOfSheets } from '../http/table-file.ts'
import { doAsAdministrator } from './as-administrator.ts'
import type { DemoDeps } from './demo.ts'
import { randomOf, type Random } from './random.ts'

/** Said wherever the data is: in the report's name, in its description and in the workbook. */
const invented = 'Datos de demostración, inventados'
const about =
  'Estadísticas inventadas de 2022 a 2024, hechas para mostrar cómo se leen los datos abiertos. Ninguna institución de este libro existe y ningún puntaje es de una medición.'

/** Institutions of each category, how far they are on average and how far apart: older and larger ones lead, and differ most. */
const groups: Readonly<Record<OpenCategory, { readonly count: number; readonly level: number; readonly spread: number }>> = {
  Pilares: { count: 24, level: 0.2, spread: 1.35 },
  Centralizadas: { count: 18, level: -0.35, spread: 1 },
  Nuevas: { count: 27, level: -0.1, spread: 0.7 },
}
/** Institutions that took part in each year, of all of them. */
const takingPart: Readonly<Record<number, number>> = { 2022: 57, 2023: 61, 2024: 65 }
/** Each can be told by itself; inside a category some are small on purpose, and what is told of fewer than three is seen in them. */
const sectors: readonly PublicSector[] = [
  ...Array.from({ length: 17 }, (): PublicSector => 'generalPublicServices'),
  ...Array.from({ length: 17 }, (): PublicSector => 'economicAffairs'),
  ...Array.from({ length: 14 }, (): PublicSector => 'socialProtection'),
  ...Array.from({ length: 9 }, (): PublicSector => 'health'),
  ...Array.from({ length: 7 }, (): PublicSector => 'recreativeActivities'),
  ...Array.from({ length: 5 }, (): PublicSector => 'environmentProtection'),
]

/**
 * Of each capacity, which part of its points is obtained on average, and how much of what sets institutions apart shows in it: practices
 * go together, while working with organisations outside the State goes its own way.
 */
const shapes: Readonly<Record<Capacity, readonly [mean: number, load: number]>> = {
  humanTalent: [0.46, 0.6],
  institucionalFramework: [0.5, 0.5],
  digitalResources: [0.58, 0.45],
  strategyGovernance: [0.38, 0.7],
  activitiesPractices: [0.36, 0.85],
  procedures: [0.3, 0.85],
  processes: [0.24, 0.75],
  userParticipation: [0.34, 0.7],
  interinstitutionalCoordination: [0.3, 0.6],
  environmentManagement: [0.17, 0.25],
}
/** By how much everybody is better a year later, of what can be obtained; and how much of a year's luck goes with the year. */
const growth = 0.022
const apart = 0.27

/** About a normal deviate: twelve draws, of which the extremes lie within six. */
const deviate = (random: Random): number => Array.from({ length: 12 }, () => random.next()).reduce((sum, each) => sum + each, -6)
const within = (value: number): number => Math.min(1, Math.max(0, value))

interface Body {
  readonly code: string
  readonly category: OpenCategory
  readonly orientation: OpenInstitution['orientation']
  readonly sector: PublicSector
  readonly level: number
}

/** Invented statistics of 2022 to 2024: the same institutions through the years, each a little better, whose capacities go together. The same in every run. */
export function inventedStatistics(): OpenDataset {
  const random = randomOf('estadísticas de demostración 6')
  const bodies = bodiesOf(random)
  const institutions = originYears.flatMap((year, turn) => {
    const taking = random.sample(bodies, takingPart[year] ?? 0)
    return taking.map((body) => institutionIn(year, turn, body, random))
  })
  return { institutions, initiatives: institutions.flatMap((each) => initiativesOf(each, random)) }
}

function bodiesOf(random: Random): readonly Body[] {
  const all = openCategories.flatMap((category) => Array.from({ length: groups[category].count }, () => category))
  const codes = random.sample(
    Array.from({ length: 900 }, (_, at) => at + 100),
    all.length,
  )
  // Neither the code nor its place says which category it is.
  const shuffledCodes = codes.map((code) => ({ code, key: random.next() })).toSorted((left, right) => left.key - right.key)
  const shuffledSectors = sectors.map((sector) => ({ sector, key: random.next() })).toSorted((left, right) => left.key - right.key)
  return all.map((category, at) => ({
    code: `DEMO-${must(shuffledCodes[at], 'a code').code}`,
    category,
    // As many of each in every category: whatever is chosen, there are enough to be told of.
    orientation: must(orientations[at % orientations.length], 'an orientation'),
    sector: must(shuffledSectors[at % shuffledSectors.length], 'a sector').sector,
    level: groups[category].level + groups[category].spread * deviate(random),
  }))
}

function institutionIn(year: number, turn: number, { code, category, orientation, sector, level }: Body, random: Random): OpenInstitution {
  const now = level + 0.3 * deviate(random)
  // Procedures and activities are of the same people: what one has of luck the other has too.
  const shared = deviate(random)
  const shares = Object.fromEntries(
    capacities.map((each) => {
      const [mean, load] = shapes[each]
      const own = each === 'activitiesPractices' || each === 'procedures' ? 0.4 * shared + 0.92 * deviate(random) : deviate(random)
      return [each, within(mean + growth * turn + apart * (load * now + Math.sqrt(1 - load * load) * 0.7 * own))]
    }),
  ) as Record<Capacity, number>
  return {
    year,
    code,
    category,
    orientation,
    sector,
    points: Object.fromEntries(
      capacities.map((each) => [each, Math.min(capacityMax[each], roundPoints(Math.round(shares[each] * capacityMax[each] * 20) / 20))]),
    ) as Record<Capacity, number>,
    partners: partnersOf(shares, random),
  }
}

/** How often somebody works along in a phase, beside what the institution is like: early ones are shared more than late ones. */
const phaseOpenness: Readonly<Record<Phase, number>> = {
  design: 0.32,
  prototype: 0.2,
  adjustment: 0.24,
  pilot: 0.18,
  implementation: 0.1,
  evaluation: 0.02,
}
const partnerCapacity: Readonly<Record<Partner, Capacity>> = {
  pu: 'userParticipation',
  ci: 'interinstitutionalCoordination',
  ge: 'environmentManagement',
}

const partnersOf = (shares: Readonly<Record<Capacity, number>>, random: Random): OpenInstitution['partners'] =>
  Object.fromEntries(
    phases.map((phase): [Phase, readonly Partner[]] => [
      phase,
      partners.filter((partner) => random.chance(within(shares[partnerCapacity[partner]] * 0.8 + phaseOpenness[phase] - 0.05))),
    ]),
  ) as Record<Phase, readonly Partner[]>

const initiativesMost = 10
/** Which part of the initiatives that came so far reach the next phase. */
const reaches: Readonly<Record<Phase, number>> = {
  design: 0.94,
  prototype: 0.68,
  adjustment: 0.6,
  pilot: 0.66,
  implementation: 0.62,
  evaluation: 0.4,
}
const originChances = { People: 0.62, Authority: 0.2, Citizens: 0.12, PublicEntity: 0.08, Other: 0.1 } as const
const directedChances = { entityUsers: 0.58, otherEntityUsers: 0.14, entityOfficials: 0.42, otherOrientation: 0.08 } as const
const typeWeights: Readonly<Record<InitiativeType, number>> = {
  communications: 8,
  userBehavior: 3,
  attentionModel: 11,
  valueProposition: 6,
  institutionalGuidelines: 5,
  regulations: 3,
  processes: 18,
  technology: 16,
  managementData: 11,
  organizationalDesign: 5,
  rolesPowers: 4,
  collaborationNetworks: 6,
}
const weighted = (Object.keys(typeWeights) as InitiativeType[]).flatMap((type) => Array.from({ length: typeWeights[type] }, () => type))

function initiativesOf({ year, code, points }: OpenInstitution, random: Random): readonly OpenInitiative[] {
  const share = points.activitiesPractices / capacityMax.activitiesPractices
  const count = share < 0.05 ? 0 : Math.min(initiativesMost, Math.max(1, Math.round(share * 8 + deviate(random))))
  return Array.from({ length: count }, (): OpenInitiative => {
    const type = random.pick(weighted)
    const from = origins.filter((each) => random.chance(originChances[each]))
    const to = directedTo.filter((each) => random.chance(directedChances[each]))
    return {
      year,
      code,
      type,
      scope: random.chance(0.8) ? initiativeTypes[type] : random.pick(scopes),
      origins: from.length > 0 ? from : ['People'],
      directedTo: to.length > 0 ? to : ['entityUsers'],
      phases: reached(share, random),
    }
  })
}

/** Phases one after the other, some left out on the way. */
function reached(share: number, random: Random): readonly Phase[] {
  const found: Phase[] = []
  let goesOn = true
  for (const phase of phases) {
    goesOn &&= random.chance(within(reaches[phase] + 0.25 * (share - 0.4)))
    if (goesOn && (found.length === 0 || phase !== 'adjustment' || random.chance(0.9))) found.push(phase)
  }
  return found
}

/** The workbook of the demonstration, which says at its beginning that nothing in it is true. */
export const inventedWorkbook = (): Uint8Array<ArrayBuffer> =>
  workbookOfSheets(writeOpenWorkbook(inventedStatistics(), [`${invented}.`, about]))

/** Brings the workbook of the demonstration and publishes it, as an administrator did three days ago. */
export async function seedOpenStatistics(deps: Omit<DemoDeps, 'passwords'>, administratorId: string): Promise<void> {
  const bytes = inventedWorkbook()
  const dataset = inventedStatistics()
  const id = 'demostracion'
  const facts = {
    id,
    title: invented,
    description: about,
    fileName: 'estadisticas-de-demostracion.xlsx',
    sha256: await deps.files.keep(bytes),
    bytes: bytes.length,
    years: yearsOf(dataset),
    institutions: dataset.institutions.length,
    initiatives: dataset.initiatives.length,
  }
  const deeds = [
    { scope: siteScope, name: 'openReport.add', args: facts },
    { scope: siteScope, name: 'openReport.publish', args: { id } },
  ]
  await doAsAdministrator(deps, { administratorId, daysAgo: 3, about: 'open-data', deeds })
}
