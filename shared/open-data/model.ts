import type { Orientation } from '../institutions/model.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'

/** Groups inside which results are comparable, as open data names them. */
export const openCategories = ['Pilares', 'Centralizadas', 'Nuevas'] as const
export type OpenCategory = (typeof openCategories)[number]

/** The six groups of the public sector, after the classification of the functions of government (COFOG). ◆ */
export const publicSectors = [
  'generalPublicServices',
  'recreativeActivities',
  'economicAffairs',
  'health',
  'environmentProtection',
  'socialProtection',
] as const
export type PublicSector = (typeof publicSectors)[number]

/** The three dimensions of the index in open data, each with its capacities: the ten key capacities. ◆ */
export const openDimensions = {
  institucionalResources: ['humanTalent', 'institucionalFramework', 'digitalResources', 'strategyGovernance'],
  practicesProcesess: ['activitiesPractices', 'procedures', 'processes'],
  collaborationOpenness: ['userParticipation', 'interinstitutionalCoordination', 'environmentManagement'],
} as const
export type OpenDimension = keyof typeof openDimensions
export type Capacity = (typeof openDimensions)[OpenDimension][number]
export const capacities: readonly Capacity[] = Object.values(openDimensions).flat()

/** Most points of each: a dimension's is the sum of its capacities', and all are 100. ◆ */
export const capacityMax: Readonly<Record<Capacity, number>> = {
  humanTalent: 6,
  institucionalFramework: 2,
  digitalResources: 4,
  strategyGovernance: 8,
  activitiesPractices: 14,
  procedures: 7,
  processes: 19,
  userParticipation: 16,
  interinstitutionalCoordination: 14.5,
  environmentManagement: 9.5,
}

/** Phases of an initiative, in their order: set1 to set6 of the calls. ◆ */
export const phases = ['design', 'prototype', 'adjustment', 'pilot', 'implementation', 'evaluation'] as const
export type Phase = (typeof phases)[number]
/** Who works along in a phase: users (PU), other public institutions (CI), organisations outside the State (GE). ◆ */
export const partners = ['pu', 'ci', 'ge'] as const
export type Partner = (typeof partners)[number]

/** Types of initiatives and the scope by which a chart colours each. ◆ */
export const initiativeTypes = {
  communications: 'service',
  userBehavior: 'service',
  attentionModel: 'service',
  valueProposition: 'strategy',
  institutionalGuidelines: 'strategy',
  regulations: 'strategy',
  processes: 'operation',
  technology: 'operation',
  managementData: 'operation',
  organizationalDesign: 'organization',
  rolesPowers: 'organization',
  collaborationNetworks: 'organization',
} as const
export type InitiativeType = keyof typeof initiativeTypes
export const scopes = ['strategy', 'service', 'operation', 'organization'] as const
export type InitiativeScope = (typeof scopes)[number]
export const origins = ['People', 'Authority', 'Citizens', 'PublicEntity', 'Other'] as const
export type Origin = (typeof origins)[number]
/** Who initiatives are directed at: the users of the institution, those of others, its officials, others. ◆ */
export const directedTo = ['entityUsers', 'otherEntityUsers', 'entityOfficials', 'otherOrientation'] as const
export type DirectedTo = (typeof directedTo)[number]

/** Year shown while nobody chose one, where the data has it; and those of which the origin of initiatives is told. */
export const defaultYear = 2022
export const originYears = [2022, 2023, 2024] as const

/** Fewest institutions of whom a median, a deviation or points of their own are shown. */
export const shownFrom = 3

/** One institution in one year, without its name: `code` is the same in every year and says nothing. */
export interface OpenInstitution {
  readonly year: number
  readonly code: string
  readonly category: OpenCategory
  readonly orientation: Orientation
  /** Null where the workbook does not say. */
  readonly sector: PublicSector | null
  /** Points of each capacity; their sum is the index. */
  readonly points: Readonly<Record<Capacity, number>>
  /** Partners with whom it worked in each phase. */
  readonly partners: Readonly<Record<Phase, readonly Partner[]>>
}

/** One initiative of such an institution. */
export interface OpenInitiative {
  readonly year: number
  readonly code: string
  readonly type: InitiativeType
  readonly scope: InitiativeScope
  readonly origins: readonly Origin[]
  readonly directedTo: readonly DirectedTo[]
  readonly phases: readonly Phase[]
}

/** Sets of figures that pages and calls of open data tell. */
export const openSetNames = [
  'averageIndex',
  'scoreDistribution',
  'classDistribution',
  'maturityLevels',
  'publicSectorIndex',
  'keyCapability',
  'methodologic',
  'initiativeTypes',
  'scopeChange',
  'initiativeOrigin',
  'directedInitiatives',
] as const
export type OpenSet = (typeof openSetNames)[number]

/** From a year on, figures of some sets are not compared with those of earlier years, as an administrator declared. */
export interface OpenBreak {
  readonly year: number
  readonly sets: readonly OpenSet[]
  /** What readers are told, in either language. */
  readonly reason: { readonly es: string; readonly en: string }
}

/** What one workbook of open statistics says. */
export interface OpenDataset {
  readonly institutions: readonly OpenInstitution[]
  readonly initiatives: readonly OpenInitiative[]
  /** Absent where none was declared. */
  readonly breaks?: readonly OpenBreak[] | undefined
}

export const openReportLimits = {
  title: 40,
  description: 500,
  fileBytes: 15_728_640,
  institutions: 2_000,
  initiatives: 20_000,
  breaks: 200,
  reason: 300,
  problems: 200,
  columns: 40,
} as const

/** Sheets of a workbook of open statistics that are read, as `headingKey` makes their names. */
export const openSheetKeys: readonly string[] = ['instituciones', 'colaboracion', 'iniciativas', 'quiebres']

/** A workbook that was brought, or made of final results; one at most is public. */
export interface OpenReport {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly at: Instant
  readonly by: UserId
  /** Name of the file, and the digest of its bytes. */
  readonly fileName: string
  readonly sha256: string
  readonly bytes: number
  readonly public: boolean
  /** Years of which it tells. */
  readonly years: readonly number[]
  readonly institutions: number
  readonly initiatives: number
  readonly removed: boolean
}
