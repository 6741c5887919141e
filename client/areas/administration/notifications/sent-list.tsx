import { useEffect, useState } from 'react'
import type { NotifiedLetter, SentNotification } from '#shared/notifications/routes.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { LettersTable, tones } from './letters-table.tsx'
import { readNotification, repeatNotification } from './notification-calls.ts'
import { notificationsText } from './text.ts'

interface Props {
  readonly list: readonly SentNotification[]
  readonly onChanged: () => Promise<void>
}

/** What was sent, newest first, with what became of each letter. */
export function SentList({ list, onChanged }: Props) {
  const t = useText(notificationsText)
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-xl">{t('sentTitle')}</h2>
      {list.length === 0 ? (
        <p className="text-ink-600">{t('sentNone')}</p>
      ) : (
        <ul className="grid gap-3">
          {list.map((each) => (
            <SentRow key={each._id} sent={each} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SentRow({ sent, onChanged }: { readonly sent: SentNotification; readonly onChanged: () => Promise<void> }) {
  const t = useText(notificationsText)
  const errorText = useErrorText()
  const format = useFormat()
  const [letters, setLetters] = useState<readonly NotifiedLetter[] | null>(null)
  const [busy, setBusy] = useState(false)
  const show = async (): Promise<void> => {
    const reply = await readNotification(sent._id)
    if (reply.ok) setLetters(reply.value.recipients)
    else toast('error', errorText(reply.failure))
  }
  // What is open follows the counts above it.
  const isOpen = letters !== null
  const { _id, waiting, sent: gone, failed } = sent
  useEffect(() => {
    if (!isOpen) return
    void readNotification(_id).then((reply) => {
      if (reply.ok) setLetters((now) => now && reply.value.recipients)
    })
  }, [isOpen, _id, waiting, gone, failed])
  const repeat = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await repeatNotification(sent._id)
    if (reply.ok) {
      toast('success', t('sentToast'))
      await onChanged()
    } else toast('error', errorText(reply.failure))
    setBusy(false)
  }
  const subject = sent.subject === '' ? t(sent.template) : sent.subject
  return (
    <li className="forced-edge rounded-xl border border-ink-200/80 bg-white p-5 shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="wrap-anywhere text-base">{subject}</h3>
          <p className="text-sm text-ink-600">
            <time dateTime={sent.at}>{format.moment(sent.at)}</time> · {t('sentBy', { name: sent.by, institutions: sent.institutions })}
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            {(['waiting', 'sent', 'failed'] as const)
              .filter((state) => sent[state] > 0)
              .map((state) => (
                <Badge key={state} tone={tones[state]}>
                  {t(state, { n: sent[state] })}
                </Badge>
              ))}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <Button
            size="small"
            aria-expanded={letters !== null}
            aria-label={`${t(letters ? 'hide' : 'show')}: ${subject}`}
            onClick={() => (letters ? setLetters(null) : void show())}
          >
            {t(letters ? 'hide' : 'show')}
          </Button>
          {sent.failed > 0 && (
            <OnlineButton size="small" icon="sync" busy={busy} onClick={() => void repeat()}>
              {t('repeat')}
            </OnlineButton>
          )}
        </div>
      </div>
      {letters && <LettersTable subject={subject} letters={letters} />}
    </li>
  )
}
