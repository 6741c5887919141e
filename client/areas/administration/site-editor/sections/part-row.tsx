import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'

interface Props {
  readonly name: string
  /** Id by which what is wrong is told. */
  readonly fieldId: string
  /** Id of the button, where no other control of the field stands on the page. */
  readonly buttonId: string | undefined
  /** What the button says, and what it says to who does not see the name. */
  readonly act: string
  readonly actOf: string
  readonly error: string | null
  /** A sign or a picture. */
  readonly before: ReactNode
  readonly onOpen: () => void
  /** What stands, in words. */
  readonly children: ReactNode
}

/** One thing of a section that is chosen in a window: what it is now, and the button that opens it. */
export function PartRow({ name, fieldId, buttonId, act, actOf, error, before, onOpen, children }: Props) {
  const errorId = `${fieldId}-error`
  return (
    <>
      <p className="font-semibold text-ink-950">{name}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-ink-200 bg-ink-50 px-3.5 py-2.5">
        {before}
        <div className="min-w-0 flex-1 basis-48 wrap-anywhere">{children}</div>
        <Button
          id={buttonId}
          size="small"
          icon="edit"
          aria-haspopup="dialog"
          aria-label={actOf}
          aria-describedby={error === null ? undefined : errorId}
          onClick={onOpen}
        >
          {act}
        </Button>
      </div>
      {error !== null && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </>
  )
}
