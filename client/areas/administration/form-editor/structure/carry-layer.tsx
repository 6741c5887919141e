import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PointerEvent as ReactPointerEvent } from 'react'
import { useOpenQuestionnaire } from '#client/data/world/use-questionnaire.ts'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { landing, nearest, pull, targetsOf } from './carrying.ts'
import type { Grip, Load, Slot, Target } from './carrying.ts'
import type { EditingParts } from '#client/areas/administration/form-editor/editing-context.ts'
import { questionnairesText } from '#client/areas/administration/form-editor/text.ts'
import type { Unfolded } from './use-unfolded.ts'

interface HandleProps {
  readonly parts: EditingParts
  readonly number: string
  readonly text: string
  readonly load: () => Load
}

/**
 * What a question or a dimension is dragged by. For a pointer alone: keys and readers of the screen have the buttons and the menu beside
 * it. On a phone there is no room for it.
 */
export function Handle({ parts, number, text, load }: HandleProps) {
  const t = useText(questionnairesText)
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    // No text is marked, and the focus stays where somebody writes.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const taken = load()
    const name = taken.kind === 'questions' && taken.ids.length > 1 ? t('questionCount', { n: taken.ids.length }) : `${number} ${text}`
    parts.workshop.carrying.take({ load: taken, name, x: event.clientX, y: event.clientY })
  }
  return (
    <span
      aria-hidden
      role="presentation"
      data-handle={number}
      title={t('drag')}
      onPointerDown={onPointerDown}
      className="print-hidden inline-flex h-11 w-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-400 hover:bg-ink-100 hover:text-ink-700 active:cursor-grabbing max-sm:hidden"
    >
      <Icon name="menu" size={18} fixed />
    </span>
  )
}

interface LayerProps {
  readonly parts: EditingParts
  readonly unfolded: Unfolded
}

/** What is being dragged, over everything else: its name at the pointer, and a line where it would go. */
export function CarryLayer({ parts, unfolded }: LayerProps) {
  const { carrying } = parts.workshop
  const grip = useSyncExternalStore(carrying.subscribe, () => carrying.grip)
  return grip && <Carried parts={parts} unfolded={unfolded} grip={grip} />
}

/** From here on a press is a drag, in pixels. */
const slack = 5
/** Of the top of the page the header and the bar below it, in pixels. */
const coveredTop = 112
/** How long a folded part is pointed at before it unfolds. */
const lingerMs = 600

interface View {
  readonly x: number
  readonly y: number
  readonly slot: Slot | null
}

function Carried({ parts, unfolded, grip }: LayerProps & { readonly grip: Grip }) {
  const open = useOpenQuestionnaire()
  const [view, setView] = useState<View | null>(null)
  const unfold = useRef(unfolded.open)
  useEffect(() => {
    unfold.current = unfolded.open
  }, [unfolded])
  useEffect(() => {
    const { carrying } = parts.workshop
    const ending = new AbortController()
    const { signal } = ending
    let [x, y] = [grip.x, grip.y]
    let moved = false
    let slot: Slot | null = null
    let frame = 0
    let lingering: { readonly at: string; readonly timer: ReturnType<typeof setTimeout> } | null = null
    const linger = (at: string | null): void => {
      if (at === (lingering?.at ?? null)) return
      clearTimeout(lingering?.timer)
      lingering = at === null ? null : { at, timer: setTimeout(() => unfold.current([at]), lingerMs) }
    }
    const step = (): void => {
      frame = requestAnimationFrame(step)
      if (!moved) return
      const by = pull(y, innerHeight, coveredTop)
      if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
      slot = nearest(slotsFor(targetsOf(open.state(), grip.load)), x, y)
      linger(slot?.folded ?? null)
      const now: View = { x, y, slot }
      setView((before) => (before && sameView(before, now) ? before : now))
    }
    const drop = (): void => {
      carrying.letGo()
      if (!moved || !slot) return
      const after = landing(slot.target, grip.load, slot.before)
      const { dimensionId } = slot.target
      if (after === undefined) return
      if (grip.load.kind === 'dimension') void parts.editing().moveDimension(grip.load.id, dimensionId, after)
      else if (dimensionId !== null) void parts.editing().moveQuestions(grip.load.ids, dimensionId, after)
    }
    const cancel = (): void => carrying.letGo()
    addEventListener(
      'pointermove',
      (event) => {
        if (!event.isPrimary) return
        moved ||= Math.hypot(event.clientX - grip.x, event.clientY - grip.y) >= slack
        x = event.clientX
        y = event.clientY
      },
      { signal },
    )
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', cancel, { signal })
    addEventListener('blur', cancel, { signal })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        // It ends the drag, and nothing that is open under it.
        event.preventDefault()
        event.stopPropagation()
        cancel()
      },
      { signal, capture: true },
    )
    frame = requestAnimationFrame(step)
    return () => {
      ending.abort()
      cancelAnimationFrame(frame)
      clearTimeout(lingering?.timer)
    }
  }, [parts, open, grip])
  if (!view) return null
  const { slot } = view
  return (
    <div aria-hidden className="print-hidden pointer-events-none">
      {slot && (
        <div
          data-drop-line
          className="fixed z-30 -mt-0.5 border-t-4 border-brand-600"
          style={{ top: slot.line, left: slot.left, width: slot.width }}
        />
      )}
      <div
        className="forced-edge fixed z-40 max-w-80 truncate rounded-md border border-brand-300 bg-white px-3 py-1.5 text-sm font-semibold text-ink-950 shadow-modal"
        style={{ top: view.y + 12, left: view.x + 12 }}
      >
        {grip.name}
      </div>
    </div>
  )
}

const sameView = (left: View, right: View): boolean =>
  left.x === right.x && left.y === right.y && left.slot?.line === right.slot?.line && left.slot?.left === right.slot?.left

/** The places of these lists that are drawn now. A list that is not drawn is entered by its heading, and by its line in the outline. */
function slotsFor(targets: ReadonlyMap<string, Target>): Slot[] {
  return [...document.querySelectorAll<HTMLElement>('[data-list]')].flatMap((element): Slot[] => {
    const { list = '', folded = null } = element.dataset
    const target = targets.get(list)
    if (!target) return []
    const { left, width, top, bottom } = element.getBoundingClientRect()
    const at = { target, left, width, folded }
    if ('end' in element.dataset) return [{ ...at, before: target.ids.length, line: bottom, aim: (top + bottom) / 2 }]
    if (element.tagName !== 'OL') return [{ ...at, before: 0, line: bottom, aim: (top + bottom) / 2 }]
    return [...element.children].flatMap((child): Slot[] => {
      const index = child instanceof HTMLElement ? target.ids.indexOf(child.dataset['item'] ?? '') : -1
      if (index === -1) return []
      const box = child.getBoundingClientRect()
      const first: Slot[] = index === 0 ? [{ ...at, before: 0, line: box.top, aim: box.top }] : []
      return [...first, { ...at, before: index + 1, line: box.bottom, aim: box.bottom }]
    })
  })
}
