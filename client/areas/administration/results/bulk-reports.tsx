import { useCallback, useMemo, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { DocumentKind } from '#shared/reports/model.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { ReportList } from '#client/areas/administration/reports/report-list.tsx'
import { reportsText } from '#client/areas/administration/reports/text.ts'
import { useReportJobs } from '#client/areas/administration/reports/use-report-jobs.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { uiText } from '#client/ui/text.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'

const kinds = { preliminary: 'PreliminaryReports', final: 'FinalReports' } as const satisfies Record<ResultKind, DocumentKind>

interface Props {
  readonly form: FormHeader
  readonly kind: ResultKind
  readonly onClose: () => void
}

/** The reports of every institution of a form as PDF, made apart: how far they are, and the file once it is there. */
export function BulkReportsDialog({ form, kind, onClose }: Props) {
  const t = useText(labResultsText)
  const r = useText(reportsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Failure | null>(null)
  const nameOf = useCallback((job: ReportJob): string => `${r(job.kind)} · ${form.name}`, [r, form.name])
  const isOwn = useCallback((job: ReportJob): boolean => job.formId === form.id && job.kind === kinds[kind], [form.id, kind])
  const became = useCallback(
    (job: ReportJob): void => {
      if (isOwn(job)) toast('success', r('becameReady', { name: nameOf(job) }))
    },
    [isOwn, nameOf, r],
  )
  const state = useReportJobs(became)
  const own = useMemo(() => state.jobs?.filter(isOwn) ?? null, [state.jobs, isOwn])
  const ask = async (): Promise<void> => {
    setBusy(true)
    const reply = await state.ask({ kind: kinds[kind], formId: form.id, institutionId: null, format: 'zip', layout: 'long' })
    setBusy(false)
    setRefused(reply.ok ? null : reply.failure)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(kind === 'preliminary' ? 'bulkPreliminary' : 'bulkFinal')}
      actions={
        <>
          <OnlineButton kind="primary" icon="file" busy={busy} onClick={() => void ask()}>
            {t('bulkMake')}
          </OnlineButton>
          <Button onClick={onClose}>{u('close')}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{r('documents')}</p>
        <p className="text-ink-600">{t('bulkLead')}</p>
        {refused && (
          <Notice tone="danger" role="alert">
            {errorText(refused)}
          </Notice>
        )}
        {own?.length !== 0 && <ReportList state={{ ...state, jobs: own }} nameOf={nameOf} />}
      </div>
    </Dialog>
  )
}
