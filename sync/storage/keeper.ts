import { backoffMs } from '#shared/kernel/backoff.ts'
import type { Clock } from '../ports.ts'
import { isLost, StorageSilentError, type Storage } from './storage.ts'

/** How long the database may take to answer before the person is told that it does not. */
export const silentMs = 10_000
/** Somebody who signs out in another tab deletes the database and says so: what is gone is given this long to be explained. */
const explainedMs = 500

/** lost: the browser or a person cleared it · silent: it does not answer · failing: it answers with errors. */
export type StorageTrouble = 'lost' | 'silent' | 'failing'

export interface KeeperOptions {
  readonly storage: Storage
  readonly clock: Clock
  readonly random: () => number
  /** Makes the database anew from what is in memory. */
  putBack(): Promise<void>
  /** The database takes writes again. */
  mended(): Promise<void>
  /** While nothing can be kept here: what waits is brought to safety in another way. */
  meanwhile(): Promise<void>
  changed(): void
  report(error: unknown): void
}

/** Notices that the device's database is gone or does not answer, says so, and mends it as soon as it can be mended. */
export class Keeper {
  readonly #options: KeeperOptions
  #trouble: StorageTrouble | null = null
  #attempt: Promise<boolean> | null = null
  #failures = 0
  #stopped = false
  #cancel: (() => void) | null = null

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  /** Null while what is written is kept. */
  get trouble(): StorageTrouble | null {
    return this.#trouble
  }

  /** Looks whether the database is there, and mends it. True when what is written from now on is kept. */
  look(): Promise<boolean> {
    if (this.#stopped) return Promise.resolve(false)
    this.#attempt ??= this.#try().finally(() => (this.#attempt = null))
    return this.#attempt
  }

  stop(): void {
    this.#stopped = true
    this.#cancel?.()
  }

  async #try(): Promise<boolean> {
    const { clock, random } = this.#options
    this.#cancel?.()
    try {
      await this.#mend()
      if (this.#trouble !== null) await within(this.#options.mended(), clock, silentMs)
      this.#failures = 0
      this.#set(null)
      return !this.#stopped
    } catch (error) {
      if (this.#stopped) return false
      if (this.#trouble === null) this.#options.report(error)
      this.#failures += 1
      this.#set(troubleOf(error))
      this.#cancel = clock.later(() => void this.look(), backoffMs(this.#failures, random))
      this.#options.meanwhile().catch((failed: unknown) => this.#options.report(failed))
      return false
    }
  }

  async #mend(): Promise<void> {
    const { storage, clock } = this.#options
    try {
      await within(storage.check(), clock, silentMs)
    } catch (error) {
      if (!isLost(error)) throw error
      this.#set('lost')
      await new Promise<void>((resolve) => clock.later(resolve, explainedMs))
      if (this.#stopped) return
      await within(this.#options.putBack(), clock, silentMs)
    }
  }

  #set(trouble: StorageTrouble | null): void {
    if (this.#stopped || this.#trouble === trouble) return
    this.#trouble = trouble
    this.#options.changed()
  }
}

function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof StorageSilentError) return 'silent'
  return isLost(error) ? 'lost' : 'failing'
}

/** The work's end, when it comes in time. Fails: StorageSilentError. */
export function within<T>(work: Promise<T>, clock: Pick<Clock, 'later'>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.later(() => reject(new StorageSilentError()), ms)
    work.then(resolve, reject).finally(cancel)
  })
}
