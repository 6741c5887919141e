import * as v from 'valibot'
import { useState } from 'react'
import { isToEvaluation, recallStanding } from '#shared/sends/recall.ts'
import { recallEntity, recallSend } from '#shared/sends/recall-mutations.ts'
import { spanOf } from '#shared/sends/receipt.ts'
import type { Send } from '#shared/sends/model.ts'
import { stageAt } from '#shared/stages/rules.ts'
import { useEngine, useSyncStatus, useTopic } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { receiptText } from './receipts/receipt-text.ts'

/** A recall that this device asked for and whose answer has not come, or that was not carried out: known again after a reload. */
function useAsked({ id }: Send) {
  const engine = useEngine()
  const { scope } = useOpenWorld()
  useTopic('queue')
  useTopic('outcomes')
  const { name } = recallSend
  const waits = engine
    .queue()
    .some((item) => item.name === name && item.scope === scope && item.entity === recallEntity(id) && item.state !== 'attention')
  const outcome = engine
    .outcomes()
    .find((each) => each.n === name && each.s === scope && v.is(ofSend(id), each.a) && (each.d === 'lost' || each.d === 'refused'))
  return { waits, outcome, dismiss: () => (outcome ? void engine.dismissOutcome(outcome.mid) : undefined) }
}

const ofSend = (id: string) => v.object({ send: v.literal(id) })

/** What a person can do about a send that nobody has opened: take it back, where it is theirs (RC1). Nothing elsewhere. */
export function RecallSend({ send }: { readonly send: Send }) {
  const t = useText(receiptText)
  const errorText = useErrorText()
  const status = useSyncStatus()
  const online = useOnline()
  const asked = useAsked(send)
  const [shown, setShown] = useState(false)
  const standing = useReading(everything, (world, open) => recallStanding(world, open.actor, send, open.now()))
  if (asked.waits && send.recalledAt === undefined)
    return (
      <Notice tone="info" icon="undo" role="status" title={t('recallWaits')} className="print-hidden mt-4">
        <p>{status.kind === 'offline' || !online ? t('recallWaitsOffline') : t('recallWaitsBody')}</p>
      </Notice>
    )
  if (asked.outcome)
    return (
      <Notice
        tone="warning"
        role="alert"
        title={t('recallRefused')}
        className="print-hidden mt-4"
        actions={
          <Button size="small" onClick={asked.dismiss}>
            {t('understood')}
          </Button>
        }
      >
        <p>{errorText({ code: asked.outcome.code, params: asked.outcome.params })}</p>
      </Notice>
    )
  if (standing !== 'may') return null
  return (
    <div className="print-hidden mt-4 border-t border-ink-150 pt-4">
      <Button icon="undo" aria-haspopup="dialog" aria-label={t('recallName', { number: send.number })} onClick={() => setShown(true)}>
        {t('recall')}
      </Button>
      {shown && <RecallDialog send={send} onClose={() => setShown(false)} />}
    </div>
  )
}

function RecallDialog({ send, onClose }: { readonly send: Send; readonly onClose: () => void }) {
  const t = useText(receiptText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const format = useFormat()
  const open = useOpenWorld()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const stage = stageAt(open.world().form, send.sentAt)
  const recall = async (): Promise<void> => {
    setBusy(true)
    const result = await open.dispatch(recallSend, { send: send.id })
    setBusy(false)
    if (!result.ok) return setProblem(errorText(result.failure))
    onClose()
  }
  const own = send.authorId === open.actor.id
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recallTitle')}
      actions={
        <>
          <Button kind="primary" icon="undo" busy={busy} onClick={() => void recall()}>
            {t('recallConfirm')}
          </Button>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mb-4">
          {problem}
        </Notice>
      )}
      <p>{t('recallBody')}</p>
      <ul className="mt-2 grid list-disc gap-1 pl-6">
        <li>{isToEvaluation(send) ? t('recallAnswersEvaluation') : own ? t('recallAnswersReview') : t('recallAnswersOthers')}</li>
        <li>{t('recallReceipt')}</li>
        {stage && <li>{t('recallAgain', { deadline: format.deadline(spanOf(stage).to) })}</li>}
      </ul>
      <p className="mt-3 text-ink-600">{t('recallOrder')}</p>
    </Dialog>
  )
}
