import { sql, type QueryExecutorProvider } from 'kysely'

/**
 * Versions of scopes become numbers of one order, that of commits: '*' holds the newest. What a device was last given, which its
 * cursor names by digest, is kept here so that the cursor stays as small for a thousand institutions as for one.
 */
const statements = [
  `insert into sync_scope (id, version, floor_version) select '*', coalesce(max(version), 0), 0 from sync_scope`,
  `create table sync_view (
    user_id text not null, device_id text not null, digest text not null, data text not null, made_at text not null,
    primary key (user_id, device_id, digest))`,
] as const

export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
