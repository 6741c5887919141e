import { pageAddress } from '#shared/addresses.ts'
import type { World } from '#shared/world.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import { Badge, Status } from '#client/ui/badge.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { OpenReplica } from './open-replica.tsx'
import { replicaOf, sameState } from './replica-rows.ts'
import type { ReplicaRow, ReplicaState } from './replica-rows.ts'
import { replicaText } from '#client/features/replica/text.ts'
import { FormText, formText } from '#client/features/texts/form-text.tsx'

interface Overview extends ReplicaState {
  readonly place: { readonly form: string; readonly institution: string }
}

const stateOf = (world: World, open: OpenWorld): Overview => ({
  ...replicaOf(world, open.actor, open.now()),
  place: { form: world.formId, institution: world.institutionId },
})

/** The replica on the start page: how many are used, which sub-dimensions can be appealed, and how far each is. */
export function ReplicaOverview() {
  const t = useText(replicaText)
  const state = useReading(everything, stateOf, sameState)
  const { allowed, used, usedNames, mayOpen, standing, rows, place } = state
  const usedUp = allowed > 0 && used >= allowed && rows.some((row) => !row.opened && row.problem === 'replica_used_up')
  return (
    <section aria-labelledby="replica-title">
      <header className="mb-4">
        <h2 id="replica-title" className="text-xl">
          {t('title')}
        </h2>
        <p className="mt-1 max-w-prose text-ink-600">{t('lead')}</p>
      </header>
      {standing === 'sent' && (
        <Notice tone="success" icon="check-circle" className="mb-4">
          {t('sent')}
        </Notice>
      )}
      {standing === 'over' && (
        <Notice tone="neutral" icon="lock" className="mb-4">
          {used > 0 ? t('sentUnsent') : t('ended')}
        </Notice>
      )}
      {allowed === 0 ? (
        <Notice tone="neutral" icon="lock">
          {t('notConfigured')}
        </Notice>
      ) : rows.length === 0 ? (
        <EmptyState icon="check-circle" title={t('nothingRejected')} />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
            <p role="status" className="tabular font-semibold text-ink-950">
              {t('used', { n: used, total: allowed })}
            </p>
            <ProgressBar
              label={t('title')}
              value={used}
              max={allowed}
              text={t('used', { n: used, total: allowed })}
              className="max-w-56 flex-1"
            />
            {standing === 'running' && used > 0 && (
              <LinkButton size="small" to={pageAddress('send')} iconEnd="arrow-right">
                {t('review')}
              </LinkButton>
            )}
          </div>
          {standing === 'running' && !mayOpen && <p className="mb-3 text-sm text-ink-600">{t('leadersOpen')}</p>}
          {mayOpen && usedUp && (
            <p className="mb-3 text-sm text-ink-600">
              {t('usedUp', { names: usedNames.map(([es, en]) => formText(es, en).text).join(', ') })}
            </p>
          )}
          <ul aria-label={t('list')} className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card">
            {rows.map((row) => (
              <Row key={row.id} row={row} mayOpen={mayOpen} place={place} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Row({ row, mayOpen, place }: { readonly row: ReplicaRow; readonly mayOpen: boolean; readonly place: Overview['place'] }) {
  const t = useText(replicaText)
  const { id, name, opened, rejected, appealed, problem } = row
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ink-150 px-5 py-3.5 first:border-t-0 md:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-ink-950">
          <FormText es={name} en={row.en} />
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          {opened ? (
            <Badge tone="info" icon="flag">
              {t('opened')}
            </Badge>
          ) : problem === 'replica_excluded' ? (
            <Badge icon="lock">{t('excluded')}</Badge>
          ) : null}
          <Status>{opened ? t('appealed', { n: appealed, total: rejected }) : t('rejected', { n: rejected })}</Status>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {mayOpen && <OpenReplica row={row} />}
        <LinkButton
          kind="quiet"
          size="small"
          iconEnd="arrow-right"
          aria-label={t('goNamed', { name })}
          to={pageAddress('filling', { ...place, subDimension: id })}
        >
          {t('go')}
        </LinkButton>
      </div>
    </li>
  )
}
