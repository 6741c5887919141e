import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import { fetchReport } from '#shared/reports/routes.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { download } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Status } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { reportsText } from './text.ts'
import type { ReportJobsState } from './use-report-jobs.ts'

interface Props {
  readonly state: ReportJobsState
  /** What a report is called: its kind, its form and whose it is. */
  readonly nameOf: (job: ReportJob) => string
}

/** The reports that a person asked for, with how far each has come and what can be done with it. */
export function ReportList({ state: { jobs, problem, look, cancel }, nameOf }: Props) {
  const t = useText(reportsText)
  const errorText = useErrorText()
  const online = useOnline()
  if (jobs === null && problem === null) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-4">
      {problem && (
        <Notice
          tone="warning"
          role="status"
          icon={online ? undefined : 'cloud-off'}
          actions={
            <Button size="small" onClick={() => void look()}>
              {t('readAgain')}
            </Button>
          }
        >
          {online ? t('notRead', { why: errorText(problem) }) : t('notReadOffline')}
        </Notice>
      )}
      {jobs?.length === 0 && (
        <EmptyState icon="download" title={t('none')}>
          {t('noneBody')}
        </EmptyState>
      )}
      {jobs !== null && jobs.length > 0 && (
        <ul className="grid gap-3">
          {jobs.map((job) => (
            <ReportRow key={job.id} job={job} name={nameOf(job)} onCancel={() => cancel(job.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ReportRow({
  job,
  name,
  onCancel,
}: {
  readonly job: ReportJob
  readonly name: string
  readonly onCancel: () => ReturnType<ReportJobsState['cancel']>
}) {
  const t = useText(reportsText)
  const errorText = useErrorText()
  const format = useFormat()
  const [busy, setBusy] = useState<'download' | 'cancel' | null>(null)
  const get = async (): Promise<void> => {
    setBusy('download')
    const reply = await download(fetchReport, { form: job.formId, job: job.id }, job.name ?? job.id)
    setBusy(null)
    if (!reply.ok) toast('error', errorText(reply.failure))
  }
  const takeBack = async (): Promise<void> => {
    setBusy('cancel')
    const reply = await onCancel()
    setBusy(null)
    if (!reply.ok) toast('error', errorText(reply.failure))
  }
  const ended = job.state === 'ready' || job.state === 'failed'
  return (
    <li className="forced-edge grid gap-3 rounded-lg border border-ink-200 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium break-words text-ink-950">{name}</p>
        <p className="text-sm text-ink-600">{t('askedAt', { at: format.moment(job.createdAt) })}</p>
      </div>
      <State job={job} name={name} />
      <div className="flex flex-wrap gap-2">
        {job.state === 'ready' && (
          <OnlineButton
            kind="primary"
            size="small"
            icon="download"
            busy={busy === 'download'}
            aria-label={t('downloadOf', { name })}
            onClick={() => void get()}
          >
            {t('download')}
          </OnlineButton>
        )}
        <OnlineButton
          size="small"
          icon={ended ? 'trash' : 'close'}
          busy={busy === 'cancel'}
          aria-label={t(ended ? 'removeOf' : 'cancelOf', { name })}
          onClick={() => void takeBack()}
        >
          {t(ended ? 'remove' : 'cancel')}
        </OnlineButton>
      </div>
    </li>
  )
}

function State({ job, name }: { readonly job: ReportJob; readonly name: string }) {
  const t = useText(reportsText)
  const errorText = useErrorText()
  const format = useFormat()
  switch (job.state) {
    case 'waiting':
      return <Status icon="clock">{t('waiting', { n: job.ahead })}</Status>
    case 'running': {
      const text = job.total === 0 ? t('running') : t('runningOf', { done: job.done, total: job.total })
      return (
        <div className="grid gap-1.5">
          <Status tone="info">{job.total === 0 ? text : `${t('running')}: ${text}`}</Status>
          <ProgressBar label={t('progressOf', { name })} value={job.done} max={Math.max(1, job.total)} text={text} />
        </div>
      )
    }
    case 'ready':
      return (
        <div>
          <Status tone="success" icon="check-circle">
            {t('ready')}
          </Status>
          <p className="text-sm break-words text-ink-600">
            {job.name}
            <br />
            {t(job.size === null ? 'untilAlone' : 'until', {
              size: format.bytes(job.size ?? 0),
              deadline: format.deadline(job.expiresAt ?? job.createdAt),
            })}
          </p>
        </div>
      )
    case 'failed':
      return (
        <div>
          <Status tone="danger" icon="danger">
            {t('failed')}
          </Status>
          <p className="text-sm text-ink-600">{errorText(failure(job.code ?? 'internal_error'))}</p>
        </div>
      )
  }
}
