import { useState } from 'react'
import type { FormHeader, Stage } from '#shared/stages/model.ts'
import { tellExtension } from '#shared/stages/plan-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useText } from '#client/i18n/text.ts'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { planningText } from './plan-text.ts'
import { useStageName } from '#client/features/stages/stage-name.ts'

interface Props {
  readonly form: FormHeader
  readonly stage: Stage
  readonly institutions: number
  readonly onClose: () => void
}

/** Whether those who still have to send are told of the new end: an offer, and nothing goes by itself. */
export function TellDialog({ form, stage, institutions, onClose }: Props) {
  const t = useText(planningText)
  const errorText = useErrorText()
  const format = useFormat()
  const nameOf = useStageName()
  const engine = useEngine()
  const [busy, setBusy] = useState(false)
  const tell = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    // What the letter tells has to have arrived before it.
    await engine.syncNow()
    const reply = await callRoute(tellExtension, { params: { form: form.id, stage: stage.id }, body: { end: stage.end } })
    setBusy(false)
    if (!reply.ok) return toast('error', errorText(reply.failure))
    toast('success', t('told', { n: reply.value.institutions }))
    onClose()
  }
  return (
    <AlertDialog
      open
      title={t('tellTitle')}
      confirm={t('tell')}
      cancel={t('notNow')}
      busy={busy}
      onConfirm={() => void tell()}
      onCancel={onClose}
    >
      {t('tellBody', { n: institutions, stage: nameOf(stage).text, deadline: format.deadline(stage.end) })}
    </AlertDialog>
  )
}
