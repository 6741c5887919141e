import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What happened since the start, for whoever watches over the server. */
export interface Metrics {
  /** `route` is the name of a route's pattern, never a path. */
  request(route: string, status: number, seconds: number): void
  /** What became of mutations, whichever door they came through. */
  decided(dispositions: readonly string[]): void
}

/** A figure that is asked for when it is read. */
export interface Gauge {
  readonly name: string
  readonly help: string
  /** A counter only grows; its name ends in _total. */
  readonly type: 'gauge' | 'counter'
  /** Values by their label, written as `name="value"`; '' for none. */
  read(): Promise<ReadonlyMap<string, number>> | ReadonlyMap<string, number>
}

/** Upper bounds of the classes of latency, seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface Latency {
  readonly counts: number[]
  sum: number
  count: number
}

/** Figures in the text format that Prometheus reads. */
export class MetricsBoard implements Metrics {
  readonly #requests = new Map<string, number>()
  readonly #latencies = new Map<string, Latency>()
  readonly #decided = new Map<string, number>()
  readonly #loop = monitorEventLoopDelay({ resolution: 20 })
  readonly #startedSeconds: number
  readonly #gauges: readonly Gauge[]

  constructor(startedSeconds: number, gauges: readonly Gauge[]) {
    this.#startedSeconds = startedSeconds
    this.#gauges = gauges
    this.#loop.enable()
  }

  request(route: string, status: number, seconds: number): void {
    count(this.#requests, labels({ route, status: `${Math.floor(status / 100)}xx` }))
    const found = this.#latencies.get(route) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
    this.#latencies.set(route, found)
    for (const [at, bound] of bounds.entries()) if (seconds <= bound) found.counts[at] = (found.counts[at] ?? 0) + 1
    found.sum += seconds
    found.count += 1
  }

  decided(dispositions: readonly string[]): void {
    for (const disposition of dispositions) count(this.#decided, labels({ disposition }))
  }

  /** Every figure as text. One that cannot be read now is left out: the others are still worth reading. */
  async text(): Promise<string> {
    const families = [
      family('iip_requests_total', 'counter', 'Requests by route and class of status.', this.#requests),
      this.#latencyText(),
      family('iip_mutations_total', 'counter', 'Mutations, by what became of them.', this.#decided),
      this.#loopText(),
      family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', one(process.memoryUsage.rss())),
      family('process_start_time_seconds', 'gauge', 'When the process began, in seconds since 1970.', one(this.#startedSeconds)),
      ...(await Promise.all(this.#gauges.map((gauge) => gaugeText(gauge)))),
    ]
    return families.filter((text) => text !== '').join('')
  }

  close(): void {
    this.#loop.disable()
  }

  #latencyText(): string {
    const name = 'iip_request_seconds'
    const lines = [`# HELP ${name} How long requests took, by route.`, `# TYPE ${name} histogram`]
    for (const [route, { counts, sum, count: all }] of this.#latencies) {
      for (const [at, bound] of bounds.entries()) lines.push(`${name}_bucket${labels({ route, le: String(bound) })} ${counts[at] ?? 0}`)
      lines.push(`${name}_bucket${labels({ route, le: '+Inf' })} ${all}`, `${name}_sum${labels({ route })} ${sum}`)
      lines.push(`${name}_count${labels({ route })} ${all}`)
    }
    return `${lines.join('\n')}\n`
  }

  /** Of the time since the last look: a stall that was told once is over. */
  #loopText(): string {
    const seconds = new Map(
      (
        [
          ['0.5', 50],
          ['0.99', 99],
          ['1', 100],
        ] as const
      ).map(([quantile, percentile]) => [labels({ quantile }), this.#loop.count === 0 ? 0 : this.#loop.percentile(percentile) / 1e9]),
    )
    this.#loop.reset()
    return family('iip_event_loop_delay_seconds', 'summary', 'How late the event loop was since these figures were last read.', seconds)
  }
}

export const one = (value: number): ReadonlyMap<string, number> => new Map([['', value]])

/** `{name="value"}` with what a value may not hold as it is escaped. */
export function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (found) => escapes[found] ?? '')}"`)
  return `{${pairs.join(',')}}`
}
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

const count = (into: Map<string, number>, key: string): void => void into.set(key, (into.get(key) ?? 0) + 1)

function family(name: string, type: 'gauge' | 'counter' | 'summary', help: string, values: ReadonlyMap<string, number>): string {
  if (values.size === 0) return ''
  const lines = [...values].map(([key, value]) => `${name}${key} ${value}`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
}

async function gaugeText({ name, type, help, read }: Gauge): Promise<string> {
  try {
    return family(name, type, help, await read())
  } catch {
    // The database or the disk does not answer now; readiness tells of it.
    return ''
  }
}
