import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { uiText } from '#client/ui/text.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons, the main one first; drawn at the foot. */
  readonly actions?: ReactNode
  /** full: as wide as the window, for what is looked at as a whole. */
  readonly size?: 'small' | 'medium' | 'large' | 'full' | undefined
  readonly role?: 'dialog' | 'alertdialog' | undefined
  /** False when only its buttons may close it. */
  readonly dismissable?: boolean | undefined
}

/** For how many frames a focus may be on its way back. */
const framesToReturn = 12

const isLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector('[role="dialog"], [role="alertdialog"]') === null

/** What had the focus on the page itself, before the windows that are open or just closed. */
let origin: Element | null = null
/** Windows that are open, or whose focus is on its way back. */
let windows = 0

/** What may have the focus once a window that opens now has closed, the first that is still there: what opened it, and what opened the one before. */
function noteOpeners(): readonly (Element | null)[] {
  const active = document.activeElement
  const isOfPage = active !== null && active !== document.body && active.closest('[role="dialog"], [role="alertdialog"]') === null
  if (isOfPage || windows === 0) origin = active
  return [active, origin]
}

const canHaveIt = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element !== document.body

/**
 * A focus that is lost once the window has closed goes to what opened it, and where that went with what was done in it, to what opened the
 * window before it, or to the top of the work (PG8).
 */
function useReturningFocus(): void {
  const [openers] = useState(noteOpeners)
  useEffect(() => {
    windows += 1
    return () => {
      let frames = 0
      const look = (): void => {
        frames += 1
        // The window gives the focus back by itself, if it can.
        const isToReturn = frames > 2 && isLost()
        if (!isToReturn && frames < framesToReturn) return void requestAnimationFrame(look)
        windows -= 1
        if (!isToReturn) return
        const target = openers.find(canHaveIt) ?? document.getElementById('work') ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      }
      requestAnimationFrame(look)
    }
  }, [openers])
}

/** Where somebody is writing. */
const isWriting = (element: Element | null): boolean =>
  element?.matches('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]') ?? false

/**
 * What goes wrong in a window stands where it belongs, which on a small screen may be out of sight of the button that was pressed (PG9). Once
 * one at the foot was pressed or the form was sent, the focus goes to the first field that does not do; an alert that comes then is brought
 * into view, and so is any other, unless somebody is writing in the window.
 */
function useTroubleInView(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = body.current
    const frame = box?.parentElement
    if (!box || !frame) return
    let isAwaited = false
    const listeners = new AbortController()
    const pressed = (): void => {
      isAwaited = true
      requestAnimationFrame(() => {
        const field = box.querySelector<HTMLElement>('[aria-invalid="true"]')
        // A list that opens with the focus would lie over what is wrong.
        if (field?.getAttribute('role') !== 'combobox') field?.focus({ preventScroll: true })
        field?.scrollIntoView({ block: 'center' })
      })
    }
    frame.addEventListener('submit', pressed, listeners)
    frame.addEventListener('click', ({ target }) => target instanceof Element && target.closest('footer button') && pressed(), listeners)
    const watch = new MutationObserver((changes) => {
      const came = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof HTMLElement)
      const alert = came.map((each) => (each.matches('[role="alert"]') ? each : each.querySelector('[role="alert"]'))).find((each) => each)
      const { activeElement } = document
      if (!alert || (!isAwaited && box.contains(activeElement) && isWriting(activeElement))) return
      isAwaited = false
      alert.scrollIntoView({ block: 'nearest' })
    })
    watch.observe(box, { childList: true, subtree: true })
    return () => {
      listeners.abort()
      watch.disconnect()
    }
  }, [])
  return body
}

const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

/** What of a window scrolls and holds nothing that takes the focus takes it itself, so that keys move it (PG9). */
function useScrollByKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = body.current
    if (!box) return
    const look = (): void => {
      const holdsNone = (): boolean =>
        ![...box.querySelectorAll<HTMLElement>(controls)].some((each) => each.tabIndex >= 0 && each.checkVisibility())
      if (box.scrollHeight > box.clientHeight && holdsNone()) box.tabIndex = 0
      else box.removeAttribute('tabindex')
    }
    const size = new ResizeObserver(look)
    size.observe(box)
    const content = new MutationObserver(look)
    content.observe(box, { childList: true, subtree: true })
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [body])
}

const widths = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl', full: 'max-w-[88rem]' } as const

function WindowContent({ children, actions }: Pick<DialogProps, 'children' | 'actions'>) {
  const body = useTroubleInView()
  useScrollByKeys(body)
  return (
    <>
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6 short:flex-none short:overflow-visible">
        {children}
      </div>
      {actions && (
        <footer className="flex flex-col gap-2.5 border-t border-ink-150 bg-ink-50 px-6 py-4 sm:flex-row-reverse sm:flex-wrap sm:justify-start sm:rounded-b-xl">
          {actions}
        </footer>
      )}
    </>
  )
}

/** A window over the page: focus goes in, stays in and returns to where it came from. */
export function DialogFrame({
  open,
  onClose,
  title,
  children,
  actions,
  size = 'medium',
  role = 'dialog',
  dismissable = true,
}: DialogProps) {
  const t = useText(uiText)
  useReturningFocus()
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      isDismissable={dismissable && role === 'dialog'}
      isKeyboardDismissDisabled={!dismissable}
      className="fixed inset-0 z-50 flex items-end justify-center overflow-y-auto bg-ink-950/45 p-0 [container-type:size] entering:animate-fade sm:items-center sm:p-6"
    >
      <Modal
        data-window
        className={cx('forced-edge w-full rounded-t-xl bg-white shadow-modal entering:animate-rise sm:rounded-xl', widths[size])}
      >
        <AriaDialog role={role} className="flex max-h-[92dvh] flex-col outline-none! shadow-none! short:overflow-y-auto">
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <Heading slot="title" level={2} className="text-xl">
              {title}
            </Heading>
            {dismissable && <IconButton icon="close" label={t('close')} size="small" onClick={onClose} className="-mr-2" />}
          </header>
          <WindowContent actions={actions}>{children}</WindowContent>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface DrawerProps extends Omit<DialogProps, 'size' | 'role' | 'dismissable' | 'actions'> {
  readonly side?: 'start' | 'end' | undefined
  /** Stays at the foot while the rest scrolls. */
  readonly footer?: ReactNode
}

/** A column that comes in from one side on narrow screens. */
export function DrawerFrame({ open, onClose, title, children, side = 'end', footer }: DrawerProps) {
  const t = useText(uiText)
  useReturningFocus()
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      isDismissable
      className="fixed inset-0 z-50 bg-ink-950/45 entering:animate-fade"
    >
      <Modal
        className={cx(
          'forced-edge fixed inset-y-0 w-[min(400px,92vw)] bg-white shadow-modal',
          side === 'end' ? 'right-0 entering:animate-drawer-end' : 'left-0 entering:animate-drawer-start',
        )}
      >
        <AriaDialog className="flex h-full flex-col outline-none! shadow-none!">
          <header className="flex min-h-header items-center justify-between gap-4 border-b border-ink-150 py-2 pr-2.5 pl-5">
            <Heading slot="title" level={2} className="text-lg">
              {title}
            </Heading>
            <IconButton icon="close" label={t('close')} onClick={onClose} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer && <footer className="border-t border-ink-150 bg-ink-50 px-5 py-4">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
