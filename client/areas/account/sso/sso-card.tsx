import { useEffect, useId, useState } from 'react'
import type { FormEvent } from 'react'
import { rutOf } from '#shared/accounts/rut.ts'
import type { SsoLink } from '#shared/accounts/sso-routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Spinner } from '#client/ui/loading/spinner.tsx'
import { PasswordField, TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { CodeField } from '#client/areas/account/sessions/code-field.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useServerRead } from '#client/areas/account/sessions/server-read.tsx'
import { beginSsoLink, confirmSsoLink, readSsoLink, unlinkSso } from './sso-calls.ts'
import type { LinkProof } from './sso-calls.ts'
import { ssoText } from './sso-text.ts'

interface Brought {
  readonly token: string | null
  readonly error: string | null
}

/** What was taken out of the address until a page that shows it stands: a drawing that is begun anew would find it nowhere. */
let brought: Brought | null = null

/** What the provider's way back left in the address of this page, taken out of it: a code is good once. */
function takeReturned(): Brought {
  const asked = new URLSearchParams(location.search)
  const found: Brought = { token: asked.get('token'), error: asked.get('error') }
  if (found.token === null && found.error === null) return brought ?? found
  brought = found
  for (const name of ['cu', 'token', 'error']) asked.delete(name)
  history.replaceState(history.state, '', `${location.pathname}${asked.size === 0 ? '' : `?${asked.toString()}`}`)
  return found
}

/** Single sign-on of one's own: linking it, and taking it away. Nothing where there is no provider and nothing is linked (SO1). */
export function SsoCard({ user }: { readonly user: SessionUser }) {
  const t = useText(ssoText)
  const errorText = useErrorText()
  const id = useId()
  const { value: link, load } = useServerRead(readSsoLink)
  const [returned] = useState(takeReturned)
  const [confirming, setConfirming] = useState(returned.token !== null)
  const [refusal, setRefusal] = useState<Failure | null>(returned.error === null ? null : failure(returned.error))
  const [unlinking, setUnlinking] = useState(false)
  const hasReturned = returned.token !== null || returned.error !== null
  useEffect(() => {
    brought = null
  }, [])
  useEffect(() => {
    if (returned.token === null) return
    void confirmSsoLink(returned.token).then(async (reply) => {
      setConfirming(false)
      if (reply.ok) toast('success', t('linkedNow'))
      else setRefusal(reply.failure)
      await load()
    })
  }, [returned, load, t])
  const isThere = link !== null && link !== undefined
  // Who comes back from the provider is shown what became of it, wherever the card stands.
  useEffect(() => {
    if (hasReturned && isThere) document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }, [hasReturned, isThere, id])
  if (!isThere || (!link.provider && !link.linked)) return null
  const { provider, linked } = link
  const name = provider?.name

  const begin = async (proof: LinkProof & { readonly rut?: string | undefined }): Promise<Failure | null> => {
    setRefusal(null)
    const page = await beginSsoLink(user, proof)
    if (!page.ok) return page.failure
    location.assign(page.value)
    // The page is on its way: the button goes on turning.
    return new Promise(() => undefined)
  }
  const unlink = async (proof: LinkProof): Promise<Failure | null> => {
    const reply = await unlinkSso(user, proof)
    if (!reply.ok) return reply.failure
    setUnlinking(false)
    toast('success', t('unlinkedNow'))
    await load()
    return null
  }
  return (
    <Card
      title={<span id={id}>{name === undefined ? t('titlePlain') : t('title', { name })}</span>}
      actions={<Badge tone={linked ? 'success' : 'neutral'}>{t(linked ? 'linked' : 'notLinked')}</Badge>}
    >
      <p className="text-ink-600">{name === undefined ? t('aboutGone') : t('about', { name })}</p>
      <div className="mt-5 grid gap-5">
        {refusal && (
          <Notice tone="danger" role="alert">
            {errorText(refusal)}
          </Notice>
        )}
        {confirming ? (
          <p role="status" className="flex items-center gap-3 text-ink-700">
            <Spinner />
            {t('confirming')}
          </p>
        ) : (
          <>
            {linked && <Since linked={linked} />}
            {linked && !unlinking && (
              <OnlineButton kind="danger" className="w-fit" onClick={() => setUnlinking(true)}>
                {t('unlink')}
              </OnlineButton>
            )}
            {linked && unlinking && (
              <>
                <div>
                  <h3 className="text-base">{t('unlinkTitle')}</h3>
                  <p className="mt-1 text-ink-600">{t('unlinkBody')}</p>
                </div>
                <ProofForm link={link} act={t('unlink')} danger send={unlink} onCancel={() => setUnlinking(false)} />
              </>
            )}
            {!linked && provider && (
              <ProofForm
                link={link}
                asksRut={provider.kind === 'claveunica'}
                act={t('link', { name: provider.name })}
                hint={t('linkHint', { name: provider.name })}
                send={begin}
              />
            )}
          </>
        )}
      </div>
    </Card>
  )
}

function Since({ linked: { rut, since } }: { readonly linked: NonNullable<SsoLink['linked']> }) {
  const t = useText(ssoText)
  const format = useFormat()
  const day = format.moment(since)
  return <p>{rut === null ? t('since', { day }) : t('sinceRut', { rut, day })}</p>
}

/** What either act asks for: the password, of who has a second factor a code and, to link Clave Única, the rut. */
function ProofForm({
  link,
  asksRut = false,
  act,
  hint,
  danger = false,
  send,
  onCancel,
}: {
  readonly link: SsoLink
  readonly asksRut?: boolean
  readonly act: string
  readonly hint?: string
  readonly danger?: boolean
  /** Null when it was done. */
  readonly send: (proof: LinkProof & { readonly rut?: string | undefined }) => Promise<Failure | null>
  readonly onCancel?: () => void
}) {
  const t = useText(ssoText)
  const errorText = useErrorText()
  const [rut, setRut] = useState('')
  const [rutWrong, setRutWrong] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isWrong = asksRut && rutOf(rut) === undefined
    setRutWrong(isWrong)
    if (isWrong || busy) return
    setBusy(true)
    const failed = await send({ password, ...(link.factor ? { code } : {}), ...(asksRut ? { rut } : {}) })
    setBusy(false)
    setRefusal(failed)
    if (failed) toast('error', errorText(failed))
  }
  const said = (...codes: string[]): string | null => (refusal && codes.includes(refusal.code) ? errorText(refusal) : null)
  const atFields = ['rut_not_valide', 'current_password_wrong', 'password_empty', 'code_wrong']
  const complete = password !== '' && (!link.factor || code.trim() !== '') && (!asksRut || rut.trim() !== '')
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {refusal && !atFields.includes(refusal.code) && (
        <Notice tone="danger" role="alert">
          {errorText(refusal)}
        </Notice>
      )}
      {asksRut && (
        <TextField
          label={t('rut')}
          hint={t('rutHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={rut}
          onChange={(value) => {
            setRut(value)
            setRutWrong(false)
            setRefusal(null)
          }}
          onBlur={() => {
            const formatted = rutOf(rut)
            if (formatted !== undefined) setRut(formatted)
            else if (rut.trim() !== '') setRutWrong(true)
          }}
          error={rutWrong ? errorText(failure('rut_not_valide')) : said('rut_not_valide')}
        />
      )}
      {link.factor && (
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
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          setRefusal(null)
        }}
        error={said('current_password_wrong', 'password_empty')}
      />
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <OnlineButton type="submit" kind={danger ? 'danger' : 'primary'} busy={busy} disabled={!complete}>
            {act}
          </OnlineButton>
          {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        </div>
        {hint !== undefined && <p className="text-sm text-ink-600">{hint}</p>}
      </div>
    </form>
  )
}
