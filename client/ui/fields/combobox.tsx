import { lazy, Suspense } from 'react'
import type { ComboboxProps } from './combobox-frame.tsx'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'

const ComboboxFrame = lazy(async () => ({ default: (await loadPart(() => import('./combobox-frame.tsx'))).ComboboxFrame }))

/** A choice among many by typing part of it. Its code comes when the first one is drawn. */
export function Combobox(props: ComboboxProps) {
  return (
    <Suspense fallback={<Skeleton className="h-17" />}>
      <ComboboxFrame {...props} />
    </Suspense>
  )
}
