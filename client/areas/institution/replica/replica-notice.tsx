import { Link } from 'react-router'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { must } from '#shared/kernel/assert.ts'
import type { World } from '#shared/world.ts'
import { everything, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { OpenReplica } from './open-replica.tsx'
import { replicaOf, replicaRow, sameState } from './replica-rows.ts'
import type { ReplicaRow, ReplicaState } from './replica-rows.ts'
import { replicaText } from '#client/features/replica/text.ts'
import { formText } from '#client/features/texts/form-text.tsx'

interface Here {
  readonly state: Omit<ReplicaState, 'rows'>
  readonly row: ReplicaRow
}

/** Above the questions of a sub-dimension in the replica stage: what may be done here, and how many are used. */
export function ReplicaNotice({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const t = useText(replicaText)
  const { state, row } = useReading(
    everything,
    (world: World, open: OpenWorld): Here => {
      const { rows: _, ...rest } = replicaOf(world, open.actor, open.now())
      const subDimension = must(world.index.dimension(subDimensionId), `no sub-dimension ${subDimensionId}`)
      return { state: rest, row: replicaRow(world, subDimension) }
    },
    sameState,
  )
  const { standing, allowed, used, usedNames, mayOpen } = state
  if (standing !== 'running') return null
  const { opened, rejected, appealed, problem } = row
  const said = opened
    ? t('hereOpen', { n: appealed, total: rejected })
    : problem === 'replica_not_configured'
      ? t('notConfigured')
      : problem === 'replica_excluded'
        ? t('hereExcluded')
        : problem === 'replica_nothing_rejected'
          ? t('hereNothing')
          : t('hereClosed', { n: rejected })
  return (
    <Notice
      tone={opened ? 'info' : 'neutral'}
      icon={opened || problem === undefined ? 'flag' : 'lock'}
      className="print-hidden"
      title={allowed > 0 ? t('used', { n: used, total: allowed }) : undefined}
      actions={mayOpen && (opened || problem === undefined) ? <OpenReplica row={row} /> : null}
    >
      <p>{said}</p>
      {rejected > 0 && (
        <ul aria-label={t('rejected', { n: rejected })} className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {row.units.map(({ unit, number, appealed: isDone }) => (
            <li key={unit}>
              <Link
                to={`?question=${encodeURIComponent(unit)}`}
                className="tabular inline-flex min-h-6 items-center gap-1 font-semibold text-brand-700"
              >
                {number}
                {isDone && <Icon name="check" size={16} label={t('isAppealed')} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {problem === 'replica_used_up' && (
        <p className="text-sm text-ink-600">{t('usedUp', { names: usedNames.map(([es, en]) => formText(es, en).text).join(', ') })}</p>
      )}
      {!mayOpen && !opened && problem === undefined && <p className="text-sm text-ink-600">{t('leadersOpen')}</p>}
    </Notice>
  )
}
