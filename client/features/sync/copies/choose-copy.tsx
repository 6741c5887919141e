import { useRef } from 'react'
import type { ReactNode } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { Button } from '#client/ui/button.tsx'
import { FileInput } from '#client/ui/fields/file-input.tsx'
import type { ButtonKind, ButtonSize } from '#client/ui/button.tsx'

interface Props {
  /** Name of the field behind the button. */
  readonly label: string
  readonly kind?: ButtonKind | undefined
  readonly size?: ButtonSize | undefined
  readonly disabled?: boolean | undefined
  readonly onCopy: (text: string, fileName: string) => void
  /** The file is there by name only: moved, deleted, or on a disk that was taken out. */
  readonly onUnreadable: (reason: Failure, fileName: string) => void
  readonly children: ReactNode
}

/** Lets a person choose a copy of unsent work among their files, and hands over what is written in it. */
export function ChooseCopy({ label, kind, size, disabled, onCopy, onUnreadable, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File): Promise<void> => {
    const text = await file.text().catch(() => null)
    if (text === null) onUnreadable(failure('file_unreadable'), file.name)
    else onCopy(text, file.name)
  }
  return (
    <>
      <Button kind={kind} size={size} icon="upload" disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <FileInput input={input} label={label} accept="application/json,.json" onChoose={(file) => void read(file)} />
    </>
  )
}
