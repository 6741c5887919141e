import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import { definitionLimits } from '#shared/forms/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/engine.tsx'
import { OnlineButton } from '#client/features/accounts/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/toast.tsx'
import { createForm, editForm } from './form-calls.ts'
import { formsText } from './text.ts'

interface Props {
  /** Undefined: a new one. */
  readonly form?: FormHeader | undefined
  readonly onClose: () => void
}

/** Name and description of a form, old or new. What was typed stays while the server has not taken it. */
export function NameDialog({ form, onClose }: Props) {
  const t = useText(formsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [name, setName] = useState(form?.name ?? '')
  const [description, setDescription] = useState(form?.description ?? '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const empty = name.trim() === ''
  const tooLong = description.length > definitionLimits.textLength
  const save = async (): Promise<void> => {
    setTried(true)
    if (empty || tooLong || busy) return
    setBusy(true)
    const body = { name: name.trim(), description: description.trim() }
    const reply = await (form ? editForm(engine, form.id, body) : createForm(engine, body))
    setBusy(false)
    if (!reply.ok) return setProblem(errorText(reply.failure))
    toast('success', t(form ? 'edited' : 'created'))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(form ? 'editTitle' : 'createTitle')}
      // A press beside the window would lose what is written.
      dismissable={!busy && name === (form?.name ?? '') && description === (form?.description ?? '')}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void save()}>
            {t(form ? 'save' : 'create')}
          </OnlineButton>
          <Button onClick={onClose}>{u('cancel')}</Button>
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
        {problem !== null && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          maxLength={definitionLimits.nameLength}
          lang="es"
          autoComplete="off"
          autoFocus
          error={tried && empty ? errorText(failure('form_name_empty')) : null}
        />
        <TextArea
          label={t('description')}
          optional
          value={description}
          onChange={setDescription}
          max={definitionLimits.textLength}
          lang="es"
          rows={4}
        />
        {/* Enter in the name saves, as the button at the foot does. */}
        <button type="submit" hidden>
          {t(form ? 'save' : 'create')}
        </button>
      </form>
    </Dialog>
  )
}
