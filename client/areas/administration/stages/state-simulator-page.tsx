import { useCallback, useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { PublicFrame } from '#client/page/public-frame.tsx'
import { simulatorText } from './simulator-text.ts'
import { callRoute } from '#client/data/server/call.ts'
import { useSession } from '#client/data/session/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { rehearsalState, simulateStage } from '#shared/stages/routes.ts'
import type { Rehearsal } from '#shared/stages/routes.ts'
import { Notice } from '#client/ui/notice.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'

/** What may be rehearsed here by whoever looks; null until the server has said. */
function useRehearsal(): { rehearsal: Rehearsal | null; load: () => Promise<void> } {
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null)
  const load = useCallback(async (): Promise<void> => {
    const reply = await callRoute(rehearsalState, { asUser: true })
    if (reply.ok) setRehearsal(reply.value)
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  return { rehearsal, load }
}

/** One button that moves one form to its next stage; refused unless rehearsal is on (TM4). */
export function StateSimulatorPage() {
  const t = useText(simulatorText)
  const errorText = useErrorText()
  const { user } = useSession()
  const { rehearsal, load } = useRehearsal()
  const [chosen, choose] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const forms = rehearsal?.forms ?? []
  const formId = chosen || (forms.length === 1 ? (forms[0]?.formId ?? '') : '')
  const simulate = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (formId === '' || busy) return
    setBusy(true)
    const reply = await callRoute(simulateStage, { body: { formId }, asUser: true })
    await load()
    setBusy(false)
    if (reply.ok) toast('success', t('simulatorDone'))
    else toast('error', errorText(reply.failure))
  }
  return (
    <PublicFrame>
      <PageHeading lead={t('simulatorLead')} />
      {rehearsal && !rehearsal.on && (
        <Notice tone="warning" className="mt-6">
          {t('simulatorClosed')}
        </Notice>
      )}
      <form onSubmit={simulate} noValidate className="mt-6 grid gap-5">
        {forms.length > 0 && (
          <Select
            label={t('simulatorForm')}
            options={forms.map(({ formId: value, name, stage }) => ({ value, label: stage === '' ? name : `${name} · ${stage}` }))}
            value={formId}
            onChange={choose}
            error={tried && formId === '' ? t('simulatorChoose') : null}
          />
        )}
        <OnlineButton
          type="submit"
          kind="primary"
          icon="clock"
          busy={busy}
          disabled={rehearsal !== null && !rehearsal.on}
          className="w-fit"
        >
          {t('simulator')}
        </OnlineButton>
      </form>
      {user?.kind === 'Administrator' && (
        <p className="mt-5">
          <Link to={pageAddress('questionnaire')} className="font-medium text-brand-700 underline hover:text-brand-900">
            {t('institutions')}
          </Link>
        </p>
      )}
    </PublicFrame>
  )
}
