/**
 * What a run measured, as the model needs it. A country is 1,000 institutions whose day passes as fast as days do; a run plays `load` of
 * them: its share of the institutions times how much faster its day passes.
 */
export interface Measured {
  readonly load: number
  /** Share of a country's institutions, which is what data, files and people that listen grow with. */
  readonly scale: number
  readonly seconds: number
  /** Rate of the busiest time over the average one, by the plan. */
  readonly peak: number
  /** CPU of each server, seconds. */
  readonly serverCpuSeconds: readonly number[]
  /** CPU of PostgreSQL; null where it is in the server. */
  readonly databaseCpuSeconds: number | null
  /** Most connections of one server to PostgreSQL, and how many of all servers' were at work on the average; null without. */
  readonly pool: { readonly most: number; readonly busyAverage: number } | null
  /** Commits that a disk must flush one after the other; what PostgreSQL flushes together counts once for as many as wait. */
  readonly flushes: number
  readonly flushMs: number
  readonly databaseGrowthBytes: number
  readonly fileBytes: number
  readonly serverRssBytes: readonly number[]
  /** Memory of each server before anybody listened. */
  readonly serverStartRssBytes: readonly number[]
  readonly databaseRssBytes: number
  /** Streams that were open at the most at each server. */
  readonly streams: readonly number[]
}

/** What the machine and the settings allow. */
export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
  readonly diskFreeBytes: number
  readonly openFiles: number
}

export interface Limit {
  readonly what: string
  /** Share of the limit that ten countries take; from 1 on it is met. */
  readonly atTen: number
  /** Countries with which it is met. */
  readonly countries: number
  /** How it was worked out. */
  readonly how: string
}

const times = 10

/** Limits in the order in which they are met as the country grows, the first one first. */
export function limitsOf(measured: Measured, machine: Machine): Limit[] {
  const { load, scale, seconds, peak } = measured
  /** What ten countries take at their busiest of what takes so many seconds of each second as it was measured. */
  const busy = (share: number): number => (share / load) * peak * times
  /** What ten countries have of what there is once for each institution. */
  const held = (amount: number): number => (amount / scale) * times
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const busiest = Math.max(...measured.serverCpuSeconds)
  const allCpu = sum(measured.serverCpuSeconds) + (measured.databaseCpuSeconds ?? 0)
  const streams = Math.max(...measured.streams)
  const rssStart = Math.max(...measured.serverStartRssBytes)
  const rssMore = Math.max(...measured.serverRssBytes) - rssStart
  const servers = measured.serverRssBytes.length
  const limit = (what: string, atTen: number, how: string): Limit => ({ what, atTen, countries: times / atTen, how })
  const found = [
    limit(
      'one core of the busiest server',
      busy(busiest / seconds),
      'CPU seconds of one server ÷ seconds; Node runs JavaScript on one core',
    ),
    limit(
      'cores of the machine',
      busy(allCpu / seconds) / machine.cores,
      `CPU seconds of servers and database ÷ seconds ÷ ${machine.cores} cores`,
    ),
    limit(
      'flushes of the disk',
      busy((measured.flushes * measured.flushMs) / 1000 / seconds),
      `commits × ${measured.flushMs.toFixed(2)} ms that one flush takes here, one after the other`,
    ),
    limit(
      'room on the disk',
      held(measured.databaseGrowthBytes + measured.fileBytes) / machine.diskFreeBytes,
      'bytes of database and files of each institution ÷ free bytes here',
    ),
    limit('open files of one server', held(streams) / machine.openFiles, 'a socket for each stream'),
    limit(
      'memory of the machine',
      (servers * (rssStart + held(Math.max(0, rssMore))) + measured.databaseRssBytes) / machine.memoryBytes,
      'memory before anybody listened, and what came on top for each institution at work; an upper bound, as what V8 has not collected counts',
    ),
    ...(measured.pool
      ? [
          limit(
            'connections to PostgreSQL',
            busy(measured.pool.busyAverage / (measured.pool.most * servers)),
            `connections at work on the average ÷ ${measured.pool.most} of each server`,
          ),
        ]
      : []),
  ]
  return found.filter(({ atTen }) => Number.isFinite(atTen)).toSorted((a, b) => b.atTen - a.atTen)
}
