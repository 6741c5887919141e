import { expect, test } from 'vitest'
import { institutionsAt, optionsOf, usual } from './options.ts'

test('what is not said is as usual, and what is said is taken', () => {
  expect(optionsOf([])).toEqual(usual)
  expect(optionsOf(['listeners', '--only', 'postgres', '--listeners', '500'])).toMatchObject({
    mode: 'listeners',
    only: ['postgres'],
    listeners: 500,
  })
  expect(optionsOf(['--scale', '0.1', '--speed', '120'])).toMatchObject({ mode: 'day', scale: 0.1, speed: 120 })
})

test('a name, a number or a mode that there is not is told, and nothing is played instead', () => {
  for (const args of [
    ['night'],
    ['day', 'saturate'],
    ['--only', 'mysql'],
    ['--scale', 'all'],
    ['--scale', ''],
    ['--speed', '0'],
    ['--fast'],
  ])
    expect(() => optionsOf(args), args.join(' ')).toThrow(/\bis\b|Unknown option/)
})

test('a scale is a share of a thousand institutions, and never none', () => {
  expect([institutionsAt(1), institutionsAt(0.1), institutionsAt(0.0001)]).toEqual([1000, 100, 1])
})
