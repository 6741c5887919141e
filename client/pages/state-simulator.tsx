import { useState } from 'react'
import { Link } from 'react-router'
import { PageHeading } from '#client/app/page-heading.tsx'
import { PublicFrame } from '#client/app/public-frame.tsx'
import { appText } from '#client/app/text.ts'
import { call } from '#client/data/call.ts'
import { useSession } from '#client/data/session.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.tsx'

/** One button that runs the stage scheduler once (public-area §2.10; refused unless rehearsal is on, rules D12). */
export function StateSimulatorPage() {
  const t = useText(appText)
  const errorText = useErrorText()
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const simulate = async (): Promise<void> => {
    setBusy(true)
    const reply = await call({ method: 'POST', path: '/publicReports/state/simulator', asUser: false })
    setBusy(false)
    if (reply.ok) toast('success', t('simulatorDone'))
    else toast('error', errorText(reply.failure))
  }
  return (
    <PublicFrame>
      <PageHeading title={t('simulator')} lead={t('simulatorLead')} />
      <Button kind="primary" icon="clock" busy={busy} onClick={() => void simulate()} className="mt-6">
        {t('simulator')}
      </Button>
      {user?.kind === 'Administrator' && (
        <p className="mt-5">
          <Link to="/dashboard/form-filling" className="font-medium text-brand-700 underline hover:text-brand-900">
            {t('institutions')}
          </Link>
        </p>
      )}
    </PublicFrame>
  )
}
