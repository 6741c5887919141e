/** Points rounded half away from zero to 4 decimals, as they are stored (PO3). */
export function roundPoints(points: number): number {
  // Fifteen digits first: 1.00005 × 10⁴ is 10000.499… in binary and would round the wrong way.
  const scaled = Number((Math.abs(points) * 10_000).toPrecision(15))
  return points === 0 ? 0 : (Math.sign(points) * Math.round(scaled)) / 10_000
}

export const sumPoints = (points: readonly number[]): number => roundPoints(points.reduce((total, value) => total + value, 0))
