import { instantOf } from '#shared/kernel/instant.ts'
import { commitOrder } from '../sync/stamps.ts'
import { sql, type RawBuilder } from 'kysely'
import { verifyChain } from '../audit/verify.ts'
import type { Database, Tx } from '../db/open.ts'
import { FileDamaged } from '../files/lost.ts'
import { areFilesKept } from '../files/kept-until.ts'
import { namedFiles, type NamedFile } from '../files/named.ts'
import { unstorableIn } from '../copies/unstorable.ts'
import type { Files } from '../files/store.ts'
import { migrations } from '../migrations/index.ts'
import { unmadeIn } from '../migrations/made.ts'
import { schemaStandingOf, worksBeside } from '../migrations/run.ts'

/** Something in a database, or beside it, that this program would never have written. */
export interface Finding {
  readonly check: Check
  /** Ids and figures; never what anybody wrote. */
  readonly what: string
}

export type Check =
  | 'schema'
  | 'integrity'
  | 'text'
  | 'sequence'
  | 'value-without-ledger'
  | 'history-without-ledger'
  | 'scope-version'
  | 'mirror'
  | 'audit'
  | 'file-missing'
  | 'file-damaged'
  | 'file-orphan'

/** Findings of one kind that are named one by one. */
const maxNamed = 50
/** A file younger than this may belong to an upload whose row is on its way. */
const orphanMs = 3_600_000

/**
 * Checks a database against its ledger and against its files, wherever they are kept, reading only. The server may be running.
 * `nowMs` is of the clock of where they are. Throws FilesLost where that cannot be reached.
 */
export async function examine(db: Database, files: Files, nowMs: number): Promise<Finding[]> {
  const standing = await schemaStandingOf(db)
  if (standing.version < migrations.length || !worksBeside(standing, migrations.length)) {
    return [{ check: 'schema', what: `the database has schema ${standing.version}, this program ${migrations.length}` }]
  }
  const inDatabase = await db.read(async (tx) => [
    ...(await integrity(tx)),
    ...(await unmadeIn(tx, standing.version)).slice(0, maxNamed).map((what): Finding => ({ check: 'schema', what })),
    ...(await unstorableIn(tx, maxNamed)).filter(({ mended }) => !mended).map(({ what }): Finding => ({ check: 'text', what })),
    ...(await sequences(tx)),
    ...(await valuesWithoutLedger(tx)),
    ...(await historyWithoutLedger(tx)),
    ...(await scopeVersions(tx)),
    ...(await mirrors(tx)),
  ])
  const { findings } = await verifyChain(db)
  inDatabase.push(...findings.slice(0, maxNamed).map(({ what }): Finding => ({ check: 'audit', what })))
  // The database first: whatever file it speaks of was on the disk by then.
  return [...inDatabase, ...(await examineFiles(db, files, nowMs))]
}

/** A field of a row's JSON as text. */
const field = (kind: Tx['kind'], column: string, name: string): RawBuilder<string | null> =>
  kind === 'postgres'
    ? sql<string | null>`(${sql.ref(column)}::json ->> ${sql.lit(name)})`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`

async function integrity(tx: Tx): Promise<Finding[]> {
  if (tx.kind === 'postgres') return []
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(maxNamed)})`.execute(tx.q)
  const keys = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(tx.q)
  return [
    ...pages.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...keys.rows.slice(0, maxNamed).map((row) => `${row.table} ${row.rowid} names a ${row.parent} that is not there`),
  ].map((what): Finding => ({ check: 'integrity', what }))
}

/** A device's numbers run from 1 to its last without a gap, each in the ledger or as the alias of an entry in it. */
async function sequences(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ id: string; last: number | null; count: number | string | null; from: number | null; to: number | null }>`
    select coalesce(d.id, e.device_id) as id, d.last_seq as last, e.count, e.low as "from", e.high as "to"
    from sync_device d full outer join (
      select author_id, device_id, count(*) as count, min(seq) as low, max(seq) as high from (
        select author_id, device_id, seq from sync_mutation union all select author_id, device_id, seq from sync_alias
      ) as entered group by author_id, device_id
    ) as e on e.device_id = d.id and e.author_id = d.user_id
    where coalesce(d.last_seq, -1) <> coalesce(e.high, 0) or coalesce(e.count, 0) <> coalesce(e.high, 0)
      or (e.low is not null and e.low <> 1)
    order by 1 limit ${sql.lit(maxNamed)}`.execute(tx.q)
  return rows.map(({ id, last, count, from, to }) => ({
    check: 'sequence',
    what: `device ${id}: last ${last ?? 'unknown'}, and ${count ?? 0} in the ledger from ${from ?? '-'} to ${to ?? '-'}`,
  }))
}

/** Every value names the mutation that wrote it, and that mutation was applied. */
async function valuesWithoutLedger(tx: Tx): Promise<Finding[]> {
  const mid = field(tx.kind, 'r.data', 'mid')
  const { rows } = await sql<{ tbl: string; scope: string; id: string; mid: string | null; disposition: string | null }>`
    select r.tbl, r.scope, r.id, ${mid} as mid, m.disposition from sync_row r left join sync_mutation m on m.mid = ${mid}
    where r.tbl in ('answer', 'evaluation', 'draft') and r.deleted = 0 and (m.mid is null or m.disposition not in ('applied', 'applied_over'))
    order by r.scope, r.id limit ${sql.lit(maxNamed)}`.execute(tx.q)
  return rows.map(({ tbl, scope, id, mid: named, disposition }) => ({
    check: 'value-without-ledger',
    what: `${tbl} ${id} of ${scope} is from ${named ?? 'no mutation'}, which is ${disposition ?? 'not in the ledger'}`,
  }))
}

async function historyWithoutLedger(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ scope: string; id: string; mid: string }>`
    select h.scope, h.id, h.mid from history h where not exists (select 1 from sync_mutation m where m.mid = h.mid)
    order by h.scope, h.id limit ${sql.lit(maxNamed)}`.execute(tx.q)
  return rows.map(({ scope, id, mid }) => ({ check: 'history-without-ledger', what: `${id} of ${scope} is from ${mid}` }))
}

/** No row is newer than its scope, and no scope than the order of commits: what is read up to there would leave it out. */
async function scopeVersions(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<{ scope: string; newest: number; version: number | null }>`
    select r.scope, max(r.version) as newest, max(s.version) as version from sync_row r left join sync_scope s on s.id = r.scope
    group by r.scope having max(s.version) is null or max(r.version) > max(s.version)
      or max(s.version) > (select version from sync_scope where id = ${commitOrder})
    order by r.scope limit ${sql.lit(maxNamed)}`.execute(tx.q)
  return rows.map(({ scope, newest, version }) => ({
    check: 'scope-version',
    what: `${scope} is at ${version ?? 'no version'} and has a row of ${newest}`,
  }))
}

/** The typed tables say what the replicated rows say. */
async function mirrors(tx: Tx): Promise<Finding[]> {
  const of = (name: string): RawBuilder<string | null> => field(tx.kind, 'r.data', name)
  const { rows: participants } = await sql<{ scope: string; id: string }>`
    select r.scope, r.id from sync_row r left join participant p
      on p.institution_id = ${of('institutionId')} and p.form_id = ${of('formId')}
    where r.tbl = 'participant' and r.deleted = 0 and ${of('removedAt')} is null and (p.form_id is null or p.leader_id <> ${of('leaderId')}
      or coalesce(p.delegate_id, '') <> coalesce(${of('delegateId')}, '') or coalesce(p.evaluator_id, '') <> coalesce(${of('evaluatorId')}, ''))
    order by r.scope limit ${sql.lit(maxNamed)}`.execute(tx.q)
  // Who left an institution has a row there that says so, and no membership.
  const { rows: people } = await sql<{ scope: string; id: string }>`
    select r.scope, r.id from sync_row r left join "user" u on u.id = r.id
      left join membership m on m.user_id = r.id and m.institution_id = ${of('institutionId')}
    where ${of('left')} is null and r.tbl = 'person' and r.deleted = 0 and (u.id is null or u.email <> lower(${of('email')}) or u.kind <> ${of('kind')}
      or (${of('institutionId')} is null) <> (m.user_id is null))
    order by r.id limit ${sql.lit(maxNamed)}`.execute(tx.q)
  return [
    ...participants.map((row): Finding => ({ check: 'mirror', what: `participant of ${row.scope}` })),
    ...people.map((row): Finding => ({ check: 'mirror', what: `person ${row.id} of ${row.scope}` })),
  ]
}

/**
 * Every file that a row says is there is there, whole; and no file is there that no row names. Files are read one after the other, a piece at
 * a time, and of all of them nothing is held but their hashes (FS9).
 */
async function examineFiles(db: Database, files: Files, nowMs: number): Promise<Finding[]> {
  const found: Finding[] = []
  /** Whether what is named was looked at: the same file may be several rows'. */
  const known = new Map<string, boolean>()
  for await (const named of namedFiles(db, instantOf(nowMs))) {
    const looks = named.stands === 'there' && known.get(named.sha256) !== true
    known.set(named.sha256, looks || known.get(named.sha256) === true)
    const wrong = looks ? await wrongWith(files, named) : undefined
    if (wrong) found.push(wrong)
  }
  // After the database went back, rows that name them are on their way (BK13).
  if (await areFilesKept(db, instantOf(nowMs))) return found
  for await (const { name, modifiedMs } of files.list())
    if (!known.has(name) && nowMs - modifiedMs >= orphanMs) found.push({ check: 'file-orphan', what: name })
  return found
}

async function wrongWith(files: Files, { sha256, size, by }: NamedFile): Promise<Finding | undefined> {
  const kept = await files.size(sha256)
  if (kept !== undefined && size !== null && kept !== size) return { check: 'file-damaged', what: `${sha256} has another size, ${by}` }
  const source = await files.read(sha256)
  if (!source) return { check: 'file-missing', what: `${sha256}, ${by}` }
  try {
    for await (const _ of source);
    return undefined
  } catch (error) {
    if (error instanceof FileDamaged) return { check: 'file-damaged', what: `${sha256} has another content, ${by}` }
    throw error
  }
}
