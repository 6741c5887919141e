import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { roles } from '#shared/access/roles.ts'
import { appText, roleText } from '#client/page/text.ts'
import { chooseInFront } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { defineText, useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { es } from './institution-choice-strings.es.ts'

const choiceText = defineText('institutionChoice', es)

/** With which of their institutions somebody works from now on: at their sign-in, and from the header. Needs no network. */
export function InstitutionChoice({ user, onClose }: { readonly user: SessionUser; readonly onClose: () => void }) {
  const t = useText(choiceText)
  const a = useText(appText)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(user.institutionId)
  const take = (id: string | null): void => {
    onClose()
    if (id === null) return
    chooseInFront(id)
    // What is open is of the other institution.
    if (id !== user.institutionId) void navigate(pageAddress('start'))
    announce(t('chosen', { name: user.institutions.find(({ _id }) => _id === id)?.name ?? '' }))
  }
  return (
    <Dialog
      open
      onClose={() => take(user.institutionId)}
      title={t('title')}
      actions={
        <Button kind="primary" onClick={() => take(chosen)}>
          {t('go')}
        </Button>
      }
    >
      <div className="grid gap-5">
        <p>{t('lead')}</p>
        <RadioGroup
          label={t('institution')}
          choices={user.institutions.map(({ _id, name, role }) => {
            const top = roles.find((each) => role.includes(each))
            return { value: _id, label: name, hint: top ? roleText(a, top) : a('roleNone') }
          })}
          value={chosen}
          onChange={setChosen}
        />
      </div>
    </Dialog>
  )
}
