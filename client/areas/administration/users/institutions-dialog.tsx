import { useState } from 'react'
import type { UserList, UserView } from '#shared/accounts/user-routes.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog, Dialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { InstitutionList } from './institution-list.tsx'
import { usersText } from './text.ts'
import { addInstitution, removeInstitution } from './user-calls.ts'
import { nameOf } from './user-words.ts'

type Named = UserList['institutions'][number]

interface Props {
  readonly user: UserView
  readonly institutions: readonly Named[]
  readonly onChanged: () => Promise<UserList | undefined>
  readonly onClose: () => void
}

/** To which institutions somebody belongs: one more at once, one less once it was said what that takes away. */
export function InstitutionsDialog({ user, institutions, onChanged, onClose }: Props) {
  const t = useText(usersText)
  const errorText = useErrorText()
  const online = useOnline()
  const [now, setNow] = useState(user)
  const [leaving, setLeaving] = useState<Named | null>(null)
  const [busy, setBusy] = useState(false)
  const change = async (asked: () => Promise<Result<UserView>>, said: string): Promise<void> => {
    if (busy) return
    setBusy(true)
    const reply = await asked()
    if (reply.ok) setNow(reply.value)
    await onChanged()
    setBusy(false)
    setLeaving(null)
    if (reply.ok) toast('success', said)
    else toast('error', errorText(reply.failure))
  }
  const name = nameOf(now)
  return (
    <>
      <Dialog open onClose={onClose} title={t('institutionsTitle', { name })} actions={<Button onClick={onClose}>{t('close')}</Button>}>
        <p className="mb-5 text-ink-600">{t('institutionsHint')}</p>
        <InstitutionList
          title={t('institutions')}
          chosen={now.institutions}
          all={institutions}
          disabled={busy || !online}
          onAdd={(institution) =>
            void change(() => addInstitution(now._id, institution._id), t('institutionAdded', { name: institution.name }))
          }
          onRemove={now.institutions.length > 1 ? setLeaving : undefined}
        />
        {!online && <p className="mt-3 text-sm text-ink-600">{t('needsNetwork')}</p>}
      </Dialog>
      {leaving && (
        <AlertDialog
          open
          title={t('institutionRemoveTitle', { name, institution: leaving.name })}
          confirm={t('institutionRemoveConfirm')}
          kind="danger"
          busy={busy}
          onConfirm={() => void change(() => removeInstitution(now._id, leaving._id), t('institutionRemoved', { name: leaving.name }))}
          onCancel={() => setLeaving(null)}
        >
          <p>{t('institutionRemoveBody')}</p>
          {now.waiting > 0 && <p className="mt-3">{t('institutionRemoveWaiting', { n: now.waiting })}</p>}
        </AlertDialog>
      )}
    </>
  )
}
