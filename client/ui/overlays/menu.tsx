import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { popoverClass } from './popover-class.ts'

export interface MenuAction {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly icon?: IconName | undefined
  readonly danger?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly onAction: () => void
}
export type MenuEntry = MenuAction | 'separator'

interface Props {
  /** Accessible name of the button and of the menu. */
  readonly label: string
  /** What the button shows. */
  readonly trigger: ReactNode
  readonly triggerClassName?: string | undefined
  readonly className?: string | undefined
  readonly entries: readonly MenuEntry[]
  /** Something to read above the entries. */
  readonly header?: ReactNode
  /** `keepBeside` where something that scrolls around it would cut it, as a table does. */
  readonly keep?: ((button: Element, box: HTMLElement) => () => void) | undefined
}

/** Where a key leads among `count` items from `at`; null when the key does not move. */
export function nextItem(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

function Item({ entry, onDone }: { readonly entry: MenuAction; readonly onDone: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={entry.disabled || undefined}
      onClick={() => {
        if (entry.disabled) return
        onDone()
        entry.onAction()
      }}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      className={cx(
        'flex min-h-10 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left outline-none! focus:bg-brand-50 focus:shadow-none! aria-disabled:text-ink-500 forced-colors:focus:outline-2!',
        entry.danger ? 'text-bad-700' : 'text-ink-900',
      )}
    >
      {entry.icon && <Icon name={entry.icon} size={19} className={entry.danger ? undefined : 'text-ink-500'} />}
      <span>
        {entry.label}
        {entry.hint && <span className="block text-sm text-ink-600">{entry.hint}</span>}
      </span>
    </button>
  )
}

/** Button that opens a list of things to do. Arrow keys, letters, Home, End and Escape work; Tab leaves. */
export function Menu({ label, trigger, triggerClassName, className, entries, header, keep }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    if (!open) return
    items()[0]?.focus({ preventScroll: true })
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  useLayoutEffect(() => {
    return open && keep && button.current && box.current ? keep(button.current, box.current) : undefined
  }, [open, keep])

  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    const next = nextItem(event.key, at, all.length) ?? byLetter(all, event.key, at)
    if (next === null) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <div ref={root} className={cx('relative', className)}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
        className={triggerClassName ?? 'inline-flex min-h-11 items-center gap-2 rounded-md px-2.5 hover:bg-ink-100'}
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={box}
          className={cx(
            popoverClass,
            keep ? 'fixed' : 'absolute top-full right-0 mt-1.5 max-h-[80dvh]',
            'z-40 w-max max-w-[min(20rem,92vw)] min-w-[min(16rem,92vw)] animate-fade overflow-y-auto p-1.5',
          )}
        >
          {header && <div className="mb-1.5 border-b border-ink-150 px-3 pt-2 pb-2.5">{header}</div>}
          <div ref={list} id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none!">
            {entries.map((entry, index) =>
              entry === 'separator' ? (
                <hr
                  key={`separator-${entries.slice(0, index).filter((one) => one === 'separator').length}`}
                  className="mx-1 my-1.5 border-ink-150"
                />
              ) : (
                <Item key={entry.id} entry={entry} onDone={close} />
              ),
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Next item whose words begin with the letter typed; null when none does. */
function byLetter(items: readonly HTMLElement[], key: string, at: number): number | null {
  if (key.length !== 1 || key === ' ') return null
  const starts = (item: HTMLElement): boolean => item.textContent?.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()) ?? false
  for (let step = 1; step <= items.length; step += 1) {
    const index = (at + step) % items.length
    const item = items[index]
    if (item && starts(item)) return index
  }
  return null
}
