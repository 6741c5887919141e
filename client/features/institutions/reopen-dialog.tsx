import { useState } from 'react'
import { reopenParticipant } from '#shared/institutions/mutations.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { useEngine, useSyncStatus } from '#client/data/engine.tsx'
import { useOnline } from '#client/data/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/toast.tsx'
import { institutionsText } from './text.ts'
import type { ParticipantEntry } from './use-participants.ts'

/** Longest reason that is taken. */
const reasonMaxLength = 2000

interface Props {
  readonly formId: FormId
  readonly entry: Pick<ParticipantEntry, 'institutionId' | 'name'>
  readonly onClose: () => void
}

/** "Reabrir": says what it does and asks for the reason (SE11). */
export function ReopenDialog({ formId, entry, onClose }: Props) {
  const t = useText(institutionsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const status = useSyncStatus()
  const online = useOnline()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const { name } = entry
  const missing = reason.trim() === ''
  const tooLong = reason.trim().length > reasonMaxLength
  const reopen = async (): Promise<void> => {
    setAsked(true)
    if (missing || tooLong) return
    setBusy(true)
    const result = await engine.dispatch(reopenParticipant, instScope(entry.institutionId, formId), { reason: reason.trim() })
    setBusy(false)
    if (!result.ok) return toast('error', errorText(result.failure))
    if (status.kind === 'offline' || !online) toast('info', t('reopenQueued', { name }))
    else toast('success', t('reopened', { name }))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('reopenTitle', { name })}
      actions={
        <>
          <Button kind="primary" icon="unlock" busy={busy} onClick={() => void reopen()}>
            {t('reopenConfirm')}
          </Button>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <p>{t('reopenBody')}</p>
      <ul className="mt-2 list-disc pl-6">
        <li>{t('reopenAnswers')}</li>
        <li>{t('reopenSend')}</li>
        <li>{t('reopenRecord')}</li>
      </ul>
      <TextArea
        label={t('reason')}
        value={reason}
        onChange={setReason}
        max={reasonMaxLength}
        error={asked && missing ? t('reasonMissing') : null}
        className="mt-5"
      />
    </Dialog>
  )
}
