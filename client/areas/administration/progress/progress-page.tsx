import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { rehearsalState } from '#shared/stages/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { PageHeading } from '#client/page/page-heading.tsx'
import { callRoute } from '#client/data/server/call.ts'
import { useEngine, useSyncStatus } from '#client/data/world/engine.tsx'
import { useTable } from '#client/data/world/use-table.ts'
import { ParticipantTable } from './participant-table.tsx'
import { UnsentRounds } from './unsent-rounds.tsx'
import { institutionsText } from './text.ts'
import { useParticipants } from './use-participants.ts'
import { FormHead } from '#client/features/stages/form-head.tsx'
import { useChosenForm } from '#client/features/stages/use-chosen-form.ts'
import { useNow } from '#client/features/stages/use-now.ts'
import { useText } from '#client/i18n/text.ts'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'

const OfflinePreparation = latePart(() => import('#client/features/sync/device/offline-preparation.tsx'), 'OfflinePreparation')
const ReopenDialog = latePart(() => import('./reopen-dialog.tsx'), 'ReopenDialog')

const windows: WindowNames<'reopen'> = { reopen: 'reabrir' }

/** The page of the device has it, too. */
const stay = (): void => undefined

function FormParticipants({ form, now }: { readonly form: FormHeader; readonly now: string }) {
  const t = useText(institutionsText)
  const entries = useParticipants(form, now)
  const { open, show, close } = useWindowAddress(windows)
  const [preparing, setPreparing] = useState(false)
  if (!entries) return <PageSkeleton />
  if (entries.length === 0) {
    return (
      <EmptyState icon="building" title={t('none')}>
        {t('noneBody')}
      </EmptyState>
    )
  }
  const reopening = open && entries.find(({ institutionId }) => institutionId === open.id)
  const missing = entries.filter((entry) => !entry.onDevice).length
  return (
    <section aria-labelledby="participants">
      <h2 id="participants" className="tabular mb-4 text-xl">
        {t('count', { n: entries.length })}
      </h2>
      <UnsentRounds
        formId={form.id}
        entries={entries}
        hrefOf={(entry, dimensionId, unit) =>
          pageAddress('filling', { form: form.id, institution: entry.institutionId, subDimension: dimensionId, question: unit })
        }
      />
      <ParticipantTable
        entries={entries}
        hrefOf={(entry) => pageAddress('filling', { form: form.id, institution: entry.institutionId })}
        onReopen={({ institutionId }) => show('reopen', institutionId)}
      />
      {(missing > 0 || preparing) && (
        <Notice tone="neutral" icon="cloud-off" title={missing > 0 ? t('missing', { n: missing }) : undefined} className="mt-6">
          <div className="min-h-21">
            <OfflinePreparation onBegin={() => setPreparing(true)} onClose={stay} />
          </div>
        </Notice>
      )}
      {reopening && <ReopenDialog formId={form.id} entry={reopening} onClose={close} />}
    </section>
  )
}

/** Whether this server lets stages be moved by hand (TM4); false until it has said so. */
function useRehearsal(): boolean {
  const [on, setOn] = useState(false)
  useEffect(() => {
    let left = false
    void callRoute(rehearsalState, { asUser: true }).then((reply) => {
      if (!left && reply.ok) setOn(reply.value.on)
    })
    return () => {
      left = true
    }
  }, [])
  return on
}

/** Administrator's list: form, stages, and every institution with where it stands (EV13). */
export function InstitutionsPage() {
  const t = useText(institutionsText)
  const engine = useEngine()
  const status = useSyncStatus()
  const forms = useTable('form')
  const { form: asked } = useParams()
  const [form, choose] = useChosenForm(forms, asked)
  const now = useNow(engine.now, form)
  const rehearsal = useRehearsal()
  return (
    <>
      <FormHead
        heading={<PageHeading lead={t('lead')} />}
        forms={forms}
        form={form}
        onChoose={choose}
        now={now}
        actions={
          <>
            <LinkButton icon="upload" to={pageAddress('recoverWork')}>
              {t('recoverWork')}
            </LinkButton>
            {rehearsal && (
              <LinkButton icon="clock" to={pageAddress('simulator')}>
                {t('simulate')}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="mx-auto w-full max-w-[1400px] px-4 pt-8 pb-24 md:px-6">
        {form ? (
          <FormParticipants key={form.id} form={form} now={now} />
        ) : forms === null || status.kind === 'connecting' ? (
          <PageSkeleton />
        ) : (
          <EmptyState icon="building" title={t('noForms')}>
            {t('noFormsBody')}
          </EmptyState>
        )}
      </div>
    </>
  )
}
