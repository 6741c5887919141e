import type { ReactNode } from 'react'
import type { DimensionView, ResultView } from '#shared/results/routes.ts'
import { mostText, pointsText, shareOf, shareText } from '#shared/results/words.ts'
import { wrapped } from '#client/ui/geometry.ts'
import { useLanguage } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Table } from '#client/ui/tables/table.tsx'
import type { Column } from '#client/ui/tables/table.tsx'
import { LevelBadge } from './level-badge.tsx'
import { around } from './radar.ts'
import { resultsText } from './text.ts'
import { levelFills } from './words.ts'

interface FrameProps {
  readonly title: string
  /** Level of its name among the page's headings. */
  readonly heading?: 2 | 3 | undefined
  /** What the chart shows, in words made of its figures. */
  readonly summary: string
  readonly legend?: ReactNode
  /** The drawing: no ear hears it, and no key stops at it. */
  readonly children: ReactNode
  readonly table: ReactNode
}

/** A chart under its name, with what it shows in a sentence, and its figures as a table (RV2). */
export function ChartFrame({ title, heading = 3, summary, legend, children, table }: FrameProps) {
  const t = useText(resultsText)
  const Title = heading === 2 ? 'h2' : 'h3'
  return (
    <figure className="min-w-0">
      <figcaption>
        <Title className={heading === 2 ? 'text-xl' : 'text-lg'}>{title}</Title>
        <p className="mt-0.5 max-w-prose text-ink-600">{summary}</p>
      </figcaption>
      {legend}
      <div className="mt-4">{children}</div>
      <Disclosure summary={t('chartTable')} className="mt-2">
        <div className="-ml-6 rounded-lg border border-ink-200">{table}</div>
      </Disclosure>
    </figure>
  )
}

/** What each sign of a chart is. */
export function Legend({ mean }: { readonly mean: boolean }) {
  const t = useText(resultsText)
  return (
    <p aria-hidden className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-700">
      <span className="inline-flex items-center gap-2">
        <svg width="22" height="12" className="shrink-0">
          <rect x="0" y="2" width="22" height="8" rx="4" className="fill-brand-600" />
        </svg>
        {t('chartMine')}
      </span>
      {mean && (
        <span className="inline-flex items-center gap-2">
          <svg width="22" height="12" className="shrink-0">
            <line x1="0" y1="6" x2="22" y2="6" strokeWidth="2.5" strokeDasharray="5 3" className="stroke-ink-950" />
          </svg>
          {t('chartMean')}
        </span>
      )}
    </p>
  )
}

/** The figures of some dimensions, as every chart of them has them beside it. */
export function FigureTable({
  rows,
  caption,
  isSub = false,
}: {
  readonly rows: readonly DimensionView[]
  readonly caption: string
  readonly isSub?: boolean
}) {
  const t = useText(resultsText)
  const language = useLanguage()
  const columns: readonly Column<DimensionView>[] = [
    { id: 'name', header: t(isSub ? 'colSubDimension' : 'colDimension'), cell: ({ name }) => name, rowHeader: true },
    { id: 'points', header: t('colPoints'), cell: ({ points }) => pointsText(points, language), align: 'end' },
    { id: 'max', header: t('colMost'), cell: ({ max }) => mostText(max, language), align: 'end' },
    {
      id: 'share',
      header: t('colShare'),
      cell: ({ points, max }) => (max > 0 ? shareText(points, max, language) : t('noFigure')),
      align: 'end',
    },
    { id: 'level', header: t('colLevel'), cell: ({ level }) => <LevelBadge level={level} /> },
    {
      id: 'mean',
      header: t('colMean'),
      cell: ({ categoryMean }) => (categoryMean === null ? t('noFigure') : pointsText(categoryMean, language)),
      align: 'end',
    },
  ]
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

/** Room for names on both sides, and above and below. */
const width = 480
const height = 360
const centre = { x: width / 2, y: 200 }
const reach = 130
/** Letters of one line of a corner's name. */
const lineLetters = 15

/** Dimensions as corners of a figure: how far each reaches is what was obtained of what can be. Three corners or more. */
export function Profile({ view }: { readonly view: ResultView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const corners = view.dimensions.filter(({ parentId, max }) => parentId === null && max > 0)
  if (corners.length < 3) return null
  const said = corners.map(({ name, points, max }) => `${name}: ${shareText(points, max, language)}`)
  const summary = `${said.join(' · ')}.`
  const hasMean = corners.every(({ categoryMean }) => categoryMean !== null)
  const pointsOf = (shares: readonly number[]): string =>
    around(shares, centre, reach)
      .map(({ x, y }) => `${x},${y}`)
      .join(' ')
  const all = corners.map(() => 1)
  return (
    <ChartFrame
      title={t('chartProfile')}
      summary={summary}
      legend={<Legend mean={hasMean} />}
      table={<FigureTable rows={corners} caption={t('chartProfile')} />}
    >
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('chartAlt', { summary })} className="mx-auto block w-full max-w-lg">
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <polygon
            key={part}
            points={pointsOf(all.map(() => part))}
            className="fill-none stroke-ink-200"
            strokeWidth={part === 1 ? 1.5 : 1}
          />
        ))}
        {around(all, centre, reach).map(({ x, y }) => (
          <line key={`${x} ${y}`} x1={centre.x} y1={centre.y} x2={x} y2={y} className="stroke-ink-200" />
        ))}
        <polygon
          points={pointsOf(corners.map(({ points, max }) => shareOf(points, max)))}
          className="fill-brand-600/20 stroke-brand-600"
          strokeWidth={2.5}
          strokeLinejoin="round"
        />
        {hasMean && (
          <polygon
            points={pointsOf(corners.map(({ categoryMean, max }) => shareOf(categoryMean ?? 0, max)))}
            className="fill-none stroke-ink-950"
            strokeWidth={2}
            strokeDasharray="5 4"
            strokeLinejoin="round"
          />
        )}
        {around(
          corners.map(({ points, max }) => shareOf(points, max)),
          centre,
          reach,
        ).map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={4.5} className="fill-brand-700 stroke-white" strokeWidth={1.5} />
        ))}
        {around(all, centre, reach + 14).map(({ x, y, anchor, rises }, at) => {
          const corner = corners[at]
          if (!corner) return null
          const lines = [...wrapped(corner.name, lineLetters), shareText(corner.points, corner.max, language)]
          const first = rises ? y - (lines.length - 1) * 17 : y + 5
          return (
            <text key={corner.id} x={x} y={first} textAnchor={anchor} className="fill-ink-800 text-[14px]">
              {lines.map((line, index) => (
                <tspan key={line} x={x} dy={index === 0 ? 0 : 17} className={index === lines.length - 1 ? 'font-bold' : undefined}>
                  {line}
                </tspan>
              ))}
            </text>
          )
        })}
      </svg>
    </ChartFrame>
  )
}

/** Every sub-dimension by what it obtained of what it can, the best first: where to begin, and what to keep. */
export function SubDimensions({ view }: { readonly view: ResultView }) {
  const t = useText(resultsText)
  const language = useLanguage()
  const subs = view.dimensions
    .filter(({ parentId, max }) => parentId !== null && max > 0)
    .toSorted((a, b) => shareOf(b.points, b.max) - shareOf(a.points, a.max))
  const best = subs[0]
  const worst = subs.at(-1)
  if (!best || !worst || best === worst) return null
  const summary = t('chartSubDimensionsSummary', {
    n: subs.length,
    best: best.name,
    high: shareText(best.points, best.max, language),
    worst: worst.name,
    low: shareText(worst.points, worst.max, language),
  })
  return (
    <ChartFrame
      title={t('chartSubDimensions')}
      summary={summary}
      table={<FigureTable rows={subs} caption={t('chartSubDimensions')} isSub />}
    >
      <div role="img" aria-label={t('chartAlt', { summary })}>
        <div aria-hidden className="grid gap-y-2.5">
          {subs.map(({ id, name, points, max, level, categoryMean }) => (
            <div key={id} className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto] sm:items-center">
              <span className="min-w-0 text-sm break-words text-ink-800">{name}</span>
              <svg viewBox="0 0 300 14" preserveAspectRatio="none" className="h-3.5 w-full">
                <rect x="0" y="2" width="300" height="10" rx="3" className="fill-ink-150" />
                <rect
                  x="0"
                  y="2"
                  width={shareOf(points, max) * 300}
                  height="10"
                  rx="3"
                  className={level ? levelFills[level] : 'fill-brand-600'}
                />
                {categoryMean !== null && (
                  <rect x={shareOf(categoryMean, max) * 300 - 1.25} y="0" width="2.5" height="14" className="fill-ink-950" />
                )}
              </svg>
              <span className="tabular text-sm font-semibold text-ink-900 sm:min-w-12 sm:text-right">
                {shareText(points, max, language)}
              </span>
            </div>
          ))}
        </div>
      </div>
    </ChartFrame>
  )
}
