import { isDay } from '#shared/kernel/instant.ts'
import { letterData, type LetterData, type LetterTemplate } from '#shared/contract/letter.ts'
import { lettersEn } from '../strings/letters.en.ts'
import { lettersEs } from '../strings/letters.es.ts'
import type { Language } from '../http/failures.ts'

export interface LetterText {
  readonly subject: string
  readonly text: string
}

/** Texts of which there is more than one for the same letter: an assignment also lets in who has not joined. */
const templateOf = { assignedInvited: 'assigned' } as const satisfies Record<string, LetterTemplate>
export type TextTemplate = LetterTemplate | keyof typeof templateOf
type DataOf<T extends TextTemplate> = T extends keyof typeof templateOf
  ? LetterData<(typeof templateOf)[T]>
  : LetterData<Extract<T, LetterTemplate>>

type Words = { readonly subject: string; readonly body: string }
type SlotsOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | SlotsOf<Rest> : never
/** Whom every letter greets, and where it leads. */
type Common = { readonly name: string; readonly link: string }
type Filled<T extends Record<TextTemplate, Words>> = {
  readonly [K in TextTemplate]: [SlotsOf<T[K]['subject'] | T[K]['body']>] extends [keyof (DataOf<K> & Common)] ? Words : never
}

/** Texts of every letter, each of whose slots its data fill: one that is missing, or a slot of nothing, does not compile. */
export const filledTexts = <const T extends Record<TextTemplate, Words>>(texts: T & Filled<T>): Readonly<Record<TextTemplate, Words>> =>
  texts

const letters: Readonly<Record<Language, Readonly<Record<TextTemplate, Words>>>> = {
  es: filledTexts(lettersEs),
  en: filledTexts(lettersEn),
}

export const isTemplate = (name: string): name is LetterTemplate => Object.hasOwn(letterData, name)

/** Without what a header may not hold: line ends, which would begin another one, other controls, and marks that turn the direction of text. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const dayWords: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  es: new Intl.DateTimeFormat('es-CL', { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
}
/** What a slot says: a day in words, everything else as it is. */
const told = (value: string | number | undefined, language: Language): string =>
  typeof value === 'string' && isDay(value) ? dayWords[language].format(new Date(`${value}T12:00:00Z`)) : String(value ?? '')

/** A letter in a language, its slots filled. Subjects are one line whatever the data holds. */
export function letterText(
  template: TextTemplate,
  language: Language,
  data: Readonly<Record<string, string | number | undefined>> & Common,
): LetterText {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => told(data[name], language))
  const { subject, body } = letters[language][template]
  return { subject: oneLine(fill(subject)), text: fill(body) }
}
