import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Enrolment } from '#shared/accounts/routes.ts'
import type { SecondFactor } from '#shared/accounts/second-factor-routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PasswordField, TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { CodeField } from '#client/areas/account/sessions/code-field.tsx'
import { EnrolmentKey } from './enrolment-key.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { beginSecondFactor, confirmSecondFactor, readSecondFactor, removeSecondFactor, renewRecoveryCodes } from './second-factor-calls.ts'
import { secondFactorText } from './second-factor-text.ts'
import { ServerReadState, useServerRead } from '#client/areas/account/sessions/server-read.tsx'

interface Proof {
  readonly password: string
  readonly code: string
  readonly former: string
}

/** What an act asks for: the password and a code and, where one key takes the place of another, a code of that one too. */
function ProofForm({
  codeLabel,
  formerLabel,
  act,
  danger = false,
  send,
  onCancel,
}: {
  codeLabel: string
  formerLabel?: string | undefined
  act: string
  danger?: boolean | undefined
  /** Null when it was done. */
  send: (proof: Proof) => Promise<Failure | null>
  onCancel: () => void
}) {
  const t = useText(secondFactorText)
  const errorText = useErrorText()
  const [proof, setProof] = useState<Proof>({ password: '', code: '', former: '' })
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const write = (change: Partial<Proof>): void => {
    setProof({ ...proof, ...change })
    setRefusal(null)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const failed = await send(proof)
    setBusy(false)
    setRefusal(failed)
    if (failed) toast('error', errorText(failed))
  }
  const said = (code: string): string | null => (refusal?.code === code ? errorText(refusal) : null)
  const complete = proof.password !== '' && proof.code.trim() !== '' && (formerLabel === undefined || proof.former.trim() !== '')
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <CodeField label={codeLabel} value={proof.code} onChange={(code) => write({ code })} error={said('code_wrong')} />
      {formerLabel !== undefined && (
        <TextField
          label={formerLabel}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={proof.former}
          onChange={(former) => write({ former })}
        />
      )}
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        value={proof.password}
        onChange={(password) => write({ password })}
        error={said('current_password_wrong')}
      />
      <div className="flex flex-wrap gap-3">
        <OnlineButton type="submit" kind={danger ? 'danger' : 'primary'} busy={busy} disabled={!complete}>
          {act}
        </OnlineButton>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  )
}

/** What is being done beside the state. */
type Doing =
  | { readonly act: 'none' }
  | { readonly act: 'key'; readonly enrolment: Enrolment }
  | { readonly act: 'renew' | 'remove' }
  | { readonly act: 'codes'; readonly codes: readonly string[] }

/** Two-step verification of one's own: turning it on, changing the telephone, new recovery codes, taking it away. */
export function SecondFactorCard() {
  const t = useText(secondFactorText)
  const errorText = useErrorText()
  const read = useServerRead(readSecondFactor)
  const { value: factor, load } = read
  const [doing, setDoing] = useState<Doing>({ act: 'none' })
  const [asking, setAsking] = useState(false)
  const end = (): void => setDoing({ act: 'none' })
  const begin = async (): Promise<void> => {
    setAsking(true)
    const reply = await beginSecondFactor()
    setAsking(false)
    if (reply.ok) setDoing({ act: 'key', enrolment: reply.value })
    else toast('error', errorText(reply.failure))
  }
  /** Codes that came are shown before anything else. */
  const showCodes = async (reply: Result<readonly string[]>): Promise<Failure | null> => {
    if (!reply.ok) return reply.failure
    setDoing({ act: 'codes', codes: reply.value })
    await load()
    return null
  }
  const remove = async (proof: Proof): Promise<Failure | null> => {
    const reply = await removeSecondFactor({ password: proof.password, code: proof.code })
    if (!reply.ok) return reply.failure
    end()
    toast('success', t('turnedOff'))
    await load()
    return null
  }
  const isOn = factor !== null && factor !== undefined && factor.since !== null
  return (
    <Card title={t('title')} actions={factor && <Badge tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'on' : 'off')}</Badge>}>
      <p className="text-ink-600">{t('about')}</p>
      <div className="mt-5 grid gap-5">
        <ServerReadState of={read} missing={t('missing')} needsNetwork={t('needsNetwork')} />
        {doing.act === 'codes' && <RecoveryCodes codes={doing.codes} done={t('codesKept')} onDone={end} />}
        {doing.act === 'key' && (
          <>
            <EnrolmentKey enrolment={doing.enrolment} />
            <ProofForm
              codeLabel={t('newCode')}
              formerLabel={isOn ? t('formerCode') : undefined}
              act={t(isOn ? 'change' : 'turnOn')}
              send={async ({ password, code, former }) => {
                const reply = await confirmSecondFactor({ password, code, ...(isOn ? { former } : {}) })
                if (reply.ok) toast('success', t('turnedOn'))
                return showCodes(reply)
              }}
              onCancel={end}
            />
          </>
        )}
        {doing.act === 'renew' && (
          <>
            <h3 className="text-base">{t('renewTitle')}</h3>
            <p className="text-ink-600">{t('renewBody')}</p>
            <ProofForm
              codeLabel={t('codeOrRecovery')}
              act={t('renew')}
              send={async ({ password, code }) => showCodes(await renewRecoveryCodes({ password, code }))}
              onCancel={end}
            />
          </>
        )}
        {doing.act === 'remove' && (
          <>
            <h3 className="text-base">{t('removeTitle')}</h3>
            <p className="text-ink-600">{t('removeBody')}</p>
            <ProofForm codeLabel={t('codeOrRecovery')} act={t('remove')} danger send={remove} onCancel={end} />
          </>
        )}
        {factor && doing.act === 'none' && (
          <State factor={factor} busy={asking} onKey={() => void begin()} onAct={(act) => setDoing({ act })} />
        )}
      </div>
    </Card>
  )
}

function State({
  factor,
  busy,
  onKey,
  onAct,
}: {
  factor: SecondFactor
  busy: boolean
  onKey: () => void
  onAct: (act: 'renew' | 'remove') => void
}) {
  const t = useText(secondFactorText)
  const format = useFormat()
  const { since, required, codesLeft } = factor
  if (since === null) {
    return (
      <OnlineButton kind="primary" className="w-fit" busy={busy} onClick={onKey}>
        {t('turnOn')}
      </OnlineButton>
    )
  }
  return (
    <>
      <div>
        <p>{t('since', { day: format.moment(since) })}</p>
        <p className={codesLeft === 0 ? 'font-medium text-bad-700' : 'text-ink-600'}>{t('codesLeft', { n: codesLeft })}</p>
        {required && <p className="text-ink-600">{t('required')}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <OnlineButton busy={busy} onClick={onKey}>
          {t('change')}
        </OnlineButton>
        <OnlineButton onClick={() => onAct('renew')}>{t('renew')}</OnlineButton>
        {!required && (
          <OnlineButton kind="danger" onClick={() => onAct('remove')}>
            {t('remove')}
          </OnlineButton>
        )}
      </div>
    </>
  )
}
