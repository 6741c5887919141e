import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { helpReceived, helpTextMax, helpWaiting } from '#shared/help/model.ts'
import { helpOpensAt, isHelpOpen } from '#shared/help/hours.ts'
import { askHelp } from '#shared/help/mutations.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { dayAt, zone } from '#shared/kernel/instant.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { isPageAddress } from '#shared/notices/links.ts'
import type { Notice as Told } from '#shared/notices/model.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import type { SessionUser } from '#client/data/session/session.ts'
import { DraftsContext, useDraftBook, useHalfText } from '#client/data/world/use-drafts.ts'
import { useNotices } from '#client/data/world/use-notices.ts'
import { WritingArea } from '#client/features/drafts/writing-area.tsx'
import { DeviceTest } from '#client/features/sync/device/device-test.tsx'
import { panelText } from '#client/features/sync/panel-text.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { DialogFrame } from '#client/ui/overlays/dialog-frame.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { chatAt } from './chat-at.ts'
import { helpText } from './text.ts'

/** How often the clock is looked at while the window is open. */
const tickMs = 20_000
/** Messages of one's own that are shown again. */
const shownMost = 3

/** The time as the server has it, as far as this device knows; moves while the window is open. */
function useNow(): Instant {
  const engine = useEngine()
  const [now, setNow] = useState(() => engine.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(engine.now()), tickMs)
    return () => clearInterval(timer)
  }, [engine])
  return now
}

const locales = { es: 'es-CL', en: 'en-GB' } as const

/** When somebody is there, whether now, and when next (HE1). */
function Hours({ now }: { readonly now: Instant }) {
  const t = useText(helpText)
  const format = useFormat()
  const locale = locales[useLanguage()]
  const when = (): string => {
    const opens = helpOpensAt(now)
    const time = format.time(opens)
    if (dayAt(opens) === dayAt(now)) return t('today', { time })
    const words = new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' })
    return t('onDay', { day: words.format(new Date(opens)), time })
  }
  return (
    <p className="flex gap-2.5 text-ink-800">
      <Icon name="clock" size={19} className="mt-0.5 shrink-0 text-ink-500" />
      <span>
        <strong className="font-semibold text-ink-950">{isHelpOpen(now) ? t('openNow') : t('opensNext', { when: when() })}</strong>{' '}
        {t('hours')}
      </span>
    </p>
  )
}

function Chat({ url }: { readonly url: string }) {
  const t = useText(helpText)
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-brand-200 bg-brand-50 px-5 py-4">
      <div className="min-w-0">
        <h3 className="text-base">{t('chatTitle')}</h3>
        <p className="text-ink-800">{t('chatLead')}</p>
      </div>
      <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('primary', 'medium')}>
        {t('chat')}
        <span className="sr-only"> ({t('chatWindow')})</span>
        <Icon name="external" size={18} />
      </a>
    </section>
  )
}

/** One's own messages, newest first, each with how far it has got. */
function Latest({ messages }: { readonly messages: readonly Told[] }) {
  const t = useText(helpText)
  const format = useFormat()
  if (messages.length === 0) return null
  return (
    <section className="border-t border-ink-150 pt-4">
      <h3 className="text-base">{t('yours')}</h3>
      <ul>
        {messages.map(({ id, kind, content, at }) => (
          <li key={id} className="flex gap-2.5 border-b border-ink-150 py-2.5 last:border-b-0">
            <Icon
              name={kind === helpWaiting ? 'device' : 'check-circle'}
              size={19}
              className={kind === helpWaiting ? 'mt-0.5 shrink-0 text-ink-500' : 'mt-0.5 shrink-0 text-good-700'}
            />
            <div className="min-w-0">
              <p className="line-clamp-2 wrap-anywhere text-ink-950">{content}</p>
              <p className="tabular text-sm text-ink-600">
                {kind === helpWaiting ? t('stateWaiting') : t('stateReceived', { time: format.moment(at) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The page that the person has before them, as a message names it. */
function usePage(): string {
  const { pathname, search } = useLocation()
  return [`${pathname}${search}`, pathname].find((each) => each.length <= 500 && isPageAddress(each)) ?? pageAddress('start')
}

function Message({ user, other }: { readonly user: SessionUser; readonly other: boolean }) {
  const t = useText(helpText)
  const engine = useEngine()
  const errorText = useErrorText()
  const offline = useSyncStatus().kind === 'offline'
  const page = usePage()
  const half = useHalfText('helpMessage', 'help', { about: t('about') })
  const [refused, setRefused] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const { list } = useNotices()
  const messages = list.filter(({ kind }) => kind === helpWaiting || kind === helpReceived).slice(0, shownMost)
  const waits = messages.some(({ kind }) => kind === helpWaiting)
  const state = waits ? (offline ? t('sentWaiting') : t('sentOnItsWay')) : t('sentReceived')
  useEffect(() => {
    if (sent) announce(state)
  }, [sent, state])
  const send = async (): Promise<void> => {
    setBusy(true)
    const { institutionId, formIdActive } = user
    const args = { body: half.text, page, institutionId, formId: formIdActive }
    const given = await half.give((how) => engine.dispatch(askHelp, ownScope(user._id), args, how))
    setBusy(false)
    setRefused(given.ok ? null : given.failure)
    setSent(given.ok)
  }
  return (
    <>
      <form
        noValidate
        className="grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {sent && half.text === '' && (
          <Notice tone={waits ? 'info' : 'success'} icon={waits ? 'device' : 'check-circle'}>
            {state}
          </Notice>
        )}
        <WritingArea
          half={half}
          label={other ? t('messageOr') : t('message')}
          hint={t('messageHint', { email: user.email })}
          error={refused ? errorText(refused) : undefined}
          max={helpTextMax}
          rows={5}
        />
        <p className="text-sm text-ink-600">{offline ? t('offline') : t('goesAlong', { institution: user.institution ?? '' })}</p>
        <Button
          kind={other ? 'secondary' : 'primary'}
          type="submit"
          icon="send"
          busy={busy}
          className="justify-self-start max-sm:justify-self-stretch"
        >
          {t('send')}
        </Button>
      </form>
      <Latest messages={messages} />
    </>
  )
}

function Kept({ scope, children }: { readonly scope: string; readonly children: ReactNode }) {
  const book = useDraftBook(scope)
  return book ? <DraftsContext value={book}>{children}</DraftsContext> : <Skeleton className="h-48" />
}

/** Help of the lab: the questions that are answered already, somebody to talk to while they are there, and a message at any time (HE3, HE5). */
export function HelpDialog({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const t = useText(helpText)
  const p = useText(panelText)
  const now = useNow()
  const offline = useSyncStatus().kind === 'offline'
  const chat = chatAt({ url: user.chatUrl, now, offline })
  return (
    <DialogFrame open onClose={onClose} title={t('title')}>
      <div className="grid grid-cols-1 gap-5">
        <section className="grid justify-items-start gap-2.5">
          <p className="text-ink-800">{t('faqLead')}</p>
          <LinkButton to={pageAddress('faq')} size="small" icon="help" onClick={onClose}>
            {t('faq')}
          </LinkButton>
        </section>
        <Disclosure summary={p('testAsk')}>
          <DeviceTest onLeave={onClose} />
        </Disclosure>
        <Hours now={now} />
        {chat === 'offline' && <p className="text-ink-800">{t('chatOffline')}</p>}
        {chat !== null && chat !== 'offline' && <Chat url={chat.url} />}
        <Kept scope={ownScope(user._id)}>
          <Message user={user} other={chat !== null && chat !== 'offline'} />
        </Kept>
      </div>
    </DialogFrame>
  )
}
