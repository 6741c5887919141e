import { useEffect } from 'react'
import type { DimensionId } from '#shared/kernel/ids.ts'
import { movedBy, unopenedFor } from '#shared/sends/recall.ts'
import { openSend } from '#shared/sends/recall-mutations.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'

/**
 * Says that the person has opened what was sent to them, where this is on their screen: of an evaluator the institution's evaluation, of
 * somebody of the institution the sub-dimension in which its answers are (RC3). Said without a network too.
 */
export function useOpenedSends(subDimensionId?: DimensionId): void {
  const open = useOpenWorld()
  const ids = useReading(['table:send', 'table:answer', 'table:participant'], (world, { actor }) =>
    unopenedFor(world, actor)
      .filter(
        (send) =>
          subDimensionId === undefined ||
          movedBy(world, send).some(({ questionId }) => world.index.question(questionId)?.dimensionId === subDimensionId),
      )
      .map(({ id }) => id)
      .join(' '),
  )
  useEffect(() => {
    // What is refused is of a send that went meanwhile: there is nothing to say of it.
    for (const send of ids.split(' ').filter((id) => id !== '')) void open.dispatch(openSend, { send })
  }, [open, ids])
}
