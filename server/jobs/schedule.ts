import { randomUUID } from 'node:crypto'
import { createCarrier, type Mailbox } from '../email/carrier.ts'
import type { Server } from '../server.ts'
import { fillFormers } from './formers.ts'
import { inTurn } from './leases.ts'
import { carryLetters } from './letters.ts'
import { Publishing } from './publishing.ts'
import { remindPeople } from './reminders.ts'
import { tickStages } from './stages.ts'
import { sweep } from './sweep.ts'

const stageMs = 30_000
const publishMs = 10_000
const letterMs = 5_000
const reminderMs = 60_000
const reportMs = 1_000
const formerMs = 30_000
const sweepMs = 24 * 3_600_000
/** How often a server asks whether a job that servers share is due, where it is seldom. */
const askMs = 600_000
/** How long a job waits whose server died with it. */
const heldMs = 60_000

/** Runs what time asks for until it is stopped. Each job waits for its own last run. */
export async function startJobs(
  server: Server,
  mail: { smtpUrl: string | undefined; from: Mailbox; dataDir: string },
): Promise<() => Promise<void>> {
  const carrier = await createCarrier(mail)
  const publishing = new Publishing()
  const stopping = new AbortController()
  const holder = randomUUID()
  /** Of several servers one does it, each time that it is due. */
  const shared = (job: string, everyMs: number, work: () => Promise<unknown>): (() => Promise<void>) =>
    every(server, server.db.kind === 'sqlite' ? everyMs : Math.min(everyMs, askMs), () =>
      inTurn(server, { holder, job }, { everyMs, heldMs }, work),
    )
  const stops = [
    shared('stages', stageMs, () => tickStages(server)),
    shared('formers', formerMs, () => fillFormers(server)),
    shared('reminders', reminderMs, () => remindPeople(server)),
    shared('sweep', sweepMs, () => sweep(server)),
    // Each looks, for what has rested is known by having been looked at; of two that publish the second finds nothing left to publish.
    every(server, publishMs, () => publishing.run(server)),
    // Each letter and each report is claimed by itself, so that all servers carry and make some.
    every(server, letterMs, () => carryLetters(server, carrier, stopping.signal)),
    // Two at one time, of which each goes on while anything waits.
    ...[1, 2].map(() => every(server, reportMs, () => server.reports.work())),
  ]
  return async () => {
    server.reports.stop()
    stopping.abort()
    await Promise.all(stops.map((stop) => stop()))
    carrier.close()
  }
}

/** Runs a job now and then again so long after it has ended. */
function every(server: Server, ms: number, job: () => Promise<unknown>): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    try {
      await job()
    } catch (error) {
      server.log.error({ err: error }, 'a job failed')
    }
    if (!stopped) timer = setTimeout(start, ms)
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
