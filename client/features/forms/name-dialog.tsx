import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { definitionLimits } from '#shared/forms/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useTable } from '#client/data/use-table.ts'
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
import { useKeptNames } from './use-kept-names.ts'
import type { Names } from './use-kept-names.ts'

interface Props {
  /** Undefined: a new one. */
  readonly form?: FormHeader | undefined
  readonly onClose: () => void
}

const namesOf = ({ name, description }: Names): Names => ({ name, description })
const none: Names = { name: '', description: '' }

/**
 * Name and description of a form, old or new. What was typed stays while the server has not taken it, also on the device. Where somebody
 * else changed the form meanwhile both are shown, and the person chooses.
 */
export function NameDialog({ form, onClose }: Props) {
  const t = useText(formsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const forms = useTable('form')
  const { names, write, seen, setSeen, standing, forget } = useKeptNames(form?.id ?? 'new', form ? namesOf(form) : none)
  const { name, description } = names
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const now = forms?.find((each) => each.id === form?.id)
  const empty = name.trim() === ''
  const tooLong = description.length > definitionLimits.textLength
  const save = async (over: Names = seen): Promise<void> => {
    setTried(true)
    if (empty || tooLong || busy) return
    setBusy(true)
    const body = { name: name.trim(), description: description.trim() }
    const reply = await (form ? editForm(engine, form.id, body, over) : createForm(engine, body))
    // The server said that there is something newer: it is shown from what comes.
    if (!reply.ok && reply.failure.code === 'changed_meanwhile') await engine.syncNow()
    setBusy(false)
    if (!reply.ok) return setProblem(reply.failure)
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
  return (
    <Dialog
      open
      onClose={giveUp}
      title={t(form ? 'editTitle' : 'createTitle')}
      // A press beside the window would lose what is written.
      dismissable={!busy && name === seen.name && description === seen.description}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void save()}>
            {t(form ? 'save' : 'create')}
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
        {problem?.code === 'changed_meanwhile' && now ? (
          <Notice
            tone="warning"
            role="alert"
            title={t('changedMeanwhile')}
            actions={
              <>
                <Button size="small" onClick={insist}>
                  {t('keepMine')}
                </Button>
                <Button size="small" onClick={giveUp}>
                  {t('keepTheirs')}
                </Button>
              </>
            }
          >
            <span lang="es" className="block font-medium wrap-anywhere">
              {now.name}
            </span>
            <span lang="es" className="block whitespace-pre-line wrap-anywhere">
              {now.description}
            </span>
          </Notice>
        ) : (
          problem && (
            <Notice tone="danger" role="alert">
              {errorText(problem)}
            </Notice>
          )
        )}
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
        {/* Enter in the name saves, as the button at the foot does. */}
        <button type="submit" hidden>
          {t(form ? 'save' : 'create')}
        </button>
      </form>
    </Dialog>
  )
}
