import { fail, failure } from './failure.ts'
import type { Failure } from './failure.ts'
import { quotedIn } from './read-cell.ts'
import { done } from './result.ts'
import type { Result } from './result.ts'

/** Reads bytes as an alphabet; where `fatal`, throws on what is none of it. */
export type Decode = (bytes: Uint8Array, alphabet: string, fatal: boolean) => string

/**
 * What a file of text says: as its mark says, else UTF-8 where it is, else as Windows or an old Macintosh writes it. Nothing is guessed
 * where two alphabets stand in one file, or none of them fits: then it fails with the row (TI10).
 * Fails: text_alphabets, text_alphabet_unknown.
 */
export function textOf(bytes: Uint8Array, decode: Decode): Result<string> {
  const wide = wideOf(bytes)
  if (wide) return done(decode(bytes, wide, false))
  try {
    return done(decode(bytes, 'utf-8', true))
  } catch {
    // Not UTF-8, or not all of it.
  }
  const { utf8, windows, mac, dos, doubtful, other } = evidenceIn(bytes)
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const foreign = [...windows, ...mac, ...dos, ...doubtful, ...other].toSorted((left, right) => left - right)
  if (isMarked || utf8.length > 0) return fail('text_alphabets', { row: rowOfFewer(utf8, foreign) })
  if (windows.length > 0 && mac.length > 0) return fail('text_alphabets', { row: rowOfFewer(windows, mac) })
  const [unread] = [...dos, ...other]
  if (unread !== undefined) return fail('text_alphabet_unknown', { row: unread })
  if (mac.length > 0) return done(decode(bytes, 'macintosh', false))
  if (windows.length === 0 && doubtful[0] !== undefined) return fail('text_alphabet_unknown', { row: doubtful[0] })
  return done(decode(bytes, 'windows-1252', false))
}

/** The first row of the alphabet that fewer letters are of. */
const rowOfFewer = (one: readonly number[], other: readonly number[]): number => {
  const fewer = other.length > 0 && (one.length === 0 || other.length <= one.length) ? other : one
  return fewer[0] ?? 1
}

/** How much of a file is looked at to tell whether its signs take two bytes each. */
const looked = 2000

/** The order of bytes of a text in UTF-16, by its mark or by every other byte being none. */
export function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const pairs = Math.min(looked, bytes.length) >> 1
  let [first, second] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 1) {
    if (bytes[at] !== 0) continue
    if (at % 2 === 0) first += 1
    else second += 1
  }
  if (second > pairs * 0.4 && first < pairs * 0.05) return 'utf-16le'
  return first > pairs * 0.4 && second < pairs * 0.05 ? 'utf-16be' : undefined
}

/** Rows in which letters of each alphabet stand, one for each letter. */
interface Evidence {
  readonly utf8: number[]
  readonly windows: number[]
  readonly mac: number[]
  readonly dos: number[]
  /** Letters of a Macintosh, or signs of Windows between letters. */
  readonly doubtful: number[]
  /** No sign of Windows at all. */
  readonly other: number[]
}

/** Letters of Spanish as Windows writes them; those that begin a word are signs of a Macintosh. */
const windowsLetters = new Set([0xe1, 0xe9, 0xed, 0xf3, 0xfa, 0xf1, 0xfc])
const windowsCapitals = new Set([0xc1, 0xc9, 0xcd, 0xd3, 0xda, 0xd1, 0xdc])
/** á é ú ü É Ñ of a Macintosh, which Windows has no use for behind a letter. */
const macLetters = new Set([0x87, 0x8e, 0x9c, 0x9f, 0x83, 0x84])
/** Á Í Ó Ú of a Macintosh, which are small letters of Windows. */
const macCapitals = new Set([0xe7, 0xea, 0xee, 0xf2])
/** í ñ ó of a Macintosh: an apostrophe and dashes of Windows. */
const macDoubtful = new Set([0x92, 0x96, 0x97])
/** ó ú ñ Ñ of DOS: signs of money. */
const dosLetters = new Set([0xa2, 0xa3, 0xa4, 0xa5])
const nothing = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

const isSmall = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x61 && byte <= 0x7a
const isCapital = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x41 && byte <= 0x5a
const isLetter = (byte: number | undefined): boolean => isSmall(byte) || isCapital(byte)

function evidenceIn(bytes: Uint8Array): Evidence {
  const found: Evidence = { utf8: [], windows: [], mac: [], dos: [], doubtful: [], other: [] }
  let row = 1
  let quoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === 0x22) quoted = !quoted
    if (byte === 0x0a && !quoted) row += 1
    if (byte < 0x80) continue
    const length = sequenceAt(bytes, at)
    if (length > 0) {
      // A mark says nothing, nor what two letters of Windows may come to.
      if (byte === 0xc3 || byte === 0xc2) found.utf8.push(row)
      at += length - 1
      continue
    }
    const [before, behind] = [bytes[at - 1], bytes[at + 1]]
    if (windowsLetters.has(byte) && (isLetter(before) || isLetter(behind))) found.windows.push(row)
    else if (windowsCapitals.has(byte) && isLetter(before)) found.windows.push(row)
    else if (macLetters.has(byte) && isLetter(before)) found.mac.push(row)
    else if (macCapitals.has(byte) && isCapital(before) && isCapital(behind)) found.mac.push(row)
    else if (macDoubtful.has(byte) && isSmall(before) && isSmall(behind)) found.doubtful.push(row)
    else if (dosLetters.has(byte) && isLetter(before) && isLetter(behind)) found.dos.push(row)
    else if (nothing.has(byte)) found.other.push(row)
    else if (byte >= 0xc0 || found.utf8.length > 0) found.windows.push(row)
  }
  return found
}

/** How many bytes a sign of UTF-8 of several takes at a place; 0: there is none. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0
    if (byte < 0x80 || byte > 0xbf) return 0
  }
  return length
}

/** What Windows writes with the bytes from 0x80 to 0x9f; a gap where it writes nothing. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const byteOf = (sign: string): number => {
  const at = windowsSigns.indexOf(sign)
  return at >= 0 ? 0x80 + at : (sign.codePointAt(0) ?? 0)
}
const behind = `[\\u00a0-\\u00bf${windowsSigns}]`
/** Signs of UTF-8 that were read as Windows writes: letters of Latin alphabets, quotation marks and dashes. */
const twice = new RegExp(`[\\u00c2\\u00c3]${behind}|\\u00e2[€\\u0081‚]${behind}`, 'g')
/** Those that no text has otherwise. */
const surely = /\u00c3[\u00a0-\u00bf\u0192]|\u00c2[\u00a0\u00a1\u00aa\u00b0\u00ba\u00bf]|\u00e2\u20ac[\u201c\u2122\u02dc\u0153\u00a6]/
/** The same of a Macintosh. */
const macTwice: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '√°': 'á',
    '√©': 'é',
    '√≠': 'í',
    '√≥': 'ó',
    '√∫': 'ú',
    '√±': 'ñ',
    '√º': 'ü',
    '√ë': 'Ñ',
    '√ì': 'Ó',
    '¬∞': '°',
    '¬ø': '¿',
  }),
)
const macPairs = new RegExp([...macTwice.keys()].join('|'), 'g')

const readOnce = (text: string): string =>
  text
    .replace(macPairs, (pair) => macTwice.get(pair) ?? pair)
    .replace(twice, (signs) => {
      const [lead = 0, ...others] = [...signs].map(byteOf)
      return String.fromCodePoint(others.reduce((code, byte) => code * 64 + (byte & 0x3f), lead & (others.length === 1 ? 0x1f : 0x0f)))
    })

/** How often a text may have been read in another alphabet before it was kept. */
const readingsMost = 3
/** Why the letters of a text are not those that somebody wrote: some are gone, or were read in another alphabet and kept so (TI10). */
export function lettersProblem(text: string): Failure | undefined {
  if (text.includes('\ufffd')) return failure('table_letters_lost', { value: quotedIn(text) })
  if (!surely.test(text) && text.search(macPairs) < 0) return undefined
  let meant = text
  for (let reading = 0; reading < readingsMost; reading += 1) meant = readOnce(meant)
  return failure('table_letters_twice', { value: quotedIn(text), meant: quotedIn(meant) })
}
