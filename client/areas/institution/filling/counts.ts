import { useMemo } from 'react'
import { visibleParts } from '#shared/assignments/rules.ts'
import type { Dimension } from '#shared/forms/model.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import type { PrecheckCode } from '#shared/sends/rules.ts'
import type { World } from '#shared/world.ts'
import { onceAVersion } from '#client/data/app/once-a-version.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { workIn } from '#client/areas/institution/sends/work-summary.tsx'

/** How a sub-dimension stands for who looks. */
export interface MapCount {
  readonly total: number
  readonly ready: number
  /** What is not ready, whoever it waits for: the same as on the start page and before a send. */
  readonly pendent: number
  /** Of it, what waits for the reader. */
  readonly own: number
  /** Something can still be done: without that nothing pends and nothing is complete. */
  readonly open: boolean
  readonly status: 'completed' | 'inProgress' | 'notStarted'
  readonly observed: number
  readonly comments: number
}

/** Counts for who fills: what of theirs is not ready (SE12). The map, the bar and the way on ask for the same ones. */
export const fillingCount = (world: World, open: OpenWorld, subDimensionId: DimensionId): MapCount =>
  onceAVersion(open, `count:${subDimensionId}`, () => counted(world, open, subDimensionId))

function counted(world: World, open: OpenWorld, subDimensionId: DimensionId): MapCount {
  const work = workIn(world, open)
  const part = work.parts.get(subDimensionId)
  if (!part) return { total: 0, ready: 0, pendent: 0, own: 0, observed: 0, comments: 0, open: work.open, status: 'completed' }
  const { total, answered, ready, own, waiting } = part
  const having = (code: PrecheckCode): number => waiting.filter((each) => each.codes.includes(code)).length
  const status = waiting.length === 0 ? 'completed' : answered === 0 ? 'notStarted' : 'inProgress'
  return { total, ready, pendent: waiting.length, own, observed: having('observed'), comments: having('comment'), open: work.open, status }
}

/** Sub-dimensions that a person sees, in order (VI3). */
function visibleSubDimensions(world: World, open: OpenWorld): readonly Dimension[] {
  const parts = visibleParts(world, open.actor)
  return parts === '*' ? world.index.subDimensions : world.index.subDimensions.filter((each) => parts.includes(each.id))
}

/** The same, followed as assignments change. */
export const useVisibleSubDimensions = (): readonly Dimension[] =>
  useReading(
    ['table:assignment', 'table:participant'],
    visibleSubDimensions,
    (left, right) => left.map((each) => each.id).join() === right.map((each) => each.id).join(),
  )

/** Where work waits: the first sub-dimension with something pending, else the first. */
export function useFirstSubDimension(visible: readonly Dimension[]): Dimension | undefined {
  const open = useOpenWorld()
  return useMemo(() => visible.find((each) => fillingCount(open.world(), open, each.id).pendent > 0) ?? visible[0], [open, visible])
}
