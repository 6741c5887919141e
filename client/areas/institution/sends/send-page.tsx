import * as v from 'valibot'
import { useLocation } from 'react-router'
import { standingSend } from '#shared/answers/standing-send.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { Page } from '#client/page/page.tsx'
import { useSession } from '#client/data/session/session.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { useOpenWorld, useReading, useWorldOf, WorldContext } from '#client/data/world/use-world.ts'
import { useFollow } from './use-follow.ts'
import { useDestination } from './destination.ts'
import { ReceiptLine } from '#client/areas/institution/sends/receipts/receipt-line.tsx'
import { Receipt } from '#client/areas/institution/sends/receipts/receipt.tsx'
import { ReopenRequest } from './reopen-request.tsx'
import { SendPanel } from './send-panel.tsx'
import { sendText } from './send-text.ts'
import { useFreshSend, useSends } from './use-sends.ts'
import { useText } from '#client/i18n/text.ts'
import { Card } from '#client/ui/card.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** What the questionnaire's dialog leaves in the history when it leads here. */
const cameFromDialog = v.object({ sendsBefore: v.number() })

/** Sending, and the receipts of what was sent. */
export function SendPage() {
  const { user } = useSession()
  const participants = useTable('participant')
  const own = participants?.filter((each) => each.institutionId === user?.institutionId) ?? []
  const place = own.find((each) => each.formId === user?.formIdActive) ?? own[0]
  const state = useWorldOf(place?.institutionId ?? null, place?.formId ?? null)
  if (state.kind !== 'open') return participants === null || state.kind === 'opening' ? <PageSkeleton /> : <Nothing />
  return (
    <WorldContext value={state.open}>
      <Sending />
    </WorldContext>
  )
}

function Nothing() {
  const t = useText(sendText)
  return (
    <Page width="narrow">
      <PageHeading />
      <EmptyState icon="send" title={t('nothingHeld')} />
    </Page>
  )
}

function Sending() {
  const t = useText(sendText)
  const open = useOpenWorld()
  const { state } = useLocation()
  const sendsBefore = v.is(cameFromDialog, state) ? state.sendsBefore : undefined
  const destination = useDestination()
  const sends = useSends()
  const standing = useReading(['table:participant', 'table:send'], (world) => standingSend(world)?.id)
  const { fresh } = useFreshSend(sendsBefore)
  // What the page is about once there is something to show for it: this person's send, or the institution's to the evaluation.
  const certified = (fresh?.recalledAt === undefined ? fresh : undefined) ?? sends.find(({ id }) => id === standing)
  const own = sends.find((send) => send.authorId === open.actor.id && send.recalledAt === undefined)
  const receipt = certified ?? (destination.standing === 'sent' ? own : undefined)
  const follow = useFollow()
  const label =
    destination.standing === 'sent'
      ? t('alreadySent')
      : destination.kind !== 'review'
        ? t('toEvaluation')
        : destination.names === ''
          ? t('toReviewShort')
          : t('toReview', { name: destination.names })
  const others = sends.filter((send) => send !== receipt)
  const leads = destination.standing === 'blocked' || destination.standing === 'ready'
  return (
    <Page width="narrow">
      <PageHeading title={certified ? t('receipt') : label} lead={receipt || !leads ? null : t('pageLead')} />
      <div className="mt-6 grid gap-6">
        {receipt ? (
          <Receipt send={receipt} />
        ) : (
          <Card>
            <SendPanel onFollow={follow} sendsBefore={sendsBefore} />
          </Card>
        )}
        <ReopenRequest />
        {others.length > 0 && (
          <section aria-labelledby="other-receipts" className="print-hidden">
            <h2 id="other-receipts" className="mb-3 text-xl">
              {t('earlierReceipts')}
            </h2>
            <ul className="grid gap-2">
              {others.map((send) => (
                <li key={send.id}>
                  <Disclosure summary={<ReceiptLine send={send} />}>
                    <Receipt send={send} />
                  </Disclosure>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  )
}
