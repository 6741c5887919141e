import { useState } from 'react'
import { Link } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import type { Dimension } from '#shared/forms/model.ts'
import type { World } from '#shared/world.ts'
import { ReadyLine } from '#client/areas/institution/filling/ready/ready-line.tsx'
import { RowMark } from '#client/features/answers/rows/row-mark.tsx'
import { appText } from '#client/page/text.ts'
import { personName } from '#client/data/world/use-world.ts'
import { useText } from '#client/i18n/text.ts'
import { Count, Status } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { sendsText } from '#client/areas/institution/sends/text.ts'
import type { DimensionStanding, PendingUnit, Standing, SubDimensionStanding } from './standing.ts'
import { homeText } from './text.ts'
import { DimensionName, FormText, formText } from '#client/features/texts/form-text.tsx'

/** Pending questions of one sub-dimension that are listed before the rest is left to the form. */
const listedMost = 40
/** Lines that surely fit without scrolling. */
const shownAtOnce = 5

/** A question that is left to do; the whole row leads to it. */
function PendingRow({
  world,
  subDimensionId,
  pending,
}: {
  readonly world: World
  readonly subDimensionId: string
  readonly pending: PendingUnit
}) {
  const t = useText(homeText)
  const s = useText(sendsText)
  const a = useText(appText)
  return (
    <li>
      <Link
        to={pageAddress('filling', {
          form: world.formId,
          institution: world.institutionId,
          subDimension: subDimensionId,
          question: pending.unit,
        })}
        className="group flex items-baseline gap-3 px-5 py-2 no-underline hover:bg-brand-50 md:px-6"
      >
        <span className="tabular min-w-14 shrink-0 text-sm text-ink-600 sm:min-w-20">{pending.number}</span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-ink-900 group-hover:text-brand-800 group-hover:underline">
            <FormText es={pending.text} en={pending.en} />
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-ink-600">
            <RowMark row={pending.row} />
            {[
              ...pending.codes.map((code) => s(`reason_${code}`)),
              ...(pending.userId === null ? [] : [t('waitsFor', { name: personName(world, pending.userId) ?? a('deletedUser') })]),
            ].join(' · ')}
          </span>
        </span>
        <Icon name="chevron-right" size={18} className="translate-y-1 self-start text-ink-400 group-hover:text-brand-700" />
      </Link>
    </li>
  )
}

const isOwn = ({ userId }: PendingUnit): boolean => userId === null

/** Questions that wait for the reader, or for others, under their own name where both are there. */
function PendingGroup({
  world,
  subDimension,
  title,
  pending,
}: {
  readonly world: World
  readonly subDimension: Dimension
  readonly title: string | null
  readonly pending: readonly PendingUnit[]
}) {
  if (pending.length === 0) return null
  return (
    <section>
      {title !== null && <h4 className="px-5 pt-2.5 pb-0.5 text-sm font-semibold text-ink-700 md:px-6">{title}</h4>}
      <ul>
        {pending.map((each) => (
          <PendingRow key={each.unit} world={world} subDimensionId={subDimension.id} pending={each} />
        ))}
      </ul>
    </section>
  )
}

/** One status of a sub-dimension: complete, not begun, or how much waits, and whether for the reader. */
function SubDimensionStatus({
  answered,
  total,
  own,
  others,
  writable,
}: Pick<SubDimensionStanding, 'answered' | 'total' | 'own' | 'others'> & { readonly writable: boolean }) {
  const t = useText(homeText)
  // Nothing waits any more once a stage is over: what there is then is what was answered.
  if (!writable) return <Status>{t('answeredOf', { n: answered, total })}</Status>
  if (own + others === 0)
    return (
      <Status tone="success" icon="check">
        {t('complete')}
      </Status>
    )
  if (answered === 0) return <Status>{t('notStarted')}</Status>
  return (
    <>
      {own > 0 && <Status>{t('ownCount', { n: own })}</Status>}
      {others > 0 && <Status>{t('othersCount', { n: others })}</Status>}
    </>
  )
}

function SubDimensionRow({
  world,
  standing,
  openAtFirst,
  writable,
}: {
  readonly world: World
  readonly standing: SubDimensionStanding
  readonly openAtFirst: boolean
  readonly writable: boolean
}) {
  const t = useText(homeText)
  const [open, setOpen] = useState(openAtFirst)
  const { subDimension, answered, total, ready, own, others, pending } = standing
  const observed = pending.filter((each) => each.codes.includes('observed')).length
  const comments = pending.filter((each) => each.codes.includes('comment')).length
  const listId = `pending-${subDimension.id}`
  const mixed = own > 0 && others > 0
  const shown = pending.slice(0, listedMost)
  return (
    <li className="border-t border-ink-150">
      <div className="group flex items-stretch hover:bg-ink-50">
        <Link
          to={pageAddress('filling', { form: world.formId, institution: world.institutionId, subDimension: subDimension.id })}
          className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5 py-2.5 pr-3 pl-5 text-ink-900 no-underline sm:pr-0 md:pl-6"
        >
          <span className="min-w-0 flex-1 basis-40 font-medium hover:underline group-hover:text-brand-800">
            <DimensionName of={subDimension} />
          </span>
          <span className="flex flex-wrap items-center gap-x-3 pr-2">
            {observed > 0 && <Status tone="warning">{t('observedCount', { n: observed })}</Status>}
            {comments > 0 && <Status tone="info">{t('commentCount', { n: comments })}</Status>}
            <ReadyLine subDimensionId={subDimension.id} />
            <SubDimensionStatus answered={answered} total={total} own={own} others={others} writable={writable} />
            {writable && (
              <span className="tabular text-right text-sm text-ink-600 sm:min-w-16">
                <span aria-hidden>{t('partTotal', { n: ready, total })}</span>
                <span className="sr-only">{t('done', { n: ready, total })}</span>
              </span>
            )}
          </span>
        </Link>
        {pending.length > 0 ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={listId}
            aria-label={`${t('showPending')}: ${formText(subDimension.name, subDimension.en?.name).text}`}
            title={t('showPending')}
            onClick={() => setOpen(!open)}
            className="flex w-[48px] shrink-0 items-center justify-center text-ink-500 hover:bg-ink-100 hover:text-ink-950"
          >
            <Icon name="chevron-down" size={18} className={cx('transition-transform', open && 'rotate-180')} />
          </button>
        ) : (
          <span className="hidden w-12 shrink-0 sm:block" />
        )}
      </div>
      {open && pending.length > 0 && (
        <div
          id={listId}
          className={cx(
            'max-h-[428px] overflow-y-auto border-t border-ink-150 bg-ink-50/60 py-1',
            // A line cut in half looks like the last one: what goes on fades out.
            pending.length > shownAtOnce && 'pb-10 [mask-image:linear-gradient(to_bottom,black_calc(100%-2.5rem),transparent)]',
          )}
        >
          <PendingGroup {...{ world, subDimension }} title={mixed ? t('groupOwn') : null} pending={shown.filter(isOwn)} />
          <PendingGroup
            {...{ world, subDimension }}
            title={mixed ? t('groupOthers') : null}
            pending={shown.filter((each) => !isOwn(each))}
          />
          {pending.length > listedMost && <p className="px-6 py-2 text-sm text-ink-600">{t('more', { n: pending.length - listedMost })}</p>}
        </div>
      )}
    </li>
  )
}

function DimensionGroup({
  world,
  standing,
  position,
  all,
  writable,
}: {
  readonly world: World
  readonly standing: DimensionStanding
  readonly position: number
  readonly all: boolean
  readonly writable: boolean
}) {
  const t = useText(homeText)
  const { dimension, total, ready, answered, subDimensions } = standing
  const value = writable ? ready : answered
  const text = writable ? t('done', { n: ready, total }) : t('answeredOf', { n: answered, total })
  return (
    <section
      aria-labelledby={`dimension-${dimension.id}`}
      className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card"
    >
      <header className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-4 md:px-6">
        <span
          aria-hidden
          className="tabular flex size-9 shrink-0 items-center justify-center rounded-lg bg-brand-900 text-sm font-semibold text-white"
        >
          {`D${position}`}
        </span>
        <h3 id={`dimension-${dimension.id}`} className="min-w-0 flex-1 basis-52 text-lg">
          <DimensionName of={dimension} />
        </h3>
        <div className="flex w-full flex-wrap items-center gap-3 sm:w-72">
          <ProgressBar
            label={`${t('progress')}: ${formText(dimension.name, dimension.en?.name).text}`}
            value={value}
            max={total}
            text={text}
            className="min-w-24 flex-1"
          />
          <span className="tabular text-right text-sm text-ink-600 sm:min-w-27 sm:whitespace-nowrap">{text}</span>
        </div>
      </header>
      <ul>
        {subDimensions.map((each) => (
          <SubDimensionRow
            key={each.subDimension.id}
            world={world}
            standing={each}
            openAtFirst={!all && each.own > 0}
            writable={writable}
          />
        ))}
      </ul>
    </section>
  )
}

/**
 * Progress per dimension with what is pending inside: everything for leader and delegate, one's own sub-dimensions
 * with their questions open for the others.
 */
export function HomeDimensions({
  world,
  standing,
  writable,
}: {
  readonly world: World
  readonly standing: Standing
  readonly writable: boolean
}) {
  const t = useText(homeText)
  const { all, area, open, dimensions, own, others } = standing
  const leadsTeam = area && others > 0
  const position = (id: string): number => world.index.topDimensions.findIndex((each) => each.id === id) + 1
  return (
    <section aria-labelledby="home-pending">
      <header className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="home-pending" className="text-xl">
          {all ? t('pendingAll') : leadsTeam ? t('pendingArea') : t('pendingOwn')}
        </h2>
        {own + others > 0 && <Count n={own + others} tone="info" />}
        {writable && <p className="w-full text-ink-600">{all ? t('sendAll') : leadsTeam ? t('sendArea') : t('sendOwn')}</p>}
      </header>
      <div className="grid gap-5">
        {dimensions.map((each) => (
          <DimensionGroup
            key={each.dimension.id}
            world={world}
            standing={each}
            position={position(each.dimension.id)}
            all={all}
            writable={open}
          />
        ))}
      </div>
    </section>
  )
}
