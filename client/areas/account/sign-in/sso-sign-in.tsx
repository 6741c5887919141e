import { useEffect, useState } from 'react'
import type { SignInTicket } from '#shared/accounts/routes.ts'
import type { SsoProvider } from '#shared/accounts/sso-provider-routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { beginSso, endSso, readSsoProviders } from '#client/areas/account/sso/sso-calls.ts'
import type { Returned } from '#client/areas/account/sso/sso-calls.ts'
import { ssoText } from '#client/areas/account/sso/sso-text.ts'

interface Props {
  /** What the provider's sign-in brought back; null while nobody went there. */
  readonly returned: Returned | null
  /** Where they want to go once they are in. */
  readonly to: string | null
  readonly shared: boolean
  /** A code of the second factor is still to come. */
  readonly onTicket: (ticket: SignInTicket) => void
  readonly onRefused: (why: Failure) => void
}

/** The other way in, where there is one: to the provider, whole page, and in with what it said. Nothing where none was set up (SO1). */
export function SsoSignIn({ returned, to, shared, onTicket, onRefused }: Props) {
  const t = useText(ssoText)
  const [providers, setProviders] = useState<readonly SsoProvider[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  useEffect(() => {
    let left = false
    void readSsoProviders().then((reply) => {
      // Without a reply the password is there.
      if (!left && reply.ok) setProviders(reply.value)
    })
    // Who comes back by the browser's arrow finds the page as it was left.
    const back = (event: PageTransitionEvent): void => {
      if (event.persisted) setBusy(null)
    }
    addEventListener('pageshow', back)
    return () => {
      left = true
      removeEventListener('pageshow', back)
    }
  }, [])
  useEffect(() => {
    if (!returned) return undefined
    let left = false
    void endSso(returned).then((reply) => {
      if (left) return
      if (!reply.ok) onRefused(reply.failure)
      else if (reply.value) onTicket(reply.value)
    })
    return () => {
      left = true
    }
    // One end for each return.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [returned])

  const go = async (cu: string): Promise<void> => {
    setBusy(cu)
    const page = await beginSso({ to, shared })
    if (page.ok) return location.assign(page.value)
    setBusy(null)
    onRefused(page.failure)
  }

  if (returned) {
    return (
      <p role="status" className="flex items-center gap-3 py-6 text-ink-700">
        <Spinner />
        {t('entering')}
      </p>
    )
  }
  if (providers.length === 0) return null
  return (
    <div className="grid gap-4">
      <p
        aria-hidden
        className="flex items-center gap-3 text-sm text-ink-600 before:h-px before:flex-1 before:bg-ink-200 after:h-px after:flex-1 after:bg-ink-200"
      >
        {t('or')}
      </p>
      {providers.map(({ cu, name }) => (
        <Button key={cu} icon="key" busy={busy === cu} className="w-full" onClick={() => void go(cu)}>
          {t('signInWith', { name })}
        </Button>
      ))}
    </div>
  )
}
