import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { passkeyNameMax } from '#shared/accounts/passkey-routes.ts'
import type { Passkey, PasskeyProof, Passkeys } from '#shared/accounts/passkey-routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PasswordField, TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { CodeField } from '#client/areas/account/sessions/code-field.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { addPasskey, notUsed, proofByPasskey, readPasskeys, removePasskey, renamePasskey } from './passkey-calls.ts'
import type { Used } from './passkey-calls.ts'
import { passkeysCanWork } from './passkeys-can-work.ts'
import { passkeysText } from './passkeys-text.ts'
import { ServerReadState, useServerRead } from '#client/areas/account/sessions/server-read.tsx'

interface Listed extends Passkeys {
  /** When they came, for how long ago each was used. */
  readonly atMs: number
}

async function readListed(): Promise<Result<Listed>> {
  const reply = await readPasskeys()
  return reply.ok ? done({ ...reply.value, atMs: Date.now() }) : reply
}

/** What is being done beside the list: one thing at a time. */
type Doing = { readonly act: 'none' | 'add' } | { readonly act: 'rename' | 'remove'; readonly id: string }

/** The person's passkeys: which there are, another one, another name, and taking one away. */
export function PasskeysCard() {
  const t = useText(passkeysText)
  const read = useServerRead(readListed)
  const { value: listed, load } = read
  const [doing, setDoing] = useState<Doing>({ act: 'none' })
  const addRef = useRef<HTMLButtonElement>(null)
  const headRef = useRef<HTMLParagraphElement>(null)
  const [returning, setReturning] = useState(false)
  // Whoever was in a form that closed goes on where it was opened, or at the card where that is gone.
  useEffect(() => {
    if (!returning) return
    setReturning(false)
    const target = addRef.current ?? headRef.current
    target?.focus()
  }, [returning])
  const end = (): void => {
    setDoing({ act: 'none' })
    setReturning(true)
  }
  const finish = async (said: 'addedNow' | 'removedNow' | 'renamedNow'): Promise<void> => {
    await load()
    end()
    toast('success', t(said))
  }
  return (
    <Card title={t('title')}>
      <p ref={headRef} tabIndex={-1} className="text-ink-600 outline-none">
        {t('about')}
      </p>
      <div className="mt-5 grid gap-5">
        <ServerReadState of={read} missing={t('missing')} needsNetwork={t('needsNetwork')} />
        {listed && listed.passkeys.length > 0 && (
          <ul aria-label={t('list')} className="divide-y divide-ink-200 border-y border-ink-200">
            {listed.passkeys.map((passkey) => (
              <li key={passkey.id} className="py-4">
                {doing.act === 'rename' && doing.id === passkey.id ? (
                  <RenameForm passkey={passkey} onDone={() => finish('renamedNow')} onCancel={end} />
                ) : doing.act === 'remove' && doing.id === passkey.id ? (
                  <RemoveForm passkey={passkey} of={listed} onDone={() => finish('removedNow')} onCancel={end} />
                ) : (
                  <PasskeyRow passkey={passkey} atMs={listed.atMs} onAct={(act) => setDoing({ act, id: passkey.id })} />
                )}
              </li>
            ))}
          </ul>
        )}
        {listed && doing.act === 'add' && <AddForm of={listed} onDone={() => finish('addedNow')} onCancel={end} />}
        {listed && doing.act !== 'add' && <Adding of={listed} buttonRef={addRef} onAdd={() => setDoing({ act: 'add' })} />}
        {listed && listed.passkeys.length > 0 && <p className="text-sm text-ink-600">{t('recovery')}</p>}
      </div>
    </Card>
  )
}

function PasskeyRow({ passkey, atMs, onAct }: { passkey: Passkey; atMs: number; onAct: (act: 'rename' | 'remove') => void }) {
  const t = useText(passkeysText)
  const format = useFormat()
  const { name, createdAt, lastUsedAt, synced } = passkey
  const facts = [
    t('added', { day: format.day(createdAt) }),
    lastUsedAt === null ? t('neverUsed') : t('used', { ago: format.ago(lastUsedAt, atMs) }),
    synced ? t('synced') : null,
  ]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex min-w-0 basis-60 grow items-start gap-3">
        <Icon name="key" size={22} className="mt-0.5 text-ink-500" />
        <div className="min-w-0">
          <p className="font-medium break-words text-ink-900">{name}</p>
          <p className="mt-0.5 text-sm text-ink-600">{facts.filter((each) => each !== null).join(' · ')}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={t('renameLabel', { name })} onClick={() => onAct('rename')}>
          {t('rename')}
        </Button>
        <Button size="small" aria-label={t('removeLabel', { name })} onClick={() => onAct('remove')}>
          {t('remove')}
        </Button>
      </div>
    </div>
  )
}

/** The way to one more, or why there is none here. */
function Adding({ of: { origin }, buttonRef, onAdd }: { of: Listed; buttonRef: React.Ref<HTMLButtonElement>; onAdd: () => void }) {
  const t = useText(passkeysText)
  if (origin === null) return <Notice tone="neutral">{t('unavailable')}</Notice>
  if (origin !== location.origin) return <Notice tone="neutral">{t('elsewhere', { origin })}</Notice>
  if (!passkeysCanWork()) return <Notice tone="neutral">{t('unsupported')}</Notice>
  return (
    <div className="grid gap-3">
      <OnlineButton ref={buttonRef} icon="plus" className="w-fit" onClick={onAdd}>
        {t('add')}
      </OnlineButton>
      <p className="text-sm text-ink-600">{t('shared')}</p>
    </div>
  )
}

interface FormProps {
  readonly of: Listed
  readonly onDone: () => Promise<void>
  readonly onCancel: () => void
}

function AddForm({ of, onDone, onCancel }: FormProps) {
  const t = useText(passkeysText)
  const id = useId()
  const [name, setName] = useState('')
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return (
    <div className="grid gap-5">
      <div>
        <h3 className="text-base">{t('addTitle')}</h3>
        <p className="mt-1 text-ink-600">{t('addLead')}</p>
      </div>
      <ProofForm
        of={of}
        act={t('create')}
        ready={name.trim() !== ''}
        send={(proof) => addPasskey(name.trim(), proof)}
        onDone={onDone}
        onCancel={onCancel}
      >
        <TextField
          id={id}
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="off"
          maxLength={passkeyNameMax}
          value={name}
          onChange={setName}
        />
      </ProofForm>
    </div>
  )
}

function RemoveForm({ passkey, of, onDone, onCancel }: FormProps & { readonly passkey: Passkey }) {
  const t = useText(passkeysText)
  const titleId = useId()
  useEffect(() => document.getElementById(titleId)?.focus(), [titleId])
  return (
    <div className="grid gap-5">
      <div>
        <h3 id={titleId} tabIndex={-1} className="text-base break-words outline-none">
          {t('removeTitle', { name: passkey.name })}
        </h3>
        <p className="mt-1 text-ink-600">{t('removeBody')}</p>
      </div>
      <ProofForm
        of={of}
        act={t('remove')}
        danger
        ready
        send={(proof) => removePasskey(passkey, of.rpId, proof)}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  )
}

/** Refusals that stand at the field that they are about. */
const fieldCodes: ReadonlySet<string> = new Set(['current_password_wrong', 'code_wrong'])

/** That it is the person: their password, with a code where one is asked for, or one of their passkeys. */
function ProofForm({
  of: { proof: asked, passkeys, origin },
  act,
  danger = false,
  ready,
  send,
  onDone,
  onCancel,
  children,
}: FormProps & {
  readonly act: string
  readonly danger?: boolean | undefined
  /** Whether everything else that the form asks for is there. */
  readonly ready: boolean
  readonly send: (proof: PasskeyProof) => Promise<Used<unknown>>
  readonly children?: React.ReactNode
}) {
  const t = useText(passkeysText)
  const errorText = useErrorText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null)
  const byPasskey = passkeys.length > 0 && origin === location.origin && passkeysCanWork()
  const go = async (by: 'password' | 'passkey'): Promise<void> => {
    if (busy !== null) return
    setBusy(by)
    setRefusal(null)
    const proof: Used<PasskeyProof> = by === 'passkey' ? await proofByPasskey() : done({ password, ...(asked === 'code' ? { code } : {}) })
    const sent = proof !== notUsed && proof.ok ? await send(proof.value) : proof
    setBusy(null)
    if (sent === notUsed) return toast('info', t('notUsed'))
    if (sent.ok) return onDone()
    setRefusal(sent.failure)
    toast('error', errorText(sent.failure))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void go(asked === 'passkey' ? 'passkey' : 'password')
  }
  const said = (of: string): string | null => (refusal?.code === of ? errorText(refusal) : null)
  const complete = ready && password !== '' && (asked !== 'code' || code.trim() !== '')
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {children}
      {asked === 'passkey' ? (
        <p className="text-ink-600">{t('byPasskeyLead')}</p>
      ) : (
        <>
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            value={password}
            onChange={(value) => {
              setPassword(value)
              setRefusal(null)
            }}
            error={said('current_password_wrong')}
          />
          {asked === 'code' && (
            <CodeField
              label={t('code')}
              value={code}
              onChange={(value) => {
                setCode(value)
                setRefusal(null)
              }}
              error={said('code_wrong')}
            />
          )}
        </>
      )}
      {refusal && !fieldCodes.has(refusal.code) && <Notice tone="danger">{errorText(refusal)}</Notice>}
      <div className="flex flex-wrap gap-3">
        {asked !== 'passkey' && (
          <OnlineButton type="submit" kind={danger ? 'danger' : 'primary'} busy={busy === 'password'} disabled={!complete}>
            {act}
          </OnlineButton>
        )}
        {byPasskey && (
          <OnlineButton
            icon="key"
            kind={asked === 'passkey' ? 'primary' : 'secondary'}
            busy={busy === 'passkey'}
            disabled={!ready}
            onClick={() => void go('passkey')}
          >
            {t('byPasskey')}
          </OnlineButton>
        )}
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  )
}

function RenameForm({ passkey, onDone, onCancel }: { passkey: Passkey; onDone: () => Promise<void>; onCancel: () => void }) {
  const t = useText(passkeysText)
  const errorText = useErrorText()
  const id = useId()
  const [name, setName] = useState(passkey.name)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || name.trim() === '') return
    setBusy(true)
    const reply = await renamePasskey(passkey.id, name.trim())
    setBusy(false)
    if (reply.ok) return onDone()
    setRefusal(reply.failure)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <TextField
        id={id}
        label={t('name')}
        autoComplete="off"
        maxLength={passkeyNameMax}
        value={name}
        onChange={(value) => {
          setName(value)
          setRefusal(null)
        }}
        error={refusal ? errorText(refusal) : null}
      />
      <div className="flex flex-wrap gap-3">
        <OnlineButton type="submit" kind="primary" busy={busy} disabled={name.trim() === ''}>
          {t('save')}
        </OnlineButton>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
