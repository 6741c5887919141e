import { useState } from 'react'
import type { FormEvent } from 'react'
import { Page } from '#client/app/page.tsx'
import { PageHeading } from '#client/app/page-heading.tsx'
import { changePassword, saveProfile } from '#client/features/accounts/account-calls.ts'
import { AccountHistory } from '#client/features/accounts/account-history.tsx'
import { SessionsCard } from '#client/features/accounts/sessions-card.tsx'
import { accountsText } from '#client/features/accounts/text.ts'
import { newPasswordProblem } from '#client/features/accounts/validation.ts'
import { useSession } from '#client/data/session.ts'
import type { SessionUser } from '#client/data/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { passwordMinLength } from '#shared/accounts/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Card } from '#client/ui/card.tsx'
import { OnlineButton } from '#client/features/accounts/online-button.tsx'
import { PasswordField, TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.tsx'

function ProfileCard({ user }: { readonly user: SessionUser }) {
  const t = useText(accountsText)
  const errorText = useErrorText()
  const [name, setName] = useState(user.name)
  const [surname, setSurname] = useState(user.surname)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || surname.trim() === '' || busy) return
    setBusy(true)
    const reply = await saveProfile(user, { name, surname })
    setBusy(false)
    if (reply.ok) toast('success', t('profileUpdated'))
    else toast('error', errorText(reply.failure))
  }
  return (
    <Card title={t('profile')}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('name')}
            autoComplete="given-name"
            value={name}
            onChange={setName}
            error={tried && name.trim() === '' ? errorText(failure('name_empty')) : null}
          />
          <TextField
            label={t('surname')}
            autoComplete="family-name"
            value={surname}
            onChange={setSurname}
            error={tried && surname.trim() === '' ? errorText(failure('surname_empty')) : null}
          />
        </div>
        <TextField label={t('email')} type="email" autoComplete="username" value={user.email} onChange={() => undefined} readOnly />
        <OnlineButton type="submit" kind="primary" busy={busy} className="w-fit">
          {t('save')}
        </OnlineButton>
      </form>
      <AccountHistory user={user} />
    </Card>
  )
}

function PasswordCard({ user }: { readonly user: SessionUser }) {
  const t = useText(accountsText)
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
    setCurrent('')
    setNext('')
    setRepeated('')
    toast('success', t('passwordChanged'))
  }
  const errorFor = (...codes: string[]): string | null => (problem && codes.includes(problem.code) ? errorText(problem) : null)
  const complete = [current, next, repeated].every((text) => text.length >= passwordMinLength)
  return (
    <Card title={t('changePassword')}>
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
        <OnlineButton type="submit" kind="primary" busy={busy} disabled={!complete} className="w-fit">
          {t('changePassword')}
        </OnlineButton>
      </form>
    </Card>
  )
}

/** Name, surname, password and open sessions. Needs a network: accounts live on the server. */
export function UserSettingsPage() {
  const { user } = useSession()
  if (!user) return null
  return (
    <Page width="narrow">
      <PageHeading />
      <div className="mt-8 grid gap-6">
        <ProfileCard user={user} />
        <PasswordCard user={user} />
        <SessionsCard />
      </div>
    </Page>
  )
}
