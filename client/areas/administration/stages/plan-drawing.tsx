import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { addDays, isDay } from '#shared/kernel/instant.ts'
import type { Day } from '#shared/kernel/instant.ts'
import { daysApart, daysOf, inOrder } from '#shared/stages/plan.ts'
import type { DraftStage, EndLimits } from '#shared/stages/plan.ts'
import { useLanguage } from '#client/i18n/language.ts'
import type { Language } from '#client/i18n/language.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { dayInWords } from '#client/features/stages/day-in-words.ts'
import { periodOf } from '#client/features/stages/period.ts'
import { monthsIn, paddedSpan, shareOf } from './plan-span.ts'
import type { Span } from './plan-span.ts'
import { planningText } from './plan-text.ts'
import type { StageState } from './stage-card.tsx'

export type Edge = 'start' | 'end'

interface DrawnStage {
  readonly stage: DraftStage
  readonly state: StageState
  /** What of it may be moved. */
  readonly freedom: 'all' | 'end' | 'none'
  readonly limits: EndLimits
}

interface Props {
  readonly stages: readonly DrawnStage[]
  readonly today: Day
  readonly onMove: (id: string, edge: Edge, day: Day) => void
}

const locales: Readonly<Record<Language, string>> = { es: 'es-CL', en: 'en-GB' }
const looks: Readonly<Record<StageState, string>> = {
  complete: 'bg-ink-300',
  current: 'bg-brand-600',
  next: 'bg-brand-300',
}
const percent = (share: number): string => `${share * 100}%`

/** Stages as bars over their months, whose ends are moved by mouse, touch or keys. Only for wide screens: a day is a few pixels. */
export function PlanDrawing({ stages, today, onMove }: Props) {
  const t = useText(planningText)
  const language = useLanguage()
  // While somebody drags, the months stand still under the pointer.
  const [held, setHeld] = useState<Span | null>(null)
  const drawn = inOrder(stages.map(({ stage }) => stage)).flatMap((stage) => stages.find((each) => each.stage === stage) ?? [])
  const span = held ?? paddedSpan(drawn.map(({ stage }) => stage))
  if (!span) return null
  const month = new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', month: 'short' })
  /** A year where it begins, else the month: both are short. */
  const named = (day: Day): string => (day.slice(5, 7) === '01' ? day.slice(0, 4) : month.format(new Date(`${day}T12:00:00Z`)))
  const here = shareOf(span, today)
  return (
    <div role="group" aria-label={t('drawing')} className="rounded-lg border border-ink-200 bg-white px-5 py-4">
      <p className="text-sm text-ink-600">{t('drawingHint')}</p>
      <div className="mt-3 grid grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] gap-x-4">
        <span />
        <div aria-hidden className="relative h-6 overflow-x-clip border-b border-ink-200 text-sm text-ink-600">
          {monthsIn(span).map((day) => (
            <span
              key={day}
              className="absolute bottom-0 border-l border-ink-300 pl-1 whitespace-nowrap"
              style={{ left: percent(shareOf(span, day)) }}
            >
              {named(day)}
            </span>
          ))}
        </div>
        {drawn.map((each) => (
          <Row
            key={each.stage.id}
            {...each}
            span={span}
            here={here >= 0 && here <= 1 ? here : null}
            onHold={(is) => setHeld(is ? span : null)}
            onMove={(edge, day) => onMove(each.stage.id, edge, day)}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps extends DrawnStage {
  readonly span: Span
  /** Where today is on it. */
  readonly here: number | null
  readonly onHold: (is: boolean) => void
  readonly onMove: (edge: Edge, day: Day) => void
}

function Row({ stage, state, freedom, limits, span, here, onHold, onMove }: RowProps) {
  const t = useText(planningText)
  const language = useLanguage()
  const name = stage.name.trim() === '' ? t('newStage') : stage.name
  const whole = daysOf(stage) > 0
  const [from, to] = [shareOf(span, stage.start), shareOf(span, addDays(isDay(stage.end) ? stage.end : span.from, 1))]
  const end = (edge: Edge) => (
    <End
      label={t(edge === 'start' ? 'startOf' : 'endOf', { name })}
      edge={edge}
      day={stage[edge]}
      limits={limits[edge]}
      span={span}
      share={edge === 'start' ? from : to}
      onHold={onHold}
      onMove={(day) => onMove(edge, day)}
    />
  )
  return (
    <>
      <div className="min-w-0 border-b border-ink-100 py-1.5">
        <p lang="es" className="line-clamp-2 leading-snug font-medium wrap-anywhere text-ink-950">
          {name}
        </p>
        <p className="tabular text-sm text-ink-600">
          {whole ? `${periodOf(stage, language)} · ${t('days', { n: daysOf(stage) })}` : t('noDays')}
        </p>
      </div>
      <div data-track className="relative overflow-x-clip border-b border-ink-100">
        {here !== null && (
          <span aria-hidden className="absolute inset-y-0 border-l-2 border-dashed border-warm-500" style={{ left: percent(here) }} />
        )}
        {whole && (
          <>
            <span
              aria-hidden
              className={cx('forced-edge absolute top-1/2 h-7 min-w-0.5 -translate-y-1/2 rounded-sm', looks[state])}
              style={{ left: percent(from), width: percent(to - from) }}
            />
            {freedom === 'all' && end('start')}
            {freedom !== 'none' && end('end')}
          </>
        )}
      </div>
    </>
  )
}

interface EndProps {
  readonly label: string
  readonly edge: Edge
  readonly day: Day
  readonly limits: EndLimits[Edge]
  readonly span: Span
  readonly share: number
  readonly onHold: (is: boolean) => void
  readonly onMove: (day: Day) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 }
/** Numbers of days, as a slider has them, are counted from here. */
const dayNumber = (day: Day): number => daysApart('2000-01-01', day)

/** One end of a stage. */
function End({ label, edge, day, limits, span, share, onHold, onMove }: EndProps) {
  const language = useLanguage()
  const grabbed = useRef<{ readonly x: number; readonly day: Day; readonly dayPx: number } | null>(null)
  /** As far as its neighbours let it, and as far as is drawn. */
  const [from, to] = [limits.from > span.from ? limits.from : span.from, limits.to < span.to ? limits.to : span.to]
  const move = (wanted: Day): void => {
    const next = wanted < from ? from : wanted > to ? to : wanted
    // A neighbour that stands in the way already leaves no room.
    if (from <= to && next !== day) onMove(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step !== undefined) move(addDays(day, step))
    else if (event.key === 'Home') move(from)
    else if (event.key === 'End') move(to)
    else return
    event.preventDefault()
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    const track = event.currentTarget.closest('[data-track]')
    if (event.button !== 0 || !track) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grabbed.current = { x: event.clientX, day, dayPx: track.getBoundingClientRect().width / (daysApart(span.from, span.to) + 1) }
    onHold(true)
  }
  const release = (): void => {
    if (grabbed.current) onHold(false)
    grabbed.current = null
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={dayNumber(from)}
      aria-valuemax={Math.max(dayNumber(from), dayNumber(to))}
      aria-valuenow={dayNumber(day)}
      aria-valuetext={dayInWords(day, language)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => {
        const held = grabbed.current
        if (held) move(addDays(held.day, Math.round((clientX - held.x) / held.dayPx)))
      }}
      onPointerUp={release}
      onLostPointerCapture={release}
      className={cx(
        'group absolute inset-y-1 flex w-6 cursor-ew-resize touch-none items-center rounded-sm',
        edge === 'start' ? '-translate-x-full justify-end' : 'justify-start',
      )}
      style={{ left: percent(share) }}
    >
      <span aria-hidden className="forced-edge h-7 w-2.5 rounded-sm border border-brand-800 bg-white group-hover:bg-brand-100" />
    </span>
  )
}
