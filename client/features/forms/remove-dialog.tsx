import { useState } from 'react'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/toast.tsx'
import { removeForm } from './form-calls.ts'
import { formsText } from './text.ts'

/** Asks before a form is deleted, and says why it was not. */
export function RemoveDialog({ form, onClose }: { readonly form: FormHeader; readonly onClose: () => void }) {
  const t = useText(formsText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const remove = async (): Promise<void> => {
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
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-3">
          {problem}
        </Notice>
      )}
    </AlertDialog>
  )
}
