import { useEffect, useRef } from 'react'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { sameParts } from '#client/data/world/reading.ts'
import { everything, useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import { answersText } from '#client/features/answers/text.ts'
import { formText } from '#client/features/texts/form-text.tsx'
import { useText } from '#client/i18n/text.ts'
import { Icon } from '#client/ui/icon.tsx'
import { announce } from '#client/ui/live-region.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { fillingCount } from '#client/areas/institution/filling/counts.ts'
import { fillingText } from '#client/areas/institution/filling/text.ts'

/** How much of a sub-dimension is ready. When the last of the reader's own is, that is said once, and quietly. */
export function PartProgress({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const t = useText(answersText)
  const f = useText(fillingText)
  const { index } = useOpenWorld().world()
  const { total, done, pendent, own } = useReading(
    everything,
    (world, open) => {
      const counted = fillingCount(world, open, subDimensionId)
      return { total: counted.open ? counted.total : 0, done: counted.ready, pendent: counted.pendent, own: counted.own }
    },
    sameParts,
  )
  const before = useRef(own)
  useEffect(() => {
    const sub = index.dimension(subDimensionId)
    if (before.current > 0 && own === 0 && total > 0 && sub) announce(f('partDone', { name: formText(sub.name, sub.en?.name).text }))
    before.current = own
  }, [own, total, index, subDimensionId, f])
  if (total === 0) return null
  return (
    <div className="flex flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-1">
      <ProgressBar label={t('progressLabel')} value={done} max={total} text={t('progress', { done, total })} className="max-w-56 flex-1" />
      <p className="tabular flex flex-wrap items-center gap-x-2 text-sm text-ink-600">
        {t('progress', { done, total })}
        {own === 0 && (
          <span className="inline-flex items-center gap-1 font-medium text-good-700">
            <Icon name="check" size={16} />
            {pendent === 0 ? t('completed') : f('ownDone')}
          </span>
        )}
      </p>
    </div>
  )
}
