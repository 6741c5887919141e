import { jobEveryMs, type JobName } from '#shared/platform/model.ts'
import { randomUUID } from 'node:crypto'
import { createCarrier, type Mailbox } from '../email/carrier.ts'
import type { Server } from '../server.ts'
import { fillFormers } from './formers.ts'
import { inTurn } from './leases.ts'
import { carryLetters } from './letters.ts'
import { Publishing } from './publishing.ts'
import { remindPeople } from './reminders.ts'
import { retain } from './retention.ts'
import { notHere } from './runs.ts'
import { tickStages } from './stages.ts'
import { sweep } from './sweep.ts'
import { spanNow } from '../spans.ts'
import { currentTrace, inTrace, stepOf } from '../trace.ts'

/** How often a server asks whether a job that servers share is due, where it is seldom. */
const askMs = 600_000
/** How long a job waits whose server died with it. */
const heldMs = 60_000

/** Runs what time asks for until it is stopped. Each job waits for its own last run. */
export async function startJobs(
  server: Server,
  {
    keepBuild,
    ...mail
  }: {
    readonly smtpUrl: string | undefined
    readonly from: Mailbox
    readonly dataDir: string
    /** Keeps the files of the build that this process serves; a process without one says nothing. */
    readonly keepBuild?: (() => Promise<void>) | undefined
  },
): Promise<() => Promise<void>> {
  const carrier = await createCarrier(mail)
  const publishing = new Publishing()
  const stopping = new AbortController()
  const holder = randomUUID()
  /** Of several servers one does it, each time that it is due. */
  const shared = (job: JobName, work: () => Promise<unknown>): (() => Promise<void>) => {
    const everyMs = jobEveryMs[job]
    const here = async (): Promise<unknown> => ((await inTurn(server, { holder, job }, { everyMs, heldMs }, work)) ? undefined : notHere)
    return every(server, job, here, Math.min(everyMs, askMs))
  }
  const stops = [
    every(server, 'signs', () => server.signs.tell()),
    shared('stages', () => tickStages(server)),
    shared('formers', () => fillFormers(server)),
    shared('reminders', () => remindPeople(server)),
    shared('retention', () => retain(server)),
    shared('sweep', () => sweep(server)),
    // Each says it of its own: a build counts as served while anybody serves it.
    every(server, 'builds', async () => keepBuild?.()),
    // Each looks, for what has rested is known by having been looked at; of two that publish the second finds nothing left to publish.
    every(server, 'publishing', () => publishing.run(server)),
    // Each letter and each report is claimed by itself, so that all servers carry and make some.
    every(server, 'letters', () => carryLetters(server, carrier, stopping.signal)),
    // Two at one time, of which each goes on while anything waits.
    ...[1, 2].map(() => every(server, 'reports', () => server.reports.work())),
  ]
  return async () => {
    server.reports.stop()
    stopping.abort()
    await Promise.all(stops.map((stop) => stop()))
    carrier.close()
  }
}

/** Runs a job now, as a trace of its own, and then again so long after it has ended. What becomes of it is noted. */
function every(server: Server, name: JobName, job: () => Promise<unknown>, everyMs: number = jobEveryMs[name]): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await inTrace(null, () => server.signs.runs.run(name, () => timed(server, name, job)))
    if (!stopped) timer = setTimeout(start, everyMs)
  }
  let running: Promise<void> = Promise.resolve()
  const start = (): void => {
    running = run()
  }
  start()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/** A run that takes no longer and ends well is a figure alone: most find nothing to do, and there are some every second. */
const spanFromMs = 100

/** One run, with its span where there is something to see. */
async function timed(server: Server, name: JobName, job: () => Promise<unknown>): Promise<unknown> {
  const startMs = spanNow()
  let failed = true
  try {
    const value = await job()
    failed = false
    return value
  } finally {
    const endMs = spanNow()
    if (failed || endMs - startMs >= spanFromMs)
      server.spans.ended({
        step: currentTrace() ?? stepOf(null),
        name: `job ${name}`,
        kind: 'internal',
        startMs,
        endMs,
        failed,
        attributes: {},
      })
  }
}
