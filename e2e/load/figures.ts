import type { PushResult } from '#shared/protocol/push.ts'

type TimedCall = 'push' | 'pull' | 'file'

/** What one process of devices saw. */
export interface DeviceFigures {
  /** Milliseconds of each call that was answered, a file from the beginning of its upload. */
  readonly tookMs: Readonly<Record<TimedCall, readonly number[]>>
  /** Milliseconds from the beginning of a call that changed something until a stream told of it. */
  readonly toldMs: readonly number[]
  readonly acked: number
  readonly pushes: number
  /** Outcomes other than a plain `applied`, by disposition and code. */
  readonly others: Readonly<Record<string, number>>
  /** Calls that had to be made again, by why. */
  readonly again: Readonly<Record<string, number>>
  /** What should not have happened. */
  readonly failures: readonly string[]
  readonly streams: number
  readonly engines: number
  /** How long it took until everything had gone, milliseconds. */
  readonly tookMsInAll: number
}

/** Gathers what the devices of one process see. */
export class Figures {
  #took: Record<TimedCall, number[]> = { push: [], pull: [], file: [] }
  #acked = 0
  #others: Record<string, number> = {}
  #again: Record<string, number> = {}
  #failures: string[] = []

  took(call: TimedCall, ms: number): void {
    this.#took[call].push(ms)
  }

  acked(count: number): void {
    this.#acked += count
  }

  other({ d, code }: PushResult): void {
    const name = `${d} ${code}`
    this.#others[name] = (this.#others[name] ?? 0) + 1
  }

  again(why: string): void {
    this.#again[why] = (this.#again[why] ?? 0) + 1
  }

  failed(what: string): void {
    this.#failures.push(what)
  }

  /** What was gathered since the last time. */
  taken(): Pick<DeviceFigures, 'tookMs' | 'acked' | 'pushes' | 'others' | 'again' | 'failures'> {
    const found = {
      tookMs: this.#took,
      acked: this.#acked,
      pushes: this.#took.push.length,
      others: this.#others,
      again: this.#again,
      failures: this.#failures,
    }
    this.#took = { push: [], pull: [], file: [] }
    this.#acked = 0
    this.#others = {}
    this.#again = {}
    this.#failures = []
    return found
  }
}

/** Figures of several processes as of one. */
export function summed(all: readonly DeviceFigures[]): DeviceFigures {
  const total = (read: (one: DeviceFigures) => number): number => all.reduce((sum, one) => sum + read(one), 0)
  const counted = (read: (one: DeviceFigures) => Readonly<Record<string, number>>): Record<string, number> => {
    const found: Record<string, number> = {}
    for (const one of all) for (const [name, count] of Object.entries(read(one))) found[name] = (found[name] ?? 0) + count
    return found
  }
  return {
    tookMs: {
      push: all.flatMap((one) => one.tookMs.push),
      pull: all.flatMap((one) => one.tookMs.pull),
      file: all.flatMap((one) => one.tookMs.file),
    },
    toldMs: all.flatMap((one) => one.toldMs),
    acked: total((one) => one.acked),
    pushes: total((one) => one.pushes),
    others: counted((one) => one.others),
    again: counted((one) => one.again),
    failures: all.flatMap((one) => one.failures),
    streams: total((one) => one.streams),
    engines: total((one) => one.engines),
    tookMsInAll: Math.max(...all.map((one) => one.tookMsInAll)),
  }
}
