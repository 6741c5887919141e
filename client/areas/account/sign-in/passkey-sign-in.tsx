import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { failure } from '#shared/kernel/failure.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { passkeysCanWork } from '#client/areas/account/passkeys/passkeys-can-work.ts'
import { accountsText } from '#client/features/accounts/text.ts'

/** Comes once the page stands: most sign in without. */
const calls = () => loadPart(() => import('#client/areas/account/passkeys/passkey-calls.ts'))

interface Props {
  /** Others use this computer too. */
  readonly shared: boolean
  readonly onRefused: (why: Failure) => void
}

/**
 * Signing in with a passkey: by a button, and among what the browser fills in. Where browsers make none it is not there; without a network
 * the button is shut, and what says why stands at the password's.
 */
export function PasskeySignIn(props: Props) {
  return passkeysCanWork() ? <Offered {...props} /> : null
}

function Offered({ shared, onRefused }: Props) {
  const t = useText(accountsText)
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  /** Changes when the window of the button has closed: until then there is no autofill. */
  const [round, setRound] = useState(0)
  const isThere = useRef(true)
  const refused = useEffectEvent(onRefused)
  const isShared = useEffectEvent(() => shared)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  useEffect(() => {
    if (!online) return
    let stop: (() => void) | null = null
    let left = false
    const begin = ({ offerInAutofill }: Awaited<ReturnType<typeof calls>>): void => {
      if (!left) stop = offerInAutofill({ isShared: () => isShared(), onRefused: (why) => !why.ok && refused(why.failure) })
    }
    // Whoever presses the button is told what did not come.
    void calls().then(begin, () => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [online, round])

  const press = async (): Promise<void> => {
    setBusy(true)
    try {
      const { signInWithPasskey, notUsed } = await calls()
      const entered = await signInWithPasskey(shared)
      if (!isThere.current) return
      if (entered !== notUsed && !entered.ok) onRefused(entered.failure)
    } catch {
      // Its code did not come.
      if (isThere.current) onRefused(failure('unavailable'))
    }
    setBusy(false)
    setRound((before) => before + 1)
  }
  return (
    <Button icon="key" className="w-full" busy={busy} disabled={!online} onClick={() => void press()}>
      {t('passkeySignIn')}
    </Button>
  )
}
