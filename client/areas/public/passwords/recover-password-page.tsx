import { useState } from 'react'
import type { FormEvent } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { Heading } from '#client/page/heading.tsx'
import { PublicFrame } from '#client/page/public-frame.tsx'
import { recoverPassword } from '#client/features/accounts/letter-calls.ts'
import { accountsText } from '#client/features/accounts/text.ts'
import { emailProblem } from '#client/features/accounts/validation.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Button } from '#client/ui/button.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { PlainDialog } from '#client/ui/overlays/plain-dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** Asks for a letter with a link. */
export function RecoverPasswordPage() {
  const t = useText(accountsText)
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong || busy) return
    setBusy(true)
    const reply = await recoverPassword(email)
    setBusy(false)
    if (reply.ok) return setSent(true)
    toast('error', errorText(reply.failure))
  }

  return (
    <PublicFrame>
      <Heading lead={t('recoverLead')} />
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
        <TextField
          label={t('institutionalEmail')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={setEmail}
          error={problem ? errorText(problem) : null}
        />
        <OnlineButton type="submit" kind="primary" busy={busy} className="w-full">
          {t('send')}
        </OnlineButton>
        <a href={pageAddress('login')} className="w-fit rounded-sm font-medium text-brand-700 underline hover:text-brand-900">
          {t('backToLogin')}
        </a>
      </form>
      <PlainDialog
        open={sent}
        onClose={() => setSent(false)}
        title={t('recoverSentTitle')}
        actions={
          <Button kind="primary" onClick={() => location.assign(pageAddress('login'))}>
            {t('backToLogin')}
          </Button>
        }
      >
        <p>{t('recoverSentBody')}</p>
      </PlainDialog>
    </PublicFrame>
  )
}
