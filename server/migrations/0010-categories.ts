import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Institutions held the name of their category: each name becomes a category, and they hold its id. No device is told, because none
 * shows it; one that has the name is given the id with the institution's next change.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ scope: string; id: string; data: string }>`
    select scope, id, data from sync_row where tbl = 'institution' and deleted = 0 order by scope`.execute(db)
  const ids = new Map<string, string>()
  for (const row of rows) {
    const institution = JSON.parse(row.data) as { category?: unknown; rehearsal?: unknown }
    const { category: name } = institution
    if (typeof name !== 'string' || name.trim() === '' || institution.rehearsal !== undefined) continue
    const id = ids.get(name) ?? freshId(name, new Set(ids.values()))
    ids.set(name, id)
    const data = JSON.stringify({ ...institution, category: id })
    await sql`update sync_row set data = ${data} where scope = ${row.scope} and tbl = 'institution' and id = ${row.id}`.execute(db)
  }
  if (ids.size === 0) return
  const newest = await sql<{ version: number }>`select version from sync_scope where id = '*'`.execute(db)
  const version = Number(newest.rows[0]?.version ?? 1)
  await sql`insert into sync_scope (id, version, floor_version) values ('categories', ${version}, 0)`.execute(db)
  for (const [name, id] of ids) {
    const data = JSON.stringify({ id, name, shortDescription: name, longDescription: name, icon: null, active: true })
    await sql`insert into sync_row (scope, part, tbl, id, version, deleted, reason, data)
      values ('categories', '', 'category', ${id}, ${version}, 0, null, ${data})`.execute(db)
  }
}

/** A name's letters and digits, told apart from those that are there. */
function freshId(name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const stem =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'categoria'
  for (let at = 1; ; at += 1) {
    const id = at === 1 ? stem : `${stem}-${at}`
    if (!taken.has(id)) return id
  }
}
