import type { Unit } from '#shared/kernel/ids.ts'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'

const SendPanel = latePart(() => import('./send-panel.tsx'), 'SendPanel')

interface Props {
  readonly open: boolean
  /** Where the answers go (EV12). */
  readonly title: string
  readonly onClose: () => void
  readonly onFollow: (unit: Unit) => void
  /** Leads to where the receipt will be. */
  readonly onSent: (sendsBefore: number) => void
}

/** What is missing, or what will happen, and the sending itself, in a window. */
export function SendDialog({ open, title, onClose, onFollow, onSent }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} size="large">
      <SendPanel
        onCancel={onClose}
        onClose={onClose}
        onSent={onSent}
        onFollow={(unit) => {
          onClose()
          onFollow(unit)
        }}
      />
    </Dialog>
  )
}
