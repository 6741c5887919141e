import { digestOf } from '../kernel/digest.ts'
import type { Digests, Dimension, Option, Question } from './model.ts'

/** A text of a form, a dimension or a question, as both languages say it. */
export interface Spoken {
  /** The field, or `option:` and what the option is. */
  readonly key: string
  readonly es: string
  /** '' where there is none. */
  readonly en: string
}

/** What of a row is said in two languages. */
export interface SpokenRow {
  readonly en?: Readonly<Record<string, string | undefined>> | undefined
  readonly enFrom?: Digests | undefined
}
type FormTexts = { readonly name: string; readonly description: string } & SpokenRow

const optionPrefix = 'option:'
export const optionKey = (value: string): string => `${optionPrefix}${value}`
export const isOption = (key: string): boolean => key.startsWith(optionPrefix)

const spokenOf = (row: object & SpokenRow, fields: readonly string[]): Spoken[] =>
  fields.flatMap((key): Spoken[] => {
    const es: unknown = Reflect.get(row, key)
    return typeof es === 'string' && es.trim() !== '' ? [{ key, es, en: row.en?.[key] ?? '' }] : []
  })

/** The texts that somebody reads: only those that there are in Spanish. */
export const textsOfForm = (form: FormTexts): readonly Spoken[] => spokenOf(form, ['name', 'description'])
export const textsOfDimension = (row: Dimension): readonly Spoken[] => spokenOf(row, ['name', 'configHint', 'fillingHint'])
export const textsOfQuestion = (row: Question): readonly Spoken[] => [
  ...spokenOf(row, ['text', 'hint', 'fillingHint', 'questionHint']),
  ...row.options.map(({ value, en = '' }: Option): Spoken => ({ key: optionKey(value), es: value, en })),
]

/** missing: Spanish is read instead · outdated: the Spanish is another one since it was written · ready. */
export const englishStates = ['missing', 'outdated', 'ready'] as const
export type EnglishState = (typeof englishStates)[number]

/** How the English of a text stands (DF7). Of which it is not known what it was written from, it is taken to be right. */
export function englishState({ key, es, en }: Spoken, enFrom: Digests | undefined): EnglishState {
  if (en.trim() === '') return 'missing'
  const from = enFrom?.[key]
  return from === undefined || from === digestOf(es) ? 'ready' : 'outdated'
}

/** What each Spanish text is now, as who writes its English has it before them. */
export const digestsOf = (texts: readonly Spoken[]): Digests => Object.fromEntries(texts.map(({ key, es }) => [key, digestOf(es)]))

/** Texts of a row before or after a change, and what their English was written from. */
interface Told {
  readonly texts: readonly Spoken[]
  readonly enFrom: Digests | undefined
}

/**
 * From which Spanish each English is written, after a change of a row: what is written anew, from the Spanish that its author had
 * before them (`seen`), or the one that is written with it; what stays, from the same as before. `was` tells how a text that is
 * called otherwise was called before. Undefined where nothing has its English.
 */
export function englishFrom(before: Told, after: Told['texts'], seen: Digests, was: (key: string) => string): Digests | undefined {
  const former = new Map(before.texts.map((each) => [each.key, each]))
  const kept = after.flatMap(({ key, es, en }): (readonly [string, string])[] => {
    if (en.trim() === '') return []
    const old = former.get(was(key))
    const isSame = old?.es === es
    if (old?.en !== en) return [[key, (isSame ? seen[key] : undefined) ?? digestOf(es)]]
    const from = before.enFrom?.[old.key] ?? (isSame ? undefined : digestOf(old.es))
    return from === undefined ? [] : [[key, from]]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
