import { sql, type QueryExecutorProvider } from 'kysely'

/** Rows that are filled in with one statement: letters that go out meanwhile wait for none of them for long. */
const rowsAtOnce = 2_000

/** Why letters of before ended without going that need nobody. */
const quietErrors = ['told together with another letter', 'what it tells of was taken back', 'the stage is over', 'reminders are off']

/** What the page of the platform asks of letters, devices, sessions and uploads, by the name of its index. */
const indexes: Readonly<Record<string, string>> = {
  letter_failed: 'letter (state, quiet, next_at, id)',
  letter_of_reader: 'letter (to_user, template)',
  sync_device_waiting: 'sync_device (last_seen_at) where pending > 0',
  session_opened: 'session (created_at)',
  upload_of_scope: 'upload (scope, received)',
  // Uploads that are not whole are found without a look at those that are.
  upload_open: "upload (updated_at) where state = 'open'",
}

/** Indexes of tables that are in use, and letters of before that need nobody: while people work. */
export async function up(db: QueryExecutorProvider, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) after = await quietAfter(db, after)
  for (const [name, on] of Object.entries(indexes)) {
    if (kind === 'postgres') await dropHalf(db, name)
    await sql.raw(`create index ${kind === 'postgres' ? 'concurrently ' : ''}if not exists ${name} on ${on}`).execute(db)
  }
}

/** Marks some letters after a key, of those that are not marked. Returns the last of them; undefined when there was none. */
async function quietAfter(db: QueryExecutorProvider, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from letter
    where id > ${after} and state = 'dead' and quiet is null and error in (${sql.join(quietErrors)}) order by id limit ${rowsAtOnce}`.execute(
    db,
  )
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return undefined
  await sql`update letter set quiet = 1
    where id >= ${first.id} and id <= ${last.id} and state = 'dead' and quiet is null and error in (${sql.join(quietErrors)})`.execute(db)
  return last.id
}

/** What a build that was cut off leaves is there and of no use. */
async function dropHalf(db: QueryExecutorProvider, name: string): Promise<void> {
  const { rows } = await sql<{
    half: boolean
  }>`select not indisvalid as half from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  if (rows[0]?.half === true) await sql.raw(`drop index concurrently if exists ${name}`).execute(db)
}
