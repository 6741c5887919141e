import { oneOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/open.ts'
import type { Answer } from '#shared/answers/model.ts'
import type { Attachment } from '#shared/attachments/model.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An answer that somebody was told is kept. */
export interface SetAnswer {
  readonly mid: string
  readonly unit: string
  readonly text: string
}

/** Everything that one device was promised: from then on it must not be lost. */
export interface Promised {
  readonly device: string
  readonly userId: string
  readonly scope: string
  /** In the order in which they were set. */
  readonly set: readonly SetAnswer[]
  /** Other mutations that were acknowledged. */
  readonly mids: readonly string[]
  readonly files: readonly { readonly id: string; readonly sha256: string; readonly sizeBytes: number }[]
  /** What it was still to send when time was up. */
  readonly unsent: number
}

/** What became of everything that was promised. */
export interface Verdict {
  readonly devices: number
  readonly mutations: number
  readonly files: number
  /** What the ledger does not hold as it was asked, answers that do not stand, files that are not there as they were sent. */
  readonly lost: number
  /** Effects of one mutation that stand twice. */
  readonly doubled: number
  /** Devices whose sequences do not go from one to the last without a gap. */
  readonly gaps: number
  /** What devices had not sent when time was up. */
  readonly unsent: number
  /** What is wrong, one sentence each. */
  readonly wrong: readonly string[]
}

/** An answer that should stand, by its unit. */
type Newest = Map<string, { readonly text: string; readonly device: string }>

/**
 * Compares what devices were promised with the ledger, with what stands, and with the files on the disk of a database in which nobody writes.
 * Where two have answered one unit, the one that is named later was the last to do so.
 */
export async function kept(db: Database, dataDir: string, promises: AsyncIterable<Promised> | Iterable<Promised>): Promise<Verdict> {
  const doubled = await doubledIn(db)
  const gaps = await gapsIn(db)
  const lost: string[] = []
  const newest = new Map<string, Newest>()
  let [devices, mutations, files, unsent] = [0, 0, 0, 0]
  for await (const promised of promises) {
    devices += 1
    mutations += promised.mids.length + promised.set.length
    files += promised.files.length
    unsent += promised.unsent
    lost.push(...(await notInLedger(db, promised)), ...(await notOnDisk(db, dataDir, promised)))
    const inScope: Newest = newest.get(promised.scope) ?? new Map()
    newest.set(promised.scope, inScope)
    for (const { unit, text } of promised.set) inScope.set(unit, { text, device: promised.device })
  }
  for (const [scope, answers] of newest) lost.push(...(await notStanding(db, scope, answers)))
  const wrong = [...lost, ...doubled, ...gaps, ...(unsent > 0 ? [`${unsent} were not sent`] : [])]
  return { devices, mutations, files, unsent, lost: lost.length, doubled: doubled.length, gaps: gaps.length, wrong }
}

export const isWhole = ({ wrong, mutations }: Verdict): boolean => wrong.length === 0 && mutations > 0

async function notInLedger(db: Database, { userId, device, mids, set }: Promised): Promise<string[]> {
  const asked = new Map<string, string>([...mids.map((mid) => [mid, ''] as const), ...set.map(({ mid, text }) => [mid, text] as const)])
  const rows = await db.q
    .selectFrom('sync_mutation')
    .select(['mid', 'author_id', 'args', 'disposition', 'code'])
    .where(oneOf(db.kind, 'mid', [...asked.keys()]))
    .execute()
  const ledger = new Map(rows.map((row) => [row.mid, row]))
  return [...asked].flatMap(([mid, text]) => {
    const entry = ledger.get(mid)
    if (!entry) return [`${mid} of ${device} is not in the ledger`]
    // In the ledger a text is written as JSON.
    if (entry.author_id !== userId || !entry.args.includes(JSON.stringify(text).slice(1, -1)))
      return [`${mid} of ${device} is another in the ledger: ${entry.args}`]
    return entry.disposition.startsWith('applied') ? [] : [`${mid} of ${device} is ${entry.disposition} (${entry.code})`]
  })
}

/** One mutation makes one line of a kind in one history: an answer, and whose the question became. */
async function doubledIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ mid: string; n: string }>`
    select mid, count(*) as n from history where mid in (select mid from sync_mutation where name = 'answer.set')
    group by mid, unit, action having count(*) > 1`.execute(db.q)
  return rows.map(({ mid, n }) => `${mid} is ${n} times in its history`)
}

/** What came again under another sequence is an alias. */
async function gapsIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ device: string; last: string; n: string }>`
    select d.id as device, d.last_seq as last, (
      (select count(*) from sync_mutation m where m.author_id = d.user_id and m.device_id = d.id) +
      (select count(*) from sync_alias a where a.author_id = d.user_id and a.device_id = d.id)) as n
    from sync_device d where d.id not like '~%' and d.last_seq > 0`.execute(db.q)
  return rows.filter(({ last, n }) => Number(last) !== Number(n)).map(({ device, last, n }) => `${device} is at ${last} with ${n} entries`)
}

/** What was acknowledged has had its effect: the answer that was set last stands. */
async function notStanding(db: Database, scope: string, newest: Newest): Promise<string[]> {
  const rows = await rowsOf<Answer>(db, scope, 'answer', [...newest.keys()])
  return [...newest].flatMap(([unit, { text, device }]) => {
    const value = rows.get(unit)?.value
    return value === text ? [] : [`${scope} ${unit} should be "${text}" of ${device} and is ${JSON.stringify(value)}`]
  })
}

async function notOnDisk(db: Database, dataDir: string, { scope, files, device }: Promised): Promise<string[]> {
  const rows = await rowsOf<Attachment>(
    db,
    scope,
    'attachment',
    files.map(({ id }) => id),
  )
  const lost: string[] = []
  for (const { id, sha256, sizeBytes } of files) {
    const row = rows.get(id)
    const bytes = await readFile(join(dataDir, 'files', sha256)).catch(() => undefined)
    const isThere = bytes?.length === sizeBytes && createHash('sha256').update(bytes).digest('hex') === sha256
    if (row?.state !== 'ready' || row.sha256 !== sha256 || !isThere) lost.push(`the file ${id} of ${device} is not there as it was sent`)
  }
  return lost
}

/** Rows that stand, by their ids. */
export async function rowsOf<Row>(db: Database, scope: string, table: string, ids?: readonly string[]): Promise<Map<string, Row>> {
  if (ids?.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('sync_row')
    .select(['id', 'data'])
    .where('scope', '=', scope)
    .where('tbl', '=', table)
    .where('deleted', '=', 0)
    .$if(ids !== undefined, (query) => query.where(oneOf(db.kind, 'id', ids ?? [])))
    .execute()
  return new Map(rows.map((row) => [row.id, JSON.parse(row.data)]))
}
