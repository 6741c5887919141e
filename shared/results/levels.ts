import { roundPoints } from '../forms/round-points.ts'
import type { Level, Thresholds } from './model.ts'
import type { Maturity } from './maturities.ts'

/** Level of what was obtained of what can be: a threshold belongs to the better level; none where nothing can be obtained (RS5, RS6). */
export function levelOf(points: number, max: number, { med, good }: Thresholds): Level | null {
  if (max <= 0) return null
  if (reaches(points, good * max)) return 'good'
  return reaches(points, med * max) ? 'med' : 'bad'
}

/** Whether thresholds part what can be obtained in three: 0 < med < good ≤ 1. (RS6) */
export const areInOrder = ({ med, good }: Thresholds): boolean => 0 < med && med < good && good <= 1

/** Compared as points are kept, at four decimals: a third of 1 is 0.3333, and of 6 it is 2, whatever a third is in binary. Nothing reaches nothing. */
const reaches = (points: number, bound: number): boolean => points > 0 && points >= roundPoints(bound)

/** What an institution is called by its points of 100, at four decimals (RS7). */
export function maturityOf(points: number): Maturity {
  if (points < 25) return 'Inicial'
  if (points < 50) return 'Creciente'
  return points <= 75 ? 'Madura' : 'Modelo'
}
