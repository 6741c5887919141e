import { nextMark } from './marks/grid.ts'
import type { Mark } from './marks/grid.ts'
import { marksWritten } from './marks-written.ts'

/** How a mark is told: `at` of `n` in its chart; `isAlone`: the chart has one series, whose name says nothing. */
export type TellMark = (mark: Mark, at: number, n: number, isAlone: boolean) => void

/**
 * Makes every chart below an element readable by pointer, by finger and by keys, mark by mark, from what stands in the page: a chart that
 * only the server has drawn is read like one that is alive. The mark that is stood on has a strong edge and its figures beside it; they
 * stay while the pointer is on them and go by Escape (CH2). Returns what ends it.
 */
export function readCharts(within: HTMLElement, tell: TellMark): () => void {
  /** The chart that is read, and where in it. */
  let chart: Element | null = null
  let current: string | null = null

  function leave(): void {
    chart?.querySelectorAll('[data-current]').forEach((each) => each.removeAttribute('data-current'))
    const tip = chart?.querySelector('[data-tip]')
    if (tip instanceof HTMLElement) {
      tip.hidden = true
      // As the server wrote it: what stood in it would not fit when React comes to bring the chart to life, and it would draw it anew.
      tip.removeAttribute('style')
      for (const each of tip.children) each.textContent = ''
    }
    chart = null
    current = null
  }

  function standOn(next: Element, mark: Mark, isAlone: boolean): void {
    if (chart === next && current === mark.id) return
    leave()
    chart = next
    current = mark.id
    const drawn = [...next.querySelectorAll(`[data-mark="${CSS.escape(mark.id)}"]`)]
    for (const each of drawn) each.setAttribute('data-current', '')
    const tip = next.querySelector('[data-tip]')
    const shown = drawn.find((each) => each.getClientRects().length > 0)
    if (tip instanceof HTMLElement && shown) showTip(tip, next, shown, isAlone ? mark.label : `${mark.series} · ${mark.label}`, mark.value)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && current !== null) {
      event.preventDefault()
      leave()
      return
    }
    const place = event.target instanceof Element ? event.target.closest('[data-marks]') : null
    const around = place?.closest('[data-chart]')
    if (!place || !around || event.altKey || event.ctrlKey || event.metaKey) return
    const { marks, isAlone } = marksWritten(place)
    const next = nextMark(marks, chart === around ? current : null, event.key)
    const at = marks.findIndex(({ id }) => id === next)
    const found = marks[at]
    if (!found) return
    event.preventDefault()
    standOn(around, found, isAlone)
    tell(found, at + 1, marks.length, isAlone)
    around.querySelector('[data-tip]')?.scrollIntoView({ block: 'nearest' })
  }

  /** The mark under the pointer; none beside them, which leaves the last one standing while the pointer is in its chart. */
  function point(event: Event): void {
    const target = event.target instanceof Element ? event.target : null
    const around = target?.closest('[data-chart]') ?? null
    if (chart && around !== chart && !chart.contains(document.activeElement)) leave()
    const id = target?.closest('[data-mark]')?.getAttribute('data-mark')
    const place = around?.querySelector('[data-marks]')
    if (!id || !around || !place) return
    const { byId, isAlone } = marksWritten(place)
    const found = byId.get(id)
    if (found) standOn(around, found, isAlone)
  }

  const onFocusOut = (event: FocusEvent): void => {
    if (chart && event.target instanceof Node && chart.contains(event.target)) leave()
  }

  // On their way down: of what only the server has drawn React lets no event come up again.
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('pointerover', point, true)
  document.addEventListener('pointerdown', point, true)
  within.addEventListener('focusout', onFocusOut, true)
  return () => {
    leave()
    document.removeEventListener('keydown', onKeyDown, true)
    document.removeEventListener('pointerover', point, true)
    document.removeEventListener('pointerdown', point, true)
    within.removeEventListener('focusout', onFocusOut, true)
  }
}

/** Writes the figures beside their mark: above it, or below where there is no room. */
function showTip(tip: HTMLElement, around: Element, drawn: Element, name: string, value: string): void {
  const [first, second] = tip.children
  if (first) first.textContent = name
  if (second) second.textContent = value
  tip.hidden = false
  const [whole, at, size] = [around.getBoundingClientRect(), drawn.getBoundingClientRect(), tip.getBoundingClientRect()]
  const left = Math.max(0, Math.min(whole.width - size.width, at.left - whole.left + at.width / 2 - size.width / 2))
  const above = at.top - whole.top - size.height - 8
  tip.style.left = `${left}px`
  tip.style.top = `${above < -size.height ? at.bottom - whole.top + 8 : above}px`
}
