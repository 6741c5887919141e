import { lazy, Suspense } from 'react'
import { Page } from '#client/app/page.tsx'
import { PageHeading } from '#client/app/page-heading.tsx'
import { KeysCard } from '#client/features/accounts/keys-card.tsx'
import { PasskeysCard } from '#client/features/accounts/passkeys-card.tsx'
import { PasswordCard } from '#client/features/accounts/password-card.tsx'
import { ProfileCard } from '#client/features/accounts/profile-card.tsx'
import { RemindersCard } from '#client/features/accounts/reminders-card.tsx'
import { SecondFactorCard } from '#client/features/accounts/second-factor-card.tsx'
import { SsoCard } from '#client/features/accounts/sso-card.tsx'
import { SessionsCard } from '#client/features/accounts/sessions-card.tsx'
import { useSession } from '#client/data/session.ts'
import { isOwnTab } from '#client/data/storage.ts'
import { loadPart } from '#client/ui/load-part.ts'
import { PageSkeleton } from '#client/ui/skeleton.tsx'

/** Its words and its ways to seal come after the page stands. */
const PinCard = lazy(async () => ({ default: (await loadPart(() => import('#client/features/accounts/pin-card.tsx'))).PinCard }))
/** Administrators' alone. */
const ClosedWhileActing = lazy(async () => ({
  default: (await loadPart(() => import('#client/features/impersonation/closed-while-acting.tsx'))).ClosedWhileActing,
}))

/** Name, surname, password, passkeys, single sign-on, reminders or second step, and open sessions, and the keys of whoever has tables to search. Accounts live on the server and need a network; the PIN is this device's. */
export function UserSettingsPage() {
  const { user } = useSession()
  if (!user) return null
  const account = (
    <>
      <ProfileCard user={user} />
      <PasswordCard user={user} />
      <PasskeysCard />
      <SsoCard user={user} />
      {user.kind === 'Institutional' ? <RemindersCard /> : <SecondFactorCard />}
      <SessionsCard />
    </>
  )
  return (
    <Page width="narrow">
      <PageHeading />
      <div className="mt-8 grid gap-6">
        {user.kind === 'Administrator' ? (
          <Suspense fallback={<PageSkeleton />}>
            <ClosedWhileActing>{account}</ClosedWhileActing>
          </Suspense>
        ) : (
          account
        )}
        <KeysCard kind={user.kind} />
        {/* The tab of a rehearsal keeps nothing of anybody's. */}
        {!isOwnTab() && (
          <Suspense fallback={null}>
            <PinCard user={user} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
