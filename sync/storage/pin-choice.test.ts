import { expect, test } from 'vitest'
import { pinProblem, secondsToGuess, worthOf } from './pin-choice.ts'

const problemsOf = (pins: string): string[] => [...new Set(pins.split(' ').map((pin) => `${pinProblem(pin)}`))]

test('[LK9] what everybody tries first is no PIN, whatever stands between', () => {
  expect(problemsOf('12345 1-2-3-4-5 abcde 1_____2')).toEqual(['pin_short'])
  expect(problemsOf('111111 aaaaaaa 121212 123123 12312312 abcabc 1212121 abababab')).toEqual(['pin_simple'])
  expect(problemsOf('123456 1234567890 654321 890123 246802 135791 abcdef fedcba 12-34-56 1.2.3.4.5.6')).toEqual(['pin_simple'])
  expect(problemsOf('112233 332211 111222 000111 123321 1234321 abccba')).toEqual(['pin_simple'])
  expect(problemsOf('qwerty QWERTY 1q2w3e 147258 159753 password contraseña innova Colo-Colo')).toEqual(['pin_simple'])
})

test('[LK9] a day or a year is no PIN, in whichever order it is written', () => {
  expect(problemsOf('140385 850314 031485 14-03-85 14031985 19850314 03141985 031985 198503 20252026 19731990')).toEqual(['pin_date'])
  expect(problemsOf('480271 907351 45731906 73190642')).toEqual(['null'])
})

test('[LK9] what is chosen at random is one, and words that do not go together', () => {
  expect(['480 271', 'cuatro gatos', '480 271 95', 'mi gato 7', 'k7v2mq', 'ñandú azul'].map(pinProblem)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
  // Of a million of six digits one in eight is refused.
  let refused = 0
  for (let n = 0; n < 1_000_000; n += 7) if (pinProblem(String(n).padStart(6, '0')) !== null) refused += 7
  expect(refused).toBeGreaterThan(60_000)
  expect(refused).toBeLessThan(200_000)
})

test('[LK9] what a PIN is worth follows from what somebody has to try who knows how it is made', () => {
  expect(Math.round(secondsToGuess('480271') / 60)).toBe(10)
  expect(
    ['480271', '480 271', '48027195', 'cuatro gatos', '4802719534', 'k7v2mq9x', 'k7v2mq9xp3', 'cuatro gatos azules cantan'].map(worthOf),
  ).toEqual(['minutes', 'minutes', 'hours', 'hours', 'days', 'days', 'years', 'years'])
})
