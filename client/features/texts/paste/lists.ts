import { fromRoman } from '#shared/kernel/roman.ts'
import type { Declarations } from './styles.ts'

/** How a list counts: letters or Roman figures, small or large, else figures; not at all where it is not ordered. */
export interface ListKind {
  readonly isOrdered: boolean
  readonly type: 'a' | 'A' | 'i' | 'I' | null
}

/** Where a block stands in a list. `begins`: whether an item begins with it, or goes on. `number`: of the item, where the text says it. */
export interface Item extends ListKind {
  readonly level: number
  readonly begins: boolean
  readonly number: number | null
}

const isMark = (span: Element): boolean => /mso-list\s*:\s*ignore/i.test(span.getAttribute('style') ?? '')
/** Blank that Word leaves between a mark and its text, where it writes no more about the list. */
const isGap = (span: Element): boolean => /font\s*:\s*7\.0pt/i.test(span.getAttribute('style') ?? '')

/**
 * Takes the mark that Word draws before an item ("1.", "a)", a bullet) out of its paragraph: it is text there. `text`: the mark as it was read.
 * Undefined where the paragraph is no item.
 */
export function itemMark(
  element: Element,
  style: Declarations,
  before: Item | null,
): { readonly text: string; readonly item: Item } | undefined {
  const list = style.get('mso-list') ?? ''
  const level = Number(/level(\d)/i.exec(list)?.[1] ?? 1)
  const drawn = [...element.querySelectorAll('span')].filter(isMark)
  const bare = drawn.length === 0 && element.className.startsWith('MsoListParagraph') ? bareMark(element) : undefined
  const marks = bare ? [bare] : drawn
  if (marks.length === 0 && (list === '' || /ignore|none/i.test(list) || !element.className.startsWith('MsoListParagraph')))
    return undefined
  const text = marks
    .map((span) => span.textContent ?? '')
    .join('')
    .replaceAll('\u00a0', ' ')
    .trim()
  for (const span of marks) span.remove()
  const counted = countOf(text, before && before.level === level ? before : null)
  return { text, item: { ...counted, level, begins: true } }
}

/** A mark in Word's filtered pages, which say of a list only how it looks: a first span with its gap after it. */
function bareMark(element: Element): Element | undefined {
  const [first] = element.childNodes
  if (!(first instanceof Element) || first.tagName.toLowerCase() !== 'span') return undefined
  const gap = [...first.querySelectorAll('span')].some(isGap)
  return gap && /^\s*(?:[·o\u00a7•●▪–-]|\(?\w{1,5}[.)])\s*$/u.test((first.textContent ?? '').replaceAll('\u00a0', ' ')) ? first : undefined
}

type Count = ListKind & { readonly number: number | null }

const unordered: Count = { isOrdered: false, type: null, number: null }

/** What a mark counts. `before`: the item before it in the same list, which tells a letter from a Roman figure. */
function countOf(mark: string, before: Item | null): Count {
  const said = /^\(?(?:\d+\.)*(\d+|[a-z]+)[.)ºª°:-]*$/i.exec(mark)?.[1]
  if (said === undefined) return unordered
  if (/^\d+$/.test(said)) return { isOrdered: true, type: null, number: Number(said) }
  const isSmall = said === said.toLowerCase()
  // Word draws one of its bullets with this letter.
  if (said === 'o' && mark === 'o') return unordered
  const roman = fromRoman(said.toLowerCase())
  const letter = said.length === 1 ? said.toLowerCase().charCodeAt(0) - 96 : undefined
  const asLetter = (number: number): Count => ({ isOrdered: true, type: isSmall ? 'a' : 'A', number })
  const asRoman = (number: number): Count => ({ isOrdered: true, type: isSmall ? 'i' : 'I', number })
  const goesOn = before?.number === undefined || before.number === null ? undefined : before.number + 1
  if (letter !== undefined && before?.type?.toLowerCase() === 'a' && letter === goesOn) return asLetter(letter)
  if (roman !== undefined && (roman === goesOn || letter === undefined || roman === 1)) return asRoman(roman)
  return letter === undefined ? unordered : asLetter(letter)
}
