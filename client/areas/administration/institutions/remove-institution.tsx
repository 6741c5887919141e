import { useState } from 'react'
import { deactivateInstitution, removeInstitution, restoreInstitution } from '#shared/institutions/directory-routes.ts'
import type { ListedInstitution } from '#shared/institutions/directory-routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { directoryText } from './text.ts'

interface Props {
  readonly institution: ListedInstitution
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

/** Takes back an institution that was made by mistake; one that has a history is deactivated instead (OR9). */
export function RemoveInstitution({ institution, onChanged, onClose }: Props) {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const { _id: id, name } = institution
  const params = { institution: id }
  const settle = async (failed: Failure | null, said: string, back?: () => Promise<void>): Promise<void> => {
    setBusy(false)
    if (failed) return setProblem(failed)
    toast('success', said, back && { label: t('undo'), run: () => void back() })
    onClose()
    await onChanged()
  }
  const undo = async (): Promise<void> => {
    const reply = await callRoute(restoreInstitution, { params })
    await onChanged()
    toast(reply.ok ? 'success' : 'error', reply.ok ? t('undone', { name }) : errorText(reply.failure))
  }
  const remove = async (): Promise<void> => {
    setBusy(true)
    const reply = await callRoute(removeInstitution, { params })
    await settle(reply.ok ? null : reply.failure, t('removed', { name }), undo)
  }
  const deactivate = async (): Promise<void> => {
    setBusy(true)
    const reply = await callRoute(deactivateInstitution, { params, body: { value: true } })
    await settle(reply.ok ? null : reply.failure, t('updated'))
  }
  return (
    <AlertDialog
      open
      title={t('removeTitle', { name })}
      confirm={t('remove')}
      kind="danger"
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>{t('removeBody')}</p>
      {problem && (
        <Notice
          tone="danger"
          role="alert"
          className="mt-3"
          actions={
            problem.code === 'institution_in_use' &&
            !institution.deactivate && (
              <Button size="small" onClick={() => void deactivate()}>
                {t('deactivateInstead')}
              </Button>
            )
          }
        >
          {errorText(problem)}
        </Notice>
      )}
    </AlertDialog>
  )
}
