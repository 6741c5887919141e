import { useCallback, useEffect, useMemo, useState } from 'react'
import { fullName } from '#shared/accounts/model.ts'
import { reopeningReasonMost } from '#shared/forms/closing.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import type { Closing } from '#shared/questionnaires/closing-routes.ts'
import type { ReportKind } from '#shared/reports/model.ts'
import type { ReportJob } from '#shared/reports/routes.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { ReportList } from '#client/areas/administration/reports/report-list.tsx'
import { reportsText } from '#client/areas/administration/reports/text.ts'
import { useReportJobs } from '#client/areas/administration/reports/use-report-jobs.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { closeForm, readClosing, reopenForm } from './form-calls.ts'
import { formsText } from './text.ts'

const ownKinds: ReadonlySet<ReportKind> = new Set(['Archive', 'PseudonymArchive'])

interface Props {
  readonly form: FormHeader
  readonly onClose: () => void
}

/** A form's archive, and closing the form on it: what was made, what still stands in the way, and opening it again (FC1, FC2, FC4). */
export function ClosingDialog({ form, onClose }: Props) {
  const t = useText(formsText)
  const r = useText(reportsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [closing, setClosing] = useState<Result<Closing> | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [busy, setBusy] = useState<'ask' | 'close' | 'reopen' | null>(null)
  const read = useCallback(async (): Promise<void> => setClosing(await readClosing(form.id)), [form.id])
  useEffect(() => void read(), [read])
  const nameOf = useCallback((job: ReportJob): string => r(job.kind), [r])
  const isOwn = useCallback((job: ReportJob): boolean => job.formId === form.id && ownKinds.has(job.kind), [form.id])
  const became = useCallback(
    (job: ReportJob): void => {
      // It is said where it stands: what floats over the page would lie on the buttons.
      if (isOwn(job)) void read()
    },
    [isOwn, read],
  )
  const jobs = useReportJobs(became)
  const own = useMemo(() => jobs.jobs?.filter(isOwn) ?? null, [jobs.jobs, isOwn])
  const carryOut = async (what: 'ask' | 'close' | 'reopen', call: () => Promise<Result<unknown>>, said?: string): Promise<void> => {
    setBusy(what)
    const reply = await call()
    setBusy(null)
    setRefused(reply.ok ? null : reply.failure)
    if (reply.ok && said !== undefined) toast('success', said)
    if (what !== 'ask') await read()
  }
  const prepare = (kind: 'Archive' | 'PseudonymArchive'): Promise<void> =>
    carryOut('ask', () => jobs.ask({ kind, formId: form.id, institutionId: null, format: 'zip', layout: 'long' }))
  const stands = closing?.ok ? closing.value : undefined
  const current = stands?.archives.find((archive) => archive.current)
  const canClose = stands?.closed === null && stands.over && current?.waiting === 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('archiveOf', { name: form.name })}
      actions={
        <>
          {canClose && (
            <OnlineButton
              kind="primary"
              icon="lock"
              busy={busy === 'close'}
              onClick={() => void carryOut('close', () => closeForm(engine, form.id, current.sha256), t('archiveClosed'))}
            >
              {t('archiveClose')}
            </OnlineButton>
          )}
          <OnlineButton
            kind={canClose || stands?.closed ? 'secondary' : 'primary'}
            icon="file"
            busy={busy === 'ask'}
            onClick={() => void prepare('Archive')}
          >
            {t('archivePrepare')}
          </OnlineButton>
          <Button onClick={onClose}>{u('close')}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('archiveLead')}</p>
        {closing === null && <Skeleton className="h-20" />}
        {closing?.ok === false && (
          <Notice
            tone="warning"
            role="status"
            actions={
              <Button size="small" onClick={() => void read()}>
                {r('readAgain')}
              </Button>
            }
          >
            {errorText(closing.failure)}
          </Notice>
        )}
        {stands && <Standing stands={stands} />}
        {refused && (
          <Notice tone="danger" role="alert">
            {errorText(refused)}
          </Notice>
        )}
        {own !== null && own.length > 0 && <ReportList state={{ ...jobs, jobs: own }} nameOf={nameOf} />}
        <div>
          <OnlineButton size="small" icon="eye-off" disabled={busy === 'ask'} onClick={() => void prepare('PseudonymArchive')}>
            {t('archivePseudonyms')}
          </OnlineButton>{' '}
          <span className="text-sm text-ink-600">{t('archivePseudonymsHint')}</span>
        </div>
        {stands?.closed && (
          <Reopening
            form={form}
            busy={busy === 'reopen'}
            onReopen={(reason, taken) => {
              const reopen = async () => {
                const reply = await reopenForm(engine, form.id, reason)
                if (reply.ok) await taken()
                return reply
              }
              void carryOut('reopen', reopen, t('archiveReopened'))
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

/** What there is of archives, and what of it lets the form be closed. */
function Standing({ stands: { over, closed, archives, unsent } }: { readonly stands: Closing }) {
  const t = useText(formsText)
  const format = useFormat()
  const people = useTable('person')
  const nameOf = (id: string): string => {
    const person = people?.find((each) => each.id === id)
    return person ? fullName(person) : t('archiveSomebody')
  }
  const told = archives.find(({ current }) => current) ?? archives[0]
  return (
    <div className="grid gap-3">
      {closed && (
        <Notice tone="info" icon="lock" title={t('archiveIsClosed')}>
          {t('archiveClosedBy', { name: nameOf(closed.by), at: format.moment(closed.at) })}
        </Notice>
      )}
      {told ? (
        <Notice tone={told.current ? 'success' : 'warning'} role="status" title={t(told.current ? 'archiveCurrent' : 'archiveOutdated')}>
          <p>
            {t('archiveMade', {
              name: nameOf(told.by),
              at: format.moment(told.at),
              size: format.bytes(told.size),
              n: told.institutions,
            })}
          </p>
          <p className="text-sm break-all text-ink-700">
            {'SHA-256 '}
            <code>{told.sha256}</code>
          </p>
          <p>
            {told.hereUntil === null
              ? t('archiveGone')
              : t('archiveHere', { name: nameOf(told.by), deadline: format.deadline(told.hereUntil) })}
          </p>
          {!told.current && <p>{t('archiveOutdatedBody')}</p>}
        </Notice>
      ) : (
        <Notice tone="neutral">{t('archiveNone')}</Notice>
      )}
      {!closed && !over && <Notice tone="neutral">{t('archiveNotOver')}</Notice>}
      {!closed && over && told?.current && told.waiting > 0 && <Notice tone="warning">{t('archiveWaits', { n: told.waiting })}</Notice>}
      {!closed && unsent.devices > 0 && (
        <Notice tone="warning" title={t('archiveUnsent', { n: unsent.devices })}>
          {t('archiveUnsentBody', { n: unsent.changes })}
        </Notice>
      )}
      {!closed && over && told?.current && told.waiting === 0 && <p>{t('archiveCloseBody')}</p>}
    </div>
  )
}

interface ReopeningProps {
  readonly form: FormHeader
  readonly busy: boolean
  readonly onReopen: (reason: string, taken: () => Promise<void>) => void
}

function Reopening({ form, busy, onReopen }: ReopeningProps) {
  const t = useText(formsText)
  const { fields, write, forget } = useKeptFields({
    kind: 'closingReason',
    scope: questionnaireScope(form.id),
    subject: 'reason',
    initial: { reason: '' },
    about: form.name,
  })
  const { reason } = fields
  const [missing, setMissing] = useState(false)
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-ink-200 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(reason.trim() === '')
        if (reason.trim() !== '') onReopen(reason, forget)
      }}
    >
      <TextArea
        label={t('archiveReopenReason')}
        hint={t('archiveReopenHint')}
        error={missing ? t('archiveReopenMissing') : undefined}
        rows={2}
        max={reopeningReasonMost}
        value={reason}
        onChange={(value) => {
          write({ reason: value })
          setMissing(false)
        }}
      />
      <div>
        <OnlineButton type="submit" icon="unlock" busy={busy}>
          {t('archiveReopen')}
        </OnlineButton>
      </div>
    </form>
  )
}
