import { useEffect, useRef, useState } from 'react'
import { useText } from '#client/i18n/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { appText } from '#client/page/text.ts'

/** Keyboards on which Ctrl and a letter move in a text, and the command key commands. */
export const hasCommandKey = (platform: string): boolean => /mac|iphone|ipad/i.test(platform)

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** Whether a key opens the search of the application (GO1). */
export const isFinderKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: Pressed, command: boolean): boolean =>
  key.toLowerCase() === 'k' && !altKey && !shiftKey && !repeat && (command ? metaKey && !ctrlKey : ctrlKey && !metaKey)

const windows = '[role="dialog"], [role="alertdialog"], dialog[open]'
const written = 'input:not([type="checkbox"], [type="radio"], [type="hidden"]), textarea, [contenteditable="true"]'

const holdsWriting = (field: Element): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value !== '' : (field.textContent ?? '').trim() !== ''

/** A window over the page: what it is to a screen reader, and whether something is written in it. */
export interface Standing {
  readonly role: string | null
  readonly isWritten: boolean
}

/** What stands over the page: nothing, something that may close for the search, or something that may not (GO7). */
export function standingOver(over: readonly Standing[]): 'nothing' | 'harmless' | 'closed' {
  if (over.length === 0) return 'nothing'
  return over.some(({ role, isWritten }) => role === 'alertdialog' || isWritten) ? 'closed' : 'harmless'
}

const over = (): readonly Element[] => [...document.querySelectorAll(windows)]

const standingOf = (each: Element): Standing => ({
  role: each.getAttribute('role'),
  isWritten: [...each.querySelectorAll(written)].some(holdsWriting),
})

/** A window that only shows something makes room, as by its own key. */
function closeTopmost(): void {
  const focused = document.activeElement
  const target = focused && over().some((each) => each.contains(focused)) ? focused : over().at(-1)
  for (const type of ['keydown', 'keyup'])
    target?.dispatchEvent(new KeyboardEvent(type, { key: 'Escape', bubbles: true, cancelable: true }))
}

/** Opens the search by its key on any page, in front of nothing that somebody writes. */
export function useFinderKey(open: boolean, onOpen: () => void): void {
  const t = useText(appText)
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  })
  useEffect(() => {
    if (open) return
    const command = hasCommandKey(navigator.platform)
    let later: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent): void => {
      if (!isFinderKey(event, command)) return
      // Also where the browser has a use of its own for it.
      event.preventDefault()
      const standing = standingOver(over().map(standingOf))
      if (standing === 'nothing') {
        latest.current()
        return
      }
      if (standing === 'closed') {
        toast('info', t('findCloseFirst'))
        return
      }
      closeTopmost()
      later = setTimeout(() => {
        if (over().length === 0) latest.current()
        else toast('info', t('findCloseFirst'))
      })
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      clearTimeout(later)
    }
  }, [open, t])
}

/** What a key makes of what was typed so far; null where it takes the search back, undefined where it is none of the search's. */
export function typedBy(text: string, { key, ctrlKey, metaKey, altKey }: Pressed): string | null | undefined {
  if (key === 'Escape') return null
  if (key === 'Backspace') return text.slice(0, -1)
  // With Ctrl and Alt together some keyboards write a sign.
  return [...key].length === 1 && !metaKey && ctrlKey === altKey ? text + key : undefined
}

/** What is typed between the opening of the search and the moment in which its field has the focus. */
export interface TypedAhead {
  readonly begin: () => void
  readonly text: () => string
  readonly end: () => void
}

/** Catches it: it is the search's first words, and presses no shortcut of the page behind (GO9). It begins with what opens the search. */
export function useTypedAhead(open: boolean, onClose: () => void): TypedAhead {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  const [ahead] = useState((): TypedAhead => {
    let text = ''
    const onKey = (event: KeyboardEvent): void => {
      const next = typedBy(text, event)
      event.stopPropagation()
      if (next === undefined) return
      event.preventDefault()
      if (next === null) latest.current()
      else text = next
    }
    return {
      begin() {
        text = ''
        addEventListener('keydown', onKey, { capture: true })
      },
      text: () => text,
      end: () => removeEventListener('keydown', onKey, { capture: true }),
    }
  })
  useEffect(() => {
    if (open) return ahead.end
    return undefined
  }, [open, ahead])
  return ahead
}
