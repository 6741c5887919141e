import type { ComponentProps } from 'react'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { uiText } from '#client/ui/text.ts'
import { WritingArea } from './writing-area.tsx'

interface Props extends ComponentProps<typeof WritingArea> {
  readonly saveLabel: string
  readonly onSave: () => void
  /** Present where the text may be given up: it goes from the device. */
  readonly onCancel?: (() => void) | undefined
}

/** A text that is written in its place on the page, with what saves it and what gives it up. */
export function HalfTextForm({ saveLabel, onSave, onCancel, ...area }: Props) {
  const u = useText(uiText)
  const { half } = area
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <WritingArea {...area} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" kind="primary" onClick={onSave}>
          {saveLabel}
        </Button>
        {onCancel && (
          <Button
            size="small"
            onClick={() => {
              half.drop()
              onCancel()
            }}
          >
            {u('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}
