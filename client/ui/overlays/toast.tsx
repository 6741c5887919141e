import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '#client/i18n/text.ts'
import { IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icon.tsx'
import { uiText } from '#client/ui/text.ts'

export type ToastTone = 'error' | 'success' | 'info'

export interface ToastAction {
  readonly label: string
  readonly run: () => void
  /** Still means the same when the notice is read later in the list, as a link does and an undo does not. */
  readonly lasting?: boolean | undefined
}

export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  /** One line per message. */
  readonly lines: readonly string[]
  readonly atMs: number
  readonly action?: ToastAction | undefined
}

/** How long a toast stays. */
export const toastMs = 6000
/** Notices kept in the list of the session. */
const keptMost = 50

interface ToastState {
  readonly shown: readonly Toast[]
  /** Every one of this session, newest first: a toast is never the only place of a message. */
  readonly kept: readonly Toast[]
  readonly unread: number
}

let state: ToastState = { shown: [], kept: [], unread: 0 }
let lastId = 0
const listeners = new Set<() => void>()

function change(next: ToastState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Shows a message for 6 seconds and keeps it in the list of notifications. */
export function toast(tone: ToastTone, message: string | readonly string[], action?: Toast['action']): void {
  lastId += 1
  const entry: Toast = { id: lastId, tone, lines: typeof message === 'string' ? [message] : message, atMs: Date.now(), action }
  change({ shown: [...state.shown.slice(-2), entry], kept: [entry, ...state.kept].slice(0, keptMost), unread: state.unread + 1 })
}

export const hideToast = (id: number): void => change({ ...state, shown: state.shown.filter((entry) => entry.id !== id) })
export const readToasts = (): void => change({ ...state, unread: 0 })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToasts = (): ToastState => useSyncExternalStore(subscribe, () => state)

const icons: Record<ToastTone, IconName> = { error: 'danger', success: 'check-circle', info: 'info' }
const tones: Record<ToastTone, string> = { error: 'text-bad-300', success: 'text-good-300', info: 'text-brand-300' }

function ToastCard({ entry }: { readonly entry: Toast }) {
  const t = useText(uiText)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => hideToast(entry.id), toastMs)
    return () => clearTimeout(timer)
  }, [entry.id, held])
  const hold = (next: boolean) => () => setHeld(next)
  return (
    <div
      role={entry.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
      className="forced-edge pointer-events-auto flex w-full max-w-lg animate-rise items-start gap-3 rounded-lg bg-ink-950 py-2.5 pr-2 pl-4 text-white shadow-modal [:root:has([data-window])_&]:py-0.5"
    >
      <Icon name={icons[entry.tone]} className={cx('mt-1.5', tones[entry.tone])} />
      <div className="min-w-0 flex-1 py-1">
        {entry.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {entry.action && (
        <button
          type="button"
          className="min-h-9 rounded-md px-3 font-semibold text-brand-200 hover:bg-white/10"
          onClick={() => {
            entry.action?.run()
            hideToast(entry.id)
          }}
        >
          {entry.action.label}
        </button>
      )}
      <IconButton
        icon="close"
        label={t('dismiss')}
        size="small"
        onClick={() => hideToast(entry.id)}
        className="text-ink-200! hover:bg-white/10! hover:text-white!"
      />
    </div>
  )
}

/**
 * Bottom centre, above a page's own bar (`--foot-bar`), over the page and never over the pointer's work: only the cards take clicks. While a
 * window is open, whose buttons are at its foot, at the top, beside what closes it.
 */
export function ToastRegion() {
  const { shown } = useToasts()
  return (
    // The attribute keeps the cards heard and usable over an open dialog, which silences the rest of the page.
    <div
      data-react-aria-top-layer="true"
      className="print-hidden pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2 px-4 pb-[calc(1.25rem+var(--foot-bar,0px))] [:root:has([data-window])_&]:top-0 [:root:has([data-window])_&]:bottom-auto [:root:has([data-window])_&]:px-17 [:root:has([data-window])_&]:pt-1.5"
    >
      {shown.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </div>
  )
}
