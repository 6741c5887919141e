import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { AlertDialog } from '#client/ui/overlays/dialog.tsx'
import { draftsText } from './text.ts'

interface Props<T> {
  /** What would go; null while nothing is asked. */
  readonly doomed: T | null
  readonly title: string
  /** What is lost with it. */
  readonly children: ReactNode
  readonly onDiscard: (doomed: T) => void
  readonly onClose: () => void
}

/** Asks before something that is only on this device goes for good. */
export function DiscardDialog<T>({ doomed, title, children, onDiscard, onClose }: Props<T>) {
  const t = useText(draftsText)
  return (
    <AlertDialog
      open={doomed !== null}
      title={title}
      confirm={t('discard')}
      kind="danger"
      onCancel={onClose}
      onConfirm={() => {
        if (doomed !== null) onDiscard(doomed)
        onClose()
      }}
    >
      {children}
    </AlertDialog>
  )
}
