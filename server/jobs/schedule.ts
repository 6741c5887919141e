import { createCarrier, type Mailbox } from '../email/carrier.ts'
import type { Server } from '../server.ts'
import { fillFormers } from './formers.ts'
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

/** Runs what time asks for until it is stopped. Each job waits for its own last run. */
export async function startJobs(
  server: Server,
  mail: { smtpUrl: string | undefined; from: Mailbox; dataDir: string },
): Promise<() => Promise<void>> {
  const carrier = await createCarrier(mail)
  const publishing = new Publishing()
  const stopping = new AbortController()
  const stops = [
    every(server, stageMs, () => tickStages(server)),
    every(server, publishMs, () => publishing.run(server)),
    every(server, formerMs, () => fillFormers(server)),
    every(server, letterMs, () => carryLetters(server, carrier, stopping.signal)),
    every(server, reminderMs, () => remindPeople(server)),
    every(server, sweepMs, () => sweep(server)),
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
