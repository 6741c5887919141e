import type { Outcome } from '#shared/contract/mutation.ts'
import { isOpen, unitAbove } from '#shared/answers/rules.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import type { World } from '#shared/world.ts'
import type { Value } from './oracle-of-silence.ts'
import type { Turn } from './oracle-of-work.ts'
import type { LedgerRow } from './replay.ts'

/** What of others' work the history alone tells: each line of the closed list of `shared/SPEC.md` that the simulated world meets. */
const lines: ReadonlyArray<(value: Value, row: LedgerRow, outcome: Outcome) => boolean> = [
  // The rejection of an answer rejects what depends on it, and remembers what it was (EV6).
  ({ what, of }, row, { changes }) =>
    what === 'decision' &&
    row.entity !== `evaluation:${of}` &&
    changes.some((change) => change.table === 'draft' && change.id === of && change.row.decision === 'Rejected'),
]

export const isToldByHistory = (value: Value, row: LedgerRow, outcome: Outcome): boolean =>
  lines.some((holds) => holds(value, row, outcome))

/** The same of who begins or ceases to have something to do. */
const workLines: ReadonlyArray<(turn: Turn, row: LedgerRow, outcome: Outcome, world: World) => boolean> = [
  // A send of an area moves what its people answered, and is listed with its author (SE5).
  ({ task }, { name }) => task === 'send' && name === 'answers.send',
  // What was done in somebody's place waits for them no more, a reply of whom the comment was first put to among it: the question says who
  // did it and when (AN10, AN12, CM5).
  ({ begins, unit }, { name, args }) =>
    !begins && /^(?:answer|attachment|replica\.justify|comment\.reply)/.test(name) && args.includes(`"${unit}"`),
  // What an answer opens below it, or empties, and the file or reason that it asks for besides, waits for whoever answers for it, in their
  // list and in the next reminder (PE1, RM2).
  ({ begins, task, unit }, { entity }, { changes }, world) => {
    const own = changes.some((change) => change.table === 'answer' && change.id === entity)
    return begins && task !== 'decide' && own && (unit === entity || isBelow(world, unit, entity ?? ''))
  },
  // Of what was written for a replica its opening and the undoing of that decide whether it counts; who wrote it is told (RP6).
  (_turn, { name }) => name === 'replica.open',
  // What an answer closes waits for nobody.
  ({ begins, unit }, _row, _outcome, world) => !begins && !isOpen(world, unit),
  // A revision begins, and a stage ends, on the day that the plan says (TM8).
  ({ begins, task }, { name }) => name === 'stage.tick' && (begins ? task === 'decide' : true),
  // A comment takes an answer back from whoever held it on its way up, and its resolution puts it there again (CM2, CM9).
  ({ begins, task }, { name }) => task === 'send' && (begins ? /^comment\.re(?:solve|dact)$/.test(name) : name === 'comment.add'),
  // A reply that another follows up waits for whoever asked first once it is answered again: that is told (CM3, LE3).
  ({ who, task, unit, begins }, { name }, { changes }) =>
    !begins &&
    task === 'write' &&
    name === 'comment.add' &&
    changes.some((change) => change.table === 'thread' && change.id === unit && change.row.authorId === who),
  // What comes within its day of grace waits for who evaluates, marked as late, and no evaluation goes without it (TM6, EV11).
  ({ begins, task }, _row, { changes }) =>
    begins && task === 'decide' && changes.some((change) => change.table === 'answer' && change.row.late),
  // A late decision is published like the others, and what it accepts or rejects waits for nobody (TM14).
  ({ begins, unit }, { name }, { changes }) =>
    !begins &&
    /^evaluation\.(?:decide|acceptRemaining)$/.test(name) &&
    changes.some(({ table, id }) => table === 'evaluation' && id === unit),
  // A comment that is resolved waits for nobody: it stays with the question (CM8).
  ({ begins }, { name }) => !begins && (name === 'comment.resolve' || name === 'comment.redact'),
]

const isBelow = (world: World, unit: Unit, above: Unit): boolean => {
  for (let at = unitAbove(world, unit); at !== undefined; at = unitAbove(world, at)) if (at === above) return true
  return false
}

export const isWorkToldByHistory = (turn: Turn, row: LedgerRow, outcome: Outcome, world: World): boolean =>
  workLines.some((holds) => holds(turn, row, outcome, world))
