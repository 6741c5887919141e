import type { Answer } from '../answers/model.ts'
import type { Dashboard } from '../dashboards/model.ts'
import type { FormIndex } from '../forms/form-index.ts'
import type { Question } from '../forms/model.ts'
import { roundPoints } from '../forms/round-points.ts'
import type { Orientation } from '../institutions/model.ts'
import { unitOf, type DimensionId, type QuestionId, type Unit } from '../kernel/ids.ts'
import type { FailureParams } from '../kernel/failure.ts'
import { headingKey } from '../kernel/table.ts'
import type { FormHeader } from '../stages/model.ts'
import { capacities, capacityMax, directedTo, origins, partners, phases } from './model.ts'
import type {
  Capacity,
  DirectedTo,
  InitiativeScope,
  InitiativeType,
  OpenInitiative,
  OpenInstitution,
  Origin,
  Partner,
  Phase,
  PublicSector,
} from './model.ts'
import { indexOf } from './statistics.ts'
import { capacityWords, phaseWords } from './words.ts'
import { openChoices, type Choices } from './workbook.ts'

/** What of a form's results is not in the data that is made of them, and why. */
export interface Lack {
  readonly code: string
  readonly params?: FailureParams
}

/** Where a form says what open data tells, found by the names of its dimensions, questions and options (OD13). */
export interface Sources {
  readonly capacities: ReadonlyMap<Capacity, DimensionId>
  /** Questions that say with whom an institution worked in a phase. */
  readonly partners: ReadonlyMap<Partner, ReadonlyMap<Phase, QuestionId>>
  readonly block: BlockSources | null
}
interface BlockSources {
  readonly id: QuestionId
  /** What names a row: one whose name does not count is none (DB8). */
  readonly naming: QuestionId | undefined
  readonly phases: ReadonlyMap<Phase, QuestionId>
  readonly type: QuestionId | undefined
  readonly scope: QuestionId | undefined
  readonly origins: QuestionId | undefined
  readonly directedTo: QuestionId | undefined
}

/** How else the capacities are called. */
const capacityAlso: Readonly<Partial<Record<Capacity, readonly string[]>>> = {
  interinstitutionalCoordination: ['Coordinación Interinstitucional'],
}
const partnerCapacity: Readonly<Record<Partner, Capacity>> = {
  pu: 'userParticipation',
  ci: 'interinstitutionalCoordination',
  ge: 'environmentManagement',
}
/** How a question names a phase. */
const phaseMarks: Readonly<Record<Phase, RegExp>> = {
  design: /disen/,
  prototype: /prototip/,
  adjustment: /ajust/,
  pilot: /pilot/,
  implementation: /implement/,
  evaluation: /evalua/,
}

/**
 * Where a form says it, and what of it could not be found. Undefined where a capacity is missing, or is worth more or less than in open
 * data: of such a form there is no index that is comparable.
 */
export function sourcesOf(
  index: FormIndex,
  dashboard: Extract<Dashboard, { id: 'institution' }> | undefined,
  maxOf: (dimension: DimensionId) => number,
): { readonly sources: Sources | undefined; readonly lacks: readonly Lack[] } {
  const lacks: Lack[] = []
  const found = new Map<Capacity, DimensionId>()
  for (const capacity of capacities) {
    const names = [capacityWords[capacity].es, ...(capacityAlso[capacity] ?? [])].map(headingKey)
    const named = index.subDimensions.filter(({ name }) => names.includes(headingKey(name)))
    const [only] = named
    const name = capacityWords[capacity].es
    const max = capacityMax[capacity]
    if (!only || named.length > 1 || roundPoints(maxOf(only.id)) !== max) lacks.push({ code: 'open_gen_capacity', params: { name, max } })
    else found.set(capacity, only.id)
  }
  if (lacks.length > 0) return { sources: undefined, lacks }
  const ofPartners = new Map(partners.map((partner) => [partner, phasesIn(index, found.get(partnerCapacity[partner]), lacks)]))
  return { sources: { capacities: found, partners: ofPartners, block: blockOf(index, dashboard, lacks) }, lacks }
}

/** Yes-or-no questions of a capacity that each name one phase. */
function phasesIn(index: FormIndex, dimension: DimensionId | undefined, lacks: Lack[]): ReadonlyMap<Phase, QuestionId> {
  const asked =
    dimension === undefined ? [] : index.questionsOf(dimension).filter(({ kind, blockId }) => kind === 'Boolean' && blockId === null)
  const found = new Map<Phase, QuestionId>()
  for (const phase of phases) {
    const naming = asked.filter(({ text }) => onlyPhaseIn(text) === phase)
    const [only] = naming
    if (only && naming.length === 1) found.set(phase, only.id)
  }
  const missing = phases.filter((phase) => !found.has(phase)).map((phase) => phaseWords[phase].es)
  const name = (dimension !== undefined && index.dimension(dimension)?.name) || ''
  if (missing.length > 0) lacks.push({ code: 'open_gen_phases', params: { name, values: missing.join(', ') } })
  return found
}

/** The phase that a text names; undefined where it names none, or more than one, of which either could be meant. */
function onlyPhaseIn(text: string): Phase | undefined {
  const key = headingKey(text)
  const [only, ...more] = phases.filter((phase) => phaseMarks[phase].test(key))
  return more.length === 0 ? only : undefined
}

function blockOf(index: FormIndex, dashboard: Extract<Dashboard, { id: 'institution' }> | undefined, lacks: Lack[]): BlockSources | null {
  const block = dashboard?.blockQuestion ? index.question(dashboard.blockQuestion) : undefined
  if (!block || !dashboard) {
    lacks.push({ code: 'open_gen_block' })
    return null
  }
  const inner = block.block.flatMap((id) => index.question(id) ?? [])
  const named = phases.flatMap((phase): [Phase, QuestionId][] => {
    const [only, ...more] = dashboard.phases.filter(({ name }) => openChoices.phase.of(name) === phase)
    // Of two by one name either could be meant.
    return only && more.length === 0 ? [[phase, only.questionId]] : []
  })
  const reached = new Map(named)
  const missing = phases.filter((phase) => !reached.has(phase)).map((phase) => phaseWords[phase].es)
  if (missing.length > 0) lacks.push({ code: 'open_gen_phases', params: { name: block.text, values: missing.join(', ') } })
  const by = <Key extends string>(choices: Choices<Key>, name: string): QuestionId | undefined => {
    const asking = inner.filter((question) => offers(question, choices))
    if (asking.length !== 1) lacks.push({ code: 'open_gen_detail', params: { name } })
    return asking.length === 1 ? asking[0]?.id : undefined
  }
  return {
    id: block.id,
    naming: block.block[0],
    phases: reached,
    type: by(openChoices.type, 'Tipo'),
    scope: by(openChoices.scope, 'Alcance'),
    origins: by(openChoices.origin, 'Origen'),
    directedTo: by(openChoices.directed, 'Dirigida a'),
  }
}

/** Whether most of a question's options are values of a column. */
function offers<Key extends string>({ options }: Pick<Question, 'options'>, choices: Choices<Key>): boolean {
  const known = options.filter(({ value }) => choices.of(value) !== undefined)
  return options.length > 1 && known.length * 4 >= options.length * 3
}

/** What of one institution is known beside the form's sources. */
export interface InstitutionFacts {
  readonly year: number
  readonly code: string
  /** Name of its category, as the result has it. */
  readonly category: string
  readonly orientation: Orientation
  readonly sector: PublicSector | null
  readonly points: (dimension: DimensionId) => number
  /** Points of its result, all in all. */
  readonly total: number
  /** An answer that counts as it does for what visitors read of a form (DB8). */
  readonly answer: (unit: Unit) => Answer['value'] | null
}

/** What open data tells of one institution in a form; undefined where its category is none of the three. */
export function institutionFrom(
  sources: Sources,
  facts: InstitutionFacts,
): { readonly institution: OpenInstitution | undefined; readonly initiatives: readonly OpenInitiative[]; readonly lacks: readonly Lack[] } {
  const lacks: Lack[] = []
  const { year, code, orientation, sector, answer } = facts
  const category = openChoices.category.of(facts.category)
  if (category === undefined)
    return { institution: undefined, initiatives: [], lacks: [{ code: 'open_gen_category', params: { value: facts.category } }] }
  const worked = (phase: Phase): readonly Partner[] =>
    partners.filter((partner) => {
      const question = sources.partners.get(partner)?.get(phase)
      return question !== undefined && answer(unitOf(question)) === true
    })
  const institution: OpenInstitution = {
    year,
    code,
    category,
    orientation,
    sector,
    points: Object.fromEntries(
      [...sources.capacities].map(([capacity, dimension]) => [
        capacity,
        Math.min(capacityMax[capacity], Math.max(0, roundPoints(facts.points(dimension)))),
      ]),
    ) as Record<Capacity, number>,
    partners: Object.fromEntries(phases.map((phase): [Phase, readonly Partner[]] => [phase, worked(phase)])) as Record<
      Phase,
      readonly Partner[]
    >,
  }
  const index = indexOf(institution)
  if (index !== roundPoints(facts.total)) lacks.push({ code: 'open_gen_points', params: { index, points: roundPoints(facts.total) } })
  return { institution, initiatives: sources.block ? initiativesIn(sources.block, facts, lacks) : [], lacks }
}

/** Chosen options of an answer. */
function chosenIn(value: Answer['value'] | null): readonly string[] {
  if (value === null || typeof value !== 'object') return []
  if ('choice' in value) return [value.choice.value]
  return 'choices' in value ? value.choices.map((each) => each.value) : []
}

function initiativesIn(block: BlockSources, { year, code, answer }: InstitutionFacts, lacks: Lack[]): readonly OpenInitiative[] {
  const value = answer(unitOf(block.id))
  const rows = value !== null && typeof value === 'object' && 'rows' in value ? value.rows : []
  const { naming } = block
  let nameless = 0
  let several = 0
  const unknown = new Set<string>()
  const found = rows.flatMap((row): OpenInitiative[] => {
    if (naming === undefined || answer(unitOf(naming, row)) === null) return []
    const said = <Key extends string>(question: QuestionId | undefined, choices: Choices<Key>): readonly Key[] => {
      const chosen = question === undefined ? [] : chosenIn(answer(unitOf(question, row)))
      for (const each of chosen) if (choices.of(each) === undefined) unknown.add(each)
      return chosen.flatMap((each) => choices.of(each) ?? [])
    }
    const [type, ...otherTypes]: readonly InitiativeType[] = said(block.type, openChoices.type)
    const [scope, ...otherScopes]: readonly InitiativeScope[] = said(block.scope, openChoices.scope)
    if (type === undefined || scope === undefined) {
      nameless += 1
      return []
    }
    if (otherTypes.length + otherScopes.length > 0) several += 1
    const from: readonly Origin[] = said(block.origins, openChoices.origin)
    const to: readonly DirectedTo[] = said(block.directedTo, openChoices.directed)
    return [
      {
        year,
        code,
        type,
        scope,
        origins: origins.filter((each) => from.includes(each)),
        directedTo: directedTo.filter((each) => to.includes(each)),
        phases: phases.filter((phase) => {
          const question = block.phases.get(phase)
          return question !== undefined && answer(unitOf(question, row)) === true
        }),
      },
    ]
  })
  if (nameless > 0) lacks.push({ code: 'open_gen_rows', params: { n: nameless } })
  if (several > 0) lacks.push({ code: 'open_gen_several', params: { n: several } })
  if (unknown.size > 0) lacks.push({ code: 'open_gen_options', params: { values: [...unknown].join(' · ').slice(0, 300) } })
  return found
}

/** The year that a form's results are of: in which they were calculated, or in which its last stage ends; undefined while it has none. */
export function yearOfResults({ stages }: Pick<FormHeader, 'stages'>): number | undefined {
  const stage = stages.find(({ kind }) => kind === 'CalculateResults') ?? stages.at(-1)
  return stage && Number(stage.end.slice(0, 4))
}
