import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportJobTable } from '../../db/schema.ts'

/** Most memory of a thread that makes a report, MB: what a cycle of the whole country takes, twice. */
const heapMb = 512

/** What a thread is given: the report that it makes, and the server's settings. */
export interface ThreadData {
  readonly job: ReportJobTable
  readonly env: NodeJS.ProcessEnv
}

/**
 * Makes each report in a thread of its own, which opens the database and the files for itself as another process would: tables of a whole
 * country and the search for names in what people wrote take the processor for longer than anybody else may wait.
 */
export class ReportThreads {
  readonly #env: NodeJS.ProcessEnv
  readonly #running = new Set<Worker>()

  /** `env`: the server's settings. */
  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** Resolves when the report is dealt with. Throws what ended the thread before that: the report is begun again when its claim ends. */
  async carryOut(job: ReportJobTable): Promise<void> {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { job, env: this.#env } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    this.#running.add(thread)
    try {
      // Rejects with an error that nobody in the thread caught.
      const [code] = await once(thread, 'exit')
      if (code !== 0) throw new Error(`a thread that made a report ended with ${code}`)
    } finally {
      this.#running.delete(thread)
    }
  }

  /** What is being made is left for the next start. */
  stop(): void {
    for (const thread of this.#running) thread.postMessage('stop')
  }
}
