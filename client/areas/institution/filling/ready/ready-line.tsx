import type { DimensionId } from '#shared/kernel/ids.ts'
import { Status } from '#client/ui/badge.tsx'
import { useReadyWords } from './ready.ts'

/** In a list of sub-dimensions: who says that one is ready. */
export function ReadyLine({ subDimensionId }: { readonly subDimensionId: DimensionId }) {
  const words = useReadyWords(subDimensionId)
  return words === '' ? null : (
    <Status tone="success" icon="check-circle">
      {words}
    </Status>
  )
}
