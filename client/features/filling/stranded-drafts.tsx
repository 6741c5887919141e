import { surveyDimensionId } from '#shared/forms/model.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { unitOfSubject } from '#client/data/drafts.ts'
import type { StoredDraft } from '#client/data/drafts.ts'
import { useOpenWorld } from '#client/data/use-world.ts'
import { KeptDrafts } from '#client/features/drafts/kept-drafts.tsx'

/** What was being written in questions that this person may not open any more: said above those that they may. */
export function StrandedDrafts({ visible }: { readonly visible: readonly Dimension[] }) {
  const open = useOpenWorld()
  const isStranded = ({ scope, subject }: StoredDraft): boolean => {
    const question = open.world().index.question(questionIdOf(unitOfSubject(subject)))
    if (scope !== open.scope || question?.dimensionId === surveyDimensionId) return false
    return !visible.some((each) => each.id === question?.dimensionId)
  }
  return <KeptDrafts level={2} only={isStranded} stranded framed />
}
