import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { oneOf } from '../db/dialect.ts'
import type { Database, Tx } from '../db/open.ts'
import type { AuditTable } from '../db/schema.ts'
import { acknowledgedIn, type Acknowledged } from './acknowledged.ts'
import { Redactions } from './redactions.ts'
import { digestOf, headOf, sealOf } from './chain.ts'

/** A place in the chain, by number and digest. */
export interface Place {
  readonly n: number
  readonly digest: string
}

/** Something that is not as it was written. */
export interface ChainFinding {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'unlinked' | 'cut' | 'seal' | 'ledger' | 'noted'
  /** The act it is about. */
  readonly n: number
  /** For who runs the server. */
  readonly what: string
  /** What stands there now, by which it can be acknowledged; null where it is not about one act. */
  readonly stands: string | null
}

/** A finding that whoever keeps the server knows of. */
export interface KnownFinding {
  readonly finding: ChainFinding
  readonly acknowledged: Acknowledged
}

interface Findings {
  /** The first of them. */
  readonly finding: ChainFinding | null
  /** In the order of the acts, without what was acknowledged. */
  readonly findings: readonly ChainFinding[]
  readonly known: readonly KnownFinding[]
}

export interface Walked extends Findings {
  /** How far it was walked. */
  readonly to: Place
  /** When the last act that was looked at was done; null for none. */
  readonly at: string | null
  /** The end of the chain as its head has it. */
  readonly head: Place
  /** Whether nothing of it is left to walk. */
  readonly isWhole: boolean
}

/** Rows that are in memory at one time. */
const pageRows = 500

/** Findings that are listed: a chain of which nothing holds is told by its first acts. */
const listedMost = 1_000

const start: Place = { n: 0, digest: '' }

/** Walks the whole chain in bounded memory, while the server may be running. `noted` is an end of it that somebody kept elsewhere. */
export async function verifyChain(db: Database, noted?: Place): Promise<Walked> {
  const findings: ChainFinding[] = []
  const known: KnownFinding[] = []
  let walked: Walked | undefined
  do {
    walked = await walkChain(db, walked?.to ?? start, pageRows)
    const isNew = ({ kind }: ChainFinding): boolean => kind !== 'seal' || findings.every((each) => each.kind !== 'seal')
    findings.push(...walked.findings.filter(isNew))
    known.push(...walked.known)
  } while (!walked.isWhole && findings.length < listedMost)
  if (noted !== undefined && noted.n > 0) {
    const row = await db.q.selectFrom('audit').select('digest').where('n', '=', noted.n).executeTakeFirst()
    const what = row ? `act ${noted.n} is not the one that was noted: what led to it was made anew` : `act ${noted.n} was noted and is gone`
    if (row?.digest !== noted.digest) findings.push({ kind: 'noted', n: noted.n, what, stands: null })
  }
  return { ...walked, finding: findings[0] ?? null, findings, known }
}

/** A part of the chain, at most `limit` rows: those after a place, which is looked up when only its number is given. */
export async function walkChain(db: Database, from: Place | number, limit: number): Promise<Walked> {
  return db.read(async (tx) => {
    const head = await headOf(tx, 'read')
    const before = typeof from === 'number' ? await placeAt(tx, from) : from
    const found = await tx.q
      .selectFrom('audit')
      .selectAll()
      .where('n', '>', before.n)
      .where('n', '<=', head.n)
      .orderBy('n')
      .limit(limit)
      .execute()
    const last = found.at(-1)
    const isWhole = found.length < limit || last?.n === head.n
    const suspects: Suspect[] = []
    if (head.n > 0 && head.seal !== sealOf(head.secret, head.n, head.digest))
      suspects.push(endOf('seal', head.n, `the end of the chain, act ${head.n}, is not under this server's seal`))
    if (before.n === 0) suspects.push(...(await insertedIn(tx, head, 'before')))
    suspects.push(...(await suspectsIn(tx, before, found)))
    const to = last ? { n: last.n, digest: last.digest } : before
    if (isWhole) {
      suspects.push(...(await insertedIn(tx, head, 'after')))
      if (to.n < head.n) suspects.push(endOf('cut', to.n + 1, `the chain was cut off: acts ${to.n + 1} to ${head.n} are gone`))
      else if (to.digest !== head.digest)
        suspects.push(endOf('changed', to.n, `act ${to.n}, the last, is not the one that its end was sealed with`, to.digest))
    }
    return { ...(await sorted(tx, suspects)), to, at: last?.at ?? null, head: { n: head.n, digest: head.digest }, isWhole }
  })
}

async function placeAt(tx: Tx, n: number): Promise<Place> {
  if (n === 0) return start
  const row = await tx.q.selectFrom('audit').select(['n', 'digest']).where('n', '=', n).executeTakeFirst()
  return row ?? start
}

/** What looks wrong, and whether what stands came from what was acknowledged by nothing but what was taken out of it since. */
interface Suspect {
  readonly finding: ChainFinding
  readonly leads: (acknowledged: string) => boolean
}

const endOf = (kind: ChainFinding['kind'], n: number, what: string, stands: string | null = null): Suspect => ({
  finding: { kind, n, what, stands },
  leads: (acknowledged) => acknowledged === stands,
})

/** Parts what was found from what was acknowledged. */
async function sorted(tx: Tx, suspects: readonly Suspect[]): Promise<Findings> {
  const acknowledged = suspects.length === 0 ? [] : await acknowledgedIn(tx)
  const findings: ChainFinding[] = []
  const known: KnownFinding[] = []
  for (const { finding, leads } of suspects) {
    const by = acknowledged.find(({ n, kind, stands }) => n === finding.n && kind === finding.kind && leads(stands))
    if (by) known.push({ finding, acknowledged: by })
    else findings.push(finding)
  }
  return { finding: findings[0] ?? null, findings, known }
}

/** The first row outside the numbers that the chain has, on one side of them. */
async function insertedIn(tx: Tx, head: Place, side: 'before' | 'after'): Promise<Suspect[]> {
  const outside = tx.q.selectFrom('audit').select('n').orderBy('n').limit(1)
  const row = await (side === 'before' ? outside.where('n', '<', 1) : outside.where('n', '>', head.n)).executeTakeFirst()
  return row ? [endOf('inserted', row.n, `act ${row.n} was inserted: the chain has acts 1 to ${head.n}`)] : []
}

async function suspectsIn(tx: Tx, from: Place, rows: readonly AuditTable[]): Promise<Suspect[]> {
  const ledger = await ledgerOf(tx, rows)
  const altered = rows.filter((row) => digestOf(row, row.previous) !== row.digest).map((row) => String(row.n))
  const redacted = await Redactions.of(tx, 'audit', altered)
  const found: Suspect[] = []
  let before = from
  for (const row of rows) {
    found.push(...suspectsAt(row, before, redacted))
    const told = ledgerSuspect(row, ledger)
    if (told) found.push(told)
    before = { n: row.n, digest: row.digest }
  }
  return found
}

function* suspectsAt(row: AuditTable, before: Place, redacted: Redactions): Generator<Suspect> {
  const { n } = row
  if (n > before.n + 1) {
    const [first, last] = [before.n + 1, n - 1]
    const gone = first === last ? `act ${first} was removed` : `acts ${first} to ${last} were removed`
    yield endOf('removed', first, gone, `${first}-${last}`)
  } else if (row.previous !== before.digest) {
    const what = `act ${n} does not follow act ${before.n}: one of them was written anew, or inserted`
    yield endOf('unlinked', n, what, `${before.digest} ${row.previous}`)
  }
  const stands = digestOf(row, row.previous)
  const leads = (was: string): boolean => redacted.leads(String(n), was, stands)
  // What an act of the chain proves to have been taken out of it is no change of it (LW4).
  if (!leads(row.digest)) yield { finding: { kind: 'changed', n, what: `act ${n} was changed`, stands }, leads }
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

function ledgerSuspect(row: AuditTable, { digests, redacted }: Ledger): Suspect | undefined {
  const told = mutationOf(row)
  if (!told) return undefined
  const stands = digests.get(told.mid)
  const leads = (was: string): boolean => was === (stands ?? gone) || (stands !== undefined && redacted.leads(told.mid, was, stands))
  if (stands !== undefined && leads(told.asked)) return undefined
  const what = `act ${row.n}: the entry ${told.mid} of the ledger that it tells of ${stands === undefined ? 'is gone' : 'asks for something else now'}`
  return { finding: { kind: 'ledger', n: row.n, what, stands: stands ?? gone }, leads }
}
/** What stands where an entry of the ledger was. */
const gone = 'gone'
