import { useState } from 'react'
import { reopenReasonMost } from '#shared/institutions/model.ts'
import { askingStanding, askReopen } from '#shared/sends/reopen-mutations.ts'
import { useEngine, useSyncStatus, useTopic } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { everything, personName, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'
import { receiptText } from './receipts/receipt-text.ts'

const windows: WindowNames<'ask'> = { ask: 'pedir' }

/** What an institution asked of the lab, what the lab said, and the way to ask (RC6, RC7). Nothing where there is nothing to say. */
export function ReopenRequest() {
  const t = useText(receiptText)
  const format = useFormat()
  const engine = useEngine()
  const open = useOpenWorld()
  useTopic('queue')
  const { open: shown, show, close } = useWindowAddress(windows)
  const standing = useReading(everything, (_, { actor, now, world }) => askingStanding(world(), actor, now()))
  const { reopenRequest: request, locked, lockReason } = open.world().participant
  const waits = engine
    .queue()
    .some(({ name, scope, state }) => name === 'participant.askReopen' && scope === open.scope && state !== 'attention')
  const asked = request?.state === 'open' && locked
  return (
    <>
      {asked && (
        <Notice tone="info" icon="clock" role="status" title={t(waits ? 'askedHere' : 'asked')}>
          <p>
            {waits
              ? t('askedHereBody')
              : t('askedBody', { name: personName(open.world(), request.by) ?? t('deletedUser'), at: format.moment(request.at) })}
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-700">{`«${request.reason}»`}</p>
        </Notice>
      )}
      {request !== undefined && request.answeredAt !== undefined && (request.state === 'declined' ? locked : !locked) && (
        <Notice
          tone={request.state === 'declined' ? 'warning' : 'success'}
          icon={request.state === 'declined' ? 'lock' : 'unlock'}
          title={t(request.state === 'declined' ? 'declined' : 'granted')}
        >
          <p>{t('answeredOn', { at: format.moment(request.answeredAt) })}</p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-700">{`«${request.answer ?? ''}»`}</p>
        </Notice>
      )}
      {standing === 'may' && (
        <Notice
          tone="neutral"
          icon="unlock"
          actions={
            <Button aria-haspopup="dialog" onClick={() => show('ask')}>
              {t('ask')}
            </Button>
          }
        >
          {t(lockReason === 'stageEnd' ? 'askLeadEnded' : 'askLead')}
        </Notice>
      )}
      {shown && standing === 'may' && <AskDialog onClose={close} />}
    </>
  )
}

function AskDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(receiptText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const status = useSyncStatus()
  const online = useOnline()
  const { fields, write, standing, forget } = useKeptFields({
    kind: 'reopening',
    scope: open.scope,
    subject: 'request',
    initial: { reason: '' },
    about: t('askTitle'),
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const reason = fields.reason.trim()
  const tooLong = reason.length > reopenReasonMost
  const ask = async (): Promise<void> => {
    setTried(true)
    if (reason === '' || tooLong) return
    setBusy(true)
    const result = await open.dispatch(askReopen, { reason })
    setBusy(false)
    if (!result.ok) return setProblem(errorText(result.failure))
    await forget()
    toast('success', t(status.kind === 'offline' || !online ? 'askedQueued' : 'askedDone'))
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
      dismissable={reason === ''}
      title={t('askTitle')}
      actions={
        <>
          <Button kind="primary" icon="send" busy={busy} onClick={() => void ask()}>
            {t('askSend')}
          </Button>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <p>{t('askBody')}</p>
      {standing !== 'fresh' && (
        <Notice tone={standing === 'restored' ? 'info' : 'warning'} role="status" className="mt-4">
          {t(standing === 'restored' ? 'askRestored' : 'askUnkept')}
        </Notice>
      )}
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      <TextArea
        label={t('askReason')}
        value={fields.reason}
        onChange={(next) => write({ reason: next })}
        max={reopenReasonMost}
        error={tried && reason === '' ? t('askReasonMissing') : null}
        className="mt-4"
      />
    </Dialog>
  )
}
