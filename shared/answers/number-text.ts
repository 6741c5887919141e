import { failure } from '../kernel/failure.ts'
import type { Failure } from '../kernel/failure.ts'
import { shownIn } from '../kernel/read-cell.ts'
import type { ReadCell } from '../kernel/read-cell.ts'

/** Languages of the interface, which write numbers differently. */
type Language = 'es' | 'en'

/** What a person typed into a field of numbers. */
export type NumberRead =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  /** Two numbers, by who reads it: "1,500" is one and a half or one thousand five hundred. */
  | { readonly kind: 'ambiguous'; readonly one: number; readonly other: number }
  /** What a cell shows is not what it holds: 2.345 as "2,3". */
  | { readonly kind: 'rounded'; readonly shown: string; readonly held: number }
  /** No number, or not one yet. */
  | { readonly kind: 'unread' }

const unread: NumberRead = { kind: 'unread' }
const decimalMark: Record<Language, string> = { es: ',', en: '.' }
const groupMark: Record<Language, string> = { es: '.', en: ',' }
const otherLanguage: Record<Language, Language> = { es: 'en', en: 'es' }
/** More do not fit a number exactly. */
const digitsMost = 15

const escaped = (mark: string): string => mark.replace('.', '\\.')

/** Groups of three, from the second on, between marks or spaces; then perhaps decimals. */
const groupedBy = (language: Language): RegExp =>
  new RegExp(`^[1-9]\\d{0,2}(?:(?:${escaped(groupMark[language])}\\d{3})+|(?: \\d{3})+)(?:${escaped(decimalMark[language])}\\d+)?$`)
const grouped: Record<Language, RegExp> = { es: groupedBy('es'), en: groupedBy('en') }
/** Digits with one mark: a decimal one, whichever it is, where it cannot stand between thousands. */
const plain = /^\d+(?:[.,]\d+)?$|^[.,]\d+$/

/** What other programs put into a figure and nobody sees. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu

const numberIn = (digits: string, language: Language): number =>
  Number(digits.replaceAll(' ', '').replaceAll(groupMark[language], '').replace(decimalMark[language], '.'))

/**
 * The number that a text says in the language of the interface: in Spanish comma for decimals and points between thousands, in
 * English the reverse. Nothing is left out to make it one, so that "1e3" is not 13 nor "12 34" 1234, and what can be read as two
 * different numbers is not decided here.
 */
export function readNumber(text: string, language: Language): NumberRead {
  const trimmed = text
    .replace(unseen, '')
    .trim()
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
  if (trimmed === '') return { kind: 'empty' }
  const sign = /^[-\u2212]/.test(trimmed) ? -1 : 1
  const digits = sign < 0 ? trimmed.slice(1) : trimmed
  if (digits.replace(/\D/g, '').length > digitsMost) return unread
  if (grouped[language].test(digits)) return { kind: 'number', value: sign * numberIn(digits, language) }
  if (!plain.test(digits)) return unread
  const decimal = sign * Number(digits.replace(',', '.'))
  // One mark that groups thousands in the other language, as figures that were copied from elsewhere have it.
  const other = otherLanguage[language]
  if (grouped[other].test(digits)) return { kind: 'ambiguous', one: sign * numberIn(digits, other), other: decimal }
  return { kind: 'number', value: decimal }
}

/** The number that a cell of somebody's table says: what it shows, of 45% 45; a text as a person types it. */
export function readNumberCell(cell: ReadCell, language: Language): NumberRead {
  if (typeof cell === 'number') return { kind: 'number', value: cell }
  if (typeof cell === 'string') return readNumber(cell.trim().endsWith('%') ? cell.trim().slice(0, -1) : cell, language)
  if (cell.kind === 'day' || cell.says === null) return unread
  return cell.says === cell.held ? { kind: 'number', value: cell.says } : { kind: 'rounded', shown: shownIn(cell), held: cell.held }
}

/** Whether a cell says its number as a percentage. */
export const isPercent = (cell: ReadCell): boolean => shownIn(cell).trim().endsWith('%')

/** Why what was typed is no number; undefined when it is one, or nothing. `said` writes a number for a person. */
export function numberProblem(read: NumberRead, said: (value: number) => string): Failure | undefined {
  if (read.kind === 'unread') return failure('number_unread')
  if (read.kind === 'rounded') return failure('number_rounded', { shown: read.shown, held: said(read.held) })
  return read.kind === 'ambiguous' ? failure('number_ambiguous', { one: said(read.one), other: said(read.other) }) : undefined
}

/** A number as the field shows it: the language's decimal mark, none between thousands, so that it can be edited and reads back as itself. */
export function textOfNumber(value: number, language: Language): string {
  const text = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 4 })
    .format(value)
    .replace('.', decimalMark[language])
  // "1,234" would be asked about: with a nought more it is one number only.
  return readNumber(text, language).kind === 'ambiguous' ? `${text}0` : text
}
