import type { Disposition } from '#shared/contract/mutation.ts'
import type { FailureParams } from '#shared/kernel/failure.ts'
import { quarantineRaw } from '#shared/conflicts/mutations.ts'
import type { PushResult } from '#shared/protocol/push.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { listed, oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { Batch, Numbered } from './batch.ts'

/** What became of one sequence of one device, as the ledger holds it. */
export interface Stored extends PushResult {
  /** Who the mutation is from: another user's is never answered with what became of it. */
  readonly authorId: string
  /** What a REST door answers beyond the code. */
  readonly reply: Readonly<Record<string, unknown>> | undefined
  /** What it is about, in the mutation's own word; null when that is not known. */
  readonly entity: string | null
}

/** Whose sequences: those of one device of one user. */
export interface Ledger {
  readonly userId: string
  readonly deviceId: string
}

interface StoredRow {
  seq: number
  mid: string
  sent_mid: string | null
  author_id: string
  disposition: string
  code: string
  params: string | null
  answer: string | null
  entity: string | null
}
const columns = ['seq', 'mid', 'sent_mid', 'author_id', 'disposition', 'code', 'params', 'answer', 'entity'] as const

const toStored = (row: StoredRow): Stored => {
  const params: FailureParams | undefined = row.params === null ? undefined : JSON.parse(row.params)
  return {
    seq: row.seq,
    mid: row.sent_mid ?? row.mid,
    authorId: row.author_id,
    // Written from an Outcome.
    d: row.disposition as Disposition,
    code: row.code,
    ...(params ? { params } : {}),
    reply: row.answer === null ? undefined : JSON.parse(row.answer),
    entity: row.entity,
  }
}

/** Results of a device's sequences in [from, to], in order. */
export async function resultsBetween(tx: Tx, ledger: Ledger, from: number, to: number): Promise<Stored[]> {
  if (to < from) return []
  const own = await entriesBetween(tx, ledger, from, to).execute()
  const aliases = await aliasesBetween(tx, ledger, from, to)
  return [...own.map(toStored), ...aliases].toSorted((a, b) => a.seq - b.seq)
}

/** Results in [from, to] other than a plain `applied`: what the device cannot tell from the sequence alone. */
export async function notableBetween(tx: Tx, ledger: Ledger, from: number, to: number): Promise<Stored[]> {
  if (to < from) return []
  const own = await entriesBetween(tx, ledger, from, to)
    .where((condition) => condition.or([condition('disposition', '<>', 'applied'), condition('code', '<>', 'ok')]))
    .execute()
  const aliases = await aliasesBetween(tx, ledger, from, to)
  return [...own.map(toStored), ...aliases].toSorted((a, b) => a.seq - b.seq)
}

const entriesBetween = (tx: Tx, { userId, deviceId }: Ledger, from: number, to: number) =>
  tx.q
    .selectFrom('sync_mutation')
    .select(columns)
    .where('author_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)

async function aliasesBetween(tx: Tx, { userId, deviceId }: Ledger, from: number, to: number): Promise<Stored[]> {
  const rows = await tx.q
    .selectFrom('sync_alias')
    .select(['seq', 'mid', 'disposition', 'code', 'params', 'author_id'])
    .select([sql<string | null>`null`.as('answer'), sql<string | null>`null`.as('sent_mid'), sql<string | null>`null`.as('entity')])
    .where('author_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .execute()
  return rows.map(toStored)
}

/** The mid that a device sent under a sequence; null when the ledger holds none there. */
export async function midAt(tx: Tx, ledger: Ledger, seq: number): Promise<string | null> {
  if (seq < 1) return null
  const [stored] = await resultsBetween(tx, ledger, seq, seq)
  return stored?.mid ?? null
}

/** What came first under a mid. */
export interface First {
  readonly stored: Stored
  readonly name: string
  readonly scope: string
  /** Its arguments as they came, unless a name was taken out of them since. */
  readonly args: string
  /** Digest of them as they came, where one was. */
  readonly said: string | null
  readonly call: string | null
}

/**
 * Whether what comes under a mid is what came first under it. A call is known by what it asked for, since its mutation is made
 * anew each time; a push by its words. What the server, or a device that could not send it whole, names stands for that.
 */
export function isRepeat(first: First, came: Pick<Numbered, 'n' | 's' | 'text' | 'call'>, door: Batch['door']): boolean {
  if (came.call !== undefined) return isSameCall(first, came.call)
  if (door !== 'sync' || came.n === quarantineRaw.name) return true
  return first.name === came.n && first.scope === came.s && isSaid(first, came.text)
}

/** Whether arguments are those that came, also where a name was taken out of what is kept of them (LW4). */
export const isSaid = ({ args, said }: Pick<First, 'args' | 'said'>, came: string): boolean =>
  said === null ? args === came : createHash('sha256').update(came).digest('hex') === said

/** Entries of before calls were kept say nothing of theirs, and are taken at their key's word. */
export const isSameCall = ({ call }: First, came: string): boolean => call === null || call === came

/** Ledger entries of those mids, whoever's device they came from. */
export async function storedByMid(tx: Tx, mids: readonly string[]): Promise<Map<string, First>> {
  if (mids.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('sync_mutation')
    .select([...columns, 'name', 'scope', 'args', 'said', 'call'])
    .where(oneOf(tx.kind, 'mid', mids))
    .execute()
  return new Map(
    rows.map(({ name, scope, args, said, call, ...row }) => [row.mid, { stored: toStored(row), name, scope, args, said, call }]),
  )
}

/** Takes the runs that nobody has used yet for a user. Returns those that are somebody else's. */
export async function foreignRuns(tx: Tx, userId: string, runs: readonly string[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set()
  await sql`insert into sync_run (run, user_id) select id, ${userId} from ${listed(tx.kind, runs)} where true
    on conflict (run) do nothing`.execute(tx.q)
  const rows = await tx.q
    .selectFrom('sync_run')
    .select('run')
    .where(oneOf(tx.kind, 'run', runs))
    .where('user_id', '<>', userId)
    .execute()
  return new Set(rows.map((row) => row.run))
}

/** The result as it crosses the wire. */
export const wireResult = ({ seq, mid, d, code, params }: Stored): PushResult => ({ seq, mid, d, code, ...(params ? { params } : {}) })

export const isNotable = (result: PushResult): boolean => result.d !== 'applied' || result.code !== 'ok'
