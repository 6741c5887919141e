import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { connectionOptions, type Patience } from './pool.ts'

/** Who wants to hear what is told on a channel. */
export interface Hearing {
  heard(payload: string): void
  /** Hearing was interrupted and is back: whatever was told meanwhile is lost. */
  regained(): void
}

export interface Listener {
  /** Resolves once the channel is heard. */
  listen(channel: string, hearing: Hearing): Promise<void>
  /** Whether what is told now is heard. */
  hears(): boolean
  close(): Promise<void>
}

const firstWaitMs = 50
const maxWaitMs = 5_000

/**
 * LISTEN on a connection of its own, made anew for as long as it takes whenever it is lost.
 * What was notified in the gap is gone: `regained` says that everything must be read again.
 */
export function createListener(url: string, patience: Patience): Listener {
  const { beatMs } = patience
  const channels = new Map<string, Hearing>()
  const stopped = new AbortController()
  let current: pg.Client | undefined
  let loop: Promise<void> | undefined

  const connect = async (): Promise<{ client: pg.Client; lost: Promise<void> }> => {
    const client = new pg.Client({ ...connectionOptions(url, { ...patience, replyMs: beatMs }) })
    // Before connecting, and for every error: a killed backend is told twice.
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    try {
      await client.connect()
      client.on('notification', ({ channel, payload }) => channels.get(channel)?.heard(payload ?? ''))
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      drop(client)
      throw error
    }
    current = client
    return { client, lost }
  }

  /** Resolves when the connection is lost, or when it no longer answers. */
  const whileStanding = async (client: pg.Client, lost: Promise<void>): Promise<void> => {
    const beat = setInterval(() => {
      client.query('select 1').catch(() => drop(client))
    }, beatMs)
    await lost
    clearInterval(beat)
    if (current === client) current = undefined
  }

  const keep = async (first: { client: pg.Client; lost: Promise<void> }): Promise<void> => {
    await whileStanding(first.client, first.lost)
    let waitMs = firstWaitMs
    while (!stopped.signal.aborted) {
      try {
        const { client, lost } = await connect()
        waitMs = firstWaitMs
        for (const hearing of channels.values()) hearing.regained()
        await whileStanding(client, lost)
      } catch {
        // Not back yet, or asked to stop while waiting: readiness tells of it.
        await wait(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined)
        waitMs = Math.min(waitMs * 2, maxWaitMs)
      }
    }
  }

  return {
    listen: async (channel, hearing) => {
      channels.set(channel, hearing)
      if (loop) await current?.query(`listen ${pg.escapeIdentifier(channel)}`)
      else loop = keep(await connect())
    },
    hears: () => current !== undefined,
    close: async () => {
      stopped.abort()
      if (current) drop(current)
      await loop
    },
  }
}

/** Ends a connection without waiting for the other end, which may never answer. */
function drop(client: pg.Client): void {
  client.end(() => undefined)
  client.connection.stream.destroy()
}
