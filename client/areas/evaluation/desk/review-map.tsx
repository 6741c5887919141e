import { Link, NavLink } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { World } from '#shared/world.ts'
import { useText } from '#client/i18n/text.ts'
import { Count } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { matches, reviewFilters } from './review.ts'
import type { ReviewFilter, SubDimensionReview } from './review.ts'
import { listText } from '#client/features/overviews/list-text.ts'
import { evaluationsText } from './text.ts'
import { DimensionName } from '#client/features/texts/form-text.tsx'

const filterKeys = {
  undecided: 'undecided',
  changed: 'changed',
  observed: 'observedOne',
  rejected: 'rejected',
  withFile: 'withFile',
  withAlert: 'withAlert',
  all: 'all',
} as const satisfies Record<ReviewFilter, string>

interface Props {
  readonly world: World
  readonly review: readonly SubDimensionReview[]
  readonly current: string | undefined
  readonly filter: ReviewFilter
  /** Filters that this round can fill. */
  readonly filters?: readonly ReviewFilter[] | undefined
  readonly onFilter: (filter: ReviewFilter) => void
  readonly pathOf: (subDimensionId: string) => string
}

/** Sub-dimensions with what each still asks for, and the filters of the queue with their counts. */
export function ReviewMap({ world, review, current, filter, filters = reviewFilters, onFilter, pathOf }: Props) {
  const t = useText(evaluationsText)
  const l = useText(listText)
  const all = review.flatMap((each) => each.entries)
  const asked = all.filter((entry) => entry.asked)
  const reviewed = asked.filter((entry) => !matches(entry, 'undecided')).length
  const text = t('reviewedCount', { n: reviewed, total: asked.length })
  return (
    <div className="pb-8">
      <div className="border-b border-ink-150 px-5 py-5">
        <h2 lang="es" className="text-base leading-snug">
          {world.institution.name}
        </h2>
        {asked.length > 0 && (
          <>
            <ProgressBar label={l('advance')} value={reviewed} max={asked.length} text={text} className="mt-3" />
            <p className="tabular mt-1.5 text-sm text-ink-600">{text}</p>
          </>
        )}
        <Link
          to={pageAddress('assignment', { form: world.formId, institution: world.institutionId })}
          className="mt-1 inline-flex min-h-8 items-center text-sm text-brand-700"
        >
          {t('responsibles')}
        </Link>
      </div>
      <div role="group" aria-label={t('filters')} className="grid border-b border-ink-150 px-2.5 py-3">
        {filters.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={filter === each}
            onClick={() => onFilter(each)}
            className={cx(
              'flex min-h-9 items-center justify-between gap-3 rounded-md px-2.5 text-left text-sm',
              filter === each ? 'bg-brand-700 font-semibold text-white forced-colors:underline' : 'text-ink-800 hover:bg-ink-100',
            )}
          >
            {t(filterKeys[each])}
            <span className={cx('tabular', filter === each ? 'text-white' : 'text-ink-600')}>
              {all.filter((entry) => matches(entry, each)).length}
            </span>
          </button>
        ))}
      </div>
      <ol className="pt-2">
        {world.index.topDimensions.map((dimension, position) => {
          const parts = review.filter((each) => dimension.subDimensionIds.includes(each.id))
          if (parts.length === 0) return null
          return (
            <li key={dimension.id} className="pt-3">
              <p className="flex gap-2 px-5 pb-1 text-sm font-semibold text-ink-600">
                <span className="tabular">{`D${position + 1}`}</span>
                <DimensionName of={dimension} />
              </p>
              <ul>
                {parts.map((part) => {
                  const count = part.entries.filter((entry) => matches(entry, filter === 'all' ? 'undecided' : filter)).length
                  const isDone = (filter === 'undecided' || filter === 'all') && part.entries.some((entry) => entry.asked)
                  return (
                    <li key={part.id}>
                      <NavLink
                        to={pathOf(part.id)}
                        aria-current={part.id === current ? 'page' : undefined}
                        className={cx(
                          'flex min-h-11 items-center justify-between gap-3 border-l-3 py-2 pr-4 pl-[17px] no-underline',
                          part.id === current
                            ? 'border-brand-600 bg-brand-50 font-semibold text-ink-950'
                            : 'border-transparent text-ink-800 hover:bg-ink-50 forced-colors:border-[Canvas]',
                        )}
                      >
                        <span className="min-w-0 leading-snug">
                          <DimensionName of={part} />
                        </span>
                        {count > 0 ? (
                          <Count n={count} tone={part.id === current ? 'info' : 'neutral'} />
                        ) : (
                          isDone && <Icon name="check" size={17} className="text-good-700" label={t('mapDone')} />
                        )}
                      </NavLink>
                    </li>
                  )
                })}
              </ul>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
