// The whole program of a thread that makes one report.
import { parentPort, workerData } from 'node:worker_threads'
import { must } from '#shared/kernel/assert.ts'
import { createClock, machineSources } from '../../clock.ts'
import { configOf } from '../../config.ts'
import { discreet } from '../../discreet-log.ts'
import { openFiles } from '../../files/open.ts'
import { openLog } from '../../log.ts'
import { openMigrated } from '../../migrations/run.ts'
import { SharedTime } from '../../shared-time.ts'
import { inTrace, traced } from '../../trace.ts'
import { WorldStore } from '../../world/store.ts'
import { ReportJobs } from './jobs.ts'
import type { ThreadData } from './threads.ts'

const { job, env }: ThreadData = workerData
const config = configOf(env)
const lines = openLog(config.log)
const db = await openMigrated(config)
const time = new SharedTime()
await time.look(db)
const jobs = new ReportJobs({
  db,
  worlds: new WorldStore(config.worldBytes),
  now: createClock(machineSources(() => time.nowMs())).now,
  log: traced(discreet(lines)),
  files: await openFiles(config.fileStore, { dataDir: config.dataDir, db }),
  dataDir: config.dataDir,
  publicUrl: config.publicUrl,
})
const parent = must(parentPort, 'this is a program of a thread')
parent.on('message', () => jobs.stop())
try {
  await inTrace(job.trace, () => jobs.carryOut(job))
} finally {
  await db.close()
  await lines.close()
  // Nothing is asked of it any more, and it ends.
  parent.close()
}
