import { useEffect, useRef } from 'react'
import { useText } from '#client/i18n/text.ts'
import { uiText } from './text.ts'

export interface SummaryLine {
  /** The same words as beside the field. */
  readonly message: string
  /** Id of the field that it leads to. */
  readonly fieldId?: string | undefined
  readonly onFollow?: (() => void) | undefined
  /** Who can solve it. */
  readonly note?: string | undefined
}

/** Everything that stops a form, above it; takes the focus when it appears. */
export function ErrorSummary({
  lines,
  title,
  lead,
}: {
  readonly lines: readonly SummaryLine[]
  readonly title?: string | undefined
  /** A sentence under the title. */
  readonly lead?: string | undefined
}) {
  const t = useText(uiText)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A page that opens with it keeps its heading in view; further down it is brought into view.
    const top = box.current?.getBoundingClientRect().top ?? 0
    box.current?.focus({ preventScroll: top >= 0 && top < innerHeight / 2 })
  }, [])
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-lg border-2 border-bad-700 bg-white px-5 py-4 outline-none!">
      <h2 className="text-lg">{title ?? t('problem')}</h2>
      {lead && <p className="mt-1 text-ink-700">{lead}</p>}
      <ul className="mt-2 grid gap-1.5">
        {lines.map((line) => (
          <li key={`${line.fieldId ?? ''}${line.message}${line.note ?? ''}`}>
            {line.fieldId || line.onFollow ? (
              <a
                href={`#${line.fieldId ?? ''}`}
                className="font-medium text-ink-900 underline decoration-bad-300 decoration-2 underline-offset-3 hover:text-bad-900 hover:decoration-bad-700"
                onClick={(event) => {
                  event.preventDefault()
                  if (line.fieldId) document.getElementById(line.fieldId)?.focus()
                  line.onFollow?.()
                }}
              >
                {line.message}
              </a>
            ) : (
              <span className="font-medium text-bad-700">{line.message}</span>
            )}
            {line.note && <span className="block text-sm text-ink-600">{line.note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
