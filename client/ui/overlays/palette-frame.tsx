import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

interface Props {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A window near the top of the page that begins with a field: the whole of a narrow screen, and as high as what is in it on a wide one. */
export function PaletteFrame({ label, onClose, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-ink-950/45 sm:px-6 sm:pt-[min(12vh,6rem)] sm:pb-6 entering:animate-fade"
    >
      <Modal className="forced-edge w-full max-w-2xl bg-white shadow-modal max-sm:h-dvh sm:rounded-xl entering:animate-rise">
        <AriaDialog aria-label={label} className="flex flex-col outline-none! shadow-none! max-sm:h-dvh sm:max-h-[min(40rem,76dvh)]">
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
