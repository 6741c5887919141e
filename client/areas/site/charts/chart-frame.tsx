import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ChartPlace } from './chart-place.tsx'
import type { DataFiles } from './data-files.ts'
import type { Mark } from './marks/grid.ts'
import { LateTable, LateTake } from './late-parts.ts'
import type { Rows } from './rows.ts'
import { chartsText } from './text.ts'
import { Legend } from './marks/tones.tsx'

export interface ChartRows extends Rows {
  readonly caption: string
}
/** A table whose figures are worked out by who draws it, late. */
export interface LateRows {
  readonly part: ReactNode
  readonly want: () => Promise<void>
}

export interface ChartFrameProps {
  /** Of the figure in the page, of its address and of its files. */
  readonly id: string
  /** Position decides, not looks. */
  readonly level?: 2 | 3 | undefined
  /** What was found, in one sentence of the data. */
  readonly title: string
  /** What is measured: name, unit, how many, years, group. */
  readonly subtitle: string
  /** What has to be known to read it right: years without data, groups too small to tell of. */
  readonly notices?: readonly string[] | undefined
  readonly legend?: readonly { readonly label: string; readonly tone: number }[] | undefined
  /** None: nothing is drawn, and that is said. */
  readonly marks: readonly Mark[]
  /** The drawing for wide places, and that for narrow ones: both stand in the page, and the room there is shows one. */
  readonly wide: ReactNode
  readonly narrow: ReactNode
  /** The very figures of the drawing, with what they are called. */
  readonly table: ChartRows | LateRows
  /** The table stands open, as who reads it rather than the drawing wants it. */
  readonly tableOpen?: boolean | undefined
  readonly source: string
  readonly licence: { readonly name: string; readonly href: string } | null
  readonly files: DataFiles | null
  /** What stands in sight below the drawing: a small table of what it is about. */
  readonly children?: ReactNode
}

/** What did not come stays as the server drew it, and is asked for again when it is opened again. */
const wanted = (coming: Promise<void>): void => void coming.catch(() => undefined)

/**
 * A chart with all that belongs to it, in the order in which it is read: what was found, what is measured, what to mind, what the fills are,
 * the drawing, its source, its figures as a table, and what can be taken along (CH3).
 */
export function ChartFrame({
  id,
  level = 2,
  title,
  subtitle,
  notices = [],
  legend = [],
  marks,
  wide,
  narrow,
  table,
  tableOpen,
  source,
  licence,
  files,
  children,
}: ChartFrameProps) {
  const t = useText(chartsText)
  const figure = useRef<HTMLElement>(null)
  const Title = level === 2 ? 'h2' : 'h3'
  const isLate = 'part' in table
  const hasTable = marks.length > 0 || (!isLate && table.rows.length > 0)
  const wantTable = (): void => wanted(isLate ? table.want() : LateTable.want())
  useEffect(() => {
    if (tableOpen) wantTable()
    // What is wanted once is wanted for good.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tableOpen])
  const caption = { title, subtitle, source: t('source', { source }), legend }
  return (
    <figure
      ref={figure}
      id={id}
      aria-labelledby={`${id}-title`}
      className="forced-edge @container min-w-0 scroll-mt-6 rounded-xl border border-ink-200 bg-white p-5 sm:p-7 print:break-inside-avoid print:border-0 print:p-0"
    >
      <figcaption className="mb-4">
        <Title id={`${id}-title`} className="max-w-4xl text-xl">
          {title}
        </Title>
        <p className="mt-1 max-w-4xl text-ink-600">{subtitle}</p>
      </figcaption>
      {notices.length > 0 && (
        <ul className="mb-4 grid max-w-4xl gap-1.5">
          {notices.map((notice) => (
            <li key={notice} className="forced-edge flex gap-2.5 rounded-md bg-brand-50 px-3 py-2 text-sm text-ink-800">
              <Icon name="info" size={18} className="mt-px text-brand-700" />
              <span className="min-w-0">{notice}</span>
            </li>
          ))}
        </ul>
      )}
      {marks.length === 0 ? (
        <p className="rounded-md bg-ink-50 px-4 py-8 text-center text-ink-600">{t('nothing')}</p>
      ) : (
        <>
          {legend.length > 0 && (
            <div className="mb-4">
              <Legend entries={legend} />
            </div>
          )}
          <ChartPlace label={title} marks={marks} wide={wide} narrow={narrow} />
        </>
      )}
      {children}
      <p className="mt-4 text-sm text-ink-600">
        {t('source', { source })}
        {licence && (
          <>
            {' · '}
            <a href={licence.href} rel="license" className="underline hover:text-ink-950">
              {licence.name}
            </a>
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-7 border-t border-ink-150 pt-2">
        {hasTable && (
          <Disclosure
            summary={t('table')}
            open={tableOpen}
            onToggle={(open) => {
              if (open) wantTable()
            }}
            className="min-w-0 open:w-full print:hidden"
          >
            <div className="-ml-6 overflow-hidden rounded-lg border border-ink-200 pt-3">
              {isLate ? table.part : <LateTable table={table} caption={table.caption} />}
            </div>
          </Disclosure>
        )}
        <Disclosure
          summary={t('take')}
          onToggle={(open) => {
            if (open) wanted(LateTake.want())
          }}
          className="min-w-0 open:w-full print:hidden"
        >
          <LateTake figure={figure} name={id} caption={caption} files={files} hasDrawing={marks.length > 0} />
        </Disclosure>
      </div>
    </figure>
  )
}
