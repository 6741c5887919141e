import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from './button.tsx'
import type { DialogProps, DrawerProps } from './dialog-frame.tsx'
import { loadPart } from './load-part.ts'
import { uiText } from './text.ts'

const frames = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(async () => ({ default: (await loadPart(frames)).DialogFrame }))
const DrawerFrame = lazy(async () => ({ default: (await loadPart(frames)).DrawerFrame }))

/** Brings the code of dialogs before the first one opens: a page's first moment does without it. */
export const preloadDialogs = (): void => void loadPart(frames).catch(() => undefined)

/** A window over the page: focus goes in, stays in and returns to where it came from. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  )
}

/** A column that comes in from one side on narrow screens (ux 52). */
export function Drawer(props: DrawerProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={null}>
      <DrawerFrame {...props} />
    </Suspense>
  )
}

interface AlertProps {
  readonly open: boolean
  readonly title: ReactNode
  readonly children?: ReactNode
  /** What the main button says: the act, not "OK". */
  readonly confirm: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly cancel?: string | undefined
  readonly kind?: 'primary' | 'danger' | undefined
  readonly busy?: boolean | undefined
}

/** A question that must be answered before going on. */
export function AlertDialog({ open, title, children, confirm, onConfirm, onCancel, cancel, kind = 'primary', busy = false }: AlertProps) {
  const t = useText(uiText)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      size="small"
      role="alertdialog"
      actions={
        <>
          <Button kind={kind} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button onClick={onCancel}>{cancel ?? t('cancel')}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
