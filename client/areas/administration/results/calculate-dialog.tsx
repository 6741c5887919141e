import { useState } from 'react'
import { reasonMost } from '#shared/results/model.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { calculate } from '#shared/results/routes.ts'
import type { ResultState } from '#shared/results/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { callRoute } from '#client/data/server/call.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { needingReason } from './plans.ts'
import type { Trouble } from './result-lists.tsx'
import { RunProgress } from './run-progress.tsx'

/** A country of institutions takes its time to be worked out. */
const runTimeoutMs = 300_000

interface Props {
  readonly formId: string
  readonly kind: ResultKind
  /** Institutions that were chosen, as the address names them; '' is every one that takes part, of which the call names none. */
  readonly named: string
  /** Every one as it stands now. */
  readonly rows: readonly ResultState[]
  readonly onLook: () => void
  readonly onTrouble: (trouble: Trouble) => void
  readonly onClose: () => void
}

/** Says what working out results will do, asks for the reason where they were published, and shows how far it is. */
export function CalculateDialog({ formId, kind, named, rows, onLook, onTrouble, onClose }: Props) {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  // As they stood when the window opened.
  const [chosen] = useState(() => (named === '' ? rows : rows.filter(({ institutionId }) => named.split(',').includes(institutionId))))
  const { fields, write, standing, forget } = useKeptFields({
    kind: 'calculation',
    scope: questionnaireScope(formId),
    subject: named === '' ? kind : `${kind}~${named}`,
    initial: { reason: '' },
    about: t('calculateTitle', { n: chosen.length, kind: t(kind === 'preliminary' ? 'kindPreliminary' : 'kindFinal') }),
  })
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const published = needingReason(chosen)
  const needsReason = published > 0 || problem?.code === 'results_reason_missing'
  const reason = fields.reason.trim()
  const over = reason.length > reasonMost
  const run = async (): Promise<void> => {
    setTried(true)
    if (busy || (needsReason && reason === '') || over) return
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(calculate, {
      params: { form: formId, kind },
      body: {
        institutionIds: named === '' ? null : chosen.map(({ institutionId }) => institutionId),
        reason: needsReason ? reason : null,
      },
      timeoutMs: runTimeoutMs,
    })
    setBusy(false)
    onLook()
    if (!reply.ok) return setProblem(reply.failure)
    const { calculated, unchanged, undecided, more, pointsMissing } = reply.value
    if (undecided.length > 0) onTrouble({ kind: 'undecided', rows: undecided, more })
    else if (pointsMissing.length > 0) onTrouble({ kind: 'points', institutions: pointsMissing })
    else {
      toast('success', t('calculated', { n: calculated, unchanged }))
      await forget()
    }
    onClose()
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      dismissable={!busy}
      title={t('calculateTitle', { n: chosen.length, kind: t(kind === 'preliminary' ? 'kindPreliminary' : 'kindFinal') })}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void run()}>
            {t('calculate')}
          </OnlineButton>
          <Button disabled={busy} onClick={giveUp}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('calculateBody')}</p>
        {chosen.length > 1 && <p>{t('calculateAllOrNone')}</p>}
        {needsReason && (
          <>
            {published > 0 && <Notice tone="warning">{t('calculatePublished', { n: published })}</Notice>}
            <TextArea
              label={t('reason')}
              hint={t('reasonHint')}
              max={reasonMost}
              value={fields.reason}
              onChange={(typed) => write({ reason: typed })}
              error={tried && reason === '' ? t('reasonMissing') : null}
            />
            {standing === 'restored' && <p className="text-sm text-ink-600">{t('reasonRestored')}</p>}
          </>
        )}
        {problem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
        {busy && <RunProgress act="calculate" chosen={chosen} rows={rows} onLook={onLook} />}
      </div>
    </Dialog>
  )
}
