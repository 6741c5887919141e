import { useState } from 'react'
import { reopenReasonMost } from '#shared/institutions/model.ts'
import { declineReopen, reopenParticipant } from '#shared/institutions/mutations.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { institutionsText } from './text.ts'
import type { ParticipantEntry } from './use-participants.ts'

interface Props {
  readonly formId: FormId
  readonly entry: Pick<ParticipantEntry, 'institutionId' | 'name' | 'figures'>
  readonly onClose: () => void
}

/** "Reabrir": says what it does and asks for the reason (SE11). What the institution asked for is answered here, with a yes or a no (RC7). */
export function ReopenDialog({ formId, entry, onClose }: Props) {
  const t = useText(institutionsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const status = useSyncStatus()
  const online = useOnline()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const format = useFormat()
  const { name } = entry
  const { request, reopens } = entry.figures
  const { fields, write, forget } = useKeptFields({
    kind: 'reopenReason',
    scope: instScope(entry.institutionId, formId),
    subject: 'reason',
    initial: { reason: '' },
    about: t(request ? 'requestTitle' : 'reopenTitle', { name }),
  })
  const { reason } = fields
  const missing = reason.trim() === ''
  const tooLong = reason.trim().length > reopenReasonMost
  const reopen = async (): Promise<void> => {
    setAsked(true)
    if (missing || tooLong) return
    setBusy(true)
    const result = await engine.dispatch(reopenParticipant, instScope(entry.institutionId, formId), { reason: reason.trim() })
    setBusy(false)
    if (!result.ok) return toast('error', errorText(result.failure))
    if (status.kind === 'offline' || !online) toast('info', t('reopenQueued', { name }))
    else toast('success', t('reopened', { name }))
    await forget()
    onClose()
  }
  const decline = async (id: string): Promise<void> => {
    setAsked(true)
    if (missing || tooLong) return
    setBusy(true)
    const result = await engine.dispatch(declineReopen, instScope(entry.institutionId, formId), { request: id, reason: reason.trim() })
    setBusy(false)
    if (!result.ok) return toast('error', errorText(result.failure))
    if (status.kind === 'offline' || !online) toast('info', t('declineQueued', { name }))
    else toast('success', t('declined', { name }))
    await forget()
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
      dismissable={missing}
      title={t(request ? 'requestTitle' : 'reopenTitle', { name })}
      actions={
        <>
          {reopens && (
            <Button kind="primary" icon="unlock" busy={busy} onClick={() => void reopen()}>
              {t('reopenConfirm')}
            </Button>
          )}
          {request && (
            <Button busy={busy} onClick={() => void decline(request.id)}>
              {t('decline')}
            </Button>
          )}
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      {request && (
        <Notice tone="info" icon="comment" title={t('requestOn', { at: format.moment(request.at) })} className="mb-4">
          <p lang="es" className="wrap-anywhere whitespace-pre-line">
            {request.reason}
          </p>
        </Notice>
      )}
      {reopens ? (
        <>
          <p>{t('reopenBody')}</p>
          <ul className="mt-2 list-disc pl-6">
            <li>{t('reopenAnswers')}</li>
            <li>{t('reopenSend')}</li>
            <li>{t('reopenRecord')}</li>
          </ul>
        </>
      ) : (
        <p>{t('requestClosed')}</p>
      )}
      <TextArea
        label={t('reason')}
        hint={request ? t('requestHint') : undefined}
        value={reason}
        onChange={(typed) => write({ reason: typed })}
        max={reopenReasonMost}
        error={asked && missing ? t('reasonMissing') : null}
        className="mt-5"
      />
    </Dialog>
  )
}
