import { isDay } from '#shared/kernel/instant.ts'
import { pageAddress, type PlainPage } from '#shared/addresses.ts'
import { letterData, type Letter, type LetterData, type LetterTemplate } from '#shared/contract/letter.ts'
import type { Notice } from '#shared/notices/model.ts'
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

type Words = {
  readonly subject: string
  readonly body: string
  /** What the person's notices say of it; a letter without it has none, because who gets it cannot be signed in. */
  readonly notice?: string
  /** One line of its list, with the slots of an item. */
  readonly line?: string
  /** What some slots say in words by what fills them, `other` for every other value. They may hold slots themselves. */
  readonly says?: Readonly<Record<string, Readonly<Record<string, string>>>>
}
type SlotsOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | SlotsOf<Rest> : never
/** Whom every letter greets, and where it leads. */
type Common = { readonly name: string; readonly link: string; readonly optOut?: string | undefined }
type ItemOf<Data> = Data extends { readonly items: ReadonlyArray<infer Item> } ? Item : never
type Filled<T extends Record<TextTemplate, Words>> = {
  readonly [K in TextTemplate]: [SlotsOf<T[K]['subject'] | T[K]['body']>] extends [keyof (DataOf<K> & Common)]
    ? T[K] extends { readonly notice: infer Notice extends string }
      ? [SlotsOf<Notice>] extends [keyof DataOf<K>]
        ? FilledLine<T[K], K>
        : never
      : Words
    : never
}
type FilledLine<Text, K extends TextTemplate> = Text extends { readonly line: infer Line extends string }
  ? [SlotsOf<Line>] extends [keyof ItemOf<DataOf<K>>]
    ? Words
    : never
  : Words

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
type Told = string | number | undefined
type Item = Readonly<Record<string, Told>>
/** What the slots of a letter are filled with, by name: of a list a line for each item. */
type Slots = Readonly<Record<string, Told | readonly Item[]>>

/** What a slot says: a day in words, everything else as it is. */
const told = (value: Told, language: Language): string =>
  typeof value === 'string' && isDay(value) ? dayWords[language].format(new Date(`${value}T12:00:00Z`)) : String(value ?? '')

/** A letter in a language, its slots filled. Subjects are one line whatever the data holds. */
export function letterText(template: TextTemplate, language: Language, data: Slots & Common): LetterText {
  const { subject, body, line, says } = letters[language][template]
  return { subject: oneLine(filled(subject, data, language, '', says)), text: filled(body, data, language, line, says) }
}

const filled = (text: string, data: Slots, language: Language, line = '', says: Words['says'] = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    if (typeof value === 'object') return value.map((item) => filled(line, item, language)).join('\n')
    const words = says[name] ?? {}
    const said = Object.hasOwn(words, String(value)) ? words[String(value)] : words['other']
    return said === undefined ? told(value, language) : filled(said, data, language)
  })

/** Page on which a person finds what a notice tells of, where it is not of something there. */
const pagesOfNotices: Readonly<Partial<Record<LetterTemplate, PlainPage>>> = {
  assigned: 'questionnaire',
  commented: 'questionnaire',
  evaluationReceived: 'questionnaire',
  remainingTimeExtended: 'send',
  reminder: 'questionnaire',
  resultsPublished: 'ownResults',
}

/** Where a letter and its notice lead: to the very thing that they are about, where they name it. Null where they lead to nothing in particular (NO4). */
function pageIn({ template, data }: Letter): string | null {
  if ('page' in data && data.page !== undefined) return data.page
  const page = pagesOfNotices[template]
  return page ? pageAddress(page) : null
}

/** What the notice beside a letter says, in both languages; undefined for a letter that has none (NO1). */
export function noticeIn(told: Letter): Pick<Notice, 'kind' | 'subject' | 'content' | 'en' | 'link'> | undefined {
  const { template, data } = told
  const said = (language: Language) => {
    const { subject, notice = '', line, says } = letters[language][template]
    return { subject: oneLine(filled(subject, data, language, '', says)), content: filled(notice, data, language, line, says) }
  }
  if (letters.es[template].notice === undefined) return undefined
  const [es, en] = [said('es'), said('en')]
  // What somebody wrote freely is in their own language, whoever reads it.
  const same = es.subject === en.subject && es.content === en.content
  return { kind: template, ...es, ...(same ? {} : { en }), link: pageIn(told) }
}
