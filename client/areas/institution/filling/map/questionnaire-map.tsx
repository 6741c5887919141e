import { useState } from 'react'
import { Link } from 'react-router'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { useWidthAtLeast } from '#client/ui/use-width.ts'
import { fillingCount, useVisibleSubDimensions } from '#client/areas/institution/filling/counts.ts'
import type { MapCount } from '#client/areas/institution/filling/counts.ts'
import { useReadyWords } from '#client/areas/institution/filling/ready/ready.ts'
import { DimensionName } from '#client/features/texts/form-text.tsx'

const sameCounts = (left: readonly MapCount[], right: readonly MapCount[]): boolean => JSON.stringify(left) === JSON.stringify(right)

const MapSearch = latePart(() => import('#client/features/finder/map-search.tsx'), 'MapSearch')

interface Props {
  readonly current: DimensionId | null
  readonly hrefOf: (subDimensionId: DimensionId) => string
  /** The survey's entry, for leaders. */
  readonly survey?: { readonly pendent: number; readonly sent: boolean } | undefined
}

/** Colours of the dimensions' marks, which take turns. */
const tints = ['bg-brand-100 text-brand-800', 'bg-warm-100 text-warm-900', 'bg-good-100 text-good-900'] as const

/** Map of dimensions and sub-dimensions with what is pending in each. */
export function QuestionnaireMap({ current, hrefOf, survey }: Props) {
  const t = useText(answersText)
  const { index } = useOpenWorld().world()
  const visible = useVisibleSubDimensions()
  const counts = useReading(everything, (world, open) => visible.map((each) => fillingCount(world, open, each.id)), sameCounts)
  const countById = new Map(visible.map((each, position) => [each.id, counts[position]]))
  // On a wide screen the header's search finds the same.
  const isNarrow = !useWidthAtLeast(56.25)
  const [searching, setSearching] = useState(false)
  const tops = index.topDimensions.filter((top) => top.subDimensionIds.some((id) => countById.has(id)))
  const map = (
    <ol className="grid gap-5 px-3 py-5">
      {tops.map((top) => {
        const position = index.topDimensions.indexOf(top)
        const subs = visible.filter((each) => each.parentId === top.id)
        const [first] = subs
        const pendent = subs.reduce((sum, each) => sum + (countById.get(each.id)?.pendent ?? 0), 0)
        return (
          <li key={top.id}>
            <Link
              to={hrefOf(must(first, 'a dimension of the map has a sub-dimension').id)}
              className="group flex items-center gap-2.5 rounded-md px-2 py-1.5 text-ink-950 no-underline hover:bg-ink-50"
            >
              <span
                aria-hidden
                className={cx(
                  'tabular flex size-7 shrink-0 items-center justify-center self-start rounded-md text-xs font-semibold',
                  tints[position % 3],
                )}
              >
                {`D${position + 1}`}
              </span>
              <span className="min-w-0 flex-1 text-[0.95rem] leading-snug font-semibold">
                <DimensionName of={top} />
              </span>
              <PendingMark n={pendent} open={subs.some((each) => countById.get(each.id)?.open)} />
            </Link>
            <ol className="mt-1 grid gap-px">
              {subs.map((sub) => (
                <Entry key={sub.id} href={hrefOf(sub.id)} sub={sub} count={countById.get(sub.id)} isCurrent={sub.id === current} />
              ))}
            </ol>
          </li>
        )
      })}
      {survey && (
        <li className="border-t border-ink-150 pt-4">
          <Link
            to={hrefOf(surveyDimensionId)}
            aria-current={current === surveyDimensionId ? 'page' : undefined}
            className={cx(
              'flex items-center gap-2.5 rounded-md px-2 py-2 font-semibold no-underline',
              current === surveyDimensionId ? 'bg-brand-50 text-brand-900' : 'text-ink-950 hover:bg-ink-50',
            )}
          >
            <Icon name="star" size={19} className="text-warm-700" />
            <span className="flex-1">{t('survey')}</span>
            <PendingMark n={survey.sent ? 0 : survey.pendent} open />
          </Link>
        </li>
      )}
    </ol>
  )
  if (!isNarrow) return map
  return (
    <>
      <div className="min-h-14">
        <MapSearch onAsked={setSearching} onClose={() => setSearching(false)} />
      </div>
      {!searching && map}
    </>
  )
}

/** "(n)", or a check when nothing is pending; neither once nothing can be done any more. */
function PendingMark({ n, open }: { readonly n: number; readonly open: boolean }) {
  const t = useText(answersText)
  if (!open) return null
  if (n === 0) return <Icon name="check" size={18} label={t('nothingPending')} className="text-good-700" />
  return (
    <span className="tabular text-sm font-semibold text-ink-600">
      <span aria-hidden>{`(${n})`}</span>
      <span className="sr-only">{t('pendingCount', { n })}</span>
    </span>
  )
}

interface EntryProps {
  readonly href: string
  readonly sub: Dimension
  readonly count: MapCount | undefined
  readonly isCurrent: boolean
}

function Entry({ href, sub, count, isCurrent }: EntryProps) {
  const t = useText(answersText)
  const ready = useReadyWords(sub.id)
  const note =
    count === undefined || count.status === 'completed'
      ? null
      : count.observed > 0
        ? t('withObservations', { n: count.observed })
        : count.comments > 0
          ? t('withComments', { n: count.comments })
          : t(count.status)
  return (
    <li>
      <Link
        to={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={cx(
          'flex min-h-10 items-start gap-2 rounded-md border-l-3 py-2 pr-2 pl-3 leading-snug no-underline',
          isCurrent
            ? 'border-brand-600 bg-brand-50 font-semibold text-brand-900'
            : 'border-transparent text-ink-800 hover:bg-ink-50 forced-colors:border-[Canvas]',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="block text-[0.95rem]">
            <DimensionName of={sub} />
          </span>
          {ready !== '' && <span className="block text-xs font-normal text-good-700">{ready}</span>}
          {note && (
            <span
              className={cx('block text-xs font-normal', count && count.observed + count.comments > 0 ? 'text-warm-700' : 'text-ink-500')}
            >
              {note}
            </span>
          )}
        </span>
        <PendingMark n={count?.pendent ?? 0} open={count?.open === true} />
      </Link>
    </li>
  )
}
