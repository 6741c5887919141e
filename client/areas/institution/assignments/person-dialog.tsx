import { useMemo, useState } from 'react'
import type { Invitee } from '#shared/accounts/model.ts'
import type { FormEvent, ReactNode } from 'react'
import { fullName } from '#shared/accounts/model.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/fields/combobox.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { InviteeFields, useInvitee } from './invitee-fields.tsx'
import { assignmentsText } from './text.ts'

const nobody: Invitee = { name: '', surname: '', email: '' }

/** Somebody known, or somebody to invite: the argument of the assignment mutations. */
export type Who = { readonly userId: UserId } | { readonly invite: Invitee }

interface Props {
  /** What it is about, which names the draft of somebody to invite. */
  readonly draft: string
  readonly title: string
  readonly body?: ReactNode
  /** Who cannot be chosen: the person it is about already. */
  readonly except?: readonly (UserId | null)[] | undefined
  readonly onSave: (who: Who, name: string) => Promise<Result<unknown>>
  readonly onClose: () => void
}

/** A person of the institution by autocomplete, or a new one by name, surname and e-mail. */
export function PersonDialog({ draft: name, title, body, except = [], onSave, onClose }: Props) {
  const t = useText(assignmentsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const world = open.world()
  const [selected, setSelected] = useState<UserId | null>(null)
  const draft = useInvitee(nobody, title, `new~${name}`)
  const [asksNew, setIsNew] = useState<boolean | null>(null)
  // Who was being typed in when the page went is there again.
  const isNew = asksNew ?? Object.values(draft.typed).some((typed) => typed !== '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const options = useMemo(
    () =>
      [...world.list('person')]
        .filter((person) => person.active && person.institutionId === world.institutionId && !except.includes(person.id))
        .map((person) => ({
          id: person.id,
          label: fullName(person),
          hint: person.joined ? person.email : `${person.email} · ${t('invited')}`,
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'es')),
    // The list is the one of the moment at which the dialog opened: a row that arrives does not move what is being chosen.
    // oxlint-disable-next-line react/exhaustive-deps
    [t],
  )

  const isMissing = !isNew && selected === null
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setRefusal(null)
    if (isMissing || (isNew && !draft.isComplete) || busy) return
    const who: Who = isNew ? { invite: draft.invitee } : { userId: selected ?? '' }
    setBusy(true)
    const result = await onSave(
      who,
      isNew ? `${draft.invitee.name} ${draft.invitee.surname}` : (options.find((each) => each.id === selected)?.label ?? ''),
    )
    setBusy(false)
    if (!result.ok) return setRefusal(result.failure)
    await draft.forget()
  }
  const giveUp = (): void => {
    void draft.forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      title={title}
      size="small"
      actions={
        <>
          <Button kind="primary" type="submit" form="person-form" busy={busy}>
            {t('save')}
          </Button>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <form id="person-form" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {body && <div className="text-ink-700">{body}</div>}
        {refusal && (
          <Notice tone="danger" role="alert">
            {errorText(refusal)}
          </Notice>
        )}
        {isNew ? (
          <>
            <p className="text-ink-700">{t('newPersonBody')}</p>
            <InviteeFields draft={draft} tried={tried} />
          </>
        ) : (
          <Combobox
            label={t('person')}
            hint={t('personHint')}
            options={options}
            selected={selected}
            onSelect={setSelected}
            error={tried && isMissing ? t('personMissing') : null}
          />
        )}
        <Button
          kind="quiet"
          size="small"
          icon={isNew ? 'users' : 'plus'}
          className="w-fit"
          onClick={() => {
            setIsNew(!isNew)
            setTried(false)
            setRefusal(null)
          }}
        >
          {isNew ? t('knownPerson') : t('newPerson')}
        </Button>
      </form>
    </Dialog>
  )
}
