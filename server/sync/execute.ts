import { systemActor, type Actor } from '#shared/access/actor.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { pushMaxMutations } from '#shared/protocol/push.ts'
import type { Change } from '#shared/world.ts'
import type { Database, Tx } from '../db/open.ts'
import { aliasRows, historyRows, ledgerRows, letterRows } from '../db/tables.ts'
import type { HeldWorlds, WorldStore } from '../world/store.ts'
import { BatchWriter } from './batch-writer.ts'
import { Crash, Refusal, worldKeysOf, type Batch, type Executed } from './batch.ts'
import { conflictChanges } from './cards.ts'
import { writeChanges } from './changes.ts'
import { countAttempt, deviceOf, split, touchDevice } from './device.ts'
import { takenBy } from './invites.ts'
import { storedByMid } from './ledger.ts'
import { HeldPokes } from './held-pokes.ts'
import type { Moved } from './pokes.ts'

export interface ExecuteDeps {
  readonly db: Database
  readonly worlds: WorldStore
  readonly now: () => Instant
  readonly log: { error(data: object, message: string): void }
  /** Called after commit with what moved and whose access may have. */
  readonly poke: (moved: Moved) => void
}

export type Execute = (batch: Batch) => Promise<Result<Executed>>

/** How often a sequence may break business code before it is refused and the ones behind it go on. */
const maxAttempts = 3

/** The one way in which anything of an institution's or an evaluator's changes, whichever door it comes through. */
export function createExecute(deps: ExecuteDeps): Execute {
  const pokes = new HeldPokes((moved) => deps.poke(moved))
  return async (batch) => {
    const keys = worldKeysOf(batch.asked)
    try {
      const done = await deps.worlds.hold(keys, (open) => deps.db.write((tx) => run(deps, tx, open, batch)))
      if (done.versions.size > 0) {
        const more = batch.asked.length === pushMaxMutations && batch.device.pending > 0
        pokes.moved(batch.device.id, { versions: Object.fromEntries(done.versions), people: done.people }, more)
      }
      return { ok: true, value: { lastSeq: done.lastSeq, results: done.results } }
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure }
      if (!(error instanceof Crash)) throw error
      deps.log.error({ err: error.cause, device: batch.device.id, seq: error.seq }, 'mutation broke its rule')
      await countAttempt(deps.db, batch, error.seq, deps.now())
      return { ok: false, failure: failure('unavailable', { seconds: 1 }) }
    }
  }
}

interface Done extends Executed {
  readonly versions: ReadonlyMap<string, number>
  readonly people: string[]
}

async function run(deps: ExecuteDeps, tx: Tx, open: (tx: Tx) => Promise<HeldWorlds>, batch: Batch): Promise<Done> {
  const now = deps.now()
  const actor = await actorOf(tx, batch.userId)
  if (!actor) throw new Refusal(failure('revoked'))
  const device = await deviceOf(tx, batch, now)
  const { known, fresh } = await split(tx, batch, device.lastSeq)
  if (fresh.length === 0) {
    await touchDevice(tx, batch, device.lastSeq, now)
    return { lastSeq: device.lastSeq, results: known, versions: new Map(), people: [] }
  }

  const worlds = await open(tx)
  const elsewhere = await storedByMid(
    tx,
    fresh.map((each) => each.mid),
  )
  const taken = await takenBy(
    tx,
    fresh.map((each) => each.a),
  )
  const writer = new BatchWriter({
    actor,
    batch,
    now,
    worlds,
    elsewhere,
    taken,
    forgive: device.attempts >= maxAttempts - 1 ? device.attemptsSeq : 0,
  })
  await writer.bringCards(tx)
  for (const each of fresh) writer.decide(each)

  const lastSeq = device.lastSeq + fresh.length
  const cards = await conflictChanges(tx, writer.raised)
  const versions = await writeChanges(tx, [...writer.changes, ...cards], now)
  worlds.moved(versions)
  await tx.bulk.insert(ledgerRows, writer.ledger)
  await tx.bulk.insert(aliasRows, writer.aliases)
  await tx.bulk.insert(historyRows, writer.history)
  await tx.bulk.insert(letterRows, writer.letters)
  await touchDevice(tx, batch, lastSeq, now)
  return { lastSeq, results: [...known, ...writer.results], versions, people: peopleOf(writer.changes) }
}

/** Whose visibility a batch may have changed: those whom its participants and assignments name. */
function peopleOf(changes: readonly Change[]): string[] {
  const found = new Set<string>()
  for (const change of changes) {
    if (change.table === 'assignment' && change.row.userId !== null) found.add(change.row.userId)
    if (change.table !== 'participant') continue
    for (const id of [change.row.leaderId, change.row.delegateId, change.row.evaluatorId]) if (id !== null) found.add(id)
  }
  return [...found]
}

async function actorOf(tx: Tx, userId: string): Promise<Actor | undefined> {
  if (userId === systemActor.id) return systemActor
  const user = await tx.q
    .selectFrom('user')
    .select(['id', 'kind', 'name', 'surname', 'institution_id', 'active'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.active) return undefined
  return { id: user.id, kind: user.kind, name: `${user.name} ${user.surname}`.trim(), institutionId: user.institution_id }
}
