import { useState } from 'react'
import { leadInstitution } from '#shared/institutions/directory-routes.ts'
import type { ListedInstitution } from '#shared/institutions/directory-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { LeaderField } from '#client/areas/administration/participants/leader-field.tsx'
import type { Lead } from '#client/areas/administration/participants/selection.ts'
import { directoryText } from './text.ts'

interface Props {
  readonly institution: ListedInstitution
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

/** Hands the leadership of an institution over, to somebody of it or who is invited (OR8). */
export function LeadDialog({ institution, onChanged, onClose }: Props) {
  const t = useText(directoryText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const [lead, setLead] = useState<Lead | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { _id: id, name, forms, leader, leaderName } = institution
  const hand = async (): Promise<void> => {
    if (!lead) return setProblem(t('leadNobody'))
    setBusy(true)
    setProblem(null)
    const reply = await callRoute(leadInstitution, {
      params: { institution: id },
      body: { who: lead, seen: institution.leaderId ?? leader?._id ?? null },
    })
    setBusy(false)
    void onChanged()
    if (!reply.ok) return setProblem(errorText(reply.failure))
    toast('success', t('leadDone', { name: reply.value.leaderName }))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('leadTitle', { name })}
      dismissable={lead === undefined}
      actions={
        <>
          <OnlineButton kind="primary" busy={busy} onClick={() => void hand()}>
            {t('leadConfirm')}
          </OnlineButton>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      {leader && <p className="font-semibold text-ink-950">{t('leadNow', { name: leaderName })}</p>}
      <p className="mt-1">{t('leadBody')}</p>
      {forms.length > 0 && <p className="mt-1 text-ink-600">{t('leadForms', { forms: forms.join(', ') })}</p>}
      <LeaderField institutionId={id} name={name} lead={lead} onChange={setLead} />
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
