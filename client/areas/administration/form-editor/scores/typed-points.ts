import type { PointsEntry } from '#shared/forms/model.ts'

/** Points as somebody typed them, with a comma or a point; undefined for what is no number. Nothing is 0. */
export function pointsFrom(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return 0
  return /^-?(?:\d{1,4}(?:\.\d{0,4})?|\.\d{1,4})$/.test(plain) ? Number(plain) : undefined
}

/** The value that a key has; 0 without an entry. */
export const valueAt = (points: readonly PointsEntry[], key: string): number => points.find((each) => each.key === key)?.value ?? 0

/** The entries with another value at a key. One that is worth nothing and divides by nothing is none. */
export function withValue(points: readonly PointsEntry[], key: string, value: number, divisor?: string | null): PointsEntry[] {
  const was = points.find((each) => each.key === key)
  const kept = divisor === undefined ? was?.divisor : (divisor ?? undefined)
  const entry: PointsEntry = { key, value, ...(kept === undefined ? {} : { divisor: kept }) }
  const isEmpty = value === 0 && kept === undefined
  if (!was) return isEmpty ? [...points] : [...points, entry]
  return points.flatMap((each) => (each.key === key ? (isEmpty ? [] : [entry]) : [each]))
}
