import { expect, test } from 'vitest'
import { figureText, percentText, signedText } from './figures.ts'

test('[CH1] a figure is rounded half away from zero, with the marks of its language', () => {
  expect(figureText(41.25, 1, 'es')).toBe('41,3')
  expect(figureText(-1.005, 2, 'en')).toBe('−1.01')
  expect(figureText(1234567.891, 1, 'es')).toBe('1.234.567,9')
  expect(figureText(1234, 0, 'en')).toBe('1,234')
  expect(figureText(0, 1, 'es')).toBe('0,0')
})

test('[CH1] a difference has a sign, and one that rounds to nothing has none', () => {
  expect(signedText(2.14, 1, 'es')).toBe('+2,1')
  expect(signedText(-2.14, 1, 'es')).toBe('−2,1')
  expect(signedText(0.04, 1, 'es')).toBe('0,0')
  expect(signedText(-0.04, 1, 'es')).toBe('0,0')
})

test('[CH1] a percentage stands apart from its sign in Spanish and beside it in English', () => {
  expect(percentText(12.34, 1, 'es')).toBe('12,3\u00a0%')
  expect(percentText(12.34, 1, 'en')).toBe('12.3%')
})
