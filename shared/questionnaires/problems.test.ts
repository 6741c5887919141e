import { describe, expect, test } from 'vitest'
import { aQuestion } from '../forms/fixtures.ts'
import type { Question } from '../forms/model.ts'
import { problemsOf } from './problems.ts'

const codes = (part: Partial<Question>): string[] =>
  problemsOf(aQuestion('q', part.kind, part)).map(({ field, code, at }) => `${field}${at === undefined ? '' : `[${at}]`}:${code}`)

describe('what keeps a question from being asked', () => {
  test('[QE21] a question with its text, options and bounds in order lacks nothing', () => {
    expect(codes({ text: '¿Cuánto?', kind: 'Number', min: 1, max: 5 })).toEqual([])
    expect(codes({ text: '¿Cuál?', kind: 'Single', options: [{ value: 'Una' }, { value: 'Otra' }] })).toEqual([])
  })

  test('[QE21] a text of nothing but spaces is missing', () => {
    expect(codes({ text: '  ' })).toEqual(['text:question_text_empty'])
  })

  test('[QE21] options are told one by one: empty, repeated, none at all', () => {
    expect(codes({ text: '¿Cuál?', kind: 'Multiple', options: [] })).toEqual(['options:question_options_none'])
    expect(codes({ text: '¿Cuál?', kind: 'Single', options: [{ value: 'Una' }, { value: ' ' }, { value: 'Una ' }] })).toEqual([
      'options[1]:question_option_empty',
      'options[2]:question_option_repeated',
    ])
  })

  test('[QE21] an option that reads like one above it is told with that one, whatever its case, blanks, dashes and composed letters', () => {
    const options = ['Única', 'Otra - más', 'U\u0301nica', 'ÚNICA', 'Otra \u2013\u00a0más', 'Unica'].map((value) => ({ value }))
    expect(problemsOf(aQuestion('q', 'Multiple', { text: '¿Cuál?', options }))).toEqual([
      { field: 'options', code: 'question_option_alike', at: 2, other: 0 },
      { field: 'options', code: 'question_option_alike', at: 3, other: 0 },
      { field: 'options', code: 'question_option_alike', at: 4, other: 1 },
    ])
  })

  test('[QE21] bounds in the wrong order, and bounds that are no number or no day, are an invalid range', () => {
    expect(codes({ text: '¿Cuánto?', kind: 'Number', min: 6, max: 5 })).toEqual(['min:question_range'])
    expect(codes({ text: '¿Cuánto?', kind: 'Number', min: '1,' })).toEqual(['min:question_range'])
    expect(codes({ text: '¿Cuándo?', kind: 'Date', min: '2026-03-02', max: '2026-03-01' })).toEqual(['min:question_range'])
  })
})
