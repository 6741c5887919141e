import { describe, expect, test } from 'vitest'
import { aDefinition, aQuestion } from '../forms/fixtures.ts'
import type { Question } from '../forms/model.ts'
import { digestOf } from '../kernel/digest.ts'
import { missingOf } from './missing.ts'

const english = { en: { text: 'In English' } }
const told = (questions: readonly Question[], names: Readonly<Record<string, string>> = {}): string[] =>
  missingOf(aDefinition(questions, { names }))
    .filter(({ questionId, code }) => questionId !== null || code !== 'english')
    .map(({ severity, code, questionId, dimensionId, field }) => `${severity} ${questionId ?? dimensionId ?? ''}.${field} ${code}`)

describe('what a questionnaire lacks', () => {
  test('[QE22] a questionnaire whose texts are there in both languages lacks nothing', () => {
    expect(told([aQuestion('q', 'SimpleText', english)])).toEqual([])
  })

  test('[QE22] a question that cannot be asked stands in the way, at its field', () => {
    expect(told([aQuestion('q', 'Number', { ...english, min: 6, max: 5 })])).toEqual(['impide q.min question_range'])
  })

  test('[QE22] two options that read alike and stand are told, and do not stand in the way', () => {
    const options = [
      { value: 'Sala', en: 'Room' },
      { value: 'sala', en: 'room' },
    ]
    expect(told([aQuestion('q', 'Single', { ...english, options })])).toEqual(['avisa q.options question_option_alike'])
  })

  test('[QE22] a form without questions stands in the way, whatever its survey has', () => {
    const survey = aQuestion('s', 'SimpleText', { ...english, dimensionId: 'survey' })
    expect(told([survey])).toContain('impide .questions form_no_questions')
  })

  test('[QE22] names that nobody has changed are told of', () => {
    expect(told([aQuestion('q', 'SimpleText', english)], { s11: 'Nombre subdimensión' })).toEqual(['avisa s11.name name_placeholder'])
  })

  test('[QE22] what has no English is told text by text, but of administrative questions', () => {
    expect(
      told([
        aQuestion('q', 'Single', { en: { text: 'Which?' }, hint: 'Una', options: [{ value: 'a', en: 'A' }, { value: 'b' }] }),
        aQuestion('r'),
        aQuestion('office', 'Number', { administrative: true }),
      ]),
    ).toEqual(['traducción q.hint english', 'traducción q.options english', 'traducción r.text english'])
  })

  test('[QE22] English that was written from another Spanish is told, unless some of the same field is missing', () => {
    const enFrom = { text: digestOf('Otra pregunta'), hint: digestOf('Una'), 'option:a': digestOf('otra'), 'option:b': digestOf('b') }
    const question = (b: string | undefined) =>
      aQuestion('q', 'Single', {
        hint: 'Una',
        en: { text: 'Which?', hint: 'One' },
        enFrom,
        options: [{ value: 'a', en: 'A' }, b === undefined ? { value: 'b' } : { value: 'b', en: b }],
      })
    expect(told([question('B')])).toEqual(['traducción q.text english_outdated', 'traducción q.options english_outdated'])
    expect(told([question(undefined)])).toEqual(['traducción q.text english_outdated', 'traducción q.options english'])
  })
})
