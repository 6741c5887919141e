import { Link } from 'react-router'
import { notAssigned } from '#shared/assignments/pending.ts'
import { heldBy } from '#shared/assignments/rules.ts'
import type { Dimension } from '#shared/forms/model.ts'
import type { World } from '#shared/world.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { assignmentsText } from './text.ts'
import { DimensionName } from '#client/features/texts/form-text.tsx'

/** `held`: somebody answers for the part itself; without, all its questions being assigned is not all that is to do. */
function Pending({ n, held }: { readonly n: number; readonly held: boolean }) {
  const t = useText(assignmentsText)
  if (n === 0 && !held) return <span className="text-sm text-warm-900">{t('nobody')}</span>
  if (n === 0) return <Icon name="check" size={17} className="text-good-700" label={t('mapDone')} />
  return (
    <span className="tabular text-sm text-ink-600" title={t('mapPendingLabel', { n })}>
      <span aria-hidden>{t('mapPending', { n })}</span>
      <span className="sr-only">{t('mapPendingLabel', { n })}</span>
    </span>
  )
}

interface Props {
  readonly world: World
  readonly subDimensions: readonly Dimension[]
  readonly current: string | undefined
  /** Professionals see no pending configuration. */
  readonly countsShown: boolean
  readonly pathOf: (subDimensionId: string) => string
  /** Where all of it is shared out at once; null for who does not. */
  readonly wholePath: string | null
}

/** Dimensions and sub-dimensions, each with its unassigned questions in parentheses or a check (AS14). */
export function AssignmentMap({ world, subDimensions, current, countsShown, pathOf, wholePath }: Props) {
  const t = useText(assignmentsText)
  return (
    <>
      {wholePath !== null && (
        <Link
          to={wholePath}
          aria-current={current === undefined ? 'page' : undefined}
          className={cx(
            'mt-3 flex min-h-11 items-center gap-2.5 border-l-3 py-2 pr-5 pl-[17px] no-underline',
            current === undefined
              ? 'border-brand-600 bg-brand-50 font-semibold text-ink-950'
              : 'border-transparent text-ink-800 hover:bg-ink-50 forced-colors:border-[Canvas]',
          )}
        >
          <Icon name="list" size={19} className="text-ink-500" />
          {t('shareLink')}
        </Link>
      )}
      <ol className="pt-3 pb-8">
        {world.index.topDimensions.map((dimension, position) => {
          const parts = subDimensions.filter((each) => each.parentId === dimension.id)
          if (parts.length === 0) return null
          return (
            <li key={dimension.id} className="pt-3">
              <p className="flex flex-wrap items-baseline gap-x-2 px-5 pb-1 text-sm font-semibold text-ink-600">
                <span className="tabular">{`D${position + 1}`}</span>
                {/* What does not fit beside a name goes below it: no name breaks inside its words. */}
                <span className="min-w-0 flex-1 basis-36 hyphens-auto">
                  <DimensionName of={dimension} />
                </span>
                {countsShown && <Pending n={notAssigned(world, dimension.id)} held={heldBy(world, dimension.id) !== null} />}
              </p>
              <ul>
                {parts.map((part) => (
                  <li key={part.id}>
                    <Link
                      to={pathOf(part.id)}
                      aria-current={part.id === current ? 'page' : undefined}
                      className={cx(
                        'flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-l-3 py-2 pr-5 pl-[17px] no-underline',
                        part.id === current
                          ? 'border-brand-600 bg-brand-50 font-semibold text-ink-950'
                          : 'border-transparent text-ink-800 hover:bg-ink-50 forced-colors:border-[Canvas]',
                      )}
                    >
                      <span className="min-w-0 flex-1 basis-36 leading-snug hyphens-auto">
                        <DimensionName of={part} />
                      </span>
                      {countsShown && <Pending n={notAssigned(world, part.id)} held={heldBy(world, part.id) !== null} />}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ol>
    </>
  )
}
