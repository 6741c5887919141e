import { composed } from '#shared/kernel/marks.ts'

/** What stands for characters that the typeface does not have. */
export const unknownMark = '□'

/** Marks without a shape of their own: of direction, joiners, variants, soft hyphens, spaces of no width. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Controls, line ends among them, lone halves of a character, and characters that are none. */
const nothing = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]+/gu
/** Spaces of every width; the two that keep words together stay what they are. */
const spaces = /[^\S\u00a0\u202f]+/gu

const plain = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/

/**
 * A text as it can be painted: one line, accents in one character with their letter, nothing invisible, and one mark for each run of
 * characters that `has` does not know. Emoji and writings that the typeface lacks become that mark.
 */
export function legible(text: string, has: (codePoint: number) => boolean): string {
  // Most texts are of letters that every typeface has, and composed already.
  if (plain.test(text)) return text
  const one = composed(text.replace(nothing, ' ')).replace(invisible, '').replaceAll('\u202f', '\u00a0').replace(spaces, ' ')
  if (plain.test(one)) return one
  let made = ''
  let isMissing = false
  for (const character of one) {
    const isKnown = has(character.codePointAt(0) ?? 0)
    if (isKnown) made += character
    else if (!isMissing) made += unknownMark
    isMissing = !isKnown
  }
  return made
}
