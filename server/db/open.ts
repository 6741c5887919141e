import BetterSqlite3 from 'better-sqlite3'
import { Kysely, PostgresDialect, sql, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FileGround } from './file-ground.ts'
import { postgresBulk, sqliteBulk, type Bulk } from './dialect.ts'
import { createListener, type Hearing, type Listener } from './listener.ts'
import { DatabaseLost } from './lost.ts'
import { endlessPatience, openPool, usualConnections, usualPatience, type Patience, type PoolFigures, type WatchedPool } from './pool.ts'
import type { Schema } from './schema.ts'

/** One transaction. Inside it only `q` and `bulk` may be used, never the database itself. */
export interface Tx {
  readonly kind: 'sqlite' | 'postgres'
  readonly q: Kysely<Schema>
  readonly bulk: Bulk
}

export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  /** Single statements, each its own transaction. */
  readonly q: Kysely<Schema>
  /** Everything that `work` reads is of one moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** All of it or nothing. `work` may run again when PostgreSQL asks for it, so its effects are the database's only. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Tells every process of this database, this one included, after commit when called in a transaction. */
  listen(channel: string, hearing: Hearing): Promise<void>
  /** Whether what is told now is heard; false while a lost connection is being made anew. */
  hears(): boolean
  /** Connections of PostgreSQL's pool, and how many wait for one; undefined for SQLite, which has one. */
  connections(): PoolFigures | undefined
  notify(channel: string, payload: string): Promise<void>
  /** Has nothing of before stay beside what stands: the log of a file is written into it and emptied. PostgreSQL tidies up by itself. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/**
 * SQLite in a file: one connection, durable at each commit. For reading, or alone, the file must be there. Alone nobody else has it open, nor
 * opens it until it is closed: throws SQLITE_BUSY where somebody has.
 */
export function openSqlite(path: string, access: 'write' | 'read' | 'alone' = 'write'): Database {
  if (path !== ':memory:' && access === 'write') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const connection = new BetterSqlite3(path, { readonly: access === 'read', fileMustExist: access !== 'write' })
  if (access === 'alone') {
    // Before anything is read: a log that others share is not given up afterwards.
    connection.pragma('locking_mode = exclusive')
    try {
      connection.exec('begin exclusive; commit')
    } catch (error) {
      connection.close()
      throw error
    }
  }
  if (access !== 'read') connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  // What goes is gone from the file as well, and not only from its tables: names of people, addresses, secrets (LW5).
  if (access === 'write') connection.pragma('secure_delete = ON')
  connection.pragma('busy_timeout = 5000')
  // 32 MB: a large push is then one flush of the log, and copying into the file is paid once for many.
  connection.pragma('wal_autocheckpoint = 8000')
  connection.pragma('cache_size = -65536')
  const ground = path === ':memory:' ? undefined : new FileGround(path)
  const q = new Kysely<Schema>({ dialect: new SqliteDialect({ database: preparingOnce(connection, ground) }) })
  const bulk = sqliteBulk(connection)
  const heard = new Map<string, Hearing[]>()

  const run = <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    q.connection().execute(async (bound) => {
      if (begin === beginWrite) ground?.check()
      connection.exec(begin)
      try {
        const value = await work({ kind: 'sqlite', q: bound, bulk })
        connection.exec('commit')
        // What was committed into a file that is gone is not there for anybody: it must not be acknowledged.
        if (begin === beginWrite) ground?.check()
        return value
      } catch (error) {
        // A full disk has already rolled back by itself; a second rollback would hide the cause.
        if (connection.inTransaction) connection.exec('rollback')
        throw error
      }
    })

  return {
    kind: 'sqlite',
    q,
    read: (work) => run('begin', work),
    write: (work) => run(beginWrite, work),
    listen: async (channel, handler) => {
      heard.set(channel, [...(heard.get(channel) ?? []), handler])
    },
    hears: () => true,
    connections: () => undefined,
    notify: async (channel, payload) => {
      for (const hearing of heard.get(channel) ?? []) hearing.heard(payload)
    },
    tidy: async () => {
      connection.pragma('wal_checkpoint(TRUNCATE)')
    },
    close: async () => {
      if (connection.open && access !== 'read') connection.pragma('wal_checkpoint(TRUNCATE)')
      await q.destroy()
    },
  }
}

const beginWrite = 'begin immediate'

/** Kysely prepares at every call; the same text is the same statement. */
function preparingOnce(connection: BetterSqlite3.Database, ground: FileGround | undefined): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    prepare: (text) => {
      const known = prepared.get(text)
      if (known) return known
      const statement = connection.prepare(text)
      if (prepared.size > maxPrepared) prepared.clear()
      const used = ground && !statement.readonly ? grounded(connection, statement, ground) : statement
      prepared.set(text, used)
      return used
    },
    close: () => {
      connection.close()
    },
  }
}

/** A statement that writes by itself, outside a transaction, is a commit like any other. */
function grounded(connection: BetterSqlite3.Database, statement: BetterSqlite3.Statement, ground: FileGround): SqliteStatement {
  const onGround = <T>(work: () => T): T => {
    if (connection.inTransaction) return work()
    ground.check()
    const value = work()
    ground.check()
    return value
  }
  return {
    reader: statement.reader,
    all: (parameters) => onGround(() => statement.all(parameters)),
    run: (parameters) => onGround(() => statement.run(parameters)),
    iterate: (parameters) => onGround(() => statement.iterate(parameters)),
  }
}
const maxPrepared = 500

/** Thrown by work that finds, once it holds what it decided on, that this changed: it is done anew on what stands. */
export class TryAgain extends Error {
  /** That of a serialisation failure, which it is. */
  readonly code = '40001'
}

/** SQLSTATEs after which PostgreSQL wants the same transaction again: serialisation failure, deadlock. */
const repeatable = new Set(['40001', '40P01'])
const maxRepeats = 5

const sqlState = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

/** How PostgreSQL is reached. */
export interface Connections {
  /** Where it is past whatever shares connections out: what is told is heard on a connection of one's own. The same unless it is said. */
  readonly directUrl?: string | undefined
  /** Most connections beside that one. */
  readonly connections?: number | undefined
  /** Whether a connection stays the same from one transaction to the next, and keeps the plans of its statements; so it is unless it is said. */
  readonly plans?: boolean | undefined
}

/** PostgreSQL: several processes may share it. It may go away and come back; meanwhile whatever is asked for throws DatabaseLost. */
export function openPostgres(
  url: string,
  patience: Patience = usualPatience,
  { directUrl = url, connections = usualConnections, plans = true }: Connections = {},
): Database {
  // What has all the time there is asks once, and need not know what is in between.
  const isPlanned = plans && patience.statementMs > 0
  return postgresOn(openPool(url, patience, connections, isPlanned), () => createListener(directUrl, patience))
}

/** The same on a pool that is there, which ends with it; `newListener` makes what hears on a connection of its own. */
export function postgresOn(pool: WatchedPool, newListener: () => Listener): Database {
  const q = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  let listener: Listener | undefined

  const run = <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    q.connection().execute(async (bound) => {
      await sql.raw(begin).execute(bound)
      try {
        const value = await work({ kind: 'postgres', q: bound, bulk: postgresBulk(bound) })
        await sql`commit`.execute(bound)
        return value
      } catch (error) {
        try {
          await sql`rollback`.execute(bound)
        } catch (later) {
          // With its connection the transaction is gone as well; what broke it is the news.
          if (!(later instanceof DatabaseLost)) throw later
        }
        throw error
      }
    })

  const repeating = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await run('begin', work)
      } catch (error) {
        if (!repeatable.has(sqlState(error)) || repeats === maxRepeats) throw error
      }
    }
  }

  return {
    kind: 'postgres',
    q,
    read: (work) => run('begin isolation level repeatable read read only', work),
    write: repeating,
    listen: async (channel, hearing) => {
      listener ??= newListener()
      await listener.listen(channel, hearing)
    },
    hears: () => listener?.hears() ?? true,
    connections: () => pool.figures(),
    notify: async (channel, payload) => {
      await sql`select pg_notify(${channel}, ${payload})`.execute(q)
    },
    tidy: async () => undefined,
    close: async () => {
      await listener?.close()
      await q.destroy()
    },
  }
}

/** The database that a URL names, or the SQLite file of the data directory. Plans are kept for who says that connections stay: commands ask once. */
export const openDatabase = (
  databaseUrl: string | undefined,
  dataDir: string,
  patience: Patience = usualPatience,
  connections: Connections = { plans: false },
): Database => (databaseUrl ? openPostgres(databaseUrl, patience, connections) : openSqlite(join(dataDir, 'iip.sqlite')))

/** The same to look at only: nothing is made, changed or tidied, and a look may take as long as it needs. */
export const openForReading = (databaseUrl: string | undefined, dataDir: string): Database =>
  databaseUrl ? openPostgres(databaseUrl, endlessPatience) : openSqlite(join(dataDir, 'iip.sqlite'), 'read')
