import { jobNames, type JobName } from '#shared/platform/model.ts'

export interface JobFigures {
  readonly runs: number
  readonly failures: number
  /** How long the last run took; undefined before the first. */
  readonly lastSeconds: number | undefined
  /** When a run last ended well, in seconds since 1970 by the machine's clock; undefined before the first. */
  readonly lastSuccess: number | undefined
}

const none: JobFigures = { runs: 0, failures: 0, lastSeconds: undefined, lastSuccess: undefined }

/** How the jobs of this process have gone since its start. */
export class JobBoard {
  readonly #figures = new Map<JobName, JobFigures>(jobNames.map((name) => [name, none]))

  ended(name: JobName, seconds: number, well: boolean): void {
    const { runs, failures, lastSuccess } = this.#figures.get(name) ?? none
    this.#figures.set(name, {
      runs: runs + 1,
      failures: failures + (well ? 0 : 1),
      lastSeconds: seconds,
      lastSuccess: well ? Date.now() / 1_000 : lastSuccess,
    })
  }

  figures(): ReadonlyMap<JobName, JobFigures> {
    return this.#figures
  }
}
