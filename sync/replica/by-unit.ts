import type { Unit } from '#shared/kernel/ids.ts'
import type { Pending } from './live.ts'

const none: readonly Pending[] = []

/**
 * The waiting mutations by the unit that they are about: every field of a page asks at every change of the queue. Reads a
 * queue that was replaced once, and of one that grew what is new.
 */
export class ByUnit {
  #queue: readonly Pending[] = none
  #read = 0
  readonly #found = new Map<string, Pending[]>()

  /** Those of one unit in one scope, oldest first. A queue only grows at its end; any other change is another list. */
  about(queue: readonly Pending[], scope: string, unit: Unit): readonly Pending[] {
    if (queue !== this.#queue) {
      this.#queue = queue
      this.#read = 0
      this.#found.clear()
    }
    for (; this.#read < queue.length; this.#read += 1) {
      const entry = queue[this.#read]
      if (!entry) break
      const key = keyOf(entry.row.s, unitIn(entry.row.entity))
      const known = this.#found.get(key)
      if (known) known.push(entry)
      else this.#found.set(key, [entry])
    }
    return this.#found.get(keyOf(scope, unit)) ?? none
  }
}

const keyOf = (scope: string, unit: string): string => `${scope}\n${unit}`

/** Entities are a unit, or a word and a unit. */
const unitIn = (entity: string): string => entity.slice(entity.lastIndexOf(':') + 1)
