import { tableNames } from '../world.ts'
import { pullMaxRows, type Column, type RowGroup, type WireRow } from './pull.ts'

/** Shortest common beginning that is worth naming. */
const worthNaming = 3

/**
 * The same rows by columns: a thousand answers name their keys once, and what they share once. A page is then a third as long
 * before it is compressed, and read in a fraction of the time. The order of rows of different tables or shapes is not kept.
 */
export function groupsOf(rows: readonly WireRow[]): RowGroup[] {
  const groups = new Map<string, WireRow[]>()
  for (const row of rows) {
    const key = `${row.s}\n${row.t}\n${shapeOf(row.r)}`
    const known = groups.get(key)
    if (known) known.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].map(groupOf)
}

const isContent = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null && !Array.isArray(content)

const shapeOf = (content: unknown): string => (isContent(content) ? Object.keys(content).join('\n') : '\n')

function groupOf(rows: readonly WireRow[]): RowGroup {
  const [first] = rows
  if (!first) throw new Error('a group of no rows')
  const k = isContent(first.r) ? Object.keys(first.r) : null
  const columns: (readonly unknown[])[] = [rows.map((row) => row.p), rows.map((row) => row.i), rows.map((row) => row.v)]
  for (const key of k ?? []) columns.push(rows.map((row) => (row.r as Record<string, unknown>)[key]))
  const c = columns.map((values, at): Column => {
    const same = columns.findIndex((other) => areSame(other, values))
    return same < at ? same : packed(values)
  })
  return { s: first.s, t: first.t, n: rows.length, k, c }
}

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a === b || a.every((value, at) => value === b[at])

function packed(values: readonly unknown[]): Column {
  const [first] = values
  if (values.every((value) => value === first)) return [first]
  if (typeof first !== 'string') return values
  let prefix = first
  for (const value of values) {
    if (typeof value !== 'string') return values
    while (!value.startsWith(prefix)) prefix = prefix.slice(0, -1)
    if (prefix.length < worthNaming) return values
  }
  return { p: prefix, v: values.map((value) => String(value).slice(prefix.length)) }
}

/** The rows of groups; undefined when they are not what `groupsOf` makes. */
export function rowsOfGroups(given: unknown): WireRow[] | undefined {
  if (!Array.isArray(given)) return undefined
  const rows: WireRow[] = []
  for (const group of given as unknown[]) {
    if (!isGroup(group) || rows.length + group.n > pullMaxRows) return undefined
    const columns: (readonly unknown[])[] = []
    for (const column of group.c) {
      const values = unpacked(column, columns, group.n)
      if (!values) return undefined
      columns.push(values)
    }
    if (columns.length !== 3 + (group.k?.length ?? 0) || !addRows(rows, group, columns)) return undefined
  }
  return rows
}

/** False when a column that every row has is of another kind. */
function addRows(rows: WireRow[], { s, t, n, k }: RowGroup, [parts, ids, versions, ...content]: readonly (readonly unknown[])[]): boolean {
  for (let at = 0; at < n; at += 1) {
    const [p, i, v] = [parts?.[at], ids?.[at], versions?.[at]]
    if (typeof p !== 'string' || typeof i !== 'string' || typeof v !== 'number') return false
    rows.push({ s, p, t, i, r: k && contentOf(k, content, at), v })
  }
  return true
}

function contentOf(keys: readonly string[], columns: readonly (readonly unknown[])[], at: number): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  for (let key = 0; key < keys.length; key += 1) content[keys[key] ?? ''] = columns[key]?.[at]
  return content
}

function unpacked(column: unknown, earlier: readonly (readonly unknown[])[], count: number): readonly unknown[] | undefined {
  if (typeof column === 'number') return earlier[column]
  if (Array.isArray(column)) {
    if (column.length === count) return column
    return column.length === 1 ? Array.from({ length: count }, () => column[0] as unknown) : undefined
  }
  if (!isContent(column) || typeof column['p'] !== 'string' || !Array.isArray(column['v']) || column['v'].length !== count) return undefined
  const prefix = column['p']
  return column['v'].map((rest) => prefix + String(rest))
}

const tables: ReadonlySet<unknown> = new Set(tableNames)

function isGroup(value: unknown): value is RowGroup {
  if (!isContent(value)) return false
  const { s, t, n, k, c } = value
  const named = typeof s === 'string' && tables.has(t)
  const counted = typeof n === 'number' && Number.isInteger(n) && n > 0 && n <= pullMaxRows
  return named && counted && (k === null || (Array.isArray(k) && k.every((key) => typeof key === 'string'))) && Array.isArray(c)
}
