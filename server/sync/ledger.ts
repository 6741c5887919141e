import type { Disposition } from '#shared/contract/mutation.ts'
import type { FailureParams } from '#shared/kernel/failure.ts'
import type { PushResult } from '#shared/protocol/push.ts'
import { sql } from 'kysely'
import { listed, oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** What became of one sequence of one device, as the ledger holds it. */
export interface Stored extends PushResult {
  /** Who the mutation is from: another user's is never answered with what became of it. */
  readonly authorId: string
  /** What a REST door answers beyond the code. */
  readonly answer: Readonly<Record<string, unknown>> | undefined
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
}
const columns = ['seq', 'mid', 'sent_mid', 'author_id', 'disposition', 'code', 'params', 'answer'] as const

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
    answer: row.answer === null ? undefined : JSON.parse(row.answer),
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
    .select([sql<string | null>`null`.as('answer'), sql<string | null>`null`.as('sent_mid')])
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
  /** Its arguments as they came. */
  readonly args: string
}

/** Ledger entries of those mids, whoever's device they came from. */
export async function storedByMid(tx: Tx, mids: readonly string[]): Promise<Map<string, First>> {
  if (mids.length === 0) return new Map()
  const rows = await tx.q
    .selectFrom('sync_mutation')
    .select([...columns, 'name', 'scope', 'args'])
    .where(oneOf(tx.kind, 'mid', mids))
    .execute()
  return new Map(rows.map((row) => [row.mid, { stored: toStored(row), name: row.name, scope: row.scope, args: row.args }]))
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
