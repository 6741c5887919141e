import { useEffect, useState } from 'react'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { Compose } from './compose.tsx'
import { SentList } from './sent-list.tsx'
import { notificationsText } from './text.ts'
import { useNotifications } from './use-notifications.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'

/** How often the states of letters are asked for while the page is open and some wait. */
const pollMs = 5_000

const noForms = { SatisfactionPoll: [], FinalReportSent: [] }

/** Where the lab writes to people of institutions, and sees what became of it. */
export function NotificationsPage() {
  const t = useText(notificationsText)
  const format = useFormat()
  const { lists, at, fresh, load, readStates } = useNotifications()
  const [round, setRound] = useState(0)
  const sent = lists?.notifications ?? []
  const waits = sent.some(({ waiting }) => waiting > 0)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void readStates(), pollMs)
    return () => clearInterval(timer)
  }, [waits, readStates])
  return (
    <Page width="wide">
      <PageHeading lead={t('lead')} />
      {fresh === false && (
        <Notice tone="warning" icon="cloud-off" className="mt-6" actions={<Button onClick={() => void load()}>{t('retry')}</Button>}>
          {at === null ? t('load') : t('readAt', { at: format.moment(at) })}
        </Notice>
      )}
      <div className="mt-6">
        <Compose
          key={round}
          institutions={lists?.institutions ?? []}
          forms={lists?.forms ?? noForms}
          onDone={() => {
            setRound(round + 1)
            void readStates()
          }}
        />
      </div>
      <SentList list={sent} onChanged={readStates} />
    </Page>
  )
}
