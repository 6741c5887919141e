import { sumPoints } from '#shared/forms/round-points.ts'
import type { DimensionId } from '#shared/kernel/ids.ts'
import type { WhatIf } from '#shared/results/routes.ts'

type Sub = Pick<WhatIf['subDimensions'][number], 'id' | 'points' | 'would'>

/** The sub-dimensions, at most so many, that would add most. */
export const bestFew = (subs: readonly Sub[], most: number): ReadonlySet<DimensionId> =>
  new Set(
    subs
      .toSorted((a, b) => b.would - b.points - (a.would - a.points))
      .slice(0, most)
      .map(({ id }) => id),
  )

/** Points with all of the chosen sub-dimensions accepted: no question is in two of them, so that they add up. */
export const withChosen = (
  found: { readonly points: number; readonly subDimensions: readonly Sub[] },
  chosen: ReadonlySet<DimensionId>,
): number =>
  sumPoints([found.points, ...found.subDimensions.filter(({ id }) => chosen.has(id)).flatMap(({ would, points }) => [would, -points])])
