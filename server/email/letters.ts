import type { LetterTemplate } from '../strings/letters.es.ts'
import { lettersEn } from '../strings/letters.en.ts'
import { lettersEs } from '../strings/letters.es.ts'

export interface LetterText {
  readonly subject: string
  readonly text: string
}

const letters = { es: lettersEs, en: lettersEn }

export const isTemplate = (name: string): name is LetterTemplate => Object.hasOwn(lettersEs, name)

/** Without what a header may not hold: line ends, which would begin another one, other controls, and marks that turn the direction of text. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

/** A letter in a language, its slots filled. Subjects are one line whatever the data holds. */
export function letterText(template: LetterTemplate, language: 'es' | 'en', data: Readonly<Record<string, string | number>>): LetterText {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''))
  const { subject, body } = letters[language][template]
  return { subject: oneLine(fill(subject)), text: fill(body) }
}
