import { lazy } from 'react'
import { loadPart } from '#client/ui/loading/load-part.ts'

/** A page of which this device has nothing. Its code comes when it is needed, which is seldom. */
export const Absent = lazy(async () => ({ default: (await loadPart(() => import('./absent-page.tsx'))).AbsentPage }))
