import type { Level, Maturity, Thresholds } from './model.ts'

/** Level of what was obtained of what can be: a threshold belongs to the better level; none where nothing can be obtained (RS5, RS6). */
export function levelOf(points: number, max: number, { med, good }: Thresholds): Level | null {
  if (max <= 0) return null
  // Compared without dividing: 1/3 of 6 is 2, whatever a third is in binary.
  if (reaches(points, good * max)) return 'good'
  return reaches(points, med * max) ? 'med' : 'bad'
}

/** Points have four decimals: what differs by less is the product's own rounding. */
const reaches = (points: number, bound: number): boolean => points - bound > -0.00005

/** What an institution is called by its points of 100, at four decimals (RS7). */
export function maturityOf(points: number): Maturity {
  if (points < 25) return 'Inicial'
  if (points < 50) return 'Creciente'
  return points <= 75 ? 'Madura' : 'Modelo'
}
