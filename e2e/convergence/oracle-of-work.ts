import { level } from '#shared/answers/model.ts'
import { commentWaitsFor, holderOf, nearestOpen } from '#shared/answers/rules.ts'
import { leads } from '#shared/assignments/rules.ts'
import type { Outcome } from '#shared/contract/mutation.ts'
import { isReleased, roundAt, sendGaps } from '#shared/evaluations/rules.ts'
import { leadersOf } from '#shared/institutions/model.ts'
import { questionIdOf, type Unit, type UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { hasLeft, precheck, unitsInScope } from '#shared/sends/rules.ts'
import { isAtWork } from '#shared/sends/standing.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import type { Accuse } from './oracle-of-silence.ts'
import type { Again, LedgerRow } from './replay.ts'
import { isWorkToldByHistory } from './told-by-history.ts'

/** What somebody is awaited for at a unit: to write in it, to send it up, to decide on it. */
type Task = 'write' | 'send' | 'decide'

/** A unit that begins or ceases to wait for somebody. */
export interface Turn {
  readonly who: UserId
  readonly task: Task
  readonly unit: Unit
  readonly begins: boolean
}

/** For whom what waits: `who task unit`. */
type Awaited = ReadonlySet<string>
const keyOf = (who: UserId, task: Task, unit: Unit): string => `${who} ${task} ${unit}`

/** Tables by which it changes what waits for whom. */
const moving: ReadonlySet<string> = new Set(['answer', 'thread', 'attachment', 'assignment', 'participant', 'evaluation', 'draft'])

/**
 * IN17: whoever, but who does it, begins or ceases to have a unit to write, to send or to decide has a letter, a notice or a card of the
 * same outcome.
 */
export class Watchmen {
  readonly #accuse: Accuse
  /** As it was after the change before, and what it was true of. */
  readonly #known = new Map<World, { readonly of: string; readonly awaited: Awaited }>()

  constructor(accuse: Accuse) {
    this.#accuse = accuse
  }

  /** `acts`: how much the server had done by itself by then. Gives what judges the world as it is right after. */
  before({ row, outcome, world }: Again, acts: number): (() => void) | undefined {
    if (!world || !outcome.disposition.startsWith('applied') || !outcome.changes.some(({ table }) => moving.has(table))) return undefined
    const of = stateOf(world, row, acts)
    const known = this.#known.get(world)
    const before = known?.of === of ? known.awaited : awaitedIn(world, row.received_at)
    const offices = new Set(leadersOf(world.participant))
    return () => {
      const after = awaitedIn(world, row.received_at)
      this.#known.set(world, { of: stateOf(world, row, acts), awaited: after })
      for (const turn of [...turnsOf(after.difference(before), true), ...turnsOf(before.difference(after), false)])
        if (needsWord(world, offices, row, outcome, turn) && !isWorkToldByHistory(turn, row, outcome, world))
          this.#accuse(
            'IN17',
            `${row.mid} ${row.name} of ${row.author_id}: ${turn.who} ${turn.begins ? 'begins' : 'ceases'} to have ${turn.unit} to ${turn.task} without a word`,
          )
    }
  }
}

/** What moves without a row of the institution that is judged here: time, what the server did by itself, and who takes part as what. */
function stateOf({ form, participant }: World, { received_at: now }: LedgerRow, acts: number): string {
  const { leaderId, delegateId, evaluatorId, locked, removedAt } = participant
  return [acts, phaseAt(form, now), leaderId, delegateId, evaluatorId, locked, removedAt].join(' ')
}

function* turnsOf(keys: Iterable<string>, begins: boolean): Generator<Turn> {
  for (const key of keys) {
    const [who = '', task, unit = ''] = key.split(' ')
    if (task === 'write' || task === 'send' || task === 'decide') yield { who, task, unit, begins }
  }
}

/** Whether somebody else's turn is told by nothing; leader and delegate are one office, and who has no account reads nothing. */
function needsWord(world: World, offices: ReadonlySet<UserId>, row: LedgerRow, outcome: Outcome, { who }: Turn): boolean {
  const { author_id: actor } = row
  if (who === actor || (offices.has(actor) && offices.has(who)) || (leads(world, actor) && leads(world, who))) return false
  if (!world.person(who)?.active) return false
  const told = [...outcome.letters, ...(outcome.notices ?? [])].some(({ to }) => to === who)
  return !told && !outcome.cards.some(({ ownerId }) => ownerId === who)
}

function awaitedIn(world: World, now: Instant): Awaited {
  const awaited = new Set<string>()
  const { leaderId, evaluatorId, locked, removedAt } = world.participant
  // Nothing waits for anybody in an institution that is out of the form (PA4).
  if (removedAt) return awaited
  if (isAtWork(world, now)) {
    for (const { unit, code, userId, blocking } of precheck(world, {
      id: leaderId,
      kind: 'Institutional',
      name: '',
      institutionId: world.institutionId,
    })) {
      const who = userId ?? leaderId
      // That nothing is appealed yet is said of a sub-dimension, at its first answer, and ends or begins with any other of them (RP8).
      const isAsked = blocking && code !== 'comment' && code !== 'below' && code !== 'blob' && code !== 'unappealed'
      if (isAsked && (leads(world, who) || !hasLeft(world, unit, who))) awaited.add(keyOf(who, 'write', unit))
    }
    // A comment that moves up with its question is the same one; of a replica those wait that are about what it sends.
    const sent = new Set(unitsInScope(world, leaderId))
    for (const thread of world.list('thread')) {
      const at = thread.state === 'resolved' ? undefined : nearestOpen(world, thread.unit)
      const question = at !== undefined && sent.has(at) ? world.index.question(questionIdOf(at)) : undefined
      if (question) awaited.add(keyOf(commentWaitsFor(world, question, thread) ?? leaderId, 'write', thread.unit))
    }
    for (const answer of world.list('answer')) {
      const { unit } = answer
      const goes = answer.value !== null && sent.has(unit)
      const question = goes ? world.index.question(questionIdOf(unit)) : undefined
      const who = question ? holderOf(world, question, answer) : null
      if (who !== null && answer.level > level.Institution && !leads(world, who)) awaited.add(keyOf(who, 'send', unit))
    }
  }
  const running = roundAt(world, now)
  if (running && evaluatorId !== null && locked && !isReleased(world, running.stage))
    for (const { unit, code } of sendGaps(world, running.round)) if (code !== 'blob') awaited.add(keyOf(evaluatorId, 'decide', unit))
  return awaited
}
