import { useState } from 'react'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { idleMinutes } from '#sync/storage/keyring.ts'
import type { IdleMinutes } from '#sync/storage/keyring.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { tokenDue } from '#client/data/session/pinned.ts'
import { useSession } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useVault, vaultOf } from '#client/data/session/vault.ts'
import { changeMinutes, changePin, removePin, setPin } from '#client/data/session/vault-acts.ts'
import type { PinOutcome } from '#client/data/session/vault-acts.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { PasswordField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { FormBehindButton } from './form-behind-button.tsx'
import { isGoodPin, NewPinFields, noPin } from '#client/features/accounts/new-pin-fields.tsx'
import { pinText } from '#client/features/accounts/pin-text.ts'

/** Why it could not be done; the PIN itself is told beside its field. */
const troubles: Readonly<Partial<Record<PinOutcome, 'pages' | 'room' | 'failed'>>> = { pages: 'pages', room: 'room', failed: 'failed' }

/** What a PIN protects, and what it does not. */
function Facts() {
  const t = useText(pinText)
  const facts: readonly { icon: IconName; text: string }[] = [
    { icon: 'lock', text: t('protects') },
    { icon: 'warning', text: t('protectsNot') },
    { icon: 'eye', text: t('protectsOpen') },
    { icon: 'key', text: t('protectsForgotten') },
  ]
  return (
    <ul className="mt-4 grid gap-3 text-ink-800">
      {facts.map(({ icon, text }) => (
        <li key={icon} className="flex items-start gap-3">
          <Icon name={icon} size={20} className="mt-0.5 shrink-0 text-ink-500" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

function Minutes({ value, onChange }: { readonly value: IdleMinutes; readonly onChange: (minutes: IdleMinutes) => void }) {
  const t = useText(pinText)
  return (
    <Select
      label={t('minutes')}
      options={idleMinutes.map((n) => ({ value: String(n), label: t('minutesOf', { n }) }))}
      value={String(value)}
      onChange={(chosen) => onChange(idleMinutes.find((n) => String(n) === chosen) ?? 15)}
    />
  )
}

function SetPin({ user, onCancel }: { readonly user: SessionUser; readonly onCancel: () => void }) {
  const t = useText(pinText)
  const engine = useEngine()
  const [value, setValue] = useState(noPin)
  const [minutes, setMinutes] = useState<IdleMinutes>(15)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [unknown, setUnknown] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setAsked(true)
    if (busy || !isGoodPin(value)) return
    const seal = await engine.copySeal()
    setUnknown(seal === null)
    if (seal === null) return
    setBusy(true)
    const outcome = await setPin(vaultOf(user._id), engine, { pin: value.pin, minutes, seal })
    setBusy(false)
    const trouble = troubles[outcome]
    toast(trouble ? 'error' : 'success', t(trouble ?? 'wasSet'))
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <NewPinFields value={value} onChange={setValue} asked={asked} />
      <Minutes value={minutes} onChange={setMinutes} />
      {unknown && (
        <p role="alert" className="text-bad-700">
          {t('needsServer')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" icon="lock" busy={busy}>
          {t('set')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  )
}

interface CurrentPinProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** The one that was given last is not it. */
  readonly wrong: boolean
  readonly onWrong: (wrong: boolean) => void
}

/** The PIN that stands, which both acts ask for. */
function CurrentPin({ value, onChange, wrong, onWrong }: CurrentPinProps) {
  const t = useText(pinText)
  return (
    <PasswordField
      label={t('currentPin')}
      name="pin"
      autoComplete="off"
      value={value}
      onChange={(next) => {
        onChange(next)
        onWrong(false)
      }}
      error={wrong ? t('wrong') : null}
    />
  )
}

function ChangePin({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const t = useText(pinText)
  const [current, setCurrent] = useState('')
  const [value, setValue] = useState(noPin)
  const [asked, setAsked] = useState(false)
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setAsked(true)
    if (busy || current === '' || !isGoodPin(value)) return
    setBusy(true)
    const outcome = await changePin(vaultOf(user._id), current, value.pin).catch((): PinOutcome => 'failed')
    setBusy(false)
    setWrong(outcome === 'wrong')
    if (outcome === 'failed') return toast('error', t('failed'))
    if (outcome !== 'done') return
    toast('success', t('wasChanged'))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('change')}
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <CurrentPin value={current} onChange={setCurrent} wrong={wrong} onWrong={setWrong} />
        <NewPinFields value={value} onChange={setValue} asked={asked} />
      </div>
    </Dialog>
  )
}

function RemovePin({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const t = useText(pinText)
  const engine = useEngine()
  const [current, setCurrent] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    if (busy || current === '') return
    setBusy(true)
    const outcome = await removePin(vaultOf(user._id), engine, current)
    setBusy(false)
    if (outcome === 'wrong') return setWrong(true)
    const trouble = troubles[outcome]
    toast(trouble ? 'error' : 'success', t(trouble ?? 'wasRemoved'))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('remove')}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            {t('remove')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p>{t('removeLead')}</p>
        <CurrentPin value={current} onChange={setCurrent} wrong={wrong} onWrong={setWrong} />
      </div>
    </Dialog>
  )
}

/** The PIN of this device: set, changed, taken off, and what it is worth (LK1). */
export function PinCard({ user }: { readonly user: SessionUser }) {
  const t = useText(pinText)
  const vault = useVault(user._id)
  // Drawn again when the session takes another token.
  useSession()
  const [doing, setDoing] = useState<'change' | 'remove' | null>(null)
  const isOpen = vault.kind === 'open'
  return (
    <Card title={t('cardTitle')}>
      <p className="text-ink-600">{t('cardLead')}</p>
      <Facts />
      {/* Administrators have no such page. A page that is loaded anew would ask for the PIN. */}
      {user.kind !== 'Administrator' && (
        <p className="mt-3">
          <Link to={`${pageAddress('faq')}#pin`} className="rounded-sm font-medium text-brand-700 underline hover:text-brand-900">
            {t('faqLink')}
          </Link>
        </p>
      )}
      {isOpen ? (
        <div className="mt-5 grid gap-5 border-t border-ink-150 pt-5">
          <p role="status" className="flex items-start gap-2.5 font-medium text-good-800">
            <Icon name="lock" size={20} className="mt-0.5 shrink-0" />
            {t('isSet')}
          </p>
          {tokenDue(user._id) && <Notice tone="warning">{t('sessionDue')}</Notice>}
          <Minutes value={vault.ring.minutes} onChange={(minutes) => void changeMinutes(vaultOf(user._id), minutes)} />
          <div className="flex flex-wrap gap-2.5">
            <Button kind="primary" icon="lock" onClick={() => void vaultOf(user._id).lock()}>
              {t('lockNow')}
            </Button>
            <Button onClick={() => setDoing('change')}>{t('change')}</Button>
            <Button onClick={() => setDoing('remove')}>{t('remove')}</Button>
          </div>
        </div>
      ) : (
        <FormBehindButton icon="lock" label={t('set')}>
          {(close) => <SetPin user={user} onCancel={close} />}
        </FormBehindButton>
      )}
      {doing === 'change' && <ChangePin user={user} onClose={() => setDoing(null)} />}
      {doing === 'remove' && <RemovePin user={user} onClose={() => setDoing(null)} />}
    </Card>
  )
}
