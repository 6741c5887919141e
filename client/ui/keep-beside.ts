const gapPx = 6
const marginPx = 8

/**
 * Holds a box of fixed position beside what it belongs to, however the page or a table around it scrolls: what floats beside a row would
 * else be cut by the table's own scroller. The reply lets go of it.
 */
export function keepBeside(anchor: Element, box: HTMLElement): () => void {
  const follow = (): void => place(anchor, box)
  follow()
  addEventListener('scroll', follow, true)
  addEventListener('resize', follow)
  return () => {
    removeEventListener('scroll', follow, true)
    removeEventListener('resize', follow)
  }
}

/**
 * Puts a box of fixed position below what it belongs to, or above where there is more room, inside the window.
 */
function place(anchor: Element, box: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const below = innerHeight - from.bottom - gapPx - marginPx
  const above = from.top - gapPx - marginPx
  const goesBelow = box.scrollHeight <= below || below >= above
  const heightPx = Math.min(box.scrollHeight, goesBelow ? below : above)
  box.style.maxHeight = `${Math.max(heightPx, 0) + 2}px`
  box.style.top = `${goesBelow ? from.bottom + gapPx : from.top - gapPx - heightPx - 2}px`
  box.style.left = `${Math.max(marginPx, Math.min(from.right - box.offsetWidth, innerWidth - box.offsetWidth - marginPx))}px`
}
