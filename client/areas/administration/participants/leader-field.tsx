import { useEffect, useState } from 'react'
import { leaderOf } from '#shared/institutions/routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useText } from '#client/i18n/text.ts'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { Lead } from './selection.ts'
import { participantsText } from './text.ts'

interface Props {
  readonly institutionId: string
  readonly name: string
  readonly lead: Lead | undefined
  readonly onChange: (lead: Lead | undefined) => void
}

interface Person {
  readonly _id: string
  readonly name: string
}

const nobody = { name: '', surname: '', email: '' }

/** Who leads an institution that is put into a form: whoever led it, another of its people, or somebody to be invited. */
export function LeaderField({ institutionId, name, lead, onChange }: Props) {
  const t = useText(participantsText)
  const [found, setFound] = useState<{ readonly leader: Person | null; readonly people: readonly Person[] } | null>(null)
  useEffect(() => {
    let left = false
    void callRoute(leaderOf, { params: { institution: institutionId } }).then((reply) => {
      if (!left && reply.ok) setFound(reply.value)
    })
    return () => {
      left = true
    }
  }, [institutionId])
  const people = found?.people ?? []
  const isInvited = lead !== undefined && 'invite' in lead
  const invite = isInvited ? lead.invite : nobody
  const change = (part: Partial<typeof nobody>): void => onChange({ invite: { ...invite, ...part } })
  const usual = found?.leader ?? people[0]
  return (
    <div className="mt-2 max-w-md space-y-3">
      <Select
        label={t('leaderOf', { name })}
        placeholder={usual ? `${t('leader')}: ${usual.name}` : t('leaderUsual')}
        options={[
          ...people.filter((each) => each._id !== usual?._id).map((each) => ({ value: each._id, label: `${t('leader')}: ${each.name}` })),
          { value: '+', label: t('invite') },
        ]}
        value={isInvited ? '+' : (lead?.userId ?? '')}
        onChange={(value) => onChange(value === '' ? undefined : value === '+' ? { invite: nobody } : { userId: value })}
      />
      {isInvited && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label={t('inviteName')} value={invite.name} onChange={(value) => change({ name: value })} />
          <TextField label={t('inviteSurname')} value={invite.surname} onChange={(value) => change({ surname: value })} />
          <TextField
            label={t('inviteEmail')}
            type="email"
            value={invite.email}
            onChange={(value) => change({ email: value })}
            className="sm:col-span-2"
          />
        </div>
      )}
    </div>
  )
}
