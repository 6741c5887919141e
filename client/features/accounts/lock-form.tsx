import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useOnline } from '#client/data/server/online.ts'
import { closeSession, signedInHere } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useVault, vaultOf } from '#client/data/session/vault.ts'
import { noticeClock, unlockByPin, unlockByServer, waitFor } from '#client/data/session/vault-acts.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { PasswordField } from '#client/ui/fields/text-field.tsx'
import { isGoodPin, NewPinFields, noPin } from './new-pin-fields.tsx'
import { forgottenNoMore, noteForgotten, wasForgotten } from './pin-forgotten.ts'
import { pinText } from './pin-text.ts'

/** What may be told of a PIN that did not open. */
type Told = 'wrong' | 'wait' | 'exhausted' | 'failed'

const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Goes to sign-in; what this person keeps stays here, behind their PIN. */
async function goToSignIn(userId: string | null): Promise<void> {
  await closeSession({ forget: false })
  location.replace(userId === null ? pageAddress('login') : pageAddress('login', { locked: userId }))
}

/** How long until a PIN may be tried again, second by second; null when only the password opens. */
function useWait(userId: string, ring: unknown): number | null {
  const [wait, setWait] = useState(() => waitFor(ring))
  useEffect(() => {
    const look = (): void => {
      void noticeClock(vaultOf(userId))
      setWait(waitFor(ring))
    }
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [userId, ring])
  return wait
}

function AskPin({ user, trouble }: { readonly user: SessionUser; readonly trouble: Failure | null }) {
  const t = useText(pinText)
  const errorText = useErrorText()
  const online = useOnline()
  const vault = useVault(user._id)
  const wait = useWait(user._id, vault.kind === 'locked' ? vault.ring : null)
  const [pin, setPin] = useState('')
  const [told, setTold] = useState<Told | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (pin === '' || busy || wait !== 0) return
    setBusy(true)
    const outcome = await unlockByPin(vaultOf(user._id), pin).catch((): Told => 'failed')
    setBusy(false)
    if (outcome === 'done') return
    setPin('')
    setTold(outcome === 'wait' || outcome === 'exhausted' || outcome === 'failed' ? outcome : 'wrong')
    form.current?.querySelector('input')?.focus()
  }
  const exhausted = wait === null
  const error =
    told === null ? null : wait !== null && wait > 0 ? t('wait', { time: clock(wait) }) : t(told === 'failed' ? 'failed' : 'wrong')
  return (
    <div className="grid gap-5">
      {trouble && <Notice tone="warning">{errorText(trouble)}</Notice>}
      {exhausted ? (
        <Notice tone="warning" icon="lock" role="alert">
          {t('exhausted')}
        </Notice>
      ) : (
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
          <PasswordField
            label={t('pin')}
            name="pin"
            autoComplete="off"
            value={pin}
            onChange={setPin}
            error={error ?? (wait > 0 ? t('wait', { time: clock(wait) }) : null)}
          />
          <Button type="submit" kind="primary" busy={busy} disabled={pin === '' || wait > 0} className="w-full">
            {t('unlock')}
          </Button>
        </form>
      )}
      <div className="grid gap-4 border-t border-ink-150 pt-5">
        <div>
          <Button
            icon="key"
            kind={exhausted ? 'primary' : 'secondary'}
            disabled={!online}
            className="w-full"
            onClick={() => {
              noteForgotten(user._id)
              void goToSignIn(user._id)
            }}
          >
            {t('forgot')}
          </Button>
          <p className="mt-2 text-sm text-ink-600">{t(online ? 'forgotHint' : 'forgotOffline')}</p>
        </div>
        <Button icon="users" className="w-full" onClick={() => void goToSignIn(null)}>
          {t('otherPerson')}
        </Button>
      </div>
    </div>
  )
}

function ChoosePin({ user, onTrouble }: { readonly user: SessionUser; readonly onTrouble: (why: Failure) => void }) {
  const t = useText(pinText)
  const [value, setValue] = useState(noPin)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setAsked(true)
    if (busy || !isGoodPin(value)) return
    setBusy(true)
    const reply = await unlockByServer(vaultOf(user._id), value.pin)
    setBusy(false)
    if (reply.ok) forgottenNoMore()
    else onTrouble(reply.failure)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <NewPinFields value={value} onChange={setValue} asked={asked} />
      <Button type="submit" kind="primary" busy={busy} className="w-full">
        {t('save')}
      </Button>
    </form>
  )
}

/** Whoever just signed in needs no PIN: the server opens what is theirs. */
function OpenByServer({ user, onTrouble }: { readonly user: SessionUser; readonly onTrouble: (why: Failure) => void }) {
  const t = useText(pinText)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void unlockByServer(vaultOf(user._id), null).then((reply) => {
      if (!reply.ok) onTrouble(reply.failure)
    })
  }, [user._id, onTrouble])
  return (
    <p role="status" className="flex items-center gap-2.5 text-ink-700">
      <Spinner />
      {t('opening')}
    </p>
  )
}

/** How what is behind a PIN is opened: by it, or by who has just shown their password. */
export function useUnlocking(user: SessionUser): { readonly way: 'pin' | 'choose' | 'server'; readonly part: ReactNode } {
  const [trouble, setTrouble] = useState<Failure | null>(null)
  const way = !signedInHere() || trouble ? 'pin' : wasForgotten(user._id) ? 'choose' : 'server'
  if (way === 'pin') return { way, part: <AskPin user={user} trouble={trouble} /> }
  if (way === 'choose') return { way, part: <ChoosePin user={user} onTrouble={setTrouble} /> }
  return { way, part: <OpenByServer user={user} onTrouble={setTrouble} /> }
}

/** Whose data it is. */
export function LockedPerson({ user }: { readonly user: SessionUser }) {
  const name = `${user.name} ${user.surname}`.trim()
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} size={44} />
      <div className="min-w-0">
        <p className="truncate font-semibold text-ink-950">{name}</p>
        <p className="truncate text-sm text-ink-600">{user.email}</p>
      </div>
    </div>
  )
}
