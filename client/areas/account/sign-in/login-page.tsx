import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { PublicFrame } from '#client/page/public-frame.tsx'
import { signIn } from '#client/features/accounts/account-calls.ts'
import type { Returned } from '#client/areas/account/sso/sso-calls.ts'
import { KnownUsers } from './known-users.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SealedWork } from './sealed-work.tsx'
import { accountsText } from '#client/features/accounts/text.ts'
import { emailProblem } from '#client/features/accounts/validation.ts'
import { expireSealed } from '#client/data/session/sealed.ts'
import { useOnline } from '#client/data/server/online.ts'
import { openOffline, useSession } from '#client/data/session/session.ts'
import { isPinned } from '#client/data/session/pinned.ts'
import { ssoBegun } from '#client/data/session/sso-begun.ts'
import { isSharedBy } from '#client/data/session/shared-device.ts'
import type { KnownUser } from '#client/data/session/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import type { SignInTicket } from '#shared/accounts/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { failure } from '#shared/kernel/failure.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { PasswordField, TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** Comes when a code is asked for: most sign in without. */
const CodeStep = latePart(() => import('./code-step.tsx'), 'CodeStep')

/** Comes after the page: most sign in without, and where there is no provider nothing of it is drawn. */
const SsoSignIn = latePart(() => import('./sso-sign-in.tsx'), 'SsoSignIn')

/** What a provider's sign-in brought back in an address. */
function returnedIn(query: URLSearchParams): Returned | null {
  const [cu, token] = [query.get('cu'), query.get('token')]
  return cu === null || token === null ? null : { cu, token }
}

/** Addresses inside the application only: a link may not send a person who signs in elsewhere. */
const safeReturn = (to: string | null): string => (to?.startsWith(pageAddress('start')) ? to : pageAddress('start'))

/** Sign-in, also of somebody already known to this device without a network. */
export function LoginPage() {
  const t = useText(accountsText)
  const errorText = useErrorText()
  const online = useOnline()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { user, needsAuth, known: everybody } = useSession()
  const known = everybody.filter((entry) => entry.sealedAt === null)
  useEffect(() => expireSealed(Date.now()), [])
  useEffect(() => {
    const asked = new URLSearchParams(location.search)
    const isReset = asked.get('done') === 'password'
    if (!isReset && !asked.has('token')) return
    if (isReset) toast('success', t('resetDone'))
    // Said once, and a code is good once: loading the page again repeats neither.
    for (const name of ['done', 'cu', 'token']) asked.delete(name)
    history.replaceState(history.state, '', `${location.pathname}${asked.size === 0 ? '' : `?${asked.toString()}`}`)
  }, [t])
  // Who left a shared computer alone comes back to their own sign-in.
  const locked = known.find((entry) => entry.user._id === query.get('locked'))
  const [email, setEmail] = useState(needsAuth && user ? user.email : (locked?.user.email ?? ''))
  const [shared, setShared] = useState(locked !== undefined || (user !== null && isSharedBy(user._id)))
  const [password, setPassword] = useState('')
  const [emailError, setEmailError] = useState<Failure | null>(null)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  /** The password was right, and a code is still to come. */
  const [ticket, setTicket] = useState<SignInTicket | null>(null)
  // Where they wanted to go, and whose computer it is, was said before they left for the provider.
  const [begun] = useState(() => ssoBegun(Date.now()))
  const [returned, setReturned] = useState(() => returnedIn(query))
  const [noSso, setNoSso] = useState(false)
  const to = query.get('to') ?? (returned ? (begun?.to ?? null) : null)

  const refuse = (why: Failure): void => {
    setRefusal(why)
    toast('error', errorText(why))
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = emailProblem(email)
    setEmailError(wrong)
    if (wrong || password === '' || busy) return
    setBusy(true)
    const reply = await signIn(email, password, shared)
    setBusy(false)
    if (!reply.ok) return refuse(reply.failure)
    setPassword('')
    if (reply.value) return setTicket(reply.value)
    void navigate(safeReturn(to), { replace: true })
  }

  const continueAs = (entry: KnownUser): void => {
    // Their PIN opens it, with a network or without.
    if (!isPinned(entry.user._id) && (online || entry.shared)) {
      setEmail(entry.user.email)
      setShared(entry.shared)
      document.getElementById('password')?.focus()
      return
    }
    openOffline(entry)
    void navigate(safeReturn(to), { replace: true })
  }

  if (user && !needsAuth && !busy) return <Navigate to={safeReturn(to)} replace />
  const errorInQuery = query.get('error')
  return (
    <PublicFrame>
      <PageHeading lead={t('signInLead')} />
      <div className="mt-6 grid gap-4">
        {user && needsAuth && online && <Notice tone="warning">{t('sessionEnded')}</Notice>}
        {locked && online && !refusal && (
          <Notice tone="neutral" icon="lock">
            {t('locked', { name: locked.user.name })}
          </Notice>
        )}
        {errorInQuery && !refusal && (
          <Notice tone="danger" role="alert">
            {errorText(failure(errorInQuery))}
          </Notice>
        )}
        {refusal && (
          <Notice tone="danger">
            <span id="refusal">{errorText(refusal)}</span>
          </Notice>
        )}
        {everybody.map((entry) => entry.sealedAt !== null && <SealedWork key={entry.user._id} entry={entry} sealedAt={entry.sealedAt} />)}
        {!online && (
          <Notice tone="neutral" icon="cloud-off" title={t('offlineTitle')} role="status">
            {known.some((entry) => !entry.shared || isPinned(entry.user._id))
              ? t('offlineBody')
              : known.length > 0
                ? t('offlineShared')
                : t('offlineNobody')}
          </Notice>
        )}
        {!online && <KnownUsers known={known} online={online} onContinue={continueAs} />}
        {ticket && (
          <CodeStep
            ticket={ticket}
            shared={shared}
            onClose={(why?: Failure) => {
              setTicket(null)
              if (why) refuse(why)
            }}
          />
        )}
        {!ticket && !returned && (
          <form onSubmit={submit} noValidate className="grid gap-5">
            <TextField
              label={t('email')}
              type="email"
              name="email"
              id="email"
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              onChange={(value) => {
                setEmail(value)
                setRefusal(null)
                if (emailError) setEmailError(emailProblem(value))
              }}
              onBlur={() => {
                if (email !== '') setEmailError(emailProblem(email))
              }}
              error={emailError ? errorText(emailError) : null}
            />
            <PasswordField
              label={t('password')}
              name="password"
              id="password"
              autoComplete="current-password"
              value={password}
              onChange={(value) => {
                setPassword(value)
                setRefusal(null)
              }}
            />
            <Checkbox label={t('shared')} hint={t('sharedHint')} checked={shared} onChange={setShared} />
            <div className="grid gap-4">
              <OnlineButton type="submit" kind="primary" busy={busy} disabled={email.trim() === '' || password === ''} className="w-full">
                {t('signIn')}
              </OnlineButton>
              <PasskeySignIn shared={shared} onRefused={refuse} />
              <a
                href={pageAddress('recoverPassword')}
                className="w-fit rounded-sm font-medium text-brand-700 underline hover:text-brand-900"
              >
                {t('forgot')}
              </a>
            </div>
          </form>
        )}
        {!ticket && !noSso && (online || returned) && (
          <SsoSignIn
            returned={returned}
            to={to}
            shared={returned ? (begun?.shared ?? shared) : shared}
            onTicket={(waiting) => {
              setShared(begun?.shared ?? shared)
              setReturned(null)
              setTicket(waiting)
            }}
            onRefused={(why) => {
              setReturned(null)
              refuse(why)
            }}
            onClose={() => {
              setReturned(null)
              setNoSso(true)
            }}
          />
        )}
        {online && !ticket && !returned && known.length > 0 && <KnownUsers known={known} online={online} onContinue={continueAs} />}
      </div>
    </PublicFrame>
  )
}
