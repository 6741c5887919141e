import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useText } from '#client/i18n/text.ts'
import { announce } from '#client/ui/live-region.tsx'
import { readCharts } from './reading.ts'
import { chartsText } from './text.ts'

/** Makes every chart in a place readable, and says each figure that is stood on (CH2). */
export function useReading(place: RefObject<HTMLElement | null>): void {
  const t = useText(chartsText)
  useEffect(() => {
    const within = place.current
    if (!within) return undefined
    return readCharts(within, ({ series, label, value }, index, n, isAlone) =>
      announce(t(isAlone ? 'markSaidAlone' : 'markSaid', { series, label, value, at: index, n })),
    )
  }, [place, t])
}
