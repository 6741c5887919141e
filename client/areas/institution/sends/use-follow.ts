import { useNavigate } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Unit } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'

/** Leads to a unit in its questionnaire. */
export function useFollow(): (unit: Unit) => void {
  const open = useOpenWorld()
  const navigate = useNavigate()
  return (unit) => {
    const { formId, institutionId, index } = open.world()
    void navigate(
      pageAddress('filling', {
        form: formId,
        institution: institutionId,
        subDimension: index.question(questionIdOf(unit))?.dimensionId,
        question: unit,
      }),
    )
  }
}
