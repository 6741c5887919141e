import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseLost } from './lost.ts'

/** How long PostgreSQL may take, in milliseconds. */
export interface Patience {
  /** Until there is a connection: a new one, or one that another request gives back. */
  readonly connectMs: number
  /** Until PostgreSQL itself ends a statement; 0 for never. */
  readonly statementMs: number
  /** Until a reply is not waited for any longer: more than statementMs, for when nobody answers at all; 0 for ever. */
  readonly replyMs: number
  /** How often the connection that listens is asked whether it still stands: one that hangs tells nothing by itself. */
  readonly beatMs: number
}

/** Connections that there are, those that nobody uses, and how many wait for one. */
export interface PoolFigures {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface WatchedPool extends PostgresPool {
  figures(): PoolFigures
}

export const usualPatience: Patience = { connectMs: 5_000, statementMs: 12_000, replyMs: 15_000, beatMs: 5_000 }
/** For migrations, which may rewrite a large table. */
export const endlessPatience: Patience = { ...usualPatience, statementMs: 0, replyMs: 0 }

/** An open transaction in which nothing is asked for so long is ended: it would hold its locks for ever. */
const idleTransactionMs = 30_000
/** Connections that a server holds at most to work with, unless it is told. */
export const usualConnections = 10

export const connectionOptions = (url: string, patience: Patience): pg.ClientConfig => ({
  connectionString: url,
  keepAlive: true,
  connectionTimeoutMillis: patience.connectMs,
  ...(patience.statementMs > 0 ? { statement_timeout: patience.statementMs, idle_in_transaction_session_timeout: idleTransactionMs } : {}),
  ...(patience.replyMs > 0 ? { query_timeout: patience.replyMs } : {}),
})

/**
 * Connections that outlive the loss of their server: whatever is not an answer of PostgreSQL's is thrown as DatabaseLost,
 * and a connection on which that happened is never used again. `isPlanned`: each keeps the plans of its statements, which is not for
 * connections that something else shares out from one transaction to the next.
 */
export function openPool(url: string, patience: Patience, connections: number, isPlanned: boolean): WatchedPool {
  const pool = new pg.Pool({ ...connectionOptions(url, patience), max: connections })
  // An error without a listener ends the process. A client has the pool's only while it is idle, and a killed backend
  // is told twice; who waits for a reply hears of it by the reply.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const nameOf = isPlanned ? planNames() : () => undefined
  const unlimited = new WeakSet<pg.PoolClient>()
  const connected = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    if (patience.statementMs > 0 || unlimited.has(client)) return client
    try {
      // A zero is not sent with the connection, and a role or a database may have limits of its own.
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    } catch (error) {
      client.release(true)
      throw error
    }
    unlimited.add(client)
    return client
  }
  return {
    figures: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    options: pool.options,
    connect: async () => {
      try {
        return watched(await connected(), nameOf)
      } catch (error) {
        throw new DatabaseLost('unreachable', error)
      }
    },
    end: () => pool.end(),
  }
}

/** Texts of which each connection of a pool keeps the plan; whatever comes beyond, as lists of many lengths do, is planned each time. */
const maxNamed = 500

/**
 * Names under which PostgreSQL keeps the plans of statements on the connections of one pool; none for one that asks for every column there
 * is: when another process brings a newer schema, such a plan is refused from then on.
 */
export function planNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNamed || asksForAll.test(text)) return known
    const name = `iip_${names.size}`
    names.set(text, name)
    return name
  }
}
const asksForAll = /(?<!count\()\*/

/** The statement after which those of a transaction take as long as they need, which their replies are waited for. */
export const liftsLimits = 'set local statement_timeout = 0'
/** What a timer counts at most, milliseconds: a reply is waited for for weeks. */
const longestMs = 2 ** 31 - 1

function watched(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let lost: DatabaseLost | undefined
  // Whoever has a connection has it for one transaction.
  let isUnhurried = false
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (lost) throw lost
    try {
      const name = nameOf(text)
      if (text === liftsLimits) isUnhurried = true
      const patience = isUnhurried ? { query_timeout: longestMs } : {}
      return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }), ...patience })
    } catch (error) {
      if (!isLoss(error)) throw error
      lost = new DatabaseLost('unreachable', error)
      throw lost
    }
  }
  return {
    // Kysely types rows by the query that it compiled; cursors are not used.
    query: query as PostgresPoolClient['query'],
    release: () => client.release(lost !== undefined),
  }
}

/** What PostgreSQL says when it ends a connection or takes none: shutdowns, crashes, too many, an idle transaction. */
const losses = /^(?:08...|57P0[1-5]|53300|25P03|25006)$/

/** Whether an error is about the connection rather than about what was asked for. */
function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return losses.test(error.code ?? '')
  // A value that cannot be sent is a bug; anything else was the socket or a reply that did not come.
  return !(error instanceof TypeError || error instanceof RangeError)
}
