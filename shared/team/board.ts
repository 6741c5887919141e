import type { Actor } from '../access/actor.ts'
import type { Role } from '../access/roles.ts'
import type { Person } from '../accounts/model.ts'
import { heldBy, leads, responsibleOf, rolesOf } from '../assignments/rules.ts'
import { questionOf } from '../evaluations/rules.ts'
import { isEmpty } from '../forms/kinds.ts'
import { dayMs, epochMs } from '../kernel/instant.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Unit, UserId } from '../kernel/ids.ts'
import { unitsInScope } from '../sends/rules.ts'
import { isAtWork, workOf } from '../sends/standing.ts'
import type { Waiting, Work } from '../sends/standing.ts'
import type { Stage } from '../stages/model.ts'
import { boundsOf, isInput, stageAt } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { isLed, leadsTeam, writtenTo } from './rules.ts'
import type { Written } from './model.ts'

/** Whoever owes anything with so little time left is late, whatever they have done, milliseconds (BO2). */
const closeMs = 2 * dayMs

/** Who works, how much of it is theirs, and what waits for them, as somebody who leads sees it (BO1). */
export interface Member {
  readonly userId: UserId
  /** Undefined for an account that is gone. */
  readonly person: Person | undefined
  readonly roles: readonly Role[]
  /** It is whoever reads, alone or together with whom they lead. */
  readonly own: boolean
  /** Units for which they answer, in what the reader leads: what balances the load (BO3). */
  readonly load: number
  /** Of all that they answer for or that waits for them: how much there is, and how much of it waits for them no more. */
  readonly asked: number
  readonly done: number
  /** What waits for them, in questionnaire order. */
  readonly waiting: readonly Waiting[]
  /** What they would have to settle on each day that is left; 0 where nothing waits. */
  readonly perDay: number
  readonly late: boolean
  /** Their newest answer in what the reader leads, by the device's clock. */
  readonly lastAt: Instant | null
  /** Who wrote to them last about this form, and when, within the day (BO4). */
  readonly written: Written | null
}

export interface Team {
  /** The stage that runs and in which the institution works; null where nothing waits for anybody. */
  readonly stage: Stage | null
  /** Days that are left of it, begun ones whole; 0 without one. */
  readonly days: number
  /** Part of the stage that is over, from 0 to 1. */
  readonly elapsed: number
  /** Late ones first, those who owe most before the others; people without anything last, by name. */
  readonly members: readonly Member[]
  /** Mean load of those who have any (BO3). */
  readonly mean: number
}

/** Days of a stage that are left at a moment, the one that runs whole. */
const daysLeft = (stage: Stage, now: Instant): number => Math.max(0, Math.ceil((boundsOf(stage).endMs + 1 - epochMs(now)) / dayMs))

function elapsedOf(stage: Stage, now: Instant): number {
  const { startMs, endMs } = boundsOf(stage)
  return Math.min(1, Math.max(0, (epochMs(now) - startMs) / Math.max(1, endMs + 1 - startMs)))
}

interface Gathered {
  load: number
  readonly asked: Set<Unit>
  readonly waiting: Waiting[]
  lastAt: Instant | null
}

/**
 * The people of an institution as somebody who leads sees them: the whole of it for leader and delegate, for who leads an area those who
 * answer in it. Without anything led nobody is told of. `work`: the reader's own (`workOf`), where it is known already.
 * Source: SPEC BO1, BO2, BO3.
 */
export function teamOf(world: World, reader: Actor, now: Instant, work: Work = workOf(world, reader, now)): Team {
  const current = stageAt(world.form, now)
  const stage = current && isInput(current.kind) && isAtWork(world, now) ? current : null
  const [days, elapsed] = stage ? [daysLeft(stage, now), elapsedOf(stage, now)] : [0, 0]
  const none: Team = { stage, days, elapsed, members: [], mean: 0 }
  if (reader.kind !== 'Institutional' || !leadsTeam(world, reader.id)) return none

  const all = leads(world, reader.id)
  const { leaderId } = world.participant
  // Who leads answers together with the other one: what waits for either waits for the reader.
  const placeOf = (userId: UserId | null): UserId => (userId === null || leads(world, userId) ? (all ? reader.id : leaderId) : userId)
  const found = new Map<UserId, Gathered>()
  const at = (userId: UserId): Gathered => {
    const known = found.get(userId) ?? { load: 0, asked: new Set<Unit>(), waiting: [], lastAt: null }
    found.set(userId, known)
    return known
  }
  for (const unit of unitsInScope(world, reader.id)) {
    if (!isLed(world, reader.id, unit)) continue
    const question = questionOf(world, unit)
    const answer = world.answer(unit)
    if (answer && !isEmpty(question, answer.value)) {
      const author = at(placeOf(answer.authorId))
      if (author.lastAt === null || answer.occurredAt > author.lastAt) author.lastAt = answer.occurredAt
    } else if (!question.required) continue
    const holder = at(placeOf(responsibleOf(world, question)))
    holder.load += 1
    holder.asked.add(unit)
  }
  for (const each of [...work.parts.values()].flatMap(({ waiting }) => waiting)) {
    if (!isLed(world, reader.id, each.unit)) continue
    const holder = at(each.own ? reader.id : placeOf(each.userId))
    holder.waiting.push(each)
    holder.asked.add(each.unit)
  }
  // Who has nothing is part of the balance too; beyond one's own area nobody is.
  if (all)
    for (const person of world.list('person'))
      if (person.active && person.kind === 'Institutional' && person.institutionId === world.institutionId && !leads(world, person.id))
        at(person.id)
  // Who leads below the reader belongs to the board, also when all that they have was given on.
  for (const { id, parentId } of world.index.subDimensions) {
    const holder = heldBy(world, id)
    if (holder !== null && (all || holder === reader.id || (parentId !== null && heldBy(world, parentId) === reader.id)))
      at(placeOf(holder))
  }
  at(reader.id)

  const members = [...found].flatMap(([userId, { load, asked, waiting, lastAt }]): Member[] => {
    const person = world.person(userId)
    // The lab's people answer in an institution's place, and an answer's author may have left.
    if (load === 0 && waiting.length === 0 && (!person?.active || person.kind !== 'Institutional')) return []
    const done = asked.size - waiting.length
    return [
      {
        userId,
        person,
        roles: rolesOf(world, userId),
        own: userId === reader.id,
        load,
        asked: asked.size,
        done,
        waiting,
        perDay: days === 0 ? 0 : Math.ceil(waiting.length / days),
        late: stage !== null && isLate({ stage, now, elapsed, asked: asked.size, done }),
        lastAt,
        written: writtenTo(world, userId, now),
      },
    ]
  })
  const loaded = members.filter(({ load }) => load > 0)
  const mean = loaded.length === 0 ? 0 : loaded.reduce((sum, { load }) => sum + load, 0) / loaded.length
  return { ...none, members: members.toSorted(byNeed), mean }
}

/** Behind: a smaller part of what is asked of them is done than of the stage is over, or the end is near (BO2). */
function isLate(given: { stage: Stage; now: Instant; elapsed: number; asked: number; done: number }): boolean {
  const { stage, now, elapsed, asked, done } = given
  if (asked === done) return false
  return boundsOf(stage).endMs + 1 - epochMs(now) <= closeMs || done / asked < elapsed
}

const nameOf = ({ person }: Member): string => (person ? `${person.name} ${person.surname}` : '')
/** By need: late before others, more before less, then by name and id, so that every device has one order. */
function byNeed(a: Member, b: Member): number {
  if (a.late !== b.late) return a.late ? -1 : 1
  if (a.waiting.length !== b.waiting.length) return b.waiting.length - a.waiting.length
  if (a.load !== b.load) return b.load - a.load
  return nameOf(a).localeCompare(nameOf(b), 'es') || (a.userId < b.userId ? -1 : 1)
}

/** A load that is far from the others': more than one and a half times the mean, or less than half of it (BO3). */
export function loadStanding(member: Pick<Member, 'load'>, mean: number): 'none' | 'light' | 'even' | 'heavy' {
  if (member.load === 0) return 'none'
  if (member.load > 1.5 * mean) return 'heavy'
  return member.load < 0.5 * mean ? 'light' : 'even'
}
