import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'

/** As many wait as may. */
export class Overloaded extends Error {
  constructor() {
    super('as many wait as may')
  }
}

/** Lets a few run at once and a few more wait; who comes beyond is told to come again. */
export class Turns {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#most = limits.running
    this.#mostWaiting = limits.waiting
  }

  /** The same for what fails by throwing: a cache that many wait at takes one turn for all of them. */
  async must<T>(work: () => Promise<T>): Promise<T> {
    const made = await this.run(work)
    if (!made.ok) throw new Overloaded()
    return made.value
  }

  /** Fails: unavailable, at once, when as many wait as may; whoever is patient waits however many do. */
  async run<T>(work: () => Promise<T>, { isPatient = false } = {}): Promise<Result<T>> {
    if (this.#running >= this.#most) {
      if (!isPatient && this.#waiting.length >= this.#mostWaiting) return fail('unavailable', { seconds: 2 })
      // Whoever ends hands its turn on: the number that run stays the same.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return done(await work())
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** A turn of each person at a time: who asks for many at once waits behind themselves, and takes one place among the others. */
export class TurnsByPerson {
  readonly #of = new Map<string, { readonly turns: Turns; asked: number }>()
  readonly #waiting: number

  constructor(limits: { readonly waiting: number }) {
    this.#waiting = limits.waiting
  }

  /** Fails: unavailable, at once, when as many of theirs wait as may. */
  async run<T>(userId: string, work: () => Promise<T>): Promise<Result<T>> {
    const own = this.#of.get(userId) ?? { turns: new Turns({ running: 1, waiting: this.#waiting }), asked: 0 }
    this.#of.set(userId, own)
    own.asked += 1
    try {
      return await own.turns.run(work)
    } finally {
      own.asked -= 1
      if (own.asked === 0) this.#of.delete(userId)
    }
  }
}
