import { expect, test } from 'vitest'
import { cutSentence, evolutionSentence, resultSummary, whySentence } from './summary.ts'
import { differenceText, mostText, pointsText, shareText } from './words.ts'

const dimension = (name: string, points: number, max: number, parentId: string | null = null) => ({
  name,
  points,
  max,
  parentId,
  former: null,
  categoryMean: null,
})
const aResult = {
  institution: { name: 'Instituto Norte' },
  category: { name: 'Pilares' },
  points: 63.425,
  max: 100,
  maturity: 'Madura',
  undecided: 0,
  categoryCount: 6,
  categoryMean: 55.2,
  former: { form: 'Índice 2023', points: 59.225, max: 100 },
  dimensions: [
    dimension('Recursos', 40, 50),
    dimension('Personas', 10, 10, 'recursos'),
    dimension('Apertura', 23.425, 50),
    dimension('Resultados', 0, 0),
  ],
} as const

const unit = { own: 1.5, why: 'earned', administrative: false, answer: '12', decision: { decision: 'Accepted' }, divisor: null } as const

test('points have three decimals, half away from zero of the four that are stored, with the mark of the language', () => {
  expect([pointsText(1.0005, 'es'), pointsText(63.4254, 'en'), pointsText(-0.0001, 'es'), pointsText(100, 'es')]).toEqual([
    '1,001',
    '63.425',
    '0,000',
    '100,000',
  ])
  expect([mostText(100, 'es'), mostText(12.5, 'es')]).toEqual(['100', '12,5'])
  expect([differenceText(2.5, 'es'), differenceText(-2.5, 'en'), differenceText(0.0004, 'es')]).toEqual(['+2,500', '−2.500', '0,000'])
  expect([shareText(2, 3, 'en'), shareText(1, 0, 'en')]).toEqual(['67%', '0%'])
})

test('[RV2] a result is summed up in sentences of its own figures: itself, the form before, its category, its extremes', () => {
  expect(resultSummary(aResult, 'es').join(' ')).toBe(
    'Instituto Norte obtuvo 63,425 de 100 puntos: su madurez es Madura. ' +
      'Son 4,200 puntos más que en Índice 2023 (59,225). ' +
      'El promedio de su categoría, Pilares (6 instituciones), es 55,200: está 8,225 puntos por encima. ' +
      'Donde más obtuvo de lo posible es en Recursos (80\u00a0%); donde menos, en Apertura (47\u00a0%).',
  )
  expect(resultSummary(aResult, 'en').join(' ')).toBe(
    'Instituto Norte obtained 63.425 of 100 points: its maturity is Mature. ' +
      'That is 4.200 points more than in Índice 2023 (59.225). ' +
      'The mean of its category, Pilares (6 institutions), is 55.200: it stands 8.225 points above. ' +
      'It obtained most of what is possible in Recursos (80%), and least in Apertura (47%).',
  )
})

test('[RV2] what is undecided is counted, and forms are compared by what was possible', () => {
  expect(resultSummary({ ...aResult, undecided: 3 }, 'es').at(-1)).toBe('3 respuestas aún no tienen decisión y cuentan como cero.')
  expect(resultSummary({ ...aResult, undecided: 1 }, 'en').at(-1)).toBe('One answer has no decision yet and counts as nothing.')
  const lines = [
    { form: 'Índice 2023', points: 30, max: 60 },
    { form: 'Índice 2024', points: 63, max: 90 },
  ]
  expect(evolutionSentence(lines, 'es')).toBe('De 50\u00a0% de lo posible en Índice 2023 a 70\u00a0% en Índice 2024.')
  expect(evolutionSentence(lines.slice(1), 'es')).toBe('')
})

test('[RS22] from form to form nothing is compared over a declared break, and its reason is told', () => {
  const renewed = { form: 'Índice 2024', points: 63, max: 90, declared: 'Las preguntas se renovaron.' }
  const before = { form: 'Índice 2023', points: 30, max: 60 }
  const after = { form: 'Índice 2025', points: 45, max: 90 }
  expect(evolutionSentence([before, renewed], 'es')).toBe('Índice 2024 no se compara con los anteriores: Las preguntas se renovaron.')
  expect(evolutionSentence([before, renewed, after], 'en')).toBe(
    'From 70% of what is possible in Índice 2024 to 50% in Índice 2025. ' +
      'Índice 2024 is not compared with earlier ones: Las preguntas se renovaron.',
  )
})

test('[RV4] with fewer than three institutions no mean is told, and another maximum is not subtracted', () => {
  const few = resultSummary(
    { ...aResult, categoryMean: null, categoryCount: 2, former: { form: 'Índice 2023', points: 59, max: 98 } },
    'es',
  )
  expect(few[1]).toBe('En Índice 2023 obtuvo 59,000 de 98 puntos.')
  expect(few.slice(2, 4)).toEqual([
    'Los puntos no se comparan: cambió el máximo.',
    'De lo posible pasó del 60,2\u00a0% al 63,4\u00a0%: 3,2 puntos porcentuales más.',
  ])
  expect(few[4]).toBe('No se compara con su categoría, Pilares: hay menos de tres instituciones con resultados publicados.')
})

test('[RV1] what a unit earned has a reason in one sentence, and a rate is shown as the division that it is', () => {
  expect(whySentence({ ...unit, divisor: { number: '1.1.2', value: 40 } }, 'es')).toBe(
    '12 ÷ 40 (la respuesta a 1.1.2): por esa proporción suma 1,500.',
  )
  expect(whySentence(unit, 'en')).toBe('What was answered was accepted and earns 1.500.')
  expect(whySentence({ ...unit, decision: null }, 'es')).toBe('Lo que respondió suma 1,500.')
  const nothing = { ...unit, own: 0, decision: null }
  expect(whySentence({ ...nothing, why: 'divisor', divisor: { number: '1.1.2', value: null } }, 'es')).toBe(
    'No se puede dividir: la respuesta a 1.1.2 está vacía. No suma.',
  )
  const ofTheLab = { ...unit, administrative: true, answer: null, decision: null }
  expect(whySentence(ofTheLab, 'es')).toBe('Es un dato que registra el laboratorio y suma 1,500.')
  expect(whySentence({ ...ofTheLab, own: 0, why: 'unanswered' }, 'en')).toBe('The laboratory did not record this: it earns nothing.')
  expect(whySentence({ ...nothing, why: 'not_accepted', decision: { decision: 'Observed' } }, 'en')).toBe(
    'It was left observed and not accepted: it earns nothing.',
  )
})

test('[RV1] what was earned above the most is told, and nothing where there was none', () => {
  expect(cutSentence({ points: 10, cut: 2 }, 'es')).toBe('Sus partes suman 12,000, y la pregunta vale a lo más 10,000: 2,000 no cuentan.')
  expect(cutSentence({ points: 10, cut: 0 }, 'es')).toBeNull()
})
