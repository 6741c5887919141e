import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { DatabaseCounts, type DatabaseFigures } from './database-figures.ts'
import type { Database } from './db/open.ts'
import type { JobFigures, JobRuns } from './jobs/runs.ts'
import { labels, one, type Gauge } from './metrics.ts'
import { openFiles } from './process-figures.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { WorldFigures } from './world/store.ts'

export interface GaugeSources {
  readonly db: Database
  readonly dataDir: string
  readonly now: () => Instant
  readonly elapsed: () => number
  readonly version: string
  /** How many migrations this program knows. */
  readonly schema: number
  readonly droppedLines: () => number
  readonly streams: () => number
  readonly worlds: () => WorldFigures
  readonly ready: () => Promise<boolean>
  /** Whether files can be kept and read. */
  readonly filesReady: () => Promise<boolean>
  readonly jobs: Pick<JobRuns, 'figures'>
  /** Spans that were sent and dropped; undefined where none are sent. */
  readonly spans: { sent(): number; dropped(): number } | undefined
}

type Values = ReadonlyMap<string, number>
const none: Values = new Map()
const known = (value: number | undefined): Values => (value === undefined ? none : one(value))
const gauge = (name: string, help: string, read: Gauge['read']): Gauge => ({ name, help, type: 'gauge', read })
const counter = (name: string, help: string, read: Gauge['read']): Gauge => ({ name, help, type: 'counter', read })

/** What the server is asked for when its figures are read (OX5, OX6). */
export function serverGauges(sources: GaugeSources): readonly Gauge[] {
  const { db, dataDir, droppedLines, streams, worlds, ready, filesReady, version, schema } = sources
  return [
    gauge('iip_ready', '1 while the server can take work.', async () => one((await ready()) ? 1 : 0)),
    gauge(
      'iip_build_info',
      'Version of the program and of the schema that it knows.',
      () => new Map([[labels({ version, schema: String(schema) }), 1]]),
    ),
    gauge('iip_event_streams', 'Event streams that are open.', () => one(streams())),
    counter('iip_log_dropped_total', 'Lines of the log that were dropped.', () => one(droppedLines())),
    gauge('iip_worlds', 'Institutions in a form that are held in memory.', () => one(worlds().worlds)),
    gauge('iip_world_bytes', 'Estimate of what they weigh.', () => one(worlds().bytes)),
    counter('iip_worlds_evicted_total', 'Institutions that were let go to make room; each is read again when it is needed.', () =>
      one(worlds().evicted),
    ),
    gauge('iip_files_ready', '1 while files can be kept and had; answers are taken all the same.', async () =>
      one((await filesReady()) ? 1 : 0),
    ),
    gauge('iip_wal_bytes', 'Size of the write-ahead log of SQLite.', async () =>
      db.kind === 'sqlite' ? one((await stat(join(dataDir, 'iip.sqlite-wal'))).size) : none,
    ),
    gauge('iip_disk_free_bytes', 'Free space where the data directory is.', async () => {
      const { bavail, bsize } = await statfs(dataDir)
      return one(bavail * bsize)
    }),
    gauge('iip_database_listening', '1 while what other processes tell is heard.', () => one(db.hears() ? 1 : 0)),
    gauge('iip_database_connections', 'Connections of the pool to PostgreSQL, and who waits for one.', () => {
      const found = db.connections()
      return found ? new Map((['total', 'idle', 'waiting'] as const).map((state) => [labels({ state }), found[state]])) : none
    }),
    ...ofDatabase(sources),
    ...ofJobs(sources.jobs),
    ...ofSpans(sources.spans),
    ...ofProcess(),
  ]
}

function ofDatabase(sources: GaugeSources): readonly Gauge[] {
  const counts = new DatabaseCounts(sources)
  const told = (name: string, help: string, value: (figures: DatabaseFigures) => Values): Gauge =>
    gauge(name, help, async () => value(await counts.figures()))
  const each = (values: ReadonlyMap<string, number | undefined>, label: string): Values =>
    new Map([...values].flatMap(([key, value]) => (value === undefined ? [] : [[labels({ [label]: key }), value] as const])))
  return [
    told('iip_letters', 'Letters that wait, and those that could not be delivered and that somebody has to look at.', ({ letters }) =>
      each(letters, 'state'),
    ),
    told('iip_letter_oldest_seconds', 'How long the letter has waited that is due longest; 0 while none is.', ({ oldestLetter }) =>
      one(oldestLetter ?? 0),
    ),
    told('iip_report_jobs', 'Reports that were asked for, by what has become of them.', ({ reports }) => each(reports, 'state')),
    told('iip_report_job_oldest_seconds', 'How long the report has waited that waits longest; 0 while none does.', ({ oldestReport }) =>
      one(oldestReport ?? 0),
    ),
    told('iip_sessions', 'Sessions that are open.', ({ sessions }) => one(sessions)),
    told('iip_uploads_open', 'Files of which a part has come.', ({ uploadsOpen }) => one(uploadsOpen)),
    told('iip_waiting_mutations', 'What devices said was waiting on them at their last contact.', ({ waiting }) => one(waiting)),
    told('iip_devices_waiting', 'Devices with waiting work of which nothing was heard for so long.', ({ devices }) => each(devices, 'age')),
    told('iip_audit_acts', 'Acts in the chain of the audit.', ({ acts }) => one(acts)),
    told('iip_copy_timestamp_seconds', 'When a copy was last made (backup), and last put back for a trial (drill).', ({ copies }) =>
      each(copies, 'kind'),
    ),
  ]
}

function ofJobs(jobs: GaugeSources['jobs']): readonly Gauge[] {
  const each = (value: (figures: JobFigures) => number | undefined): Values =>
    new Map(
      [...jobs.figures()].flatMap(([job, figures]) => {
        const found = value(figures)
        return found === undefined ? [] : [[labels({ job }), found] as const]
      }),
    )
  return [
    counter('iip_job_runs_total', 'Runs of what time starts, by job.', () => each(({ runs }) => runs)),
    counter('iip_job_failures_total', 'Runs that broke.', () => each(({ failures }) => failures)),
    gauge('iip_job_seconds', 'How long the last run took.', () => each(({ lastSeconds }) => lastSeconds)),
    gauge('iip_job_last_success_timestamp_seconds', 'When a run last ended well.', () => each(({ lastSuccess }) => lastSuccess)),
  ]
}

const ofSpans = (spans: GaugeSources['spans']): readonly Gauge[] =>
  spans
    ? [
        counter('iip_spans_sent_total', 'Spans that the collector took.', () => one(spans.sent())),
        counter('iip_spans_dropped_total', 'Spans that no collector got.', () => one(spans.dropped())),
      ]
    : []

function ofProcess(): readonly Gauge[] {
  return [
    counter('process_cpu_seconds_total', 'Time of a processor that was used.', () => {
      const { user, system } = process.cpuUsage()
      return one((user + system) / 1e6)
    }),
    gauge('process_open_fds', 'Files and connections that are open.', () => known(openFiles().open)),
    gauge('process_max_fds', 'Files and connections that may be open.', () => known(openFiles().most)),
    gauge('iip_heap_used_bytes', 'Memory of JavaScript that is used.', () => one(getHeapStatistics().used_heap_size)),
    gauge('iip_heap_limit_bytes', 'Memory of JavaScript beyond which the process ends.', () => one(getHeapStatistics().heap_size_limit)),
    ...ofPauses(),
  ]
}

const pauseKinds: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
])

/** Heard for the whole process, however many servers a test has in it. */
const pauses = { seconds: new Map<string, number>(), watched: false }

/** Pauses in which memory is tidied, by kind. */
function ofPauses(): readonly Gauge[] {
  if (!pauses.watched) {
    pauses.watched = true
    for (const kind of pauseKinds.values()) pauses.seconds.set(labels({ kind }), 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const detail: unknown = Reflect.get(entry, 'detail')
        const kind = typeof detail === 'object' && detail !== null && 'kind' in detail ? pauseKinds.get(Number(detail.kind)) : undefined
        const key = labels({ kind: kind ?? 'other' })
        pauses.seconds.set(key, (pauses.seconds.get(key) ?? 0) + entry.duration / 1_000)
      }
    }).observe({ entryTypes: ['gc'] })
  }
  return [counter('iip_gc_seconds_total', 'Time in which memory was tidied and nothing else was done.', () => pauses.seconds)]
}
