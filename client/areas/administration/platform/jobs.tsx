import type { Instant } from '#shared/kernel/instant.ts'
import { dayMs, epochMs, instantOf } from '#shared/kernel/instant.ts'
import { jobEveryMs } from '#shared/platform/model.ts'
import type { JobView, PlatformStatus } from '#shared/platform/routes.ts'
import { isLate } from '#shared/platform/rules.ts'
import { reportsText } from '#client/areas/administration/reports/text.ts'
import { useFormat } from '#client/i18n/format.ts'
import type { Format } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge, Status } from '#client/ui/badge.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import { platformText } from './text.ts'
import type { PlatformTranslate } from './text.ts'

/** What time starts in the server, with how it went (HP5), and the reports that are being made. */
export function Jobs({ status: { at, jobs, reports } }: { readonly status: PlatformStatus }) {
  const t = useText(platformText)
  const format = useFormat()
  return (
    <>
      <section aria-labelledby="platform-jobs">
        <h2 id="platform-jobs" className="text-xl">
          {t('jobs')}
        </h2>
        <p className="mt-1 mb-3 text-ink-600">{t('jobsHint')}</p>
        <div className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card max-sm:px-4">
          <Table
            caption={t('jobs')}
            stacks
            rows={jobs}
            rowKey={({ name }) => name}
            columns={[
              {
                id: 'job',
                header: t('columnJob'),
                rowHeader: true,
                cell: ({ name }) => (
                  <span className="min-w-0">
                    <span className="block">{t(`job_${name}`)}</span>
                    <span className="block text-sm font-normal text-ink-600">{t(`jobDoes_${name}`)}</span>
                  </span>
                ),
              },
              { id: 'state', header: t('columnState'), cell: (job) => <JobState job={job} at={at} /> },
              { id: 'last', header: t('columnLast'), cell: (job) => <LastRun job={job} /> },
              { id: 'next', header: t('columnNextRun'), cell: (job) => <span className="tabular">{nextRun(t, format, job)}</span> },
            ]}
          />
        </div>
      </section>
      <Reports reports={reports} />
    </>
  )
}

/** How long something took. */
const took = (t: PlatformTranslate, format: Format, ms: number): string =>
  ms < 1_000 ? t('milliseconds', { n: format.number(ms) }) : t('seconds', { n: format.number(Math.round(ms / 100) / 10) })

function nextRun(t: PlatformTranslate, format: Format, { name, lastFinishedAt }: JobView): string {
  if (lastFinishedAt === null) return ''
  const next = instantOf(epochMs(lastFinishedAt) + jobEveryMs[name])
  return jobEveryMs[name] < dayMs ? t('jobAfter', { time: format.time(next) }) : t('jobAfterDay', { time: format.moment(next) })
}

function LastRun({ job: { lastFinishedAt, ms, server } }: { readonly job: JobView }) {
  const t = useText(platformText)
  const format = useFormat()
  if (lastFinishedAt === null || ms === null || server === null) return <span className="text-ink-600">{t('jobNever')}</span>
  return (
    <span className="tabular min-w-0">
      <span className="block">{format.moment(lastFinishedAt)}</span>
      <span className="block text-sm wrap-anywhere text-ink-600">{t('jobTook', { took: took(t, format, ms), server })}</span>
    </span>
  )
}

function JobState({ job, at }: { readonly job: JobView; readonly at: Instant }) {
  const t = useText(platformText)
  const format = useFormat()
  const { failures, runningSince, lastFinishedAt, lastErrorId, lastErrorServer, lastFailedAt } = job
  const late = isLate(job, at)
  const error =
    lastErrorId !== null && lastErrorServer !== null && lastFailedAt !== null
      ? { id: lastErrorId, server: lastErrorServer, time: format.moment(lastFailedAt) }
      : null
  return (
    <span className="grid min-w-0 gap-1">
      <span className="flex flex-wrap gap-1.5">
        {failures > 0 && <Badge tone="danger">{t('jobFailing', { n: failures })}</Badge>}
        {late && <Badge tone="warning">{t('jobLate')}</Badge>}
        {runningSince !== null && <Badge tone="info">{t('jobRunning', { time: format.time(runningSince) })}</Badge>}
        {failures === 0 && !late && runningSince === null && lastFinishedAt !== null && (
          <Status tone="success" icon="check-circle">
            {t('jobGood')}
          </Status>
        )}
      </span>
      {error && <span className="block text-sm wrap-anywhere text-ink-600">{t(failures > 0 ? 'jobError' : 'jobLastError', error)}</span>}
    </span>
  )
}

function Reports({ reports }: { readonly reports: PlatformStatus['reports'] }) {
  const t = useText(platformText)
  const words = useText(reportsText)
  const format = useFormat()
  return (
    <section className="mt-10" aria-labelledby="platform-reports">
      <h2 id="platform-reports" className="mb-3 text-xl">
        {t('reports')}
      </h2>
      {reports.length === 0 ? (
        <p className="text-ink-600">{t('reportsNone')}</p>
      ) : (
        <ul className="forced-edge divide-y divide-ink-150 rounded-xl border border-ink-200/80 bg-white shadow-card">
          {reports.map(({ _id, kind, form, by, state, done, total, createdAt }) => (
            <li key={_id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-5 py-3.5 md:px-6">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere text-ink-950">
                  {words(kind)} · {form}
                </p>
                <p className="text-sm text-ink-600">{t('reportBy', { by, time: format.moment(createdAt) })}</p>
              </div>
              <Badge tone={state === 'running' ? 'info' : 'neutral'}>
                {state === 'running' && total > 0
                  ? t('reportRunningOf', { done: format.number(done), total: format.number(total) })
                  : t(`reportState_${state}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
