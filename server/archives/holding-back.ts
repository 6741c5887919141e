import type { DimensionId, QuestionId } from '#shared/kernel/ids.ts'
import { joinsUnder, type Join, type PublicFacts, type Scored, type ToldAnswer, type ToldInstitution } from './attack.ts'
import type { Told } from './anonymity.ts'

/** A number between two, both included. */
export type Band = readonly [from: number, to: number]

/** What is known of one institution before it is decided what of it is told. */
export interface Facts {
  readonly code: string
  readonly told: Told
  readonly public: PublicFacts
  /** By question at the top. */
  readonly answers: ReadonlyMap<QuestionId, Known>
}

export interface Known {
  readonly answered: boolean
  readonly decision: number | null
  /** Whether everything that it depends on for its points was accepted. */
  readonly isWhole: boolean
  /** Points where all of it is accepted. */
  readonly worth: number
}

/** What is told of the institutions of one group, in which all are told alike by whatever is told by name. */
export interface Plan {
  /** Numbers that are told by name, between which they are of all; one that is not here is held back. */
  readonly bands: ReadonlyMap<QuestionId, Band>
  /** Questions whose decision all have in common. */
  readonly decisions: ReadonlySet<QuestionId>
  /** Dimensions of whose answers nothing is told. */
  readonly held: ReadonlySet<DimensionId>
}

export interface Rules {
  readonly k: number
  readonly numbers: readonly QuestionId[]
  /** Blocks whose size is told by name. */
  readonly blocks: readonly QuestionId[]
  readonly scored: readonly Scored[]
  /** Dimensions of a question. */
  readonly dimensionsOf: (question: QuestionId) => readonly DimensionId[]
}

export interface Planned {
  readonly planOf: (code: string) => Plan | undefined
  /** Joins that are left, whatever is held back. */
  readonly joins: readonly Join[]
}

interface Group {
  readonly members: readonly Facts[]
  readonly bands: ReadonlyMap<QuestionId, Band>
  readonly withoutDecisions: Set<DimensionId>
  readonly held: Set<DimensionId>
}

/**
 * Decides what the base tells of each institution. Institutions with the same categories are split into groups of k and more; in a group
 * every published figure is a band, and a decision is told only if all have it. Then the base is attacked: where fewer than k institutions
 * match, the group's decisions in the most telling dimension are held back, then its answers. Source: SPEC KV10.
 */
export function planned(all: readonly Facts[], rules: Rules): Planned {
  const groups = groupsOf(all, rules)
  const groupOf = new Map(groups.flatMap((group) => group.members.map(({ code }) => [code, group] as const)))
  const named = all.map((each) => each.public)
  for (;;) {
    const told = groups.flatMap((group) => {
      const plan = planOf(group, rules)
      return group.members.map((each) => toldOf(each, plan, rules))
    })
    const joins = joinsUnder(rules.k, told, named, rules.scored)
    const held = joins.filter(({ code, clues }) => holdBack(groupOf.get(code), clues))
    if (held.length === 0) {
      const plans = new Map(groups.map((group) => [group, planOf(group, rules)]))
      const planFor = (code: string): Plan | undefined => {
        const group = groupOf.get(code)
        return group && plans.get(group)
      }
      return { planOf: planFor, joins }
    }
  }
}

/** Holds back what tells most of a group and is not held back yet; false where nothing is left. */
function holdBack(group: Group | undefined, clues: Join['clues']): boolean {
  for (const { kind, of } of clues) {
    if (!group || kind !== 'puntos' || group.held.has(of)) continue
    if (group.withoutDecisions.has(of)) group.held.add(of)
    else group.withoutDecisions.add(of)
    return true
  }
  return false
}

/** Groups of institutions that are told alike, each of k and fewer than twice as many, next to each other by the first number. */
function groupsOf(all: readonly Facts[], { k, numbers }: Rules): Group[] {
  const alike = [...Map.groupBy(all, ({ told }) => JSON.stringify(told)).values()]
  const [first = ''] = numbers
  const sizeOf = (each: Facts): number => each.public.numbers.get(first) ?? -1
  return alike.flatMap((members) => {
    const inOrder = members.toSorted((left, right) => sizeOf(left) - sizeOf(right) || (left.code < right.code ? -1 : 1))
    const count = Math.max(1, Math.floor(inOrder.length / k))
    return Array.from({ length: count }, (_, at): Group => {
      const part = inOrder.slice(at * k, at === count - 1 ? undefined : (at + 1) * k)
      const bands = new Map<QuestionId, Band>()
      for (const id of numbers) {
        const band = bandOf(part, id)
        if (band) bands.set(id, band)
      }
      return { members: part, bands, withoutDecisions: new Set(), held: new Set() }
    })
  })
}

/** Two significant figures, downwards and upwards; undefined where one of them has no number that counts. */
function bandOf(members: readonly Facts[], id: QuestionId): Band | undefined {
  const values = members.map((each) => each.public.numbers.get(id) ?? null)
  const known = values.filter((each) => each !== null)
  return known.length < values.length ? undefined : [outward(Math.min(...known), Math.floor), outward(Math.max(...known), Math.ceil)]
}

export function outward(value: number, round: (value: number) => number): number {
  if (value === 0) return 0
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  return Number((round(Number((value / unit).toPrecision(12))) * unit).toPrecision(2))
}

function planOf({ members, bands, withoutDecisions, held }: Group, { numbers, blocks, dimensionsOf }: Rules): Plan {
  const byName = new Set([...numbers, ...blocks])
  const [first, ...others] = members
  const decisions = [...(first?.answers ?? [])].flatMap(([id, { decision }]) => {
    const isHeld = byName.has(id) || dimensionsOf(id).some((each) => withoutDecisions.has(each) || held.has(each))
    return !isHeld && decision !== null && others.every(({ answers }) => answers.get(id)?.decision === decision) ? [id] : []
  })
  return { bands, decisions: new Set(decisions), held }
}

/** What the base tells of an institution under a plan, as the attack reads it. */
function toldOf({ code, told, answers }: Facts, plan: Plan, { numbers, blocks, dimensionsOf }: Rules): ToldInstitution {
  const found = new Map<QuestionId, ToldAnswer>()
  for (const [id, { answered, decision, isWhole, worth }] of answers) {
    const band = plan.bands.get(id)
    if (blocks.includes(id) || (numbers.includes(id) && !band) || dimensionsOf(id).some((each) => plan.held.has(each))) continue
    const isTold = plan.decisions.has(id)
    found.set(id, {
      answered,
      ...(band ? { from: band[0], to: band[1] } : { worth }),
      ...(isTold && decision === 1 && isWhole ? { decided: 'accepted' as const } : {}),
      ...(isTold && decision === 2 ? { decided: 'rejected' as const } : {}),
    })
  }
  return { code, ...told, answers: found }
}
