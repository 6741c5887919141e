import type { DimensionId } from '#shared/kernel/ids.ts'
import { sameParts } from '#client/data/reading.ts'
import { everything, useReading } from '#client/data/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { useText } from '#client/i18n/text.ts'
import { ProgressBar } from '#client/ui/progress.tsx'
import { fillingCount } from './counts.ts'

/** How much of a sub-dimension is ready. */
export function PartProgress({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const t = useText(answersText)
  const { total, done, pendent } = useReading(
    everything,
    (world, open) => {
      const counted = fillingCount(world, open, subDimensionId)
      return { total: counted.open ? counted.total : 0, done: counted.ready, pendent: counted.pendent }
    },
    sameParts,
  )
  if (total === 0) return null
  return (
    <div className="flex flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-1">
      <ProgressBar label={t('progressLabel')} value={done} max={total} text={t('progress', { done, total })} className="max-w-56 flex-1" />
      <p className="tabular text-sm text-ink-600">
        {t('progress', { done, total })}
        {pendent === 0 ? ` · ${t('completed')}` : ''}
      </p>
    </div>
  )
}
