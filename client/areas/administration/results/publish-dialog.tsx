import { useState } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { publish } from '#shared/results/routes.ts'
import type { ResultState } from '#shared/results/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import type { Trouble } from './result-lists.tsx'
import { RunProgress } from './run-progress.tsx'
import { publishPlan } from './plans.ts'

const runTimeoutMs = 300_000
/** Institutions that are named at most. */
const namedMost = 6

interface Props {
  readonly formId: string
  readonly kind: ResultKind
  /** Those that were chosen, as they stood when the window opened. */
  readonly chosen: readonly ResultState[]
  /** As they stand now. */
  readonly rows: readonly ResultState[]
  /** When institutions find it, in words. */
  readonly seen: string
  readonly onLook: () => void
  readonly onTrouble: (trouble: Trouble) => void
  readonly onClose: () => void
}

/** Says what institutions will see, from which day and who is written to, and publishes what was seen here. */
export function PublishDialog({ formId, kind, chosen, rows, seen, onLook, onTrouble, onClose }: Props) {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const { ready, skipped, unwritten, snapshots, public: visible } = publishPlan(chosen)
  const named = useFormat().list(visible.slice(0, namedMost).map(({ name }) => name))
  const run = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(publish, {
      params: { form: formId, kind },
      body: { snapshots },
      timeoutMs: runTimeoutMs,
    })
    setBusy(false)
    onLook()
    if (!reply.ok) return setProblem(reply.failure)
    const { published, unchanged, differences, more } = reply.value
    if (differences.length > 0) onTrouble({ kind: 'differences', rows: differences, more })
    else toast('success', t('published', { n: published, unchanged }))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!busy}
      title={t('publishTitle', { n: ready.length, kind: t(kind === 'preliminary' ? 'kindPreliminary' : 'kindFinal') })}
      actions={
        <>
          <OnlineButton kind="primary" icon="send" busy={busy} disabled={ready.length === 0} onClick={() => void run()}>
            {t('publish')}
          </OnlineButton>
          <Button disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {ready.length === 0 ? (
          <p>{t('nothingToPublish')}</p>
        ) : (
          <ul className="grid list-disc gap-2 pl-5">
            <li>{t('publishSees')}</li>
            <li>{seen}</li>
            <li>{t('publishLetter')}</li>
            {kind === 'final' && visible.length > 0 && (
              <li>
                {visible.length > namedMost
                  ? t('publishVisitorsMany', { n: visible.length, names: named })
                  : t('publishVisitors', { n: visible.length, names: named })}
              </li>
            )}
            {kind === 'final' && visible.length < ready.length && (
              <li>
                {t(visible.length === 0 ? 'publishNoVisitors' : 'publishNotOthers', { n: ready.length - visible.length })}{' '}
                <Link to={pageAddress('dashboardsConfig', { form: formId })} className="text-brand-700 underline">
                  {t('toDashboards')}
                </Link>
              </li>
            )}
            <li>{t('publishChecked')}</li>
          </ul>
        )}
        {unwritten > 0 && <Notice tone="warning">{t('publishTexts', { n: unwritten })}</Notice>}
        {skipped > 0 && ready.length > 0 && <Notice tone="neutral">{t('publishSkips', { n: skipped })}</Notice>}
        {problem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
        {busy && <RunProgress act="publish" chosen={ready} rows={rows} onLook={onLook} />}
      </div>
    </Dialog>
  )
}
