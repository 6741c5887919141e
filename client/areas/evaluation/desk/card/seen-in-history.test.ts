import { expect, test } from 'vitest'
import { seenInHistory } from './seen-in-history.ts'

const decidedAt = '2026-10-05T12:00:00.000Z'
const line = (action: string, value: string | number | null, date = '2026-10-04T12:00:00.000Z') => ({ action, value, date })

test('[EQ1] what was decided on is the last value that stood before the decision, whatever did not stand or came after', () => {
  const lines = [
    line('Modifica', 'después', '2026-10-06T12:00:00.000Z'),
    line('Observa', null, decidedAt),
    line('No aplicado', 'no se aplicó'),
    line('Adjunta', null),
    line('Modifica', 'lo que se vio'),
    line('Responde', 'antes'),
  ]
  expect(seenInHistory(lines, decidedAt)).toBe('lo que se vio')
})

test('[EQ1] of several decisions it is the one that is asked about, and none is guessed where the history does not reach it', () => {
  const lines = [
    line('Acepta', null, '2026-10-07T12:00:00.000Z'),
    line('Modifica', 2),
    line('Observa', null, decidedAt),
    line('Responde', 1),
  ]
  expect(seenInHistory(lines, decidedAt)).toBe(1)
  expect(seenInHistory(lines, '2026-10-01T12:00:00.000Z')).toBeNull()
  expect(seenInHistory(lines.slice(0, 3), decidedAt)).toBeNull()
})
