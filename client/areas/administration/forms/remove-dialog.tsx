import { useState } from 'react'
import { isFamiliarName } from '#shared/institutions/rules.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { removeForm } from './form-calls.ts'
import type { FormRow } from './form-row.ts'
import { formsText } from './text.ts'

/** Before a form is deleted, which nothing undoes, its name is typed (QE8). Says why it was not. */
export function RemoveDialog({ row: { form, stage, institutions }, onClose }: { readonly row: FormRow; readonly onClose: () => void }) {
  const t = useText(formsText)
  const nameOf = useStageName()
  const took = institutions ?? 0
  const errorText = useErrorText()
  const engine = useEngine()
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isRight = isFamiliarName(typed, form)
  const remove = async (): Promise<void> => {
    setTried(true)
    if (!isRight) return
    setBusy(true)
    const reply = await removeForm(engine, form.id)
    setBusy(false)
    if (!reply.ok) return setProblem(errorText(reply.failure))
    toast('success', t('removed'))
    onClose()
  }
  return (
    <AlertDialog
      open
      title={t('removeQuestion')}
      confirm={t('remove')}
      kind="danger"
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p lang="es" className="font-semibold">
        {form.name}
      </p>
      {(stage !== null || took > 0) && (
        <Notice tone="warning" className="mt-2">
          {stage !== null && <p>{t('removeRunning', { stage: nameOf(stage).text })}</p>}
          {took > 0 && <p>{t('removeInstitutions', { n: took })}</p>}
        </Notice>
      )}
      <p className="mt-2">{t('removeBody')}</p>
      <div className="mt-4">
        <TextField
          label={t('removeTypeName', { name: form.name })}
          value={typed}
          onChange={setTyped}
          error={tried && !isRight ? t('removeNameDiffers') : null}
          autoComplete="off"
        />
      </div>
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-3">
          {problem}
        </Notice>
      )}
    </AlertDialog>
  )
}
