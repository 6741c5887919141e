import type { Log } from '../../server.ts'

/** Of a report that is no more this process's: taken back by who asked, or by another process that heard nothing of this one. */
export class Gone extends Error {}

/**
 * What a process holds while it makes a report: its claim, which it renews by a clock of its own, since neither writing, nor verifying, nor
 * keeping a large file says how far it is. A renewal that finds no claim ends the work at its next piece.
 */
export class Hold {
  readonly #stopped: () => boolean
  readonly #timer: NodeJS.Timeout
  #renewing: Promise<void> = Promise.resolve()
  #isLost = false

  /** `renew`: says anew that the report is this process's, and whether it still was. `everyMs`: between two renewals. */
  constructor({
    renew,
    everyMs,
    stopped,
    log,
  }: {
    readonly renew: () => Promise<boolean>
    readonly everyMs: number
    readonly stopped: () => boolean
    readonly log: Pick<Log, 'error'>
  }) {
    this.#stopped = stopped
    this.#timer = setInterval(() => {
      this.#renewing = renew().then(
        (held) => void (this.#isLost ||= !held),
        // The work meets the same database, and says so; another process may take over.
        (error: unknown) => log.error({ err: error }, 'the claim of a report was not renewed'),
      )
    }, everyMs)
    this.#timer.unref()
  }

  /** Throws `Gone` where the report is no more this process's, or this process stops; a renewal that was begun is waited for. */
  async check(): Promise<void> {
    await this.#renewing
    if (this.#isLost || this.#stopped()) throw new Gone()
  }

  /** Pieces as they come, none after the report is lost. */
  async *pieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of source) {
      await this.check()
      yield piece
    }
    await this.check()
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
