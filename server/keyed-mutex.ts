/** One at a time per name, in order of arrival. Names must come sorted: then nobody waits in a circle. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<void>>()

  async run<T>(sortedNames: readonly string[], work: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = []
    for (const name of sortedNames) releases.push(await this.#lock(name))
    try {
      return await work()
    } finally {
      for (const release of releases) release()
    }
  }

  async #lock(name: string): Promise<() => void> {
    const before = this.#tails.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tails.set(name, promise)
    await before
    return () => {
      if (this.#tails.get(name) === promise) this.#tails.delete(name)
      resolve()
    }
  }
}
