/** Whether a text leads to a page of the signed-in area and nowhere else: only that is followed of what was stored. */
export const isPageAddress = (text: string): boolean => /^\/dashboard(?:[/?][\w\-./?&=%]*)?$/.test(text)

/** A part of a text; `href`: where it leads, when it is a link. */
export interface TextPart {
  readonly text: string
  readonly href: string | null
}

/** What may be a link: up to a space, a mark that turns the direction of text, or what encloses it. */
const candidates = /(?:https:\/\/|mailto:)[^\s\p{C}<>"«»“”]+/giu
/** A host that is there to be read, with nothing before it that looks like another. */
const webAddress = /^https:\/\/(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d{1,5})?(?:[/?#].*)?$/iu
const mailAddress = /^mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i
const wordEnd = /[\p{L}\p{N}]$/u

/** Without the sentence's own marks behind it, and a bracket that is not its own. */
function withoutEnd(text: string): string {
  let found = text
  for (;;) {
    const last = found.at(-1) ?? ''
    const isLoose = (last === ')' && !found.includes('(')) || (last === ']' && !found.includes('['))
    if (!isLoose && !(last !== '' && ".,;:!?'’…".includes(last))) return found
    found = found.slice(0, -1)
  }
}

/**
 * A text that somebody wrote freely, in parts: its links are those of https and mailto that say themselves where they lead. Everything
 * else is text (NO6).
 */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: candidate, index } of text.matchAll(candidates)) {
    const found = withoutEnd(candidate)
    const isWhole = !wordEnd.test(text.slice(0, index))
    if (!isWhole || !(webAddress.test(found) || mailAddress.test(found))) continue
    if (index > at) parts.push({ text: text.slice(at, index), href: null })
    parts.push({ text: found, href: found })
    at = index + found.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}
