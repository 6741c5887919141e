import { failure } from '#shared/kernel/failure.ts'
import { quarantineRaw } from '#shared/conflicts/mutations.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Database, Tx } from '../db/open.ts'
import { instantFrom, Refusal, type Batch, type Numbered } from './batch.ts'
import { isSaid, midAt, resultsBetween, type First, type Ledger, type Stored } from './ledger.ts'

/** How far a device has come. */
export interface Device {
  readonly lastSeq: number
  /** Newest moment at which it said that nothing waited on it. */
  readonly contactAt: Instant | null
}

const unseen: Device = { lastSeq: 0, contactAt: null }

/** Whose ledger a batch goes on with: a device is one of its user's, whatever others call theirs. */
export const ledgerOf = (batch: Batch): Ledger => ({ userId: batch.userId, deviceId: batch.device.id })

/** The device's line, locked until the end of the transaction; made when it is seen for the first time and has something to say. */
export async function deviceOf(tx: Tx, batch: Batch, now: Instant): Promise<Device> {
  const { id, app, schema, pending } = batch.device
  const query = tx.q
    .selectFrom('sync_device')
    .select(['last_seq', 'contact_at', 'revoked_at'])
    .where('user_id', '=', batch.userId)
    .where('id', '=', id)
  const locked = tx.kind === 'postgres' ? query.forUpdate() : query
  let device = await locked.executeTakeFirst()
  if (!device) {
    if (batch.asked.length === 0) return unseen
    await tx.q
      .insertInto('sync_device')
      .values(freshDevice({ userId: batch.userId, deviceId: id }, { app, schema, pending, now, contactAt: null }))
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
      .execute()
    device = await locked.executeTakeFirstOrThrow()
  }
  if (device.revoked_at !== null) throw new Refusal(failure('device_revoked'))
  return { lastSeq: device.last_seq, contactAt: device.contact_at }
}

interface Seen {
  readonly app: string
  readonly schema: number
  readonly pending: number
  readonly now: Instant
  readonly contactAt: Instant | null
}

const freshDevice = ({ userId, deviceId }: Ledger, { app, schema, pending, now, contactAt }: Seen) => ({
  user_id: userId,
  id: deviceId,
  last_seq: 0,
  app,
  schema_version: schema,
  pending,
  contact_at: contactAt,
  created_at: now,
  last_seen_at: now,
  revoked_at: null,
})

/** `idle`: everything that the device said it had is in the ledger. */
export async function touchDevice(tx: Tx, batch: Batch, lastSeq: number, idle: boolean, now: Instant): Promise<void> {
  const { id, app, schema, pending } = batch.device
  await tx.q
    .updateTable('sync_device')
    .set({ last_seq: lastSeq, app, schema_version: schema, pending, last_seen_at: now, ...(idle ? { contact_at: now } : {}) })
    .where('user_id', '=', batch.userId)
    .where('id', '=', id)
    .execute()
}

/** Keeps that a device which pulled had nothing waiting: what it sends later was done later. */
export async function keepContact(db: Database, ledger: Ledger, schema: number, now: Instant): Promise<void> {
  await db.q
    .insertInto('sync_device')
    .values(freshDevice(ledger, { app: '', schema, pending: 0, now, contactAt: now }))
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ contact_at: now, pending: 0, last_seen_at: now }))
    .execute()
}

/** When another of the user's devices last had nothing waiting. */
export async function contactOf(tx: Pick<Tx, 'q'>, { userId, deviceId }: Ledger): Promise<Instant | null> {
  const row = await tx.q
    .selectFrom('sync_device')
    .select('contact_at')
    .where('user_id', '=', userId)
    .where('id', '=', deviceId)
    .executeTakeFirst()
  return row?.contact_at ?? null
}

/** Parts a batch into what the ledger already answers and what is new and follows on without a gap. */
export async function split(tx: Tx, batch: Batch, lastSeq: number): Promise<{ known: Stored[]; fresh: Numbered[] }> {
  const numbered = batch.asked.map((each, position): Numbered => ({
    ...each,
    seq: each.seq ?? lastSeq + 1 + position,
    text: each.spoiled?.text ?? each.text ?? JSON.stringify(each.a) ?? 'null',
    at: instantFrom(each.t),
  }))
  const old = numbered.filter((each) => each.seq <= lastSeq)
  const fresh = numbered.filter((each) => each.seq > lastSeq)
  const known = await storedFor(tx, ledgerOf(batch), old)
  for (const [position, each] of fresh.entries()) {
    if (each.seq !== lastSeq + 1 + position) throw new Refusal(failure('seq_gap', { expected: lastSeq + 1 }))
  }
  if (batch.after !== undefined && old.length === 0 && (await midAt(tx, ledgerOf(batch), lastSeq)) !== batch.after)
    throw new Refusal(failure('device_fork'))
  return { known, fresh }
}

async function storedFor(tx: Tx, ledger: Ledger, old: readonly Numbered[]): Promise<Stored[]> {
  const seqs = old.map((each) => each.seq)
  if (seqs.length === 0) return []
  const [from, to] = [Math.min(...seqs), Math.max(...seqs)]
  const stored = new Map((await resultsBetween(tx, ledger, from, to)).map((each) => [each.seq, each]))
  const words = await wordsBetween(tx, ledger, from, to)
  return old.map((each) => {
    const found = stored.get(each.seq)
    // A copy of the profile goes on with what it had not sent yet in its place: under the same mid, with other words.
    const kept = words.get(each.seq)
    const others = kept !== undefined && !isSaid(kept, each.text) && each.n !== quarantineRaw.name
    if (!found || found.mid !== each.mid || others) throw new Refusal(failure('device_fork'))
    return found
  })
}

/** Arguments by sequence; none for what came before under another device. */
async function wordsBetween(
  tx: Tx,
  { userId, deviceId }: Ledger,
  from: number,
  to: number,
): Promise<Map<number, Pick<First, 'args' | 'said'>>> {
  const rows = await tx.q
    .selectFrom('sync_mutation')
    .select(['seq', 'args', 'said'])
    .where('author_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}
