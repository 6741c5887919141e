import { isDay } from '#shared/kernel/instant.ts'
import { dayText, deadlineText } from '#shared/kernel/moment-words.ts'
import { pageAddress, type PlainPage } from '#shared/addresses.ts'
import { letterData, type Letter, type LetterData, type LetterTemplate } from '#shared/contract/letter.ts'
import { linkedParts } from '#shared/notices/links.ts'
import type { Notice } from '#shared/notices/model.ts'
import { lettersEn } from '../strings/letters.en.ts'
import { lettersEs } from '../strings/letters.es.ts'
import type { Language } from '../http/failures.ts'
import { letterHtml, type LetterPart } from './letter-html.ts'

export interface LetterText {
  readonly subject: string
  readonly text: string
  /** The same in the same words, with its links. */
  readonly html: string
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

type Told = string | number | undefined
type Item = Readonly<Record<string, Told>>
/** What the slots of a letter are filled with, by name: of a list a line for each item. */
type Slots = Readonly<Record<string, Told | readonly Item[]>>

/** What a slot says: `end` until when, any other day in words, everything else as it is (TM23). */
function told(name: string, value: Told, language: Language): string {
  if (typeof value !== 'string' || !isDay(value)) return String(value ?? '')
  return name === 'end' ? deadlineText(value, { language, style: 'long' }) : dayText(value, language, 'long')
}

/** A letter in a language, its slots filled. Subjects are one line whatever the data holds. */
export function letterText(template: TextTemplate, language: Language, data: Slots & Common): LetterText {
  const { subject, body, line = '', says = {} } = letters[language][template]
  const parts = bodyParts(body, saidSlots(data), { language, line, says })
  const said = { subject: oneLine(filled(subject, data, language, '', says)), text: parts.map(({ text }) => text).join('') }
  return { ...said, html: letterHtml({ subject: said.subject, parts }, language) }
}

interface Wording {
  readonly language: Language
  readonly line: string
  readonly says: NonNullable<Words['says']>
}

/**
 * A text in parts, its slots filled: where the letter leads, and where its reader ends letters of its kind, are links, and so is what
 * `linkedParts` takes for one in what was written freely. Whatever else fills a slot is text (NO6, LE5). A list that is empty leaves no gap.
 */
function bodyParts(body: string, data: Slots, { language, line, says }: Wording): LetterPart[] {
  const parts: LetterPart[] = []
  const pieces = body.split(/\{(\w+)\}/)
  for (const [at, each] of pieces.entries()) {
    if (at % 2 === 0) {
      const isAfterNothing = pieces[at - 1] === 'items' && parts.at(-1)?.text === ''
      parts.push({ text: isAfterNothing ? each.replace(/^\n\n/, '') : each })
    } else if (each === 'link' || each === 'optOut') parts.push({ text: filled(`{${each}}`, data, language), leads: each })
    else if (each === 'body')
      parts.push(
        ...linkedParts(filled('{body}', data, language)).map(({ text, href }) =>
          href === null ? { text } : { text, leads: 'free' as const },
        ),
      )
    else parts.push({ text: filled(`{${each}}`, data, language, line, says) })
  }
  return parts
}

/** Numbers of questions that a letter names. */
const numbersMost = 40

/** What fills a letter's slots: of many questions that somebody was given a line with their numbers. */
function saidSlots(data: Slots): Slots {
  const { items } = data
  if (typeof items !== 'object') return data
  const questions = items.filter(({ level }) => level === 'Question').map(({ name }) => String(name))
  if (questions.length === 0) return data
  const name = questions.slice(0, numbersMost).join(', ') + (questions.length > numbersMost ? ' …' : '')
  return { ...data, items: [...items.filter(({ level }) => level !== 'Question'), { level: 'Question', name }] }
}

/** A text with its slots filled; of a list a line for each item. */
const filled = (text: string, data: Slots, language: Language, line = '', says: Words['says'] = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    return typeof value === 'object'
      ? value.map((item) => wordsIn(line, item, language, says)).join('\n')
      : wordsIn(`{${name}}`, flat(data), language, says)
  })

/** What fills slots that hold no list. */
const flat = (data: Slots): Item =>
  Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, value]])))

const wordsIn = (text: string, data: Item, language: Language, says: NonNullable<Words['says']> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const words = says[name] ?? {}
    const said = Object.hasOwn(words, String(data[name])) ? words[String(data[name])] : words['other']
    return said === undefined ? told(name, data[name], language) : wordsIn(said, data, language)
  })

/** Page on which a person finds what a notice tells of, where it is not of something there. */
const pagesOfNotices: Readonly<Partial<Record<LetterTemplate, PlainPage>>> = {
  assigned: 'questionnaire',
  commented: 'questionnaire',
  leads: 'assignment',
  assignedNoMore: 'questionnaire',
  delegatesNoMore: 'questionnaire',
  formShown: 'start',
  evaluationReceived: 'questionnaire',
  remainingTimeExtended: 'send',
  reminder: 'questionnaire',
  reopenDeclined: 'send',
  sendRecalled: 'send',
  resultsPublished: 'ownResults',
  passkeyOn: 'settings',
  passkeyOff: 'settings',
  passkeyCloned: 'settings',
}

/** Where a letter and its notice lead: to the very thing that they are about, where they name it. Null where they lead to nothing in particular (NO4). */
export function pageIn({ template, data }: { readonly template: LetterTemplate; readonly data: LetterData }): string | null {
  if ('page' in data && data.page !== undefined) return data.page
  if ('institutionId' in data && 'formId' in data && data.institutionId !== undefined)
    return pageAddress('filling', { form: data.formId, institution: data.institutionId })
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
