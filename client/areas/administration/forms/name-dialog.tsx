import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import { definitionLimits } from '#shared/forms/model.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { ClashNotice } from '#client/ui/clash-notice.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { createForm, editForm } from './form-calls.ts'
import type { Names } from './form-calls.ts'
import { formsText } from './text.ts'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'

interface Props {
  /** Undefined: a new one. */
  readonly form?: FormHeader | undefined
  readonly onClose: () => void
}

const namesOf = ({ name, description }: Pick<FormHeader, 'name' | 'description'>): Names => ({ name, description })
const none: Names = { name: '', description: '' }

/**
 * Name and description of a form, old or new. What was typed stays while the server has not taken it, also on the device. Where somebody
 * else changed the form meanwhile both are shown, and the person chooses.
 */
export function NameDialog({ form, onClose }: Props) {
  const t = useText(formsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const forms = useTable('form')
  const { fields, write, seen, setSeen, standing, forget } = useKeptFields<Names>({
    kind: 'formNames',
    ...(form ? { scope: questionnaireScope(form.id), subject: 'names' } : { subject: 'new' }),
    initial: form ? namesOf(form) : none,
    about: form ? form.name : t('createTitle'),
  })
  const { name, description } = fields
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, send } = useSaving()
  const now = forms?.find((each) => each.id === form?.id)
  const empty = name.trim() === ''
  const tooLong = description.length > definitionLimits.textLength
  const save = async (over: Names = seen): Promise<void> => {
    setTried(true)
    if (empty || tooLong || busy) return
    const body = { name: name.trim(), description: description.trim() }
    // The server said that there is something newer: it is shown from what comes.
    const reply = await send(
      () => (form ? editForm(engine, form.id, body, over) : createForm(engine, body)),
      async () => void (await engine.syncNow()),
    )
    if (!reply.ok) return
    toast('success', t(form ? 'edited' : 'created'))
    await forget()
    onClose()
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  /** What was written goes over what the other person wrote, which is on the screen. */
  const insist = (): void => {
    if (!now) return
    setSeen(namesOf(now))
    setProblem(null)
    void save(namesOf(now))
  }
  const clash = problem?.code === 'changed_meanwhile' && now && (
    <ClashNotice title={t('changedMeanwhile')} keepMine={t('keepMine')} keepTheirs={t('keepTheirs')} onMine={insist} onTheirs={giveUp}>
      <span lang="es" className="block font-medium wrap-anywhere">
        {now.name}
      </span>
      <span lang="es" className="block whitespace-pre-line wrap-anywhere">
        {now.description}
      </span>
    </ClashNotice>
  )
  return (
    <EditDialog
      title={t(form ? 'editTitle' : 'createTitle')}
      submit={t(form ? 'save' : 'create')}
      busy={busy}
      changed={name !== seen.name || description !== seen.description}
      standing={standing}
      clash={clash}
      problem={problem && !clash ? errorText(problem) : null}
      onSave={() => void save()}
      onGiveUp={giveUp}
    >
      <TextField
        label={t('name')}
        value={name}
        onChange={(next) => write({ name: next, description })}
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
        onChange={(next) => write({ name, description: next })}
        max={definitionLimits.textLength}
        lang="es"
        rows={4}
      />
    </EditDialog>
  )
}
