import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogProps, DrawerProps } from './dialog-frame.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'
import { uiText } from '#client/ui/text.ts'

const OpenDialog = latePart(() => import('./dialog-frame.tsx'), 'DialogFrame')
const OpenDrawer = latePart(() => import('./dialog-frame.tsx'), 'DrawerFrame')

/** A window over the page: focus goes in, stays in and returns to where it came from. */
export const Dialog = (props: DialogProps): ReactNode => (props.open ? <OpenDialog {...props} /> : null)

/** A column that comes in from one side on narrow screens. */
export const Drawer = (props: DrawerProps): ReactNode => (props.open ? <OpenDrawer {...props} /> : null)

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
