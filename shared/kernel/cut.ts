// Written as scans: the same as regular expressions would try an ending from each of its characters, and what is never closed from each
// opening (IN12).

/** A text without the signs at its end. `sign`: of one character. */
export function withoutEnding(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** A text with each stretch from an opening to its closing, both included, written otherwise; what is never closed stays. */
export function withoutStretches(text: string, opening: string, closing: string, instead = ''): string {
  let kept = ''
  let at = 0
  for (;;) {
    const from = text.indexOf(opening, at)
    const to = from < 0 ? -1 : text.indexOf(closing, from + opening.length)
    if (to < 0) return kept + text.slice(at)
    kept += text.slice(at, from) + instead
    at = to + closing.length
  }
}

/** A text without the tags in it, what is like one included. */
export const withoutTags = (html: string, instead = ''): string => withoutStretches(html, '<', '>', instead)

/** The first characters of a text, as a person counts them. */
export const firstOf = (text: string, most: number): string => [...text].slice(0, most).join('')
