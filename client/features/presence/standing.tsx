import { questionIdOf } from '#shared/kernel/ids.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import type { FocusedUnit } from './focused-unit.ts'
import { useFocusedUnit } from './focused-unit.ts'
import { useStanding } from './use-present.ts'

interface Props {
  readonly focused: FocusedUnit
  /** What is on the page: a question of another sub-dimension is not before anybody any more. */
  readonly subDimensionId: DimensionId
}

/** Tells colleagues which question of the page the person is in. Draws nothing, and only itself anew. */
export function Standing({ focused, subDimensionId }: Props) {
  const { index } = useOpenWorld().world()
  const unit = useFocusedUnit(focused)
  const isHere = unit !== null && index.question(questionIdOf(unit))?.dimensionId === subDimensionId
  useStanding(isHere ? unit : null)
  return null
}
