import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from './button.tsx'
import type * as FramesModule from './dialog-frame.tsx'
import type { DialogProps, DrawerProps } from './dialog-frame.tsx'
import { loadPart } from './load-part.ts'
import { uiText } from './text.ts'
import { toast } from './toast.tsx'

type Frames = typeof FramesModule
let frames: Frames | null = null

async function loadFrames(): Promise<Frames> {
  frames ??= await loadPart(() => import('./dialog-frame.tsx'))
  return frames
}

/** Brings the code of dialogs before the first one opens: a page's first moment does without it. */
export const preloadDialogs = (): void => void loadFrames().catch(() => undefined)

/** The code of dialogs. Where it cannot be had, what was to open closes again with a word, and the page stays as it is. */
function useFrames(onClose: () => void): Frames | null {
  const t = useText(uiText)
  const [loaded, setLoaded] = useState(frames)
  useEffect(() => {
    if (loaded) return
    let left = false
    loadFrames().then(
      (found) => {
        if (!left) setLoaded(found)
      },
      () => {
        if (left) return
        toast('error', t('windowMissing'))
        onClose()
      },
    )
    return () => {
      left = true
    }
    // One try for each opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return loaded
}

function OpenDialog(props: DialogProps) {
  const parts = useFrames(props.onClose)
  return parts && <parts.DialogFrame {...props} />
}

function OpenDrawer(props: DrawerProps) {
  const parts = useFrames(props.onClose)
  return parts && <parts.DrawerFrame {...props} />
}

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
