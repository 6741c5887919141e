import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { loadPart } from '#client/ui/loading/load-part.ts'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'

interface Props {
  readonly formId: FormId
  readonly institutionId: InstitutionId
  readonly children: ReactNode
}
let known: ComponentType<Props> | null = null

/** Administrators' alone. Without Suspense: for 300 ms React keeps back whatever takes the place of what stood in for it. */
export function LateWatched(props: Props) {
  const [Found, setFound] = useState(() => known)
  const [missing, setMissing] = useState<Error | null>(null)
  useEffect(() => {
    if (Found) return
    let left = false
    loadPart(() => import('./watched.tsx')).then(
      (brought) => {
        known = brought.Watched
        if (!left) setFound(() => brought.Watched)
      },
      (cause: unknown) => {
        if (!left) setMissing(cause instanceof Error ? cause : new Error('a part of the application could not be loaded', { cause }))
      },
    )
    return () => {
      left = true
    }
  }, [Found])
  if (missing) throw missing
  return Found ? <Found {...props} /> : <PageSkeleton />
}
