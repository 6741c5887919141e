import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { Zip, ZipPassThrough } from 'fflate'
import type { Blobs } from './blobs.ts'

/** Archives made at one time by one server, whoever asked for them. */
const atOnce = 2
/** A reader who takes nothing for so long has gone, whatever its connection says. */
const idleMs = 60_000
/** When to ask again while others are being made. */
const retrySeconds = 30

export interface Packed {
  /** Name inside the archive; no two alike. */
  readonly name: string
  readonly sha256: string
}

/** Archives under way: few at a time and one for each person, so that nobody's download takes the server from the others. */
export class Archives {
  readonly #blobs: Pick<Blobs, 'has' | 'read'>
  readonly #makers = new Set<string>()

  constructor(blobs: Pick<Blobs, 'has' | 'read'>) {
    this.#blobs = blobs
  }

  /** A place to make one; `leave` gives it back. Fails: archive_running, archives_busy. */
  enter(userId: string): Result<{ leave(): void }> {
    if (this.#makers.has(userId)) return fail('archive_running', { seconds: retrySeconds })
    if (this.#makers.size >= atOnce) return fail('archives_busy', { seconds: retrySeconds })
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

  /**
   * A zip of files that is made as it is read: never more of it is in memory than one piece of a file, and nothing is read
   * from the disk for a reader who does not take it. `ended` once, however it ends: read, cancelled, broken or left standing.
   */
  stream(files: readonly Packed[], ended: () => void): ReadableStream<Uint8Array> {
    const made: Uint8Array[] = []
    let broken: Error | null = null
    const zip = new Zip((error, chunk) => {
      if (error) broken = error
      else made.push(chunk)
    })
    const pieces = this.#pieces(zip, files)
    let idle: ReturnType<typeof setTimeout> | undefined
    const stop = async (): Promise<void> => {
      clearTimeout(idle)
      ended()
      await pieces.return(undefined)
    }
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          idle = setTimeout(() => {
            controller.error(new Error('nobody reads this archive'))
            void stop()
          }, idleMs).unref()
        },
        async pull(controller) {
          idle?.refresh()
          try {
            while (made.length === 0 && !broken) if ((await pieces.next()).done === true) break
            if (broken) throw broken
            const chunk = made.shift()
            if (chunk) return controller.enqueue(chunk)
            controller.close()
            await stop()
          } catch (error) {
            await stop()
            throw error
          }
        },
        cancel: stop,
      },
      { highWaterMark: 0 },
    )
  }

  /** Puts one piece after the other into the zip, each when it is asked for. */
  async *#pieces(zip: Zip, files: readonly Packed[]): AsyncGenerator<void, void> {
    for (const { name, sha256 } of files) {
      if (!(await this.#blobs.has(sha256))) continue
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      const source = this.#blobs.read(sha256)
      try {
        for await (const piece of source) {
          entry.push(new Uint8Array(piece))
          yield
        }
      } finally {
        source.destroy()
      }
      entry.push(new Uint8Array(0), true)
      yield
    }
    zip.end()
  }
}
