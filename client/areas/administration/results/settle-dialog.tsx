import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { ResultKind } from '#shared/results/model.ts'
import { settle } from '#shared/results/routes.ts'
import type { Undecided } from '#shared/results/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { resultsScope } from '#shared/protocol/scope.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'

const reasonMost = 2000
const isChoice = (value: string): value is 'Accepted' | 'Rejected' => value === 'Accepted' || value === 'Rejected'

interface Props {
  readonly formId: string
  readonly kind: ResultKind
  readonly row: Undecided
  readonly onSettled: () => void
  readonly onClose: () => void
}

/** An administrator decides, with a reason, what was left undecided and whose stage is over. */
export function SettleDialog({ formId, kind, row, onSettled, onClose }: Props) {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  // With what it is about: where only what was typed is left, nobody lists the answer any more.
  const about = JSON.stringify(row)
  const { fields, write, standing, forget } = useKeptFields({
    kind: 'settlement',
    scope: resultsScope(row.institutionId, formId),
    subject: `${row.unit}~${kind}`,
    initial: { decision: '', reason: '', row: about },
    about: t('settleTitle', { number: row.number }),
    words: ({ reason }) => reason,
  })
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const reason = fields.reason.trim()
  const { decision } = fields
  const save = async (): Promise<void> => {
    setTried(true)
    if (busy || !isChoice(decision) || reason === '' || reason.length > reasonMost) return
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(settle, {
      params: { form: formId, institution: row.institutionId, kind },
      body: {
        unit: row.unit,
        decision,
        comment: reason,
        answerRev: row.answerRev,
        ...(row.file === undefined ? {} : { file: row.file?.id ?? null }),
      },
    })
    setBusy(false)
    if (!reply.ok) return setProblem(reply.failure)
    await forget()
    toast('success', t('settled', { number: row.number }))
    onSettled()
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
      title={t('settleTitle', { number: row.number })}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void save()}>
            {t('settleSave')}
          </OnlineButton>
          <Button disabled={busy} onClick={giveUp}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p lang="es" className="font-semibold text-ink-950">
          {row.institution}
        </p>
        <p lang="es">{row.text}</p>
        <div className="rounded-lg border border-ink-200 bg-ink-50 px-4 py-3">
          <p className="text-sm font-semibold text-ink-600">{t('settleAnswer')}</p>
          <p lang="es" className="break-words whitespace-pre-line">
            {row.answer}
          </p>
          {row.file !== undefined && (
            <p className="mt-1 text-sm wrap-anywhere text-ink-600">
              {row.file ? t('settleFile', { name: row.file.name }) : t('settleNoFile')}
            </p>
          )}
        </div>
        <p className="text-ink-600">{t('settleBody')}</p>
        <RadioGroup
          label={t('settleDecision')}
          inline
          choices={[
            { value: 'Accepted', label: t('settleAccept') },
            { value: 'Rejected', label: t('settleReject') },
          ]}
          value={decision === '' ? null : decision}
          onChange={(value) => write({ ...fields, decision: value, row: about })}
          error={tried && decision === '' ? t('settleMissing') : null}
        />
        <TextArea
          label={t('settleReason')}
          hint={t('settleReasonHint')}
          max={reasonMost}
          value={fields.reason}
          onChange={(typed) => write({ ...fields, reason: typed, row: about })}
          error={tried && reason === '' ? t('settleReasonMissing') : null}
        />
        {standing === 'restored' && <p className="text-sm text-ink-600">{t('reasonRestored')}</p>}
        {problem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
