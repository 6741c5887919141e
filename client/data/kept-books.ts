/** The books of half-written texts that this page has open. */
const books = new Set<{ keepAll(): Promise<void> }>()

export const keepBook = (book: { keepAll(): Promise<void> }): void => void books.add(book)

/** Writes everything half written now. Resolves when it is on the disk, or could not be. */
export const keepAllDrafts = async (): Promise<void> => void (await Promise.all([...books].map((book) => book.keepAll())))
// Drafts are written when the page is hidden or left, whatever the timers say (HW1).
// Before whoever else hears of it: a page that is put away ends with its engine.
addEventListener('pagehide', () => void keepAllDrafts(), { capture: true })
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void keepAllDrafts()
})
