import { withoutEnding } from './cut.ts'
import { dayMs, epochMs, instantOf } from './instant.ts'
import { numberShown } from './read-cell.ts'
import type { ReadCell } from './read-cell.ts'

/** Formats that workbooks name by a number alone, as a spreadsheet in Chile shows them. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0;\\-"$"#,##0',
  6: '"$"#,##0;\\-"$"#,##0',
  7: '"$"#,##0.00;\\-"$"#,##0.00',
  8: '"$"#,##0.00;\\-"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd-mm-yyyy',
  15: 'dd-mmm-yy',
  16: 'dd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd-mm-yyyy h:mm',
  37: '#,##0;\\-#,##0',
  38: '#,##0;\\-#,##0',
  39: '#,##0.00;\\-#,##0.00',
  40: '#,##0.00;\\-#,##0.00',
  41: '#,##0;\\-#,##0;"-"',
  42: '"$"#,##0;\\-"$"#,##0;"$-"',
  43: '#,##0.00;\\-#,##0.00;"-"',
  44: '"$"#,##0.00;\\-"$"#,##0.00;"$-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
}

/** The format that a number alone names; undefined: numbers stand as they are. */
export const builtInFormat = (id: number): string | undefined => builtIn[id]

type DateLetter = 'y' | 'm' | 'd' | 'h' | 's'
type Token =
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'digit'; readonly text: string }
  | { readonly is: 'point' | 'comma' | 'percent' | 'exponent' | 'slash' | 'general' | 'half' }
  | { readonly is: 'date'; readonly letter: DateLetter; readonly count: number; readonly elapsed: boolean }

interface Section {
  readonly tokens: readonly Token[]
  readonly condition: ((value: number) => boolean) | undefined
}

/** Longest that a format is; spreadsheets take no longer one. */
const formatMost = 255
/** Formats that are kept taken apart. */
const keptMost = 500
const kept = new Map<string, readonly Section[]>()
/** Digits that a spreadsheet keeps of a number; what a computer adds behind them is nobody's. */
const digitsMost = 15
/** Days that spreadsheets know: to the end of the year 9999. */
const daysMost = 2_958_466

/** A number without the noise of computing: 0.1 + 0.2 is 0.3. */
const plain = (value: number): number => Number(value.toPrecision(digitsMost))

/**
 * A cell that holds a number, by its format as workbooks write it: as a person sees it in a spreadsheet in Chile (TI3). Where the format
 * changes nothing it is the number alone.
 */
export function cellShown(held: number, format: string | undefined, from1904: boolean): ReadCell {
  if (!Number.isFinite(held)) return ''
  const value = plain(held)
  if (format === undefined || format.length > formatMost) return value
  const { section, signed } = sectionFor(sectionsOf(format), value)
  if (!section) return value
  if (section.tokens.some(({ is }) => is === 'date')) {
    const ms = msOf(value, from1904)
    if (value < 0 || value >= daysMost) return value
    const shown = dateShown(section.tokens, value, ms)
    const isDay = section.tokens.some((token) => token.is === 'date' && 'yd'.includes(token.letter)) || isMonth(section.tokens)
    return isDay ? { kind: 'day', written: written(ms), shown } : { kind: 'number', held: value, says: null, shown }
  }
  const { text, says, unit } = numberIn(section.tokens, signed ? Math.abs(value) : value)
  const shown = text.replace(/\s+/g, ' ').trim()
  if (shown === numberShown(value)) return value
  const isLess = value < 0 && /^\s*[-(\u2212]|[-\u2212]\s*$/.test(shown)
  const read = says === null ? null : plain(signed ? (isLess ? -says : says) : says)
  return { kind: 'number', held: plain(value * unit), says: read, shown }
}

/** A moment as a cell says it, to the second: a spreadsheet keeps it as a fraction of a day. */
function written(ms: number): string {
  const [day = '', time = ''] = instantOf(ms).split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

const from1900Ms = epochMs('1899-12-31T00:00:00.000Z')
const from1904Ms = epochMs('1904-01-01T00:00:00.000Z')

/** Days since the workbook's beginning, which for most is that of a spreadsheet that took 1900 for a leap year. */
function msOf(serial: number, from1904: boolean): number {
  const days = from1904 ? serial : serial > 60 ? serial - 1 : serial
  return (from1904 ? from1904Ms : from1900Ms) + Math.round((days * dayMs) / 1000) * 1000
}

/** The number with which a workbook that counts from 1900 holds a moment: what `cellShown` takes. */
export function serialOf(ms: number): number {
  const days = (ms - from1900Ms) / dayMs
  return days >= 60 ? days + 1 : days
}

const piece = /"([^"]*)"?|\\([^])|[_*][^]|\[([^\]]*)\]?|general|am\/pm|a\/p|e[+-]|y+|m+|d+|h+|s+|[^]/giy
const condition = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/

function sectionsOf(format: string): readonly Section[] {
  const known = kept.get(format)
  if (known) return known
  const sections: { tokens: Token[]; condition: Section['condition'] }[] = [{ tokens: [], condition: undefined }]
  for (const [found, quoted, escaped, bracket] of format.matchAll(new RegExp(piece.source, 'gi'))) {
    const section = sections.at(-1)
    if (!section) continue
    if (found === ';') sections.push({ tokens: [], condition: undefined })
    else if (bracket !== undefined) {
      const [, sign, bound] = condition.exec(bracket) ?? []
      if (sign !== undefined) section.condition = (value) => holds(value, sign, Number(bound))
      else section.tokens.push(...inBrackets(bracket))
    } else section.tokens.push(...tokenOf(found, quoted ?? escaped))
  }
  if (kept.size < keptMost) kept.set(format, sections)
  return sections
}

/** A currency or a count of hours that does not begin anew; colours and languages show nothing. */
function inBrackets(text: string): readonly Token[] {
  if (text.startsWith('$')) return [{ is: 'literal', text: text.slice(1).split('-')[0] ?? '' }]
  const letter = text.slice(0, 1).toLowerCase()
  return /^(?:h+|m+|s+)$/i.test(text) ? [{ is: 'date', letter: letter as DateLetter, count: text.length, elapsed: true }] : []
}

function tokenOf(found: string, literal: string | undefined): readonly Token[] {
  if (literal !== undefined) return [{ is: 'literal', text: literal }]
  if (/^[_*]./su.test(found)) return []
  const small = found.toLowerCase()
  if (small === 'general' || small === '@') return [{ is: 'general' }]
  if (small === 'am/pm' || small === 'a/p') return [{ is: 'half' }]
  if (/^e[+-]$/.test(small)) return [{ is: 'exponent' }]
  if (/^[ymdhs]/.test(small)) return [{ is: 'date', letter: small.slice(0, 1) as DateLetter, count: small.length, elapsed: false }]
  switch (small) {
    case '0':
    case '#':
    case '?':
      return [{ is: 'digit', text: small }]
    case '.':
      return [{ is: 'point' }]
    case ',':
      return [{ is: 'comma' }]
    case '%':
      return [{ is: 'percent' }]
    case '/':
      return [{ is: 'slash' }]
    default:
      return [{ is: 'literal', text: found }]
  }
}

function holds(value: number, sign: string, bound: number): boolean {
  switch (sign) {
    case '<':
      return value < bound
    case '<=':
      return value <= bound
    case '>':
      return value > bound
    case '>=':
      return value >= bound
    case '<>':
      return value !== bound
    default:
      return value === bound
  }
}

/** The section of a format that a number is shown by; `signed`: it says by itself that the number is below nought. */
function sectionFor(sections: readonly Section[], value: number): { section: Section | undefined; signed: boolean } {
  if (sections.some((each) => each.condition)) {
    const section = sections.slice(0, 3).find((each) => each.condition?.(value) ?? true)
    return { section, signed: false }
  }
  const [first, second, third] = sections
  if (value < 0 && second) return { section: second, signed: true }
  return { section: value === 0 && third ? third : first, signed: false }
}

interface NumberText {
  readonly text: string
  readonly says: number | null
  /** How many of the unit that is shown one is: 100 of a percentage. */
  readonly unit: number
}

function numberIn(tokens: readonly Token[], value: number): NumberText {
  const unit = 100 ** tokens.filter(({ is }) => is === 'percent').length
  const isLess = value < 0
  const size = plain(Math.abs(value) * unit)
  const sign = isLess ? -1 : 1
  const slots = tokens.filter(({ is }) => is === 'digit').length
  const has = (name: Token['is']): boolean => tokens.some(({ is }) => is === name)
  const read = has('general')
    ? { text: around(tokens, () => numberShown(size)), says: size }
    : slots === 0
      ? { text: around(tokens, () => ''), says: null }
      : has('exponent')
        ? scientific(tokens, size)
        : (fraction(tokens, size) ?? decimal(tokens, size))
  return { text: isLess && read.text !== '' ? `-${read.text}` : read.text, says: read.says === null ? null : sign * read.says, unit }
}

/** Text of the tokens that are no digits, with what stands for the number put where it is. */
function around(tokens: readonly Token[], number: () => string): string {
  return tokens.map((token) => (token.is === 'literal' ? token.text : token.is === 'general' ? number() : signOf(token))).join('')
}

const signOf = ({ is }: Token): string => (is === 'percent' ? '%' : is === 'slash' ? '/' : '')

/** A number of so many decimals, halves up, as people round what they see. */
function rounded(value: number, decimals: number): string {
  const text = String(value)
  const whole = text.includes('e') ? value : Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`)
  return whole.toFixed(decimals)
}

const placesMost = 30

function decimal(tokens: readonly Token[], size: number): Omit<NumberText, 'unit'> {
  const at = tokens.findIndex(({ is }) => is === 'point')
  const [whole, rest] = at < 0 ? [tokens, []] : [tokens.slice(0, at), tokens.slice(at + 1)]
  const slots = whole.flatMap((token) => (token.is === 'digit' ? [token] : []))
  const lastSlot = whole.findLastIndex(({ is }) => is === 'digit')
  const firstSlot = whole.findIndex(({ is }) => is === 'digit')
  const grouped = whole.slice(firstSlot + 1, lastSlot).some(({ is }) => is === 'comma')
  // Commas behind the digits: each leaves a thousand unsaid.
  const scale = [whole, rest]
    .flatMap((part) => part.slice(part.findLastIndex(({ is }) => is === 'digit') + 1))
    .filter(({ is }) => is === 'comma').length
  const places = rest.filter((token) => token.is === 'digit').slice(0, placesMost)
  const [digits = '', decimals = ''] = rounded(size / 1000 ** scale, places.length).split('.')
  const firstNought = slots.findIndex(({ text }) => text === '0')
  const least = firstNought < 0 ? 0 : slots.length - firstNought
  let left = (digits === '0' ? '' : digits).padStart(least, '0')
  const out: string[] = []
  let written = 0
  const put = (some: string): void => {
    for (const digit of [...some].toReversed()) {
      if (grouped && written > 0 && written % 3 === 0) out.push('.')
      out.push(digit)
      written += 1
    }
  }
  for (const [index, token] of [...whole.entries()].toReversed()) {
    if (token.is === 'digit') {
      put(index === firstSlot ? left : left.slice(-1))
      left = index === firstSlot ? '' : left.slice(0, -1)
    } else out.push(token.is === 'literal' ? token.text : signOf(token))
  }
  // Only zeros behind what may be left out are left out.
  const significant = withoutEnding(decimals, /0/).length
  let place = 0
  let behind = ''
  for (const token of rest) {
    if (token.is === 'digit' && place < places.length) {
      if (token.text === '0' || place < significant) behind += decimals[place] ?? '0'
      place += 1
    } else behind += token.is === 'literal' ? token.text : signOf(token)
  }
  const mark = /^\d/.test(behind) ? ',' : ''
  const text = out.toReversed().join('') + mark + behind
  const isBroken = hasInside(tokens)
  return { text, says: isBroken ? null : Number(`${digits || '0'}.${decimals || '0'}`) }
}

/** Whether something else stands between the digits: a number of an identity card, no quantity. */
function hasInside(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex(({ is }) => is === 'digit')
  const last = tokens.findLastIndex(({ is }) => is === 'digit')
  return tokens.slice(first, last).some((token) => (token.is === 'literal' && token.text !== '') || token.is === 'slash')
}

function scientific(tokens: readonly Token[], size: number): Omit<NumberText, 'unit'> {
  const at = tokens.findIndex(({ is }) => is === 'exponent')
  const mantissa = tokens.slice(0, at)
  const point = mantissa.findIndex(({ is }) => is === 'point')
  const wholes = Math.max(1, (point < 0 ? mantissa : mantissa.slice(0, point)).filter(({ is }) => is === 'digit').length)
  const places = point < 0 ? 0 : mantissa.slice(point).filter(({ is }) => is === 'digit').length
  const decimals = Math.min(places, placesMost)
  let exponent = size === 0 ? 0 : Math.floor(Math.log10(size) / wholes + 1e-12) * wholes
  let shown = rounded(plain(size / 10 ** exponent), decimals)
  if (Number(shown) >= 10 ** wholes) {
    exponent += wholes
    shown = rounded(plain(size / 10 ** exponent), decimals)
  }
  const digits = tokens.slice(at).filter(({ is }) => is === 'digit').length
  const power = String(Math.abs(exponent)).padStart(digits, '0')
  return { text: `${shown.replace('.', ',')}E${exponent < 0 ? '-' : '+'}${power}`, says: Number(`${shown}e${exponent}`) }
}

/** "1 1/2"; undefined where the format is of no fraction. */
function fraction(tokens: readonly Token[], size: number): Omit<NumberText, 'unit'> | undefined {
  const at = tokens.findIndex(({ is }) => is === 'slash')
  if (at < 0) return undefined
  const behind = tokens.slice(at + 1)
  const fixed = Number(
    /^\d+/.exec(behind.map((token) => (token.is === 'literal' || token.is === 'digit' ? token.text : ' ')).join(''))?.[0] ?? 0,
  )
  const places = Math.min(3, behind.filter(({ is }) => is === 'digit').length)
  if (fixed === 0 && places === 0) return undefined
  const before = tokens.slice(0, at)
  const own = before.length - 1 - before.findLastIndex(({ is }) => is !== 'digit')
  const hasWhole = before.slice(0, before.length - own).some(({ is }) => is === 'digit')
  const whole = hasWhole ? Math.floor(size) : 0
  const [over, under] = nearestFraction(plain(size - whole), fixed, 10 ** places - 1)
  const carried = over === under && hasWhole ? whole + 1 : whole
  const part = over === 0 || (over === under && hasWhole) ? '' : `${over}/${under}`
  const text = [carried > 0 || part === '' ? String(carried) : '', part].filter((each) => each !== '').join(' ')
  return { text, says: whole + over / under }
}

function nearestFraction(value: number, fixed: number, most: number): readonly [number, number] {
  if (fixed > 0) return [Math.round(value * fixed), fixed]
  let best: readonly [number, number] = [Math.round(value), 1]
  let miss = Math.abs(value - best[0])
  for (let under = 2; under <= most && miss > 0; under += 1) {
    const over = Math.round(value * under)
    const missed = Math.abs(value - over / under)
    if (missed < miss - 1e-12) [best, miss] = [[over, under], missed]
  }
  return best
}

const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const weekdays = 'domingo lunes martes miércoles jueves viernes sábado'.split(' ')

/** Whether a letter m means minutes: beside hours before it or seconds behind it. */
function isMinutes(tokens: readonly Token[], at: number): boolean {
  const isDate = (token: Token): token is Extract<Token, { is: 'date' }> => token.is === 'date'
  const before = tokens.slice(0, at).findLast(isDate)
  const behind = tokens.slice(at + 1).find(isDate)
  return before?.letter === 'h' || behind?.letter === 's'
}

const isMonth = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => token.is === 'date' && token.letter === 'm' && !token.elapsed && !isMinutes(tokens, at))

function dateShown(tokens: readonly Token[], serial: number, ms: number): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = instantOf(ms)
    .split(/[-T:.]/)
    .map(Number)
  // The first of January 1970 was a Thursday.
  const weekday = (((Math.floor(ms / dayMs) + 4) % 7) + 7) % 7
  const hasHalves = tokens.some(({ is }) => is === 'half')
  const two = (value: number, count: number): string => String(value).padStart(Math.min(count, 2), '0')
  const text = tokens.map((token, index) => {
    if (token.is === 'literal') return token.text
    if (token.is === 'half') return hour < 12 ? 'AM' : 'PM'
    if (token.is === 'point') return '.'
    if (token.is === 'comma') return ','
    if (token.is !== 'date') return signOf(token)
    const { letter, count, elapsed } = token
    if (elapsed) return two(Math.floor(plain(serial * { h: 24, m: 1440, s: 86_400, y: 0, d: 1 }[letter])), count)
    switch (letter) {
      case 'y':
        return count > 2 ? String(year) : two(year % 100, 2)
      case 'd':
        if (count > 2) return (weekdays[weekday] ?? '').slice(0, count === 3 ? 3 : undefined)
        return two(day, count)
      case 'h':
        return two(hasHalves ? hour % 12 || 12 : hour, count)
      case 's':
        return two(second, count)
      case 'm': {
        if (isMinutes(tokens, index)) return two(minute, count)
        const name = months[month - 1] ?? ''
        if (count > 2) return name.slice(0, count === 3 ? 3 : count === 5 ? 1 : undefined)
        return two(month, count)
      }
    }
  })
  return withoutEnding(text.join(''), /[\s.]/).trim()
}
