/** Digits in threes from their end, with a mark between them. */
export function grouped(digits: string, mark: string): string {
  const first = digits.length % 3
  const threes = Array.from({ length: Math.floor(digits.length / 3) }, (_, at) => digits.slice(first + at * 3, first + at * 3 + 3))
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...threes].join(mark)
}
