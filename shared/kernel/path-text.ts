/** A path without the slashes at its end; the root stays one. Counted back: a pattern would take a square of the slashes' number. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
