import { useEffect } from 'react'
import type { ResultState } from '#shared/results/routes.ts'
import { useText } from '#client/i18n/text.ts'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'

/** Between two looks at how far it is. */
const lookMs = 2_000

interface Props {
  readonly act: 'calculate' | 'publish'
  /** As they stood when it began. */
  readonly chosen: readonly ResultState[]
  /** As they stand now. */
  readonly rows: readonly ResultState[]
  readonly onLook: () => void
}

/** How far an act on many institutions is, by what the list says of them. */
export function RunProgress({ act, chosen, rows, onLook }: Props) {
  const t = useText(labResultsText)
  useEffect(() => {
    const timer = setInterval(onLook, lookMs)
    return () => clearInterval(timer)
  }, [onLook])
  const now = new Map(rows.map((row) => [row.institutionId, row]))
  const done = chosen.filter((row) => {
    const current = now.get(row.institutionId)
    if (!current) return false
    return act === 'calculate' ? current.number > row.number : current.publishedAt !== row.publishedAt
  }).length
  const text = t(act === 'calculate' ? 'runningOf' : 'publishingOf', { done, total: chosen.length })
  const label = t(act === 'calculate' ? 'running' : 'publishing')
  return (
    <div className="grid gap-1.5">
      <p role="status" className="tabular">
        {`${label}: ${text}`}
      </p>
      <ProgressBar label={label} value={done} max={chosen.length} text={text} />
    </div>
  )
}
