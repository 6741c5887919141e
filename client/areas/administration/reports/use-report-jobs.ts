import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { ReportWish } from '#shared/reports/model.ts'
import { askReport, cancelReport, reportJobs } from '#shared/reports/routes.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { connection } from '#client/data/server/online.ts'

/** Between two looks at what is being made. */
const lookMs = 1_500

const isUnderWay = ({ state }: ReportJob): boolean => state === 'waiting' || state === 'running'

export interface ReportJobsState {
  /** The newest first; null until they are known. */
  readonly jobs: readonly ReportJob[] | null
  /** Why they could not be read last. */
  readonly problem: Failure | null
  readonly look: () => Promise<void>
  readonly ask: (wish: ReportWish) => Promise<Result<ReportJob>>
  readonly cancel: (id: string) => Promise<Result<null>>
}

/** The reports that a person asked for, looked at again as long as one is being made. `became`: told of each that is ready since the last look. */
export function useReportJobs(became: (job: ReportJob) => void): ReportJobsState {
  const [jobs, setJobs] = useState<readonly ReportJob[] | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [looks, setLooks] = useState(0)
  const look = useCallback(async (): Promise<void> => {
    const reply = await callRoute(reportJobs)
    if (reply.ok) setJobs(reply.value)
    setProblem(reply.ok ? null : reply.failure)
    setLooks((count) => count + 1)
  }, [])
  useEffect(() => {
    void look()
    return connection.onReturn(() => void look())
  }, [look])
  const underWay = jobs?.some(isUnderWay) === true
  useEffect(() => {
    if (!underWay) return
    const timer = setTimeout(() => void look(), lookMs)
    return () => clearTimeout(timer)
  }, [underWay, looks, look])
  const before = useRef(jobs)
  useEffect(() => {
    const awaited = new Set(before.current?.filter(isUnderWay).map(({ id }) => id))
    before.current = jobs
    for (const job of jobs ?? []) if (job.state === 'ready' && awaited.has(job.id)) became(job)
  }, [jobs, became])
  return {
    jobs,
    problem,
    look,
    ask: async (wish) => {
      const reply = await callRoute(askReport, { body: { id: crypto.randomUUID(), ...wish } })
      await look()
      return reply
    },
    cancel: async (job) => {
      const reply = await callRoute(cancelReport, { params: { job } })
      await look()
      return reply
    },
  }
}
