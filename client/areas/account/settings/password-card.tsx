import { useState } from 'react'
import type { FormEvent } from 'react'
import { changePassword } from '#client/areas/account/sessions/settings-calls.ts'
import { FormBehindButton } from './form-behind-button.tsx'
import { sessionsText } from '#client/areas/account/sessions/sessions-text.ts'
import { settingsText } from './settings-text.ts'
import { newPasswordProblem } from '#client/features/accounts/validation.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { passwordMinLength } from '#shared/accounts/model.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { PasswordField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** Another password, for who knows the one that stands. */
export function PasswordCard({ user }: { readonly user: SessionUser }) {
  const t = useText(settingsText)
  const s = useText(sessionsText)
  return (
    <Card title={t('password')}>
      <p className="text-ink-600">{s('passwordLead')}</p>
      <FormBehindButton icon="key" label={t('changePassword')}>
        {(close) => <PasswordForm user={user} onClose={close} />}
      </FormBehindButton>
    </Card>
  )
}

function PasswordForm({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const t = useText(settingsText)
  const s = useText(sessionsText)
  const errorText = useErrorText()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = newPasswordProblem(next, repeated)
    setProblem(wrong)
    if (wrong || busy) return
    setBusy(true)
    const reply = await changePassword(user, { password: current, newPassword: next, confirmNewPassword: repeated })
    setBusy(false)
    if (!reply.ok) {
      setProblem(reply.failure)
      return toast('error', errorText(reply.failure))
    }
    onClose()
    toast('success', t('passwordChanged'))
  }
  const errorFor = (...codes: string[]): string | null => (problem && codes.includes(problem.code) ? errorText(problem) : null)
  const complete = [current, next, repeated].every((text) => text.length >= passwordMinLength)
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <PasswordField
        label={t('currentPassword')}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={errorFor('current_password_wrong')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          label={t('newPassword')}
          hint={t('passwordHint')}
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          error={errorFor('password_too_short', 'password_too_long', 'password_too_common', 'password_own_words')}
          className="sm:col-span-2"
        />
        <PasswordField
          label={t('repeatPassword')}
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
          error={errorFor('passwords_differ')}
          className="sm:col-span-2"
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <OnlineButton type="submit" kind="primary" busy={busy} disabled={!complete}>
          {t('changePassword')}
        </OnlineButton>
        <Button onClick={onClose}>{s('cancel')}</Button>
      </div>
    </form>
  )
}
