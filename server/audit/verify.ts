import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { oneOf } from '../db/dialect.ts'
import type { Database, Tx } from '../db/open.ts'
import type { AuditTable } from '../db/schema.ts'
import { Redactions } from './redactions.ts'
import { digestOf, headOf, sealOf } from './chain.ts'

/** A place in the chain, by number and digest. */
export interface Place {
  readonly n: number
  readonly digest: string
}

/** What is not as it was written: the first of it. */
export interface ChainFinding {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'unlinked' | 'cut' | 'seal' | 'ledger' | 'noted'
  /** The act it is about. */
  readonly n: number
  /** For who runs the server. */
  readonly what: string
}

export interface Walked {
  /** How far it is as it was written. */
  readonly to: Place
  /** When the last act that was verified was done; null for none. */
  readonly at: string | null
  /** The end of the chain as its head has it. */
  readonly head: Place
  readonly finding: ChainFinding | null
}

/** Rows that are in memory at one time. */
const pageRows = 500

const start: Place = { n: 0, digest: '' }

/** Walks the whole chain in bounded memory, while the server may be running. `noted` is an end of it that somebody kept elsewhere. */
export async function verifyChain(db: Database, noted?: Place): Promise<Walked> {
  let walked = await walkChain(db, 0, pageRows)
  while (walked.finding === null && walked.to.n < walked.head.n) walked = await walkChain(db, walked.to, pageRows)
  if (walked.finding !== null || noted === undefined || noted.n === 0) return walked
  const row = await db.q.selectFrom('audit').select('digest').where('n', '=', noted.n).executeTakeFirst()
  if (row?.digest === noted.digest) return walked
  const what = row ? `act ${noted.n} is not the one that was noted: what led to it was made anew` : `act ${noted.n} was noted and is gone`
  return { ...walked, finding: { kind: 'noted', n: noted.n, what } }
}

/** A part of the chain, at most `limit` rows: those after a place, which is looked up when only its number is given. */
export async function walkChain(db: Database, from: Place | number, limit: number): Promise<Walked> {
  return db.read(async (tx) => {
    const head = await headOf(tx, 'read')
    const before = typeof from === 'number' ? await placeAt(tx, from) : from
    const end = { n: head.n, digest: head.digest }
    const stop = (to: Place, at: string | null, finding: ChainFinding | null): Walked => ({ to, at, head: end, finding })
    if (head.n > 0 && head.seal !== sealOf(head.secret, head.n, head.digest))
      return stop(before, null, { kind: 'seal', n: head.n, what: `the end of the chain, act ${head.n}, is not under this server's seal` })
    let rows = tx.q.selectFrom('audit').selectAll()
    // Below the first there is nothing.
    if (before.n > 0) rows = rows.where('n', '>', before.n)
    const found = await rows.orderBy('n').limit(limit).execute()
    const ledger = await ledgerOf(tx, found)
    const altered = found.filter((row) => digestOf(row, row.previous) !== row.digest).map((row) => String(row.n))
    const redacted = await Redactions.of(tx, 'audit', altered)
    let to = before
    let at: string | null = null
    for (const row of found) {
      const finding = findingAt(row, to, head.n, redacted) ?? ledgerFinding(row, ledger)
      if (finding) return stop(to, at, finding)
      to = { n: row.n, digest: row.digest }
      at = row.at
    }
    if (found.length === limit && to.n < head.n) return stop(to, at, null)
    const beyond = await tx.q.selectFrom('audit').select('n').where('n', '>', head.n).orderBy('n').executeTakeFirst()
    if (beyond) return stop(to, at, inserted(beyond.n, head.n))
    if (to.n < head.n)
      return stop(to, at, { kind: 'cut', n: to.n + 1, what: `the chain was cut off: acts ${to.n + 1} to ${head.n} are gone` })
    if (to.digest !== head.digest)
      return stop(before, at, { kind: 'changed', n: to.n, what: `act ${to.n}, the last, is not the one that its end was sealed with` })
    return stop(to, at, null)
  })
}

async function placeAt(tx: Tx, n: number): Promise<Place> {
  if (n === 0) return start
  const row = await tx.q.selectFrom('audit').select(['n', 'digest']).where('n', '=', n).executeTakeFirst()
  return row ?? start
}

const inserted = (n: number, last: number): ChainFinding => ({
  kind: 'inserted',
  n,
  what: `act ${n} was inserted: the chain has acts 1 to ${last}`,
})

function findingAt(row: AuditTable, before: Place, last: number, redacted: Redactions): ChainFinding | undefined {
  const { n } = row
  if (n > last || n < 1) return inserted(n, last)
  if (n > before.n + 1) {
    const gone = n - 1 === before.n + 1 ? `act ${n - 1} was removed` : `acts ${before.n + 1} to ${n - 1} were removed`
    return { kind: 'removed', n: before.n + 1, what: gone }
  }
  // What an act of the chain proves to have been taken out of it is no change of it (LW4).
  if (!redacted.leads(String(n), row.digest, digestOf(row, row.previous))) return { kind: 'changed', n, what: `act ${n} was changed` }
  if (row.previous !== before.digest) {
    return { kind: 'unlinked', n, what: `act ${n} does not follow act ${before.n}: one of them was written anew, or inserted` }
  }
  return undefined
}

const mutationDetail = v.object({ mid: v.string(), asked: v.string() })

function mutationOf({ detail }: AuditTable): v.InferOutput<typeof mutationDetail> | undefined {
  try {
    const parsed = v.safeParse(mutationDetail, JSON.parse(detail))
    return parsed.success ? parsed.output : undefined
  } catch {
    // Whatever it says now was not written by this program: its digest tells.
    return undefined
  }
}

/** What the mutations that some acts tell of asked for: digests by mid, as the ledger has them now, and what was taken out of them. */
interface Ledger {
  readonly digests: ReadonlyMap<string, string>
  readonly redacted: Redactions
}

async function ledgerOf(tx: Tx, rows: readonly AuditTable[]): Promise<Ledger> {
  const mids = rows.flatMap((row) => mutationOf(row)?.mid ?? [])
  const entries =
    mids.length === 0
      ? []
      : await tx.q
          .selectFrom('sync_mutation')
          .select(['mid', 'args', 'said'])
          .where(oneOf(tx.kind, 'mid', mids))
          .execute()
  const altered = entries.filter(({ said }) => said !== null).map(({ mid }) => mid)
  return {
    digests: new Map(entries.map(({ mid, args }) => [mid, createHash('sha256').update(args).digest('hex')])),
    redacted: await Redactions.of(tx, 'ledger', altered),
  }
}

function ledgerFinding(row: AuditTable, { digests, redacted }: Ledger): ChainFinding | undefined {
  const told = mutationOf(row)
  if (!told) return undefined
  const stands = digests.get(told.mid)
  if (stands !== undefined && redacted.leads(told.mid, told.asked, stands)) return undefined
  const what = stands !== undefined ? 'asks for something else now' : 'is gone'
  return { kind: 'ledger', n: row.n, what: `act ${row.n}: the entry ${told.mid} of the ledger that it tells of ${what}` }
}
