/** More marks on one letter than any script has; bringing those of several classes into one order takes time that grows with their square. */
const manyMarks = /(\p{M}{30})\p{M}+/gu

/** A text in which no letter has more marks than any script would give it. */
export const withFewMarks = (text: string): string => text.replace(manyMarks, '$1')

/** A text with each letter and its marks as one character where there is one. */
export const composed = (text: string): string => withFewMarks(text).normalize('NFC')

/** A text with the marks of each letter as characters of their own. */
export const decomposed = (text: string): string => withFewMarks(text).normalize('NFD')
