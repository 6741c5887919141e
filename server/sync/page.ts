import type { WireRow } from '#shared/protocol/pull.ts'
import type { TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { Parts } from '../world/visibility.ts'
import type { Cursor, Key } from './cursor.ts'
import type { ScopeStands } from './stands.ts'
import { filled, type View } from './view.ts'

/** How far a device has read what it is given. */
export interface Reading {
  readonly view: View
  /** Everything that it holds was read up to here. */
  readonly key: Key
  readonly fill: Cursor['f']
}

/** Before every row of the next commit. */
export const afterCommit = (commit: number): Key => [commit + 1, '', '', '']

/** A row as it lies in the database, its content as JSON; null when it is gone. */
export interface ReadRow {
  readonly key: Key
  readonly part: string
  readonly data: string | null
}

/** A WireRow as JSON: its content is JSON already and is not taken apart. */
export const textOf = ({ key: [version, scope, table, id], part, data }: ReadRow): string =>
  `{"s":${JSON.stringify(scope)},"p":${JSON.stringify(part)},"t":"${table}","i":${JSON.stringify(id)},"r":${data ?? 'null'},"v":${version}}`

export const wireRow = ({ key: [v, s, table, i], part: p, data }: ReadRow): WireRow => ({
  s,
  p,
  // Written from a Change: the table's name is the model's.
  t: table as TableName,
  i,
  r: data === null ? null : JSON.parse(data),
  v,
})

interface Page {
  readonly rows: readonly ReadRow[]
  /** Whether the page was full before everything had been read. */
  readonly more: boolean
  readonly reading: Reading
}

/**
 * The next rows of a reading, at most so many: first what is being given whole, scope after scope, then what changed in anything
 * held, commit after commit. What changes in a scope between the pages that bring it comes once more with its commit.
 */
export async function readPage(
  tx: Tx,
  { view, key, fill }: Reading,
  { newest, stands }: { readonly newest: number; readonly stands: ScopeStands },
  limit: number,
): Promise<Page> {
  const rows: ReadRow[] = []
  let [place, at] = fill ?? [0, firstKey]
  for (; place < view.fill.length; place += 1, at = firstKey) {
    const [scope, parts] = view.fill[place] ?? ['', []]
    if (parts.length === 0) continue
    const found = await rowsOfScope(tx, scope, parts, at, limit - rows.length + 1)
    const isFull = found.length > limit - rows.length
    rows.push(...(isFull ? found.slice(0, -1) : found))
    if (isFull) return { rows, more: true, reading: { view, key, fill: [place, found.at(-2)?.key ?? at] } }
  }
  const all = filled(view)
  const told = new Set(rows.map(nameOf))
  const news = await rowsSince(tx, all.holds, stands, key, limit - rows.length + 1)
  const isFull = news.length > limit - rows.length
  const page = isFull ? news.slice(0, -1) : news
  rows.push(...page.filter((row) => !told.has(nameOf(row))))
  if (isFull) return { rows, more: true, reading: { view: all, key: page.at(-1)?.key ?? key, fill: null } }
  return { rows, more: false, reading: { view: { ...all, begun: {} }, key: afterCommit(newest), fill: null } }
}

const firstKey: Key = [0, '', '', '']
const nameOf = ({ key: [, scope, table, id] }: ReadRow): string => `${scope}\n${table}\n${id}`

const columns = ['scope', 'part', 'tbl', 'id', 'version', 'deleted', 'data'] as const

async function rowsOfScope(tx: Tx, scope: string, parts: Parts, [version, , table, id]: Key, limit: number): Promise<ReadRow[]> {
  const query = tx.q
    .selectFrom('sync_row')
    .select(columns)
    .where('scope', '=', scope)
    .where('version', '>=', version)
    .where(sql<boolean>`(version, tbl, id) > (${version}, ${table}, ${id})`)
    .orderBy('version')
    .orderBy('tbl')
    .orderBy('id')
    .limit(limit)
  return (await (parts === '*' ? query : query.where(oneOf(tx.kind, 'part', parts))).execute()).map(readRow)
}

async function rowsSince(
  tx: Tx,
  holds: View['holds'],
  stands: ScopeStands,
  [version, scope, table, id]: Key,
  limit: number,
): Promise<ReadRow[]> {
  const moved = Object.keys(holds).filter((each) => (stands.get(each)?.version ?? 0) >= version)
  if (moved.length === 0) return []
  const whole = moved.filter((each) => holds[each] === '*')
  // Together where the parts are the same, as an evaluator's are: a database takes no condition for each of a thousand.
  const partly = Map.groupBy(
    moved.filter((each) => holds[each] !== '*'),
    (each) => JSON.stringify([holds[each] ?? []].flat().toSorted()),
  )
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(columns)
    .where((row) =>
      row.or([
        oneOf(tx.kind, 'scope', whole),
        ...[...partly].map(([parts, same]) => row.and([oneOf(tx.kind, 'scope', same), oneOf(tx.kind, 'part', JSON.parse(parts))])),
      ]),
    )
    .where('version', '>=', version)
    .where(sql<boolean>`(version, scope, tbl, id) > (${version}, ${scope}, ${table}, ${id})`)
    .orderBy('version')
    .orderBy('scope')
    .orderBy('tbl')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(readRow)
}

const readRow = (row: {
  readonly scope: string
  readonly part: string
  readonly tbl: string
  readonly id: string
  readonly version: number
  readonly deleted: number
  readonly data: string
}): ReadRow => ({ key: [row.version, row.scope, row.tbl, row.id], part: row.part, data: row.deleted ? null : row.data })
