import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { createListener } from '../db/listener.ts'
import { openPostgres, postgresOn } from '../db/open.ts'
import { openPool, usualConnections, usualPatience, type WatchedPool } from '../db/pool.ts'
import type { OwnPostgres } from './app.ts'
import type { PostgresReply } from './postgres-of-run.ts'
import { adminDatabase, makeDatabase, within } from './postgres.ts'
import { make, makeOwn, type Content } from './world-image.ts'

let asked: Promise<string> | undefined

/** PostgreSQL server of this run, up to where a database's name follows; it is started for the first who asks. */
export const postgresOfRun = (): Promise<string> => (asked ??= ask())

async function ask(): Promise<string> {
  // Written by the setup of the run.
  const reply: PostgresReply = JSON.parse(await text(connect(inject('postgresPort'), '127.0.0.1')))
  if ('failure' in reply) throw new Error(reply.failure)
  return reply.url
}

/** Any number that nothing else locks in the database of administration. */
const templateLock = 4_771_002
const templates = new Map<Content, Promise<string>>()

/** Database of a content that others are copies of: made by the first of the run's processes that needs it. */
function templateOf(content: Content): Promise<string> {
  const known = templates.get(content) ?? makeTemplate(content)
  templates.set(content, known)
  return known
}

async function makeTemplate(content: Content): Promise<string> {
  const postgres = await postgresOfRun()
  const from = content === 'tiny' ? await templateOf('migrated') : 'template0'
  const name = `iip_${content}`
  const making = `${name}_making`
  await within(postgres + adminDatabase, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    // Of a process that was ended while it made one.
    await client.query(`drop database if exists ${making}`)
    await client.query(`create database ${making} template ${from}`)
    const db = openPostgres(postgres + making)
    try {
      await make(content, db)
    } finally {
      await db.close()
    }
    await client.query(`alter database ${making} rename to ${name}`)
  })
  return name
}

let count = 0

/** URL of a new database of the run's server, with a content or empty. */
export async function newDatabase(content: Content | 'empty'): Promise<string> {
  const template = content === 'empty' ? 'template0' : await templateOf(content)
  return makeDatabase(await postgresOfRun(), `test_${process.pid}_${(count += 1)}`, template)
}

const statementsOf = new Map<Content, Promise<string>>()

/** Statements that leave nothing in a database but a content, read from one that has nothing else. */
async function readStatements(content: Content): Promise<string> {
  return within(await newDatabase(content), async (client) => {
    const tables = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
    )
    // A replica checks no foreign keys, so the order is free, and fires no triggers.
    const statements = ['begin', 'set local session_replication_role = replica']
    for (const { name } of tables.rows) {
      statements.push(`delete from ${name}`)
      const { rows } = await client.query<{ json: string | null }>(`select json_agg(each)::text as json from ${name} as each`)
      const json = rows[0]?.json ?? null
      if (json !== null)
        statements.push(`insert into ${name} select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(json)})`)
    }
    return [...statements, 'commit'].join(';')
  })
}

/** Leaves nothing in a database but a content: far faster than making another one. */
async function bringTo(content: Content, client: pg.Client): Promise<void> {
  const statements = statementsOf.get(content) ?? readStatements(content)
  statementsOf.set(content, statements)
  await client.query(await statements)
}

/** A database of this process, with connections that go from one test to the next: what opens one reads half a catalogue first. */
interface Held {
  readonly url: string
  readonly pool: WatchedPool
  /** For what stands between two tests. */
  readonly between: pg.Client
}

/** Nobody's. */
const idle: Held[] = []

async function hold(): Promise<Held> {
  const url = await newDatabase('migrated')
  const between = new pg.Client({ connectionString: url })
  await between.connect()
  return { url, between, pool: openPool(url, usualPatience, usualConnections, true) }
}

/** A database for one test, and what gives it back once nothing of the test uses it any more. */
export async function takePostgres(): Promise<{ readonly own: OwnPostgres; readonly giveBack: () => void }> {
  const held = idle.pop() ?? (await hold())
  return {
    own: {
      url: held.url,
      open: async (content) => {
        await bringTo(content, held.between)
        return makeOwn(postgresOn(lent(held.pool), () => createListener(held.url, usualPatience)))
      },
    },
    giveBack: () => void idle.push(held),
  }
}

/** A pool for one user of it: it ends for them once they gave back whatever they took, and goes on for the next. */
function lent(pool: WatchedPool): WatchedPool {
  let out = 0
  let ended: (() => void) | undefined
  return {
    figures: pool.figures,
    options: pool.options,
    connect: async () => {
      if (ended) throw new Error('the pool has ended')
      const client = await pool.connect()
      out += 1
      return {
        query: client.query,
        release: () => {
          client.release()
          out -= 1
          if (out === 0) ended?.()
        },
      }
    },
    end: () =>
      new Promise((resolve) => {
        ended = resolve
        if (out === 0) resolve()
      }),
  }
}
