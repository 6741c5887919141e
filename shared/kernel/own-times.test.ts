import { expect, test } from 'vitest'
import { deadlineText } from './moment-words.ts'
import { withOwnTimes } from './own-times.ts'

/** Easter Island in winter. */
const clock = () => -6 * 60

test('[TM23] a text that was written for any device gets the time of the one on which it is read', () => {
  for (let month = 1; month <= 12; month += 1)
    for (const language of ['es', 'en'] as const)
      for (const day of [`2026-${String(month).padStart(2, '0')}-05`, `2026-${String(month).padStart(2, '0')}-28`]) {
        const told = `Ana: a, ${deadlineText(day, { language, style: 'long' })}. 3`
        const elsewhere = `Ana: a, ${deadlineText(day, { language, style: 'long', clock })}. 3`
        expect(withOwnTimes(`${told}\n${told}`, language, clock)).toBe(`${elsewhere}\n${elsewhere}`)
        expect(elsewhere).not.toBe(told)
      }
})

test('[TM23] what names no day stays as somebody wrote it', () => {
  for (const text of [
    'el 31 de febrero de 2026, 23:59, hora de Chile continental',
    'el 5 de nada de 2026, 23:59, hora de Chile continental',
    '',
  ])
    expect(withOwnTimes(text, 'es', clock)).toBe(text)
})
