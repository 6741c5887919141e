import { useState } from 'react'
import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { unitOfSubject } from '#sync/drafts/model.ts'
import type { StoredDraft } from '#sync/drafts/model.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import { useHalfWritten } from '#client/data/world/use-drafts.ts'
import { latePart } from '#client/ui/loading/late-part.tsx'

/** Comes late: it is for who had questions taken away while they wrote. */
const KeptDrafts = latePart(() => import('#client/features/sync/drafts/kept-drafts.tsx'), 'KeptDrafts')

/** The page of the device has them, too. */
const stay = (): void => undefined

/** What was being written in questions that this person may not open any more: said above those that they may. */
export function StrandedDrafts({ visible }: { readonly visible: readonly Dimension[] }) {
  const open = useOpenWorld()
  const isStranded = ({ scope, subject }: StoredDraft): boolean => {
    const question = open.world().index.question(questionIdOf(unitOfSubject(subject)))
    if (scope !== open.scope || question?.dimensionId === surveyDimensionId) return false
    return !visible.some((each) => each.id === question?.dimensionId)
  }
  const rows = useHalfWritten()
  const [found, setFound] = useState(false)
  // Once there, it stays to say that the last one was discarded.
  if (!found && rows.some(isStranded)) setFound(true)
  return found && <KeptDrafts level={2} only={isStranded} stranded framed onClose={stay} />
}
