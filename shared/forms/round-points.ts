/** Points rounded half away from zero to 4 decimals, as they are stored (PO3). */
export function roundPoints(points: number): number {
  if (points === 0) return 0
  const exact = Math.abs(points) * 10_000
  const nearest = Math.round(exact)
  // Where a half is near, fifteen digits first: 1.00005 × 10⁴ is 10000.499… in binary and would round the wrong way.
  const isClear = exact < clearBelow && Math.abs(exact - nearest) < 0.49
  return (Math.sign(points) * (isClear ? nearest : Math.round(Number(exact.toPrecision(15))))) / 10_000
}
/** Below it fifteen digits move nothing by a hundredth. */
const clearBelow = 1e12

export const sumPoints = (points: readonly number[]): number => roundPoints(points.reduce((total, value) => total + value, 0))
