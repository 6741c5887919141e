import { decomposed } from '#shared/kernel/marks.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { Readable } from 'node:stream'
import type { Log } from '../server.ts'

/** Downloads that one server makes at one time, whoever asked for them. */
const atOnce = 2
/** A reader who takes nothing for so long has gone, whatever its connection says. */
const idleMs = 60_000
/** When to ask again while others are being made. */
const retrySeconds = 30

/** A file that is made as it is read. */
export interface MadeFile {
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly pieces: AsyncGenerator<Uint8Array, void>
}

/** Downloads that are made as they are read: few at a time and one for each person, so that nobody's takes the server from the others. */
export class Downloads {
  readonly #makers = new Set<string>()
  readonly #log: Pick<Log, 'error'>

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log
  }

  /** The reply that brings a file. Its reader learns of what breaks on the way by a body that breaks off. Fails: archive_running, archives_busy. */
  send(userId: string, { name, type, pieces }: MadeFile, headers: Readonly<Record<string, string>> = {}): Result<never> | Response {
    const place = this.enter(userId)
    if (!place.ok) return place
    const body = streamed(pieces, (error) => {
      place.value.leave()
      if (error !== undefined) this.#log.error({ err: error }, 'a download broke off')
    })
    const all = { 'Content-Type': type, 'Content-Disposition': dispositionOf(name), 'Cache-Control': 'no-store', ...headers }
    return new Response(body, { headers: all })
  }

  /** Whether one could be made now. Fails: archive_running, archives_busy. */
  standing(userId: string): Result<null> {
    if (this.#makers.has(userId)) return fail('archive_running', { seconds: retrySeconds })
    return this.#makers.size >= atOnce ? fail('archives_busy', { seconds: retrySeconds }) : done(null)
  }

  /** A place to make one; `leave` gives it back. Fails: archive_running, archives_busy. */
  enter(userId: string): Result<{ leave(): void }> {
    const standing = this.standing(userId)
    if (!standing.ok) return standing
    this.#makers.add(userId)
    let left = false
    return done({
      leave: () => {
        if (left) return
        left = true
        this.#makers.delete(userId)
      },
    })
  }
}

/**
 * A body that is made as it is read: nothing is made for a reader who does not take it, and when the reader goes away the pieces'
 * generator is ended where it stands. `ended` once, however it ends: read, cancelled, left standing, or broken by an error.
 */
export function streamed(pieces: AsyncGenerator<Uint8Array, void>, ended: (error?: unknown) => void): ReadableStream<Uint8Array> {
  let idle: ReturnType<typeof setTimeout> | undefined
  let over = false
  const stop = async (error?: unknown): Promise<void> => {
    clearTimeout(idle)
    if (!over) ended(error)
    over = true
    await pieces.return(undefined)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        idle = setTimeout(() => {
          controller.error(new Error('nobody reads this download'))
          void stop()
        }, idleMs).unref()
      },
      async pull(controller) {
        idle?.refresh()
        try {
          const next = await pieces.next()
          if (next.done !== true) return controller.enqueue(next.value)
          controller.close()
          await stop()
        } catch (error) {
          await stop(error)
          throw error
        }
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  )
}

/** A kept file as the body of a reply. However its reader ends, it is closed; one who takes nothing for a minute has gone. */
export const fileBody = (file: Readable, log: Pick<Log, 'error'>): ReadableStream<Uint8Array> =>
  streamed(piecesOf(file), (error) => {
    file.destroy()
    if (error !== undefined) log.error({ err: error }, 'a download broke off')
  })

async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array, void> {
  for await (const piece of file) yield piece
}

/** The reply that brings a PDF that is made for its reader alone. */
export const pdfReply = (bytes: Uint8Array, name: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': dispositionOf(name),
      'Cache-Control': 'no-store',
    },
  })

/** Content-Disposition of a download (RFC 6266): an ASCII name for old readers and the true one. */
export function dispositionOf(name: string): string {
  const ascii =
    decomposed(name)
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '_') || 'archivo'
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
