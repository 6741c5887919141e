import { useState } from 'react'
import { anonymiseReasonMax } from '#shared/accounts/anonymise-mutations.ts'
import type { UserMode, UserView } from '#shared/accounts/user-routes.ts'
import { folded } from '#shared/kernel/folded.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { usersText } from './text.ts'
import { anonymiseAccount } from './user-calls.ts'
import { nameOf } from './user-words.ts'

interface Props {
  readonly mode: UserMode
  readonly user: UserView
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

const plain = (text: string): string => folded(text).replace(/\s+/g, ' ').trim()

/** Before somebody's name goes for ever: what goes, what stays and what no program finds, a reason, and the name typed once more (LW2). */
export function AnonymiseDialog({ mode, user, onChanged, onClose }: Props) {
  const t = useText(usersText)
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const [letter, setLetter] = useState(user.joined)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const name = nameOf(user)
  const { fields, write, forget } = useKeptFields({
    kind: 'anonymising',
    subject: `${mode}~${user._id}`,
    initial: { reason: '' },
    about: t('anonymiseTitle', { name }),
  })
  const { reason } = fields
  const isNamed = plain(typed) === plain(name)
  const isReasoned = reason.trim() !== '' && reason.trim().length <= anonymiseReasonMax
  const confirm = async (): Promise<void> => {
    setTried(true)
    if (busy || !isNamed || !isReasoned) return
    setBusy(true)
    setRefusal(null)
    const reply = await anonymiseAccount(user._id, { confirm: typed, reason, letter })
    await onChanged()
    setBusy(false)
    if (!reply.ok) return setRefusal(errorText(reply.failure))
    await forget()
    onClose()
    return toast('success', t('anonymiseDone', { name: nameOf(reply.value) }))
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      role="alertdialog"
      title={t('anonymiseTitle', { name })}
      actions={
        <>
          <Button kind="danger" busy={busy} onClick={() => void confirm()}>
            {t('anonymiseConfirm')}
          </Button>
          <Button onClick={giveUp}>{t('cancel')}</Button>
        </>
      }
    >
      <p>{t('anonymiseBody')}</p>
      <p className="mt-3">{t('anonymiseWhat')}</p>
      <p className="mt-3">{t('anonymiseNot')}</p>
      <div className="mt-5 grid gap-4">
        {refusal !== null && <Notice tone="danger" role="alert" title={refusal} />}
        <TextArea
          label={t('anonymiseReason')}
          hint={t('anonymiseReasonHint')}
          value={reason}
          onChange={(text) => write({ reason: text })}
          rows={2}
          max={anonymiseReasonMax}
          error={tried && !isReasoned ? t('anonymiseReasonMissing') : null}
        />
        {user.joined && <Checkbox label={t('anonymiseLetter')} hint={t('anonymiseLetterHint')} checked={letter} onChange={setLetter} />}
        <TextField
          label={t('anonymiseType', { name })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          error={tried && !isNamed ? t('anonymiseNameDiffers') : null}
        />
      </div>
    </Dialog>
  )
}
