/** Who wants to hear of what, and how often each thing has changed: what `useSyncExternalStore` needs. */
export class Topics {
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #versions = new Map<string, number>()

  /** Calls back after each change of the topic. Returns how to stop. */
  subscribe(topic: string, listener: () => void): () => void {
    const known = this.#listeners.get(topic)
    if (known) known.add(listener)
    else this.#listeners.set(topic, new Set([listener]))
    return () => {
      const listeners = this.#listeners.get(topic)
      listeners?.delete(listener)
      if (listeners?.size === 0) this.#listeners.delete(topic)
    }
  }

  /** Grows by one at each change of the topic. */
  version(topic: string): number {
    return this.#versions.get(topic) ?? 0
  }

  tell(topics: Iterable<string>): void {
    const called: (() => void)[] = []
    for (const topic of topics) {
      this.#versions.set(topic, this.version(topic) + 1)
      called.push(...(this.#listeners.get(topic) ?? []))
    }
    for (const listener of new Set(called)) listener()
  }
}
