import type { Moved } from './pokes.ts'

/** Longest that others wait for a device's next batch before they hear of the ones before it, and most batches that they wait for. */
const holdMs = 300
const holdBatches = 10

interface Held {
  readonly versions: Record<string, number>
  readonly people: Set<string>
  readonly timer: NodeJS.Timeout
  batches: number
}

/** Tells what moved; of a device that sends many batches, together, so that its colleagues' devices pull them as one. */
export class HeldPokes {
  readonly #poke: (moved: Moved) => void
  readonly #held = new Map<string, Held>()

  constructor(poke: (moved: Moved) => void) {
    this.#poke = poke
  }

  /** `more`: the device's next batch is on its way. */
  moved(deviceId: string, { versions, people }: Moved, more: boolean): void {
    const held = this.#held.get(deviceId)
    if (!held && !more) return this.#poke({ versions, people })
    const all: Held = held ?? {
      versions: {},
      people: new Set(),
      timer: setTimeout(() => this.#flush(deviceId), holdMs).unref(),
      batches: 0,
    }
    this.#held.set(deviceId, all)
    Object.assign(all.versions, versions)
    for (const id of people) all.people.add(id)
    all.batches += 1
    if (more && all.batches < holdBatches) all.timer.refresh()
    else this.#flush(deviceId)
  }

  #flush(deviceId: string): void {
    const held = this.#held.get(deviceId)
    if (!held) return
    clearTimeout(held.timer)
    this.#held.delete(deviceId)
    this.#poke({ versions: held.versions, people: [...held.people] })
  }
}
