import type { Task } from '#shared/sends/next.ts'

/** The tools of a long text stand before it, and nobody goes on to those. */
const fields =
  'input:not([type=file]):not(:disabled), textarea, select, [contenteditable=true], [tabindex="0"]:not([role=toolbar], [role=toolbar] *)'
/** Where something is done, by what it is; for an observation that is its answer, below what was observed. */
const places: Readonly<Record<Task, readonly string[]>> = {
  answer: [`[data-task="answer"] :is(${fields})`],
  observation: [`[data-task="answer"] :is(${fields})`],
  comment: ['[data-task="comment"] textarea', '[data-task="comment"] button'],
  appeal: ['[data-task="appeal"] textarea', '[data-task="appeal"] button'],
  file: ['[data-task="file"] button'],
}
/** How long a part that comes late, as a conversation or the editor of long texts, may take to appear. */
const patienceMs = 4000

export const isTask = (text: unknown): text is Task => typeof text === 'string' && Object.hasOwn(places, text)

/** The card's own: what is inside a question of one of its rows is that one's. */
const own = (card: HTMLElement, selector: string): HTMLElement | undefined =>
  [...card.querySelectorAll<HTMLElement>(selector)].find((found) => found.closest('[data-unit]') === card)

function placeIn(card: HTMLElement, task: Task): HTMLElement | undefined {
  for (const selector of places[task]) {
    const found = own(card, selector)
    if (found) return found
  }
  return undefined
}

/**
 * Puts the focus on what there is to do in a question: at once on its card, and on the field as soon as that is there, unless the person
 * went elsewhere meanwhile. A folded conversation is unfolded. Gives what ends the waiting.
 */
export function reachTask(card: HTMLElement, task: Task): () => void {
  const field = placeIn(card, task)
  if (field) {
    field.focus({ preventScroll: true })
    return () => undefined
  }
  // What is only read has a place of its own.
  const fallback = (): void => (own(card, fields) ?? card).focus({ preventScroll: true })
  card.focus({ preventScroll: true })
  if (task === 'comment') own(card, '[data-opens="comment"][aria-expanded="false"]')?.click()
  const watch = new MutationObserver(() => {
    const found = placeIn(card, task)
    if (!found) return
    end()
    if (document.activeElement === card || document.activeElement === document.body) found.focus({ preventScroll: true })
  })
  const late = setTimeout(() => {
    end()
    if (document.activeElement === card) fallback()
  }, patienceMs)
  const end = (): void => {
    watch.disconnect()
    clearTimeout(late)
  }
  watch.observe(card, { childList: true, subtree: true })
  return end
}
