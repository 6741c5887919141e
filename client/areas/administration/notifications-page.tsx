import { useCallback, useEffect, useState } from 'react'
import type { SentNotification } from '#shared/notifications/routes.ts'
import { PageHeading } from '#client/app/page-heading.tsx'
import { Page } from '#client/app/page.tsx'
import { useOnline } from '#client/data/online.ts'
import { Compose } from '#client/features/notifications/compose.tsx'
import type { Choosable } from '#client/features/notifications/institution-choice.tsx'
import { readInstitutions, readSent } from '#client/features/notifications/notification-calls.ts'
import { SentList } from '#client/features/notifications/sent-list.tsx'
import { notificationsText } from '#client/features/notifications/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** How often the states of letters are asked for while the page is open and some wait. */
const pollMs = 5_000

/** Where the lab writes to people of institutions, and sees what became of it. */
export function NotificationsPage() {
  const t = useText(notificationsText)
  const online = useOnline()
  const [institutions, setInstitutions] = useState<readonly Choosable[]>([])
  const [sent, setSent] = useState<readonly SentNotification[]>([])
  const [round, setRound] = useState(0)
  const [missing, setMissing] = useState(false)
  const readStates = useCallback(async (): Promise<boolean> => {
    const reply = await readSent()
    if (reply.ok) setSent(reply.value.notifications)
    return reply.ok
  }, [])
  const load = useCallback(async (): Promise<void> => {
    const [all, states] = await Promise.all([readInstitutions(), readStates()])
    if (all.ok) setInstitutions(all.value.institutions)
    setMissing(!all.ok || !states)
  }, [readStates])
  useEffect(() => {
    void load()
  }, [load, online])
  const waits = sent.some(({ waiting }) => waiting > 0)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void readStates(), pollMs)
    return () => clearInterval(timer)
  }, [waits, readStates])
  return (
    <Page width="wide">
      <PageHeading lead={t('lead')} />
      {missing && (
        <Notice tone="warning" icon="cloud-off" className="mt-6" actions={<Button onClick={() => void load()}>{t('retry')}</Button>}>
          {t('load')}
        </Notice>
      )}
      <div className="mt-6">
        <Compose
          key={round}
          institutions={institutions}
          onDone={() => {
            setRound(round + 1)
            void readStates()
          }}
        />
      </div>
      <SentList
        list={sent}
        onChanged={async () => {
          await readStates()
        }}
      />
    </Page>
  )
}
