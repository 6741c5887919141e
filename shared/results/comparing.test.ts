import { expect, test } from 'vitest'
import { breakSentence, compared, comparedText } from './comparing.ts'
import { formerSentences } from './summary.ts'

test('[RS21] a question compares in points with the same rule and maximum, and not at all otherwise', () => {
  const now = { points: 2.5, max: 10 }
  expect(compared('question', now, { points: 5, max: 10 }, false)).toEqual({ unit: 'points', by: -2.5 })
  expect(compared('question', now, { points: 5, max: 10, broken: 'rule' }, false)).toBeNull()
  expect(compared('question', now, { points: 5, max: 8, broken: 'max' }, false)).toBeNull()
  // What a device kept of an older release says nothing of breaks.
  expect(compared('question', now, { points: 5, max: 8 }, false)).toBeNull()
  expect(compared('question', now, { points: 5, max: 10 }, true)).toBeNull()
})

test('[RS21] totals compare in points or as shares of what was possible, and not over a declared break', () => {
  const now = { points: 85.6, max: 100 }
  expect(compared('total', now, { points: 80, max: 100 }, false)).toEqual({ unit: 'points', by: 5.6 })
  const shares = compared('total', now, { points: 67.6, max: 80 }, false)
  expect(shares?.unit).toBe('share')
  expect([shares && comparedText(shares, 'es'), shares && comparedText(shares, 'en')]).toEqual(['+1,1\u00a0pp', '+1.1\u00a0pp'])
  expect(compared('total', { points: 0, max: 0 }, { points: 0, max: 10 }, false)).toBeNull()
  expect(compared('total', now, { points: 80, max: 100 }, true)).toBeNull()
  expect(comparedText({ unit: 'share', by: -0.04 }, 'es')).toBe('0,0\u00a0pp')
})

test('[RS21] why points are not compared is a sentence, and a total with another rule is no sum of points', () => {
  const now = { points: 59, max: 100 }
  const former = { form: 'Índice 2023', points: 74.5, max: 100 }
  expect(formerSentences({ ...now, former }, 'es')).toEqual(['Son 15,500 puntos menos que en Índice 2023 (74,500).'])
  expect(formerSentences({ ...now, former: { ...former, broken: 'rule' } }, 'es')).toEqual([
    'En Índice 2023 obtuvo 74,500 de 100 puntos.',
    'Los puntos no se comparan: cambió la regla de puntaje.',
    'De lo posible pasó del 74,5\u00a0% al 59,0\u00a0%: 15,5 puntos porcentuales menos.',
  ])
  expect(formerSentences({ ...now, former: { ...former, declared: 'Questions were renewed.' } }, 'en')).toEqual([
    'In Índice 2023 it obtained 74.500 of 100 points.',
    'Not compared: Questions were renewed.',
  ])
  expect(breakSentence(now, former, undefined, 'es')).toBeNull()
})
