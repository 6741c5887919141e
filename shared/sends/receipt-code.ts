import type { Send } from './model.ts'

/** Characters of a digest that a receipt shows as its code (RT3): too many to be tried, few enough to be typed. */
export const codeLength = 16
const digestLength = 64

/** The code of a receipt, as it is compared. */
export const codeOf = ({ digest }: Pick<Send, 'digest'>): string => digest.slice(0, codeLength)

/** A code or a digest in groups of four, as people read it aloud. */
export const inGroups = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')

/** What somebody typed of a code or of a whole digest; undefined where it is neither. */
export function typedCode(text: string): string | undefined {
  const code = text.replace(/[\s-]+/g, '').toLowerCase()
  return code.length >= codeLength && code.length <= digestLength && /^[\da-f]+$/.test(code) ? code : undefined
}

/** What a receipt's number is known by, however it was typed. */
export const numberKey = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** How much of a receipt's digest somebody brought along; undefined where it is another's. */
export function matchOf({ digest }: Pick<Send, 'digest'>, code: string): 'code' | 'whole' | undefined {
  if (!digest.startsWith(code)) return undefined
  return code.length === digestLength ? 'whole' : 'code'
}
