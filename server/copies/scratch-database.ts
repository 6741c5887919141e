import pg from 'pg'

/** What a database that a drill made says of itself: no other is ever dropped. */
const mark = 'Made by a restore drill of IIP: may be dropped at any time'

/**
 * Runs work on an empty PostgreSQL database that is gone, or empty, afterwards: the one that is given, or else `<name>_drill` beside the
 * running one, where its role may make databases. Throws one sentence when there is neither.
 */
export async function withScratchDatabase(
  { given, beside }: { readonly given: string | undefined; readonly beside: string | undefined },
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (given !== undefined) return withGiven(given, work)
  if (beside === undefined) throw new Error('A copy of PostgreSQL needs one to be put back into: say DRILL_DATABASE_URL.')
  const url = new URL(beside)
  const name = `${url.pathname.slice(1)}_drill`
  url.pathname = `/${name}`
  try {
    await client(beside, async (q) => {
      await dropOwn(q, name)
      await q(`create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`)
      await q(`comment on database ${pg.escapeIdentifier(name)} is ${pg.escapeLiteral(mark)}`)
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The drill cannot make the database ${name}: ${why}. Let the role make it, or say DRILL_DATABASE_URL.`, { cause })
  }
  try {
    await work(url.href)
  } finally {
    await client(beside, (q) => dropOwn(q, name))
  }
}

type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** Drops a database that a drill made. Throws when there is one of that name that no drill made. */
async function dropOwn(q: Query, name: string): Promise<void> {
  const [found] = await q(`select shobj_description(oid, 'pg_database') as said from pg_database where datname = $1`, [name])
  if (!found) return
  if (found['said'] !== mark) throw new Error('there is one of that name that no drill made')
  await q(`drop database ${pg.escapeIdentifier(name)} with (force)`)
}

/** A database that was made for drills: it has to be empty, and is again afterwards. */
async function withGiven(url: string, work: (url: string) => Promise<void>): Promise<void> {
  const isEmpty = await client(
    url,
    async (q) => (await q(`select 1 from pg_class where relnamespace = current_schema()::regnamespace limit 1`)).length === 0,
  )
  if (!isEmpty) throw new Error('The database of DRILL_DATABASE_URL is not empty: a drill takes one that nothing is in, not even tables.')
  try {
    await work(url)
  } finally {
    await client(url, async (q) => {
      const tables = await q(`select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()`)
      for (const { name } of tables) await q(`drop table ${String(name)} cascade`)
      const functions = await q(
        `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = current_schema()::regnamespace`,
      )
      for (const { name } of functions) await q(`drop function ${String(name)} cascade`)
    })
  }
}

async function client<T>(url: string, work: (q: Query) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  // An error without a listener ends the process; whoever waits for a reply hears of it by the reply.
  connection.on('error', () => undefined)
  await connection.connect()
  try {
    return await work(async (text, values = []) => (await connection.query<Record<string, unknown>>(text, [...values])).rows)
  } finally {
    await connection.end()
  }
}
const connectMs = 10_000
