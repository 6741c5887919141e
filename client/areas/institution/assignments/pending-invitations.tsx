import { useState } from 'react'
import type { FormEvent } from 'react'
import { fullName } from '#shared/accounts/model.ts'
import type { Person } from '#shared/accounts/model.ts'
import { correctInvitation, resendInvitation, withdrawInvitation } from '#shared/accounts/mutations.ts'
import { mayCareForInvitation } from '#shared/assignments/rules.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { World } from '#shared/world.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { AlertDialog, Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import { InviteeFields, useInvitee } from './invitee-fields.tsx'
import { assignmentsText } from './text.ts'
import { assignmentWindows } from './use-asked.tsx'

/** People who were invited and have not joined, whom this person may care for, by name. */
const invitedIn = (world: World, open: OpenWorld): readonly Person[] =>
  [...world.list('person')]
    .filter(
      (person) =>
        person.active && !person.joined && person.institutionId === world.institutionId && mayCareForInvitation(world, open.actor, person),
    )
    .toSorted((left, right) => fullName(left).localeCompare(fullName(right), 'es'))

/** Invitations that nobody has accepted yet: sent again, corrected or withdrawn. Nothing where there is none. */
export function PendingInvitations() {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const format = useFormat()
  const online = useOnline()
  const open = useOpenWorld()
  const [chosen, setChosen] = useState<Person | null>(null)
  const linked = useWindowAddress(assignmentWindows)
  const [withdrawing, setWithdrawing] = useState<Person | null>(null)
  const [busy, setBusy] = useState(false)
  const invited = invitedIn(open.world(), open)
  if (invited.length === 0) return null
  const correcting = chosen ?? (linked.open?.act === 'correct' && invited.find(({ id }) => id === linked.open?.id))

  const said = (sent: string): string => (online ? sent : t('invitationOffline'))
  const resend = async (person: Person): Promise<void> => {
    const result = await open.dispatch(resendInvitation, { userId: person.id })
    if (!result.ok) return toast('error', errorText(result.failure))
    const again = result.value.mid !== null
    toast('success', again ? said(t('invitationResent', { email: person.email })) : t('invitationJustSent', { email: person.email }))
  }
  const withdraw = async (): Promise<void> => {
    if (!withdrawing) return
    setBusy(true)
    const result = await open.dispatch(withdrawInvitation, { userId: withdrawing.id })
    setBusy(false)
    setWithdrawing(null)
    if (!result.ok) return toast('error', errorText(result.failure))
    toast('success', t('invitationWithdrawn'))
  }
  return (
    <Card title={t('invitations')}>
      <p className="text-ink-600">{t('invitationsBody')}</p>
      <ul className="mt-2">
        {invited.map((person) => (
          <li
            key={person.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-ink-150 py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="font-semibold text-ink-950">{fullName(person)}</p>
              <p className="text-sm wrap-anywhere text-ink-700">{person.email}</p>
              {person.invitedAt && <p className="text-sm text-ink-600">{t('invitedAt', { time: format.moment(person.invitedAt) })}</p>}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="small" icon="send" aria-label={t('resendTo', { name: fullName(person) })} onClick={() => void resend(person)}>
                {t('resend')}
              </Button>
              <Button
                size="small"
                icon="edit"
                aria-haspopup="dialog"
                aria-label={t('correctOf', { name: fullName(person) })}
                onClick={() => setChosen(person)}
              >
                {t('correct')}
              </Button>
              <Button
                size="small"
                kind="quiet"
                icon="trash"
                aria-haspopup="dialog"
                aria-label={t('withdrawOf', { name: fullName(person) })}
                onClick={() => setWithdrawing(person)}
              >
                {t('withdraw')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {correcting && (
        <CorrectionDialog
          person={correcting}
          onClose={() => {
            setChosen(null)
            if (linked.open) linked.close()
          }}
        />
      )}
      <AlertDialog
        open={withdrawing !== null}
        title={t('withdrawTitle', { name: withdrawing ? fullName(withdrawing) : '' })}
        confirm={t('withdraw')}
        kind="danger"
        busy={busy}
        onConfirm={() => void withdraw()}
        onCancel={() => setWithdrawing(null)}
      >
        {t('withdrawBody')}
      </AlertDialog>
    </Card>
  )
}

function CorrectionDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const t = useText(assignmentsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const draft = useInvitee({ name: person.name, surname: person.surname, email: person.email }, t('correctTitle'), person.id)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setRefusal(null)
    if (!draft.isComplete || busy) return
    setBusy(true)
    const result = await open.dispatch(correctInvitation, { userId: person.id, ...draft.invitee })
    setBusy(false)
    if (!result.ok) return setRefusal(result.failure)
    await draft.forget()
    toast('success', t('invitationCorrected'))
    onClose()
  }
  const giveUp = (): void => {
    void draft.forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      title={t('correctTitle')}
      size="small"
      actions={
        <>
          <Button kind="primary" type="submit" form="correction-form" busy={busy}>
            {t('correctSave')}
          </Button>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <form id="correction-form" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <p className="text-ink-700">{t('correctBody')}</p>
        {refusal && (
          <Notice tone="danger" role="alert">
            {errorText(refusal)}
          </Notice>
        )}
        <InviteeFields draft={draft} tried={tried} />
      </form>
    </Dialog>
  )
}
