import { useState } from 'react'
import type { UserList, UserMode, UserView } from '#shared/accounts/user-routes.ts'
import { addressOf } from '#shared/accounts/address.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { InstitutionList } from './institution-list.tsx'
import { usersText } from './text.ts'
import { createAccount, editAccount, readHistory } from './user-calls.ts'
import type { UserForm } from './user-calls.ts'
import { institutionsOf, nameOf, roleWords } from './user-words.ts'

type Fields = { readonly [Name in keyof UserForm]: string }
const nobody: Fields = { name: '', surname: '', email: '', kind: '', origin: '', institution: '', others: '' }

const fieldsOf = (user: UserView): Fields => ({
  name: user.name,
  surname: user.surname,
  email: user.email,
  kind: user.kind,
  origin: user.originInstitution ?? '',
  institution: user.institution ?? '',
  others: '',
})
const kinds = ['Administrator', 'Evaluator', 'Institutional'] as const
const kindOf = (text: string): UserForm['kind'] => kinds.find((each) => each === text) ?? ''
const seenOf = ({ name, surname, email, kind, origin }: Fields, user: UserView) => ({
  name,
  surname,
  email,
  kind: kindOf(kind) || user.kind,
  originInstitution: origin === '' ? null : origin,
})

/** Who changed the account last, and when. */
interface Change {
  readonly by: string
  readonly at: string
}

interface Props {
  readonly mode: UserMode
  /** Undefined: a new one. */
  readonly user?: UserView | undefined
  readonly institutions: UserList['institutions']
  /** Reads the list anew. */
  readonly onChanged: () => Promise<UserList | undefined>
  readonly onClose: () => void
}

/**
 * An account, old or new. What was typed stays while the server has not taken it, also on the device. Where somebody else changed the same
 * meanwhile both are shown, with who and when, and the person chooses.
 */
export function UserDialog({ mode, user, institutions, onChanged, onClose }: Props) {
  const t = useText(usersText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const format = useFormat()
  const initial = user ? fieldsOf(user) : { ...nobody, kind: mode === 'external' ? 'Institutional' : '' }
  const title = t(user ? 'editTitle' : mode === 'internal' ? 'createTitleInternal' : 'createTitleExternal')
  const { fields, write, seen, setSeen, standing, forget } = useKeptFields<Fields>({
    kind: 'user',
    subject: user ? `${mode}~${user._id}` : mode,
    initial,
    about: user ? `${title}: ${nameOf(user)}` : title,
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [theirs, setTheirs] = useState<{ readonly now: UserView; readonly change: Change | null } | null>(null)
  const missing = {
    name: fields.name.trim() === '' ? errorText(failure('name_empty')) : null,
    surname: fields.surname.trim() === '' ? errorText(failure('surname_empty')) : null,
    email: addressOf(fields.email.trim()) ? null : t('emailInvalid'),
    kind: fields.kind === '' ? t('rolesMissing') : null,
    origin: mode === 'internal' && fields.origin.trim() === '' ? t('originMissing') : null,
    institution: mode === 'external' && fields.institution === '' ? t('institutionMissing') : null,
  }
  const others = fields.others.split(' ').filter((id) => id !== '')
  const shown = (name: keyof typeof missing): string | null => (tried ? missing[name] : null)
  const set = (name: keyof Fields) => (value: string) => write({ ...fields, [name]: value })

  const save = async (over: Fields = seen): Promise<void> => {
    setTried(true)
    if (busy || Object.values(missing).some((each) => each !== null)) return
    setBusy(true)
    const form: UserForm = { ...fields, origin: fields.origin.trim(), kind: kindOf(fields.kind) }
    const reply = await (user ? editAccount(user._id, form, seenOf(over, user)) : createAccount(form))
    if (!reply.ok) {
      if (user && reply.failure.code === 'changed_meanwhile') await showTheirs(user._id)
      setBusy(false)
      return setProblem(reply.failure)
    }
    await onChanged()
    setBusy(false)
    if (user) toast('success', t('edited'), { label: t('undo'), run: () => void undo(user, reply.value) })
    else toast('success', t('created'))
    await forget()
    onClose()
  }
  /** What stands now goes back to what was there before, unless somebody changed it since. */
  const undo = async (before: UserView, after: UserView): Promise<void> => {
    const former = fieldsOf(before)
    const reply = await editAccount(before._id, { ...former, kind: before.kind }, after)
    await onChanged()
    if (reply.ok) toast('success', t('edited'))
    else toast('error', errorText(reply.failure))
  }
  const showTheirs = async (id: string): Promise<void> => {
    const [list, history] = await Promise.all([onChanged(), readHistory(id)])
    const now = list?.userById[id]
    const last = history.ok ? history.value[0] : undefined
    if (now) setTheirs({ now, change: last ? { by: last.by, at: last.at } : null })
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  /** What was written goes over what the other person wrote, which is on the screen. */
  const insist = (): void => {
    if (!theirs) return
    const now = fieldsOf(theirs.now)
    setSeen(now)
    setProblem(null)
    setTheirs(null)
    void save(now)
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      title={title}
      // A press beside the window would lose what is written.
      dismissable={!busy && sameFields(fields, seen)}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void save()}>
            {t(user ? 'save' : 'create')}
          </OnlineButton>
          <Button onClick={giveUp}>{u('cancel')}</Button>
        </>
      }
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {standing !== 'fresh' && (
          <Notice tone={standing === 'restored' ? 'info' : 'warning'} role="status">
            {t(standing === 'restored' ? 'restored' : 'unkept')}
          </Notice>
        )}
        {problem && theirs ? (
          <ClashNotice
            title={t('changedMeanwhile')}
            keepMine={t('keepMine')}
            keepTheirs={t('keepTheirs')}
            onMine={insist}
            onTheirs={giveUp}
          >
            {theirs.change ? t('changedBy', { name: theirs.change.by, when: format.moment(theirs.change.at) }) : t('changedNow')}
            <span className="mt-1 block font-medium wrap-anywhere">
              {nameOf(theirs.now)} · {theirs.now.email}
            </span>
            <span className="block wrap-anywhere">
              {[roleWords(t, theirs.now), theirs.now.originInstitution].filter((each) => each !== null).join(' · ')}
            </span>
          </ClashNotice>
        ) : (
          problem && (
            <Notice tone="danger" role="alert">
              {errorText(problem)}
            </Notice>
          )
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('name')}
            value={fields.name}
            onChange={set('name')}
            maxLength={120}
            autoComplete="off"
            autoFocus
            error={shown('name')}
          />
          <TextField
            label={t('surname')}
            value={fields.surname}
            onChange={set('surname')}
            maxLength={120}
            autoComplete="off"
            error={shown('surname')}
          />
        </div>
        {mode === 'external' &&
          (user ? (
            <TextField
              label={t('institution')}
              hint={t('institutionFixed')}
              value={institutionsOf(user)}
              onChange={() => undefined}
              readOnly
            />
          ) : (
            <>
              <Select
                label={t('institution')}
                options={institutions.map(({ _id, name }) => ({ value: _id, label: name }))}
                value={fields.institution}
                onChange={(institution) => write({ ...fields, institution, others: others.filter((id) => id !== institution).join(' ') })}
                error={shown('institution')}
              />
              {fields.institution !== '' && (
                <InstitutionList
                  title={t('institutionOthers')}
                  chosen={institutions.filter(({ _id }) => others.includes(_id))}
                  all={institutions.filter(({ _id }) => _id !== fields.institution)}
                  onAdd={({ _id }) => write({ ...fields, others: [...others, _id].join(' ') })}
                  onRemove={({ _id }) => write({ ...fields, others: others.filter((id) => id !== _id).join(' ') })}
                />
              )}
            </>
          ))}
        <TextField
          label={t('email')}
          hint={user?.joined ? undefined : t(mode === 'external' ? 'emailHint' : 'emailHintInternal')}
          type="email"
          value={fields.email}
          onChange={set('email')}
          maxLength={254}
          autoComplete="off"
          error={shown('email')}
        />
        {mode === 'internal' && (
          <>
            <TextField
              label={t('origin')}
              hint={t('originHint')}
              value={fields.origin}
              onChange={set('origin')}
              maxLength={200}
              autoComplete="off"
              error={shown('origin')}
            />
            <RadioGroup
              label={t('role')}
              hint={user && fields.kind !== user.kind ? t('roleChanges') : undefined}
              choices={[
                { value: 'Administrator', label: t('roleAdministrator'), hint: t('administratorHint') },
                { value: 'Evaluator', label: t('roleEvaluator'), hint: t('evaluatorHint') },
              ]}
              value={fields.kind === '' ? null : fields.kind}
              onChange={set('kind')}
              error={shown('kind')}
            />
          </>
        )}
        {/* Enter in a field saves, as the button at the foot does. */}
        <button type="submit" hidden>
          {t(user ? 'save' : 'create')}
        </button>
      </form>
    </Dialog>
  )
}
