interface Entry<Made> {
  readonly edition: number
  readonly madeAt: number
  readonly made: Made
}

interface Making<Made> {
  readonly edition: number
  readonly made: Promise<Made>
}

/** Things that were made once of an edition, by key: the least recently used goes, and of one key one is made at a time. */
export class EditionCache<Made> {
  readonly #most: number
  readonly #elapsed: () => number
  readonly #entries = new Map<string, Entry<Made>>()
  readonly #making = new Map<string, Making<Made>>()

  constructor(most: number, elapsed: () => number) {
    this.#most = most
    this.#elapsed = elapsed
  }

  get size(): number {
    return this.#entries.size
  }

  /** What is kept under a key in an edition and is not older than it may be, milliseconds. */
  kept(key: string, edition: number, freshMs: number): Made | undefined {
    const entry = this.#entries.get(key)
    if (entry?.edition !== edition || this.#elapsed() - entry.madeAt > freshMs) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.made
  }

  /** What was last kept under a key, however old; of whichever edition unless it is told. */
  last(key: string, edition?: number): Made | undefined {
    const entry = this.#entries.get(key)
    return edition === undefined || entry?.edition === edition ? entry?.made : undefined
  }

  /** Makes it, or waits for who makes it already. Fails as `make` does, and keeps nothing then. */
  async make(key: string, edition: number, make: () => Promise<Made>): Promise<Made> {
    const making = this.#making.get(key)
    if (making?.edition === edition) return making.made
    const startedAt = this.#elapsed()
    const mine: Making<Made> = { edition, made: make() }
    this.#making.set(key, mine)
    try {
      const made = await mine.made
      // One of a later edition stays, and of a database that was replaced meanwhile nothing is kept.
      if (this.#making.get(key) === mine) {
        this.#entries.delete(key)
        this.#entries.set(key, { edition, madeAt: startedAt, made })
      }
      const [oldest] = this.#entries.keys()
      if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest)
      return made
    } finally {
      if (this.#making.get(key) === mine) this.#making.delete(key)
    }
  }

  /** Forgets everything: what an edition is called may stand for something else. */
  clear(): void {
    this.#entries.clear()
    this.#making.clear()
  }
}
