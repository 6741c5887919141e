import type { Instant } from '#shared/kernel/instant.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { takeTime } from '../db/patience.ts'
import type { AuditTable, RedactionTable, SyncMutationTable } from '../db/schema.ts'
import { redactionRows } from '../db/tables.ts'
import { noteActs } from './acts.ts'
import { digestOf } from './chain.ts'

/** An entry of the ledger with what is to stand in the place of what it says. */
export interface LedgerEdit {
  readonly before: Pick<SyncMutationTable, 'mid' | 'args' | 'said' | 'entity' | 'params' | 'answer'>
  readonly after: Pick<SyncMutationTable, 'args' | 'entity' | 'params' | 'answer'>
}

/** An act with what is to stand in the place of what it says. */
export interface AuditEdit {
  readonly before: AuditTable
  readonly after: Pick<AuditTable, 'subject_id' | 'detail'>
}

export interface Redaction {
  /** Whoever asked for it; the platform for what time does. */
  readonly actorId: UserId
  readonly why: 'person' | 'retention'
  readonly subjectId?: UserId | undefined
  readonly ledger: readonly LedgerEdit[]
  readonly audit: readonly AuditEdit[]
  readonly at: Instant
}

export const redactionKind = 'data.redacted'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Any number that this program uses for nothing else. */
const redactionLock = 4_771_002

/**
 * Before anything is looked for that is to be taken out: until the end of the transaction nobody else takes anything out, and would put
 * back what this one took. It may take as long as it needs.
 */
export async function redactAlone(tx: Tx): Promise<void> {
  await takeTime(tx)
  if (tx.kind === 'postgres') await sql`select pg_advisory_xact_lock(${redactionLock})`.execute(tx.q)
}

type Made = Pick<RedactionTable, 'place' | 'key' | 'was' | 'became'>

/** What proves all that was taken out with one act. The order and the shape of what is hashed never change. */
function proofOf(made: readonly Made[]): string {
  const lines = made.map(({ place, key, was, became }) => JSON.stringify([place, key, was, became])).toSorted()
  return sha256(lines.join('\n'))
}

/**
 * Takes out of the ledger and of the audit what was somebody's. What was there stays by its digest, so that the chain goes on holding: an
 * act says how much was taken out, by whom and why, and proves each of it (LW4). Like every act it is the last step of a transaction.
 */
export async function redact(tx: Tx, { actorId, why, subjectId, ledger, audit, at }: Redaction): Promise<void> {
  const made: Made[] = [
    ...ledger
      .filter(({ before, after }) => before.args !== after.args)
      .map(({ before, after }): Made => ({ place: 'ledger', key: before.mid, was: sha256(before.args), became: sha256(after.args) })),
    ...audit.map(({ before, after }): Made => {
      const was = digestOf(before, before.previous)
      return { place: 'audit', key: String(before.n), was, became: digestOf({ ...before, ...after }, before.previous) }
    }),
  ]
  if (made.length > 0) {
    const detail = { why, entries: ledger.length, acts: audit.length, proof: proofOf(made) }
    const act_n = await noteActs(tx, [{ kind: redactionKind, actorId, subjectId: subjectId ?? null, detail, at }])
    await tx.bulk.insert(
      redactionRows,
      made.map((each) => ({ ...each, act_n })),
    )
  }
  for (const { before, after } of ledger)
    await tx.q
      .updateTable('sync_mutation')
      .set({ ...after, ...(before.args === after.args ? {} : { said: before.said ?? sha256(before.args) }) })
      .where('mid', '=', before.mid)
      .execute()
  for (const { before, after } of audit) await tx.q.updateTable('audit').set(after).where('n', '=', before.n).execute()
}

const proofDetail = v.looseObject({ proof: v.string() })

/** What was taken out of some entries, as far as an act of the chain proves it: by entry, the oldest first. */
export class Redactions {
  readonly #made: ReadonlyMap<string, readonly RedactionTable[]>
  readonly #proved: ReadonlySet<number>

  private constructor(made: ReadonlyMap<string, readonly RedactionTable[]>, proved: ReadonlySet<number>) {
    this.#made = made
    this.#proved = proved
  }

  static async of(tx: Tx, place: RedactionTable['place'], keys: readonly string[]): Promise<Redactions> {
    if (keys.length === 0) return new Redactions(new Map(), new Set())
    const rows = await tx.q
      .selectFrom('redaction')
      .selectAll()
      .where('place', '=', place)
      .where(oneOf(tx.kind, 'key', keys))
      .orderBy('act_n')
      .execute()
    const proved = new Set<number>()
    for (const n of new Set(rows.map((row) => row.act_n))) if (await isProved(tx, n)) proved.add(n)
    return new Redactions(
      Map.groupBy(rows, (row) => row.key),
      proved,
    )
  }

  /** Whether what stands, by its digest, came from what was there by nothing but what acts of the chain prove. */
  leads(key: string, was: string, stands: string): boolean {
    let digest = was
    for (const row of this.#made.get(key) ?? []) {
      if (row.was !== digest || !this.#proved.has(row.act_n)) return false
      digest = row.became
    }
    return digest === stands
  }
}

/** Whether an act of the chain says of all that was taken out with it what stands in the table. */
async function isProved(tx: Tx, n: number): Promise<boolean> {
  const act = await tx.q.selectFrom('audit').select(['kind', 'detail']).where('n', '=', n).executeTakeFirst()
  if (act?.kind !== redactionKind) return false
  const detail = v.safeParse(proofDetail, JSON.parse(act.detail))
  const made = await tx.q.selectFrom('redaction').select(['place', 'key', 'was', 'became']).where('act_n', '=', n).execute()
  return detail.success && detail.output.proof === proofOf(made)
}
