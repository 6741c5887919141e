import type { LetterTemplate } from '../strings/letters.es.ts'
import { lettersEn } from '../strings/letters.en.ts'
import { lettersEs } from '../strings/letters.es.ts'

export interface LetterText {
  readonly subject: string
  readonly text: string
}

const letters = { es: lettersEs, en: lettersEn }

export const isTemplate = (name: string): name is LetterTemplate => Object.hasOwn(lettersEs, name)

/** What a header may not hold: it would begin another one. */
const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim()

/** A letter in a language, its slots filled. Subjects are one line whatever the data holds. */
export function letterText(template: LetterTemplate, language: 'es' | 'en', data: Readonly<Record<string, string | number>>): LetterText {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''))
  const { subject, body } = letters[language][template]
  return { subject: oneLine(fill(subject)), text: fill(body) }
}
