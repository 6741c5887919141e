import { useEffect, useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { SignInTicket } from '#shared/accounts/routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { EnrolmentKey } from '#client/areas/account/second-factor/enrolment-key.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { RecoveryCodes } from '#client/areas/account/second-factor/recovery-codes.tsx'
import { signInWithCode } from '#client/areas/account/second-factor/second-factor-calls.ts'
import { secondFactorText } from '#client/areas/account/second-factor/second-factor-text.ts'

interface Props {
  readonly ticket: SignInTicket
  /** Others use this computer too. */
  readonly shared: boolean
  /** Back to the password: chosen, or because that was too long ago. */
  readonly onClose: (why?: Failure) => void
}

/** The second step of a sign-in: a code, or the factor itself where it is asked for and there is none. */
export function CodeStep({ ticket, shared, onClose }: Props) {
  const t = useText(secondFactorText)
  const errorText = useErrorText()
  const fieldId = useId()
  const [recovering, setRecovering] = useState(false)
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [granted, setGranted] = useState<{ codes: readonly string[]; open: () => void } | null>(null)
  const { enrolment } = ticket
  // Where there is something to read first, it is begun with.
  useEffect(() => document.getElementById(enrolment ? `${fieldId}-title` : fieldId)?.focus(), [fieldId, enrolment, recovering])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code.trim() === '' || busy) return
    setBusy(true)
    const reply = await signInWithCode(ticket, code, shared)
    setBusy(false)
    if (!reply.ok) {
      if (reply.failure.code === 'sign_in_expired') return onClose(reply.failure)
      setRefusal(reply.failure)
      return toast('error', errorText(reply.failure))
    }
    const { recoveryCodes, open } = reply.value
    if (recoveryCodes === null) open()
    else setGranted({ codes: recoveryCodes, open })
  }

  if (granted) return <RecoveryCodes codes={granted.codes} done={t('enter')} onDone={granted.open} />
  return (
    <section aria-labelledby={`${fieldId}-title`} className="grid gap-5">
      <div>
        <h2 id={`${fieldId}-title`} tabIndex={-1} className="text-lg outline-none">
          {t(enrolment ? 'mustTitle' : 'codeTitle')}
        </h2>
        <p className="mt-1 text-ink-600">{t(enrolment ? 'mustLead' : recovering ? 'recoveryLead' : 'codeLead')}</p>
      </div>
      {enrolment && <EnrolmentKey enrolment={enrolment} />}
      <form onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          key={String(recovering)}
          id={fieldId}
          name="code"
          label={t(recovering ? 'recoveryCode' : 'code')}
          autoComplete="one-time-code"
          inputMode={recovering ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(value) => {
            setCode(value)
            setRefusal(null)
          }}
          error={refusal ? errorText(refusal) : null}
        />
        <OnlineButton type="submit" kind="primary" busy={busy} disabled={code.trim() === ''} className="w-full">
          {t(enrolment ? 'finish' : 'verify')}
        </OnlineButton>
      </form>
      <div className="grid justify-items-start gap-2">
        {!enrolment && (
          <Button
            kind="quiet"
            size="small"
            className="text-left"
            onClick={() => {
              setRecovering(!recovering)
              setCode('')
              setRefusal(null)
            }}
          >
            {t(recovering ? 'useCode' : 'useRecovery')}
          </Button>
        )}
        {recovering && <p className="text-sm text-ink-600">{t('noneLeft')}</p>}
        <Button kind="quiet" size="small" onClick={() => onClose()}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}
