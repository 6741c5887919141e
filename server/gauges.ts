import { sql } from 'kysely'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './db/open.ts'
import { labels, one, type Gauge } from './metrics.ts'
import type { WorldFigures } from './world/store.ts'

export interface GaugeSources {
  readonly db: Database
  readonly dataDir: string
  readonly droppedLines: () => number
  readonly streams: () => number
  readonly worlds: () => WorldFigures
  readonly ready: () => Promise<boolean>
  readonly filesReady: () => Promise<boolean>
}

/** What the server is asked for when its figures are read. */
export function serverGauges({ db, dataDir, droppedLines, streams, worlds, ready, filesReady }: GaugeSources): readonly Gauge[] {
  return [
    { name: 'iip_ready', type: 'gauge', help: '1 while the server can take work.', read: async () => one((await ready()) ? 1 : 0) },
    {
      name: 'iip_files_ready',
      type: 'gauge',
      help: '1 while files can be kept and had; answers are taken all the same.',
      read: async () => one((await filesReady()) ? 1 : 0),
    },
    { name: 'iip_event_streams', type: 'gauge', help: 'Event streams that are open.', read: () => one(streams()) },
    { name: 'iip_log_dropped_total', type: 'counter', help: 'Lines of the log that were dropped.', read: () => one(droppedLines()) },
    { name: 'iip_worlds', type: 'gauge', help: 'Institutions in a form that are held in memory.', read: () => one(worlds().worlds) },
    { name: 'iip_world_bytes', type: 'gauge', help: 'Estimate of what they weigh.', read: () => one(worlds().bytes) },
    {
      name: 'iip_worlds_evicted_total',
      type: 'counter',
      help: 'Institutions that were let go to make room; each is read again when it is needed.',
      read: () => one(worlds().evicted),
    },
    {
      name: 'iip_letters',
      type: 'gauge',
      help: 'Letters that wait, and those that could not be delivered and that somebody has to look at.',
      read: () => letters(db),
    },
    {
      name: 'iip_wal_bytes',
      type: 'gauge',
      help: 'Size of the write-ahead log of SQLite.',
      read: async () => (db.kind === 'sqlite' ? one((await stat(join(dataDir, 'iip.sqlite-wal'))).size) : new Map()),
    },
    {
      name: 'iip_disk_free_bytes',
      type: 'gauge',
      help: 'Free space where the data directory is.',
      read: async () => {
        const { bavail, bsize } = await statfs(dataDir)
        return one(bavail * bsize)
      },
    },
  ]
}

async function letters(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.q
    .selectFrom('letter')
    .select(['state', sql<number | string>`count(*)`.as('count')])
    .where('state', 'in', ['waiting', 'dead'])
    .where('quiet', 'is', null)
    .groupBy('state')
    .execute()
  const found = new Map(rows.map((row) => [row.state, Number(row.count)]))
  return new Map((['waiting', 'dead'] as const).map((state) => [labels({ state }), found.get(state) ?? 0]))
}
