import { useState } from 'react'
import type { SessionView } from '#shared/accounts/settings-routes.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { endSessions, listSessions } from './settings-calls.ts'
import { ServerReadState, useServerRead } from './server-read.tsx'
import { sessionsText } from './sessions-text.ts'

interface Listed {
  readonly rows: readonly SessionView[]
  /** When they came, for how long ago each was used. */
  readonly atMs: number
}

async function readSessions(): Promise<Result<Listed>> {
  const reply = await listSessions()
  return reply.ok ? done({ rows: reply.value, atMs: Date.now() }) : reply
}

function SessionRow({ session, atMs, onEnd, busy }: { session: SessionView; atMs: number; onEnd: () => void; busy: boolean }) {
  const t = useText(sessionsText)
  const format = useFormat()
  const { browser, system, address, current } = session
  const name = browser && system ? t('sessionOn', { browser, system }) : (browser ?? system ?? t('sessionUnknown'))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-ink-900">
          {name}
          {current && <Badge tone="success">{t('sessionHere')}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-ink-600">
          {[
            current ? null : t('sessionUsed', { ago: format.ago(session.lastUsedAt, atMs) }),
            address === null ? null : t('sessionFrom', { address }),
          ]
            .filter((each) => each !== null)
            .join(' · ')}
        </p>
        <p className="text-sm text-ink-600">{t('sessionEnds', { deadline: format.deadline(session.endsAt) })}</p>
      </div>
      {!current && (
        <OnlineButton size="small" busy={busy} onClick={onEnd} aria-label={t('endSessionLabel', { name })}>
          {t('endSession')}
        </OnlineButton>
      )}
    </li>
  )
}

/** Where the person is signed in, and how to end it. */
export function SessionsCard() {
  const t = useText(sessionsText)
  const errorText = useErrorText()
  const read = useServerRead(readSessions)
  const { value: listed, load } = read
  const [ending, setEnding] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const end = async (id: string): Promise<void> => {
    setEnding(id)
    const reply = await endSessions(id)
    await load()
    setEnding(null)
    setAsking(false)
    if (reply.ok) toast('success', t('sessionsEnded', { n: reply.value }))
    else if (reply.failure.code !== 'not_found') toast('error', errorText(reply.failure))
  }
  return (
    <Card title={t('sessions')}>
      <p className="text-ink-600">{t('sessionsHint')}</p>
      <div className="mt-5">
        <ServerReadState of={read} missing={t('sessionsMissing')} needsNetwork={t('sessionsNeedNetwork')} />
        {listed && (
          <ul className="divide-y divide-ink-200">
            {listed.rows.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                atMs={listed.atMs}
                busy={ending === session.id}
                onEnd={() => void end(session.id)}
              />
            ))}
          </ul>
        )}
      </div>
      {listed && listed.rows.length > 1 && (
        <div className="mt-5">
          <OnlineButton className="w-fit" onClick={() => setAsking(true)}>
            {t('endOthers')}
          </OnlineButton>
        </div>
      )}
      <AlertDialog
        open={asking}
        title={t('endOthersTitle')}
        confirm={t('endOthers')}
        busy={ending === 'others'}
        onConfirm={() => void end('others')}
        onCancel={() => setAsking(false)}
      >
        {t('endOthersBody')}
      </AlertDialog>
    </Card>
  )
}
