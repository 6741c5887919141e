import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Ask, Answered } from './devices.ts'
import type { Order } from './order.ts'

type Replied = { readonly ok: true; readonly value: Answered } | { readonly ok: false; readonly why: string }

/** Processes of devices, which are asked for the same at the same time. */
export class Crew {
  readonly #children: readonly ChildProcess[]

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children
  }

  /** A process for each order, which has done what comes before it is played. */
  static async prepared(orders: readonly Order[]): Promise<Crew> {
    const crew = new Crew(orders.map(() => fork(join(import.meta.dirname, 'devices.ts'), { serialization: 'advanced' })))
    try {
      await Promise.all(orders.map((order, at) => crew.#of(at, { ask: 'prepare', order })))
      return crew
    } catch (error) {
      crew.end()
      throw error
    }
  }

  /** What each of them answers. */
  all(ask: Ask): Promise<Answered[]> {
    return Promise.all(this.#children.map((_, at) => this.#of(at, ask)))
  }

  pids(): number[] {
    return this.#children.flatMap(({ pid }) => pid ?? [])
  }

  end(): void {
    for (const child of this.#children) child.kill()
  }

  async #of(at: number, ask: Ask): Promise<Answered> {
    const child = this.#children[at]
    if (!child) throw new Error('there is no such process')
    const ended = new AbortController()
    try {
      const answered = once(child, 'message', { signal: ended.signal })
      const died = once(child, 'exit', { signal: ended.signal }).then(() => {
        throw new Error('a process of devices ended by itself')
      })
      child.send(ask)
      const [replied]: [Replied] = (await Promise.race([answered, died])) as [Replied]
      if (!replied.ok) throw new Error(replied.why)
      return replied.value
    } finally {
      ended.abort()
    }
  }
}
