import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#client/page/page.tsx'
import { PageHeading } from '#client/page/page-heading.tsx'
import { KeysCard } from './keys-card.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { PasskeysCard } from '#client/areas/account/passkeys/passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { RemindersCard } from './reminders-card.tsx'
import { SecondFactorCard } from '#client/areas/account/second-factor/second-factor-card.tsx'
import { SsoCard } from '#client/areas/account/sso/sso-card.tsx'
import { SessionsCard } from '#client/areas/account/sessions/sessions-card.tsx'
import { sessionsText } from '#client/areas/account/sessions/sessions-text.ts'
import { useSession } from '#client/data/session/session.ts'
import { isOwnTab } from '#client/data/storage.ts'
import { useText } from '#client/i18n/text.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

/** Its words and its ways to seal come after the page stands. */
const PinCard = lazy(async () => ({ default: (await loadPart(() => import('./pin-card.tsx'))).PinCard }))
/** Administrators' alone. */
const ClosedWhileActing = lazy(async () => ({
  default: (await loadPart(() => import('#client/features/impersonation/closed-while-acting.tsx'))).ClosedWhileActing,
}))

interface Part {
  /** Of its place in the page's address. */
  readonly id: string
  readonly title: string
  readonly cards: ReactNode
}

/** Cards of one subject under its name. */
function Cards({ id, title, cards }: Part) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className="grid scroll-mt-24 gap-4 outline-none">
      <p id={`${id}-title`} className="font-semibold text-ink-600">
        {title}
      </p>
      {cards}
    </section>
  )
}

/** What the page holds, beside it where it is wide. */
function Contents({ parts }: { readonly parts: readonly Part[] }) {
  const t = useText(sessionsText)
  return (
    <nav aria-label={t('contents')} className="sticky top-[calc(var(--spacing-header)+2rem)] hidden self-start lg:block">
      <ul className="grid gap-0.5 border-l border-ink-200">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px flex min-h-11 items-center border-l-2 border-transparent px-4 py-2.5 font-medium text-ink-700 no-underline hover:border-brand-600 hover:text-brand-800"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Name, surname; password, passkeys, single sign-on, second step and open sessions; reminders; and what is this device's: the PIN, and the keys of whoever has tables to search. Accounts live on the server and need a network; the PIN is this device's. */
export function UserSettingsPage() {
  const t = useText(sessionsText)
  const { user } = useSession()
  if (!user) return null
  const isInstitutional = user.kind === 'Institutional'
  const account: readonly Part[] = [
    { id: 'datos', title: t('partDetails'), cards: <ProfileCard user={user} /> },
    {
      id: 'ingreso',
      title: t('partSecurity'),
      cards: (
        <>
          <PasswordCard user={user} />
          {!isInstitutional && <SecondFactorCard />}
          <PasskeysCard />
          <SsoCard user={user} />
          <SessionsCard />
        </>
      ),
    },
    { id: 'privacidad', title: t('partPrivacy'), cards: <OwnDataCard /> },
    ...(isInstitutional ? [{ id: 'recordatorios', title: t('partReminders'), cards: <RemindersCard /> }] : []),
  ]
  const device: Part = {
    id: 'equipo',
    title: t('partDevice'),
    cards: (
      <>
        {/* The tab of a rehearsal keeps nothing of anybody's. */}
        {!isOwnTab() && (
          <Suspense fallback={null}>
            <PinCard user={user} />
          </Suspense>
        )}
        <KeysCard kind={user.kind} />
      </>
    ),
  }
  const drawn = account.map((part) => <Cards key={part.id} {...part} />)
  return (
    <Page width="medium" className="max-lg:max-w-2xl">
      <PageHeading />
      <div className="mt-8 grid gap-x-12 lg:grid-cols-[12rem_minmax(0,42rem)]">
        <Contents parts={[...account, device]} />
        <div className="grid min-w-0 gap-10">
          {user.kind === 'Administrator' ? (
            <Suspense fallback={<PageSkeleton />}>
              <ClosedWhileActing>{drawn}</ClosedWhileActing>
            </Suspense>
          ) : (
            drawn
          )}
          <Cards {...device} />
        </div>
      </div>
    </Page>
  )
}
