import { availableParallelism, totalmem } from 'node:os'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { quantile, type Line } from '../bench/stats.ts'
import { isWhole, type Verdict } from '../simulators/promises.ts'
import { Crew } from './crew.ts'
import { summed, type DeviceFigures } from './figures.ts'
import { limitsOf, type Limit, type Machine, type Measured } from './limits.ts'
import { institutionsAt, type Options, type Variant } from './options.ts'
import { devicesOf, partsOf } from './people.ts'
import { lateHours, people } from './plan.ts'
import { mostOpenFiles } from './proc.ts'
import { databaseBytes, Watch, type Seen } from './watch.ts'
import { filesIn, flushMs, openSite, verdictOf, type Site } from './site.ts'

/** Processes of devices: what makes the load must not be what holds it up. */
const processes = 2
const evaluators = 40
/** By the plan, of the last minute over the average of the last hours. */
const peak = 2
/** Connections of one server's pool. */
const poolMost = 10

export interface Played {
  readonly variant: Variant
  readonly rows: readonly Line[]
  readonly limits: readonly Limit[]
  readonly verdict: Verdict
  readonly figures: DeviceFigures
}

/** Plays the last hours before the deadline against one variant, and looks whether everything that was promised is there. `ended`: with the servers stopped. */
export async function playDay(variant: Variant, options: Options, ended?: (site: Site) => Promise<void>): Promise<Played> {
  const institutions = institutionsAt(options.scale)
  const site = await openSite(variant, { institutions, answers: 0, people, evaluators, stage: 'NormalInput', shared: true }, options.folder)
  try {
    const sizeBefore = await databaseBytes(site)
    const flush = flushMs(site.folder)
    const devices = devicesOf(
      site.country,
      site.servers.map(({ url }) => url),
      { ...options, hours: lateHours },
    )
    const parts = partsOf(devices, processes)
    const promises = parts.map((_, at) => join(site.folder, `promises-${at}.ndjson`))
    const crew = await Crew.prepared(
      parts.map((some, at) => ({
        kind: 'day',
        devices: some,
        speed: options.speed,
        fileBytes: options.fileBytes,
        promises: promises[at] ?? '',
      })),
    )
    let figures: DeviceFigures
    let seen: Seen
    try {
      const watch = await Watch.begin(site)
      const played = await crew.all({ ask: 'play' })
      seen = await watch.end()
      figures = summed(played.flatMap((one) => (one && 'figures' in one ? [one.figures] : [])))
      await crew.all({ ask: 'finish' })
    } finally {
      crew.end()
    }
    const measured = await measuredOf(site, options, { figures, seen, sizeBefore, flush })
    await site.stopServers()
    await ended?.(site)
    const verdict = await verdictOf(site, promises)
    const machine: Machine = {
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      diskFreeBytes: await freeBytes(site.folder),
      openFiles: mostOpenFiles(),
    }
    const files = await filesIn(site.dataDir)
    return {
      variant,
      verdict,
      figures,
      limits: limitsOf(measured, machine),
      rows: [...rowsOf(figures, seen), ...storedRows(measured, files, institutions), ...checkRows(verdict)],
    }
  } finally {
    await site.close()
  }
}

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function measuredOf(
  site: Site,
  { scale, speed }: Options,
  { figures, seen, sizeBefore, flush }: { figures: DeviceFigures; seen: Seen; sizeBefore: number; flush: number },
): Promise<Measured> {
  const { servers, database, seconds } = seen
  return {
    load: scale * speed,
    scale,
    seconds,
    peak,
    serverCpuSeconds: servers.map(({ cpuSeconds }) => cpuSeconds),
    databaseCpuSeconds: database?.cpuSeconds ?? null,
    pool: database && { most: poolMost, busyAverage: database.busyAverage },
    // Each push is a commit, and a file is entered, kept, counted and announced.
    flushes: figures.pushes + 4 * figures.tookMs.file.length,
    flushMs: flush,
    databaseGrowthBytes: (await databaseBytes(site)) - sizeBefore,
    fileBytes: (await filesIn(site.dataDir)).bytes,
    serverRssBytes: servers.map(({ peakRssBytes }) => peakRssBytes),
    serverStartRssBytes: servers.map(({ startRssBytes }) => startRssBytes),
    databaseRssBytes: database?.peakRssBytes ?? 0,
    streams: servers.map(({ streams }) => streams),
  }
}

const mb = 1_000_000

/** p50, p95 and p99 of something. */
const spreadRows = (what: string, values: readonly number[], goalAt95?: Line['goal']): Line[] =>
  ([0.5, 0.95, 0.99] as const).map((share): Line => ({
    what: `${what}, p${share * 100}`,
    ours: [quantile(values, share)],
    unit: 'ms',
    goal: share === 0.95 ? goalAt95 : undefined,
  }))

function rowsOf(figures: DeviceFigures, { servers, database }: Seen): Line[] {
  const seconds = figures.tookMsInAll / 1000
  const others = Object.entries(figures.others).map(([name, count]) => `${name} ${count}`)
  const again = Object.entries(figures.again).map(([why, count]) => `${why} ${count}`)
  const perServer = (what: string, unit: string, read: (one: Seen['servers'][number]) => number): Line[] =>
    servers.map((one, at): Line => ({ what: `${what}, server ${at + 1}`, ours: [read(one)], unit }))
  return [
    { what: 'played', ours: [seconds], unit: 's', note: `${figures.streams} devices, of which ${figures.engines} are the real engine` },
    { what: 'pushes', ours: [figures.pushes / seconds], unit: '/s', note: again.join(', ') },
    { what: 'mutations', ours: [figures.acked / seconds], unit: '/s', note: others.join(', ') },
    { what: 'pulls', ours: [figures.tookMs.pull.length / seconds], unit: '/s' },
    ...spreadRows('push', figures.tookMs.push, { most: 300 }),
    ...spreadRows('pull', figures.tookMs.pull),
    ...spreadRows('from the call until told', figures.toldMs),
    ...spreadRows('a file', figures.tookMs.file),
    ...perServer('event loop late, p99', 'ms', ({ loopP99 }) => loopP99 * 1000),
    ...perServer('event loop late, most', 'ms', ({ loopMost }) => loopMost * 1000),
    ...perServer('CPU', 's', ({ cpuSeconds }) => cpuSeconds),
    ...perServer('memory, most', 'MB', ({ peakRssBytes }) => peakRssBytes / mb),
    ...perServer('streams, most', '', ({ streams }) => streams),
    ...(database
      ? [
          { what: 'CPU, PostgreSQL', ours: [database.cpuSeconds], unit: 's' },
          { what: 'memory, PostgreSQL, most', ours: [database.peakRssBytes / mb], unit: 'MB' },
          {
            what: 'connections to PostgreSQL, most',
            ours: [database.connections],
            unit: '',
            note: `at work ${database.busyAverage.toFixed(1)} on the average, ${database.busyMost} at the most; somebody waited for a lock in ${Math.round(database.lockWaits * 100)} % of the looks`,
          },
          {
            what: 'log of PostgreSQL',
            ours: [database.logBytes / mb],
            unit: 'MB',
            note: `${database.commits.toLocaleString('en')} transactions`,
          },
        ]
      : []),
    {
      what: 'should not have happened',
      ours: [figures.failures.length],
      unit: '',
      goal: { most: 0 },
      note: figures.failures.slice(0, 3).join(' · '),
    },
  ]
}

const storedRows = ({ databaseGrowthBytes, fileBytes }: Measured, files: { count: number }, institutions: number): Line[] => [
  { what: 'database, growth', ours: [databaseGrowthBytes / mb], unit: 'MB', note: `by the week's work of ${institutions} institutions` },
  { what: 'files', ours: [files.count], unit: '' },
  { what: 'bytes of files', ours: [fileBytes / mb], unit: 'MB' },
]

export const checkRows = (verdict: Verdict): Line[] => [
  {
    what: 'acknowledged',
    ours: [verdict.mutations],
    unit: '',
    note: `by ${verdict.devices.toLocaleString('en')} devices; ${verdict.files} files`,
  },
  { what: 'lost', ours: [verdict.lost], unit: '', goal: { most: 0 }, note: verdict.wrong.slice(0, 3).join(' · ') },
  { what: 'doubled', ours: [verdict.doubled], unit: '', goal: { most: 0 } },
  { what: 'sequences with a gap', ours: [verdict.gaps], unit: '', goal: { most: 0 } },
  { what: 'not sent when all was over', ours: [verdict.unsent], unit: '', goal: { most: 0 } },
]

/** Whether nothing was lost, nothing doubled, and nothing happened that should not. */
export const isSound = ({ verdict, figures }: Pick<Played, 'verdict' | 'figures'>): boolean =>
  isWhole(verdict) && figures.failures.length === 0
