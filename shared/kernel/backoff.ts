const firstMs = 1_000
const capMs = 60_000

/** Wait before the next attempt after so many failures in a row: full jitter below 1 s doubling to 60 s, never at once. */
export function backoffMs(failures: number, random: () => number): number {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.min(failures - 1, 10))
  return Math.max(100, Math.floor(random() * ceiling))
}
