import type { RefObject } from 'react'

interface Props {
  /** What a button presses to open the browser's choice. */
  readonly input: RefObject<HTMLInputElement | null>
  readonly label: string
  /** Kinds that are offered first, as the browser wants them. */
  readonly accept: string
  readonly onChoose: (file: File) => void
}

/** The choice of one file, without a look of its own: a button stands for it. */
export const FileInput = ({ input, label, accept, onChoose }: Props) => (
  <input
    ref={input}
    type="file"
    accept={accept}
    aria-label={label}
    className="hidden"
    onChange={(event) => {
      const file = event.target.files?.[0]
      // The same file may be chosen again, once it was mended.
      event.target.value = ''
      if (file) onChoose(file)
    }}
  />
)
