import { useState } from 'react'
import { deactivateInstitution, hideInstitution, toggleInstitution } from '#shared/institutions/directory-routes.ts'
import type { ListedInstitution } from '#shared/institutions/directory-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { directoryText } from './text.ts'

const flags = [
  ['active', toggleInstitution, 'active', 'activeHint'],
  ['hide', hideInstitution, 'hide', 'hideHint'],
  ['deactivate', deactivateInstitution, 'deactivate', 'deactivateHint'],
] as const

interface Props {
  readonly institution: ListedInstitution
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

/** The three flags of an institution, each with what it does in words; each is changed by itself and can be taken back (OR6). */
export function FlagsDialog({ institution, onChanged, onClose }: Props) {
  const t = useText(directoryText)
  const errorText = useErrorText()
  const online = useOnline()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { _id: id, name } = institution
  const set = async (route: (typeof flags)[number][1], field: string, value: boolean, back: boolean): Promise<void> => {
    setBusy(field)
    setProblem(null)
    const reply = await callRoute(route, { params: { institution: id }, body: { value } })
    setBusy(null)
    await onChanged()
    if (!reply.ok) {
      if (back) toast('error', errorText(reply.failure))
      return setProblem(errorText(reply.failure))
    }
    if (back) toast('success', t('undone', { name }))
    else toast('success', t('updated'), { label: t('undo'), run: () => void set(route, field, !value, true) })
  }
  return (
    <Dialog open onClose={onClose} title={t('flagsTitle', { name })} actions={<Button onClick={onClose}>{t('close')}</Button>}>
      {!online && (
        <Notice tone="warning" icon="cloud-off" className="mb-3">
          {t('needsNetwork')}
        </Notice>
      )}
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mb-3">
          {problem}
        </Notice>
      )}
      <div className="grid gap-2 divide-y divide-ink-150">
        {flags.map(([field, route, label, hint]) => (
          <Switch
            key={field}
            label={t(label)}
            hint={t(hint)}
            checked={institution[field]}
            disabled={!online || busy !== null}
            onChange={(value) => void set(route, field, value, false)}
          />
        ))}
      </div>
    </Dialog>
  )
}
