import type { ReactNode } from 'react'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { WatchingContext } from '#client/data/world/use-world.ts'
import { useActing } from './acting.ts'

interface Props {
  readonly formId: FormId
  readonly institutionId: InstitutionId
  readonly children: ReactNode
}

/** An institution's questionnaire for an administrator: to work in while they act for it, to read otherwise (IM1). */
export function Watched({ formId, institutionId, children }: Props) {
  const acting = useActing()
  const acts = acting?.formId === formId && acting?.institutionId === institutionId
  return <WatchingContext value={!acts}>{children}</WatchingContext>
}
