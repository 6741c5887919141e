import { useState } from 'react'
import type { FormEvent } from 'react'
import { saveProfile } from '#client/areas/account/sessions/settings-calls.ts'
import { AccountHistory } from './account-history.tsx'
import { settingsText } from './settings-text.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { failure } from '#shared/kernel/failure.ts'
import { Card } from '#client/ui/card.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** Name and surname, and who changed them. */
export function ProfileCard({ user }: { readonly user: SessionUser }) {
  const t = useText(settingsText)
  const errorText = useErrorText()
  const { fields, write, forget } = useKeptFields({
    kind: 'profile',
    subject: 'names',
    initial: { name: user.name, surname: user.surname },
    about: t('profile'),
  })
  const { name, surname } = fields
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || surname.trim() === '' || busy) return
    setBusy(true)
    const reply = await saveProfile(user, { name, surname })
    setBusy(false)
    if (!reply.ok) return toast('error', errorText(reply.failure))
    await forget()
    toast('success', t('profileUpdated'))
  }
  return (
    <Card title={t('profile')}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('name')}
            autoComplete="given-name"
            value={name}
            onChange={(typed) => write({ ...fields, name: typed })}
            error={tried && name.trim() === '' ? errorText(failure('name_empty')) : null}
          />
          <TextField
            label={t('surname')}
            autoComplete="family-name"
            value={surname}
            onChange={(typed) => write({ ...fields, surname: typed })}
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
