import type { Instant } from '#shared/kernel/instant.ts'
import type { Marker } from './ports.ts'

/** A mark beside the database that it was there. It only helps to explain a loss: a browser that refuses it takes nothing from what is durable. */
export class Mark {
  readonly #marker: Marker
  readonly #key: string
  readonly #report: (error: unknown) => void
  #made = false

  constructor(marker: Marker, name: string, report: (error: unknown) => void) {
    this.#marker = marker
    this.#key = `iip-data:${name}`
    this.#report = report
  }

  get isThere(): boolean {
    return this.#try(() => this.#marker.get(this.#key)) !== null
  }

  make(at: Instant): void {
    this.#try(() => this.#marker.set(this.#key, at))
  }

  /** Writing it takes a tenth of a millisecond of the person's time: once is enough. */
  makeOnce(at: Instant): void {
    if (!this.#made) this.make(at)
    this.#made = true
  }

  /** The database is another one. */
  makeAnew(at: Instant): void {
    this.#made = false
    this.make(at)
  }

  remove(): void {
    this.#try(() => this.#marker.remove(this.#key))
  }

  #try<T>(work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      this.#report(error)
      return null
    }
  }
}
