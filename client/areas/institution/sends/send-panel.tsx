import { useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { sendAnswers } from '#shared/sends/mutations.ts'
import { reviewOf, senderOf } from '#shared/sends/rules.ts'
import { sendStanding } from '#shared/sends/standing.ts'
import { useEngine, useSyncStatus, useTopic } from '#client/data/world/engine.tsx'
import { useOnline } from '#client/data/server/online.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { namesOf, useDestination } from './destination.ts'
import { Hints } from './hints/hints.tsx'
import { Receipt } from './receipts/receipt.tsx'
import { useSendCheck } from './send-check.ts'
import { sendText } from './send-text.ts'
import { useFreshSend, useSends } from './use-sends.ts'
import { WaitingPeople } from './waiting-people.tsx'
import { WorkSummary } from './work-summary.tsx'

interface Props {
  /** Leads to a question. */
  readonly onFollow: (unit: Unit) => void
  readonly onCancel?: (() => void) | undefined
  /** After the request was kept, with how many sends there were before it. */
  readonly onSent?: ((sendsBefore: number) => void) | undefined
  /** Sends that were there when the person began: a newer one is theirs. */
  readonly sendsBefore?: number | undefined
}

/** A request to send that this device has made: known again after a reload, because it is in the outbox or in its outcomes. */
function useRequest(): { readonly waits: boolean; readonly refused: Failure | null; readonly dismiss: () => void } {
  const engine = useEngine()
  const open = useOpenWorld()
  useTopic('queue')
  useTopic('outcomes')
  const waits = engine.queue().some((item) => item.name === 'answers.send' && item.scope === open.scope && item.state !== 'attention')
  const outcome = engine
    .outcomes()
    .find((each) => each.n === 'answers.send' && each.s === open.scope && (each.d === 'lost' || each.d === 'refused'))
  return {
    waits,
    refused: outcome ? { code: outcome.code, params: outcome.params } : null,
    dismiss: () => {
      if (outcome) void engine.dismissOutcome(outcome.mid)
    },
  }
}

/** What is missing, or what will happen, and the sending itself. */
export function SendPanel({ onFollow, onCancel, onSent, sendsBefore }: Props) {
  const t = useText(sendText)
  const destination = useDestination()
  const check = useSendCheck()
  const request = useRequest()
  const { fresh, before } = useFreshSend(sendsBefore)
  const errorText = useErrorText()
  const open = useOpenWorld()
  if (fresh && fresh.recalledAt === undefined) return <Receipt send={fresh} />
  if (request.waits) return <Requested />
  if (request.refused) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={t('refused')}
        actions={
          <Button size="small" onClick={request.dismiss}>
            {t('tryAgain')}
          </Button>
        }
      >
        <p>{errorText(request.refused)}</p>
        {typeof request.refused.params?.['numbers'] === 'string' && <p className="tabular">{request.refused.params['numbers']}</p>}
      </Notice>
    )
  }
  if (destination.standing === 'none' || destination.standing === 'closed') return <Notice tone="neutral">{t('notAllowed')}</Notice>
  if (destination.standing === 'sent' && check.points === 0) return <AlreadySent />
  if (check.server === 'asking' && check.points === 0) {
    return (
      <p role="status" className="flex items-center gap-2 py-4 text-ink-600">
        <Spinner />
        {t('checking')}
      </p>
    )
  }
  return (
    <div className="grid gap-5">
      <WorkSummary />
      {check.points > 0 && <WaitingPeople groups={check.groups} points={check.points} form={open.world().form.name} onFollow={onFollow} />}
      <Hints onFollow={onFollow} />
      {check.points === 0 && <Ready onCancel={onCancel} onSent={() => onSent?.(before)} />}
      {check.warnings.length > 0 && <Warnings lines={check.warnings} />}
      {check.server === 'absent' && <p className="text-sm text-ink-600">{t('serverUnasked')}</p>}
    </div>
  )
}

/** Who has sent is told so, with who received it. */
function AlreadySent() {
  const t = useText(sendText)
  const { actor, world } = useOpenWorld()
  const newest = useSends().find((send) => send.authorId === actor.id && send.recalledAt === undefined)
  return (
    <Notice tone="success" title={t('alreadySent')}>
      <p>{newest?.to ? t('alreadySentTo', { name: namesOf(world(), newest.to) }) : t('alreadySentBody')}</p>
    </Notice>
  )
}

function Warnings({ lines }: { readonly lines: readonly string[] }) {
  const t = useText(sendText)
  return (
    <Notice tone="warning" title={t('warnings')}>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-sm">
        {lines.slice(0, 12).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {lines.length > 12 && <p className="mt-1 text-sm">{t('more', { n: lines.length - 12 })}</p>}
    </Notice>
  )
}

function Ready({ onCancel, onSent }: { readonly onCancel: (() => void) | undefined; readonly onSent: () => void }) {
  const t = useText(sendText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const status = useSyncStatus()
  const online = useOnline()
  const destination = useDestination()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const counts = useReading(
    everything,
    (world) => {
      const standing = sendStanding(world, open.actor, open.now())
      return standing.kind === 'ready' ? { answers: standing.answers, files: standing.files } : { answers: 0, files: 0 }
    },
    sameParts,
  )
  const send = async (): Promise<void> => {
    setSending(true)
    const world = open.world()
    const result = await open.dispatch(sendAnswers, { reviewed: reviewOf(world, (senderOf(world, open.actor) ?? open.actor).id) })
    setSending(false)
    if (!result.ok) return setProblem(errorText(result.failure))
    onSent()
  }
  return (
    <div className="grid gap-4">
      <Notice tone="success" title={t('ready')}>
        <p>{t('readyCount', counts)}</p>
      </Notice>
      <p className="max-w-prose text-ink-700">
        {destination.kind === 'evaluation' ? t('afterEvaluation') : t('afterReview', { name: destination.names })}
      </p>
      {(status.kind === 'offline' || !online) && (
        <Notice tone="info" icon="cloud-off">
          {t('offline')}
        </Notice>
      )}
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button kind="primary" icon="send" busy={sending} onClick={() => void send()}>
          {t('send')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </div>
  )
}

function Requested() {
  const t = useText(sendText)
  const status = useSyncStatus()
  return (
    <Notice tone="info" icon="send" role="status" title={t('requested')}>
      <p>{status.kind === 'offline' ? t('requestedOffline') : t('requestedBody')}</p>
    </Notice>
  )
}
