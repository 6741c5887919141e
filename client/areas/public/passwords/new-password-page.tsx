import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import { Heading } from '#client/page/heading.tsx'
import { PublicFrame } from '#client/page/public-frame.tsx'
import { setPassword } from '#client/features/accounts/letter-calls.ts'
import { accountsText } from '#client/features/accounts/text.ts'
import { emailInQuery, newPasswordProblem, passwordsComplete } from '#client/features/accounts/validation.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Notice } from '#client/ui/notice.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { PasswordField, TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** Sets a password with the secret of a letter, for a reset or an invitation (SI3). */
function NewPasswordPage({ kind }: { readonly kind: 'reset' | 'invite' }) {
  const t = useText(accountsText)
  const errorText = useErrorText()
  const [query] = useState(() => new URLSearchParams(location.search))
  // Read once: the address is cleaned right after, so that the secret stays in no history.
  const [token] = useState(() => query.get('token') ?? '')
  const [email] = useState(() => emailInQuery(query.get('email')))
  const [password, setPasswordText] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [problem, setProblem] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const linkProblem = token === '' || email === '' ? failure('token_missing') : null

  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const wrong = linkProblem ?? newPasswordProblem(password, confirmation)
    setProblem(wrong)
    if (wrong || busy) return
    setBusy(true)
    const reply = await setPassword(kind, { token, email, password, confirmPassword: confirmation })
    setBusy(false)
    if (!reply.ok) {
      setProblem(reply.failure)
      return toast('error', errorText(reply.failure))
    }
    // Sign-in is another document: it says there that it was done.
    location.replace(pageAddress('login', { done: 'password' }))
  }

  const differ = problem?.code === 'passwords_differ'
  const aboutPassword = problem !== null && problem.code.startsWith('password') && !differ
  return (
    <PublicFrame>
      <Heading lead={kind === 'invite' ? t('inviteLead') : undefined} />
      <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
        {linkProblem && (
          <Notice tone="danger" role="alert">
            {errorText(linkProblem)}
          </Notice>
        )}
        {problem && !differ && !aboutPassword && problem !== linkProblem && (
          <Notice tone="danger" role="alert">
            {errorText(problem)}
          </Notice>
        )}
        <TextField label={t('email')} type="email" name="email" autoComplete="username" value={email} onChange={() => undefined} readOnly />
        <PasswordField
          label={t('newPassword')}
          hint={t('passwordHint')}
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={setPasswordText}
          error={aboutPassword ? errorText(problem) : null}
        />
        <PasswordField
          label={t('confirmPassword')}
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmation}
          onChange={setConfirmation}
          error={differ ? errorText(problem) : null}
        />
        <OnlineButton type="submit" kind="primary" busy={busy} disabled={!passwordsComplete(password, confirmation)} className="w-full">
          {t('create')}
        </OnlineButton>
        <a href={pageAddress('login')} className="w-fit rounded-sm font-medium text-brand-700 underline hover:text-brand-900">
          {t('backToLogin')}
        </a>
      </form>
    </PublicFrame>
  )
}

export const ResetPasswordPage = () => <NewPasswordPage kind="reset" />
export const InvitePage = () => <NewPasswordPage kind="invite" />
