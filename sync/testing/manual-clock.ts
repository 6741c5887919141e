import type { Clock } from '../ports.ts'

interface Timer {
  readonly at: number
  readonly order: number
  run(): void
}

/** Lets everything that waits for nothing but the machine itself go on: promises and the test database's own turns. */
export async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Time that moves only when a test says so. */
export class ManualClock {
  #now: number
  #order = 0
  #timers: Timer[] = []

  readonly #rest: () => Promise<void>

  /** rest: lets the consequences of a timer settle. */
  constructor(now = Date.parse('2026-03-02T12:00:00.000Z'), rest: () => Promise<void> = settle) {
    this.#now = now
    this.#rest = rest
  }

  now(): number {
    return this.#now
  }

  /** A device's clock on this time, wrong by so much. */
  device(skewMs = 0): Clock {
    return {
      now: () => this.#now + skewMs,
      later: (run, delayMs) => {
        const timer: Timer = { at: this.#now + Math.max(0, delayMs), order: this.#order++, run }
        this.#timers.push(timer)
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer)
        }
      },
    }
  }

  /** Moves time, running each timer at its moment and letting its consequences settle. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      const due = this.#timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!due) break
      this.#timers = this.#timers.filter((one) => one !== due)
      this.#now = Math.max(this.#now, due.at)
      due.run()
      await this.#rest()
    }
    this.#now = until
    await this.#rest()
  }

  /** Moves time without running anything: what happens to a page that sleeps. */
  jump(ms: number): void {
    this.#now += ms
  }
}
