import { failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Database, Tx } from '../db/open.ts'
import { instantFrom, Refusal, type Batch, type Numbered } from './batch.ts'
import { resultsBetween, type Stored } from './ledger.ts'

/** How far a device has come. */
export interface Device {
  readonly lastSeq: number
  readonly attemptsSeq: number
  readonly attempts: number
}

/** The device's line, made when it is seen for the first time and locked until the end of the transaction. */
export async function deviceOf(tx: Tx, batch: Batch, now: Instant): Promise<Device> {
  const { id, app, schema, pending } = batch.device
  await tx.q
    .insertInto('sync_device')
    .values({
      id,
      user_id: batch.userId,
      last_seq: 0,
      attempts_seq: 0,
      attempts: 0,
      app,
      schema_version: schema,
      pending,
      created_at: now,
      last_seen_at: now,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const query = tx.q
    .selectFrom('sync_device')
    .select(['user_id', 'last_seq', 'attempts_seq', 'attempts', 'revoked_at'])
    .where('id', '=', id)
  const device = await (tx.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
  if (device.user_id !== batch.userId) throw new Refusal(failure('device_owner_mismatch'))
  if (device.revoked_at !== null) throw new Refusal(failure('device_revoked'))
  return { lastSeq: device.last_seq, attemptsSeq: device.attempts_seq, attempts: device.attempts }
}

export async function touchDevice(tx: Tx, batch: Batch, lastSeq: number, now: Instant): Promise<void> {
  const { id, app, schema, pending } = batch.device
  await tx.q
    .updateTable('sync_device')
    .set({ last_seq: lastSeq, app, schema_version: schema, pending, last_seen_at: now })
    .where('id', '=', id)
    .execute()
}

/** The push that broke was rolled back, with the device's line when it was its first. */
export async function countAttempt(db: Database, batch: Batch, seq: number, now: Instant): Promise<void> {
  await db.write(async (tx) => {
    const device = await deviceOf(tx, batch, now)
    const attempts = device.attemptsSeq === seq ? device.attempts + 1 : 1
    await tx.q.updateTable('sync_device').set({ attempts_seq: seq, attempts }).where('id', '=', batch.device.id).execute()
  })
}

/** Parts a batch into what the ledger already answers and what is new and follows on without a gap. */
export async function split(tx: Tx, batch: Batch, lastSeq: number): Promise<{ known: Stored[]; fresh: Numbered[] }> {
  const numbered = batch.asked.map((each, position): Numbered => ({
    ...each,
    seq: each.seq ?? lastSeq + 1 + position,
    text: JSON.stringify(each.a) ?? 'null',
    at: instantFrom(each.t),
  }))
  const old = numbered.filter((each) => each.seq <= lastSeq)
  const fresh = numbered.filter((each) => each.seq > lastSeq)
  const known = await storedFor(tx, batch.device.id, old)
  for (const [position, each] of fresh.entries()) {
    if (each.seq !== lastSeq + 1 + position) throw new Refusal(failure('seq_gap', { expected: lastSeq + 1 }))
  }
  return { known, fresh }
}

async function storedFor(tx: Tx, deviceId: string, old: readonly Numbered[]): Promise<Stored[]> {
  const seqs = old.map((each) => each.seq)
  if (seqs.length === 0) return []
  const stored = new Map((await resultsBetween(tx, deviceId, Math.min(...seqs), Math.max(...seqs))).map((each) => [each.seq, each]))
  return old.map((each) => {
    const found = stored.get(each.seq)
    if (!found || found.mid !== each.mid) throw new Refusal(failure('device_fork'))
    return found
  })
}
