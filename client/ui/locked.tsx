import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import { keepBeside } from './keep-beside.ts'
import { popoverClass } from './overlays/popover-class.ts'

interface Explained {
  readonly 'aria-disabled': true
  readonly 'aria-describedby': string
  readonly onClick: () => void
}

interface LockedProps {
  /** Why it is closed, and when it opens again. */
  readonly reason: string
  readonly children: (control: Explained) => ReactNode
  readonly className?: string | undefined
}

/**
 * A control that cannot be used now. It keeps its place in the order of the Tab key and says why: to eyes when it has the focus, the
 * pointer or a tap, to ears as its description. Escape puts the words away.
 */
function Locked({ reason, children, className }: LockedProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    return open && root.current && tip.current ? keepBeside(root.current, tip.current) : undefined
  }, [open])
  useEffect(() => {
    if (!open) return
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // Nothing behind it closes with it.
      event.stopPropagation()
      setOpen(false)
    }
    document.addEventListener('keydown', escape, true)
    return () => document.removeEventListener('keydown', escape, true)
  }, [open])
  return (
    <span
      ref={root}
      className={cx('inline-flex', className)}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
    >
      {children({ 'aria-disabled': true, 'aria-describedby': id, onClick: () => setOpen(true) })}
      <span id={id} className="sr-only">
        {reason}
      </span>
      {open && (
        <span
          ref={tip}
          aria-hidden
          className={cx(
            popoverClass,
            'fixed z-50 w-72 max-w-[92vw] overflow-y-auto px-3.5 py-2.5 text-left text-sm font-normal text-ink-900',
          )}
        >
          {reason}
        </span>
      )}
    </span>
  )
}

interface LockedIconButtonProps {
  readonly icon: IconName
  /** What it would do. */
  readonly label: string
  readonly reason: string
}

/** A button of one picture, with the lock sign in its corner. */
export function LockedIconButton({ icon, label, reason }: LockedIconButtonProps) {
  return (
    <Locked reason={reason}>
      {(control) => (
        <button
          type="button"
          aria-label={label}
          {...control}
          className="relative inline-flex size-[32px] shrink-0 items-center justify-center rounded-md text-ink-400"
        >
          <Icon name={icon} size={18} fixed />
          <Icon name="lock" size={13} fixed className="absolute right-0 bottom-0 rounded-full bg-white text-ink-600" />
        </button>
      )}
    </Locked>
  )
}

interface LockedSwitchProps {
  /** Names what it switches. */
  readonly label: string
  readonly reason: string
  readonly checked: boolean
}

/** A switch that stays where it is, with the lock sign. */
export function LockedSwitch({ label, reason, checked }: LockedSwitchProps) {
  return (
    <Locked reason={reason} className="items-center gap-1.5">
      {(control) => (
        <>
          <button
            type="button"
            role="switch"
            aria-checked={checked}
            aria-label={label}
            {...control}
            className={cx(
              'forced-edge relative h-6.5 w-11.5 rounded-full border border-ink-300 bg-ink-150',
              'after:absolute after:top-1 after:size-4.5 after:rounded-full after:bg-ink-400 after:content-[""]',
              checked ? 'after:right-1' : 'after:left-1',
            )}
          />
          <Icon name="lock" size={18} className="text-ink-500" />
        </>
      )}
    </Locked>
  )
}
