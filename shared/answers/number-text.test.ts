import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../testing/properties.ts'
import { numberProblem, readNumber, readNumberCell, textOfNumber } from './number-text.ts'

const valueOf = (text: string, language: 'es' | 'en' = 'es'): unknown => {
  const read = readNumber(text, language)
  return read.kind === 'number' ? read.value : read.kind
}

test('a comma is the decimal mark, and points or spaces between thousands are read as such', () => {
  expect(valueOf('1,5')).toBe(1.5)
  expect(valueOf('1.234')).toBe(1234)
  expect(valueOf('1.500')).toBe(1500)
  expect(valueOf('60 000')).toBe(60_000)
  expect(valueOf('12.345.678,25')).toBe(12_345_678.25)
  expect(valueOf('-3,5')).toBe(-3.5)
})

test('a point that cannot stand between thousands is a decimal mark', () => {
  expect(valueOf('0.125')).toBe(0.125)
  expect(valueOf('3.14')).toBe(3.14)
  expect(valueOf('1234,567')).toBe(1234.567)
})

test('what is one number to one reader and another to the next is not decided: 1,500 is asked about', () => {
  expect(readNumber('1,500', 'es')).toEqual({ kind: 'ambiguous', one: 1500, other: 1.5 })
  expect(readNumber('1.500', 'en')).toEqual({ kind: 'ambiguous', one: 1500, other: 1.5 })
  expect(readNumber('-12,345', 'es')).toEqual({ kind: 'ambiguous', one: -12_345, other: -12.345 })
  expect(valueOf('0,500')).toBe(0.5)
  expect(valueOf('1,50')).toBe(1.5)
})

test('what is no number has its reason, with both readings where there are two', () => {
  const codeOf = (text: string): unknown => numberProblem(readNumber(text, 'es'), String)
  expect(codeOf('1,500')).toEqual({ code: 'number_ambiguous', params: { one: '1500', other: '1.5' } })
  expect(codeOf('abc')).toEqual({ code: 'number_unread' })
  for (const text of ['', '12']) expect(codeOf(text)).toBeUndefined()
})

test('nothing is left out to make a number of what is none', () => {
  const none = [
    '-',
    '1,',
    ',',
    '1,2,3',
    '1.2.3',
    'abc',
    '1e3',
    '12 34',
    '12\t34',
    '12\n34',
    '5%',
    '$5',
    '1.23.456',
    '0x10',
    '٣',
    '1'.repeat(16),
  ]
  for (const text of none) expect([text, valueOf(text)]).toEqual([text, 'unread'])
  expect(valueOf('  ')).toBe('empty')
})

test('in English commas stand between thousands and a point is the decimal mark', () => {
  expect(valueOf('60,000', 'en')).toBe(60_000)
  expect(valueOf('1,5', 'en')).toBe(1.5)
  expect(valueOf('1,234.5', 'en')).toBe(1234.5)
})

test('a number is shown with at most four decimals and reads back as itself, in both languages, whichever it is', () => {
  expect(textOfNumber(1234.567_89, 'es')).toBe('1234,5679')
  expect(textOfNumber(1.234, 'es')).toBe('1,2340')
  const number = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map((scaled) => scaled / 10_000)
  assertProperty(
    fc.property(number, fc.constantFrom('es' as const, 'en' as const), (value, language) => {
      expect(readNumber(textOfNumber(value, language), language)).toEqual({ kind: 'number', value: value === 0 ? 0 : value })
    }),
  )
})

test('no digit of a text is lost: what is read as a number differs from all its digits in a row by its decimals alone', () => {
  const text = fc.stringMatching(/^[\d.,\- \te%$]*$/)
  const places = Array.from({ length: 16 }, (_, at) => 10 ** at)
  assertProperty(
    fc.property(text, fc.constantFrom('es' as const, 'en' as const), (typed, language) => {
      const read = readNumber(typed, language)
      const digits = Number(typed.replace(/\D/g, ''))
      const agrees = (value: number): boolean => places.some((place) => Math.abs(Math.abs(value) * place - digits) <= digits * 1e-12)
      if (read.kind === 'number') expect(agrees(read.value)).toBe(true)
      if (read.kind === 'ambiguous') expect(agrees(read.one) && agrees(read.other)).toBe(true)
      if (read.kind === 'empty') expect(typed.trim()).toBe('')
    }),
  )
})

test('a number of a table’s cell is itself, and a text in one is read as it is typed', () => {
  expect(readNumberCell(1.234, 'es')).toEqual({ kind: 'number', value: 1.234 })
  expect(readNumberCell('1234,5', 'es')).toEqual({ kind: 'number', value: 1234.5 })
  expect(readNumberCell('1,500', 'es').kind).toBe('ambiguous')
  expect(readNumberCell('', 'es')).toEqual({ kind: 'empty' })
})

test('a figure is read whatever blanks and invisible signs another program put into it', () => {
  for (const text of ['1\u00a0234,5', '1\u2007234,5', '\ufeff1.234,5\u200b', '1.2\u00ad34,5\r\n'])
    expect(readNumber(text, 'es'), JSON.stringify(text)).toEqual({ kind: 'number', value: 1234.5 })
  expect(readNumber('\u200b', 'es')).toEqual({ kind: 'empty' })
})
