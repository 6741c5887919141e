import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { nextMark } from './grid.ts'
import type { Mark } from './grid.ts'
import { chartsText } from './text.ts'

interface Props {
  /** What the chart is called. */
  readonly label: string
  /** In the order in which they are read. */
  readonly marks: readonly Mark[]
  /** The drawing for wide and that for narrow places: both stand in the page, and its width shows one. */
  readonly wide: (current: string | null) => ReactNode
  readonly narrow: (current: string | null) => ReactNode
}

/** Of all elements that draw a mark the one that is shown. */
const shownMark = (box: HTMLElement, id: string): Element | undefined =>
  [...box.querySelectorAll(`[data-mark="${CSS.escape(id)}"]`)].find((each) => each.getClientRects().length > 0)

/**
 * A drawing that can be read: by pointer, by finger and by keys, mark by mark. The mark that is stood on is told by the page's one polite
 * voice, has a strong edge and its figures beside it; they stay while the pointer is on them and go by Escape (CH2).
 */
export function ChartReader({ label, marks, wide, narrow }: Props) {
  const t = useText(chartsText)
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const mark = marks.find(({ id }) => id === current)
  const isAlone = new Set(marks.map(({ series }) => series)).size === 1

  useLayoutEffect(() => {
    const [around, beside] = [box.current, tip.current]
    const drawn = around && current !== null ? shownMark(around, current) : undefined
    if (!around || !beside || !drawn) return
    const [whole, at, size] = [around.getBoundingClientRect(), drawn.getBoundingClientRect(), beside.getBoundingClientRect()]
    const left = Math.max(0, Math.min(whole.width - size.width, at.left - whole.left + at.width / 2 - size.width / 2))
    const above = at.top - whole.top - size.height - 8
    beside.style.left = `${left}px`
    beside.style.top = `${above < -size.height ? at.bottom - whole.top + 8 : above}px`
  }, [current])

  useEffect(() => {
    if (current === null) return undefined
    const leave = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') setCurrent(null)
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [current])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextMark(marks, current, event.key)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    const at = marks.findIndex(({ id }) => id === next)
    const found = marks[at]
    if (!found) return
    announce(
      t(isAlone ? 'markSaidAlone' : 'markSaid', {
        series: found.series,
        label: found.label,
        value: found.value,
        at: at + 1,
        n: marks.length,
      }),
    )
    if (box.current) shownMark(box.current, found.id)?.scrollIntoView({ block: 'nearest' })
  }

  /** The mark under the pointer; none beside them, which leaves the last one standing. */
  function point(event: PointerEvent): void {
    const found = event.target instanceof Element ? event.target.closest('[data-mark]')?.getAttribute('data-mark') : null
    if (found) setCurrent(found)
  }

  return (
    <div
      ref={box}
      className="group relative rounded-md"
      onPointerOver={point}
      onPointerDown={point}
      onPointerLeave={() => setCurrent(null)}
    >
      {/* In it the arrows are the chart's: a reader of screens hands them on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        aria-roledescription={t('drawing')}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        onBlur={() => setCurrent(null)}
        className="rounded-md"
      >
        <div className="mx-auto hidden max-w-[60rem] @min-[42rem]:block">{wide(current)}</div>
        <div className="@min-[42rem]:hidden">{narrow(current)}</div>
      </div>
      <p id={hint} className="sr-only mt-2 text-sm text-ink-600 group-has-[[role=application]:focus-visible]:not-sr-only print:hidden">
        {t('howToRead', { n: marks.length })}
      </p>
      <div
        ref={tip}
        aria-hidden="true"
        hidden={!mark}
        className="forced-edge absolute top-0 left-0 z-10 w-max max-w-[min(18rem,100%)] rounded-md bg-ink-900 px-3 py-2 text-sm text-white shadow-lift print:hidden"
      >
        {mark && (
          <>
            <span className="block text-ink-150">{isAlone ? mark.label : `${mark.series} · ${mark.label}`}</span>
            <span className="tabular block font-semibold">{mark.value}</span>
          </>
        )}
      </div>
    </div>
  )
}
