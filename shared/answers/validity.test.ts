import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aQuestion, questionNamed } from '../forms/fixtures.ts'
import type { Question } from '../forms/model.ts'
import type { AnswerValue } from './model.ts'
import { visibleText, wordsOf } from './text.ts'
import { canonical, invalidity, isEmpty, maxRows, sameValue } from './validity.ts'
import { assertProperty } from '../testing/properties.ts'

const options = [{ value: 'a' }, { value: 'b' }, { value: 'c', allowExtra: true }]
const codeOf = (question: Question, value: AnswerValue): string => invalidity(question, value)?.code ?? 'ok'
const many = (...values: string[]): AnswerValue => ({ choices: values.map((value) => ({ value })) })

describe('numbers', () => {
  test.each<[Partial<Question>, number, string]>([
    [{}, 0, 'ok'],
    [{}, 9999, 'ok'],
    [{}, 9999.0001, 'number_range'],
    [{}, -0.0001, 'number_range'],
    [{ max: 0 }, 1e9, 'ok'],
    [{ min: -5, max: 5 }, -5, 'ok'],
    [{ min: -5, max: 5 }, -5.1, 'number_range'],
    [{ min: 2, max: 5 }, 1, 'number_range'],
    [{}, 1.2345, 'ok'],
    [{}, 1.23456, 'number_decimals'],
  ])('[VA1] with %o, %d is %s', (bounds, value, expected) => {
    expect(codeOf(aQuestion('n', 'Number', bounds), value)).toBe(expected)
  })
})

describe('texts', () => {
  test.each<[string, string]>([
    ['a'.repeat(20), 'ok'],
    ['a'.repeat(21), 'text_too_long'],
    ['ñ'.repeat(20), 'ok'],
    ['😀'.repeat(20), 'ok'],
  ])('[VA2] a plain text of at most 20 characters: %s is %s', (text, expected) => {
    expect(codeOf(questionNamed('name'), text)).toBe(expected)
  })

  test('[VA2] a maximum of 0, or none, is no limit', () => {
    for (const max of [0, undefined]) expect(codeOf(aQuestion('t', 'SimpleText', { max }), 'a'.repeat(50_000))).toBe('ok')
  })

  test.each<[Partial<Question>, string, string]>([
    [{}, '<p>una</p>', 'words_too_few'],
    [{}, '<p>una dos</p>', 'ok'],
    [{ min: 3 }, '<p>una</p><p>dos</p>', 'words_too_few'],
    [{ min: 3 }, '<p>una</p><p>dos</p><p>tres</p>', 'ok'],
    [{ min: 0 }, '<p></p>', 'ok'],
    [{ max: 7 }, '<p>una dos</p>', 'ok'],
    [{ max: 6 }, '<p>una dos</p>', 'text_too_long'],
    [{ max: 7 }, '<p><strong>una</strong> <em>dos</em></p>', 'ok'],
    [{ max: 5 }, '<p>a &amp; b</p>', 'ok'],
  ])('[VA3] with %o, the rich text %s is %s', (bounds, html, expected) => {
    expect(codeOf(aQuestion('t', 'Text', bounds), html)).toBe(expected)
  })

  test('[VA3] words and characters are those that a reader sees', () => {
    expect(visibleText('<p>Año&nbsp;2025 &lt;b&gt; &#241; &#x1F600;</p><ul><li>uno</li><li>dos</li></ul>')).toBe(
      'Año 2025 <b> ñ 😀\nuno\ndos',
    )
    expect(wordsOf(' una  dos\ntres ')).toBe(3)
    expect(visibleText('&desconocida; &#0; &#1114112;')).toBe('&desconocida;')
  })
})

describe('dates', () => {
  const day = questionNamed('day')
  test.each<[Question, string, string]>([
    [day, '2024-06-01', 'ok'],
    [day, '2024-05-31', 'date_range'],
    [day, '2025-05-31', 'ok'],
    [day, '2025-06-01', 'date_range'],
    [day, '2025-02-30', 'date_range'],
    [day, '01/01/2025', 'date_range'],
    [day, '', 'date_range'],
    [aQuestion('d', 'Date'), '1900-01-01', 'ok'],
    [aQuestion('d', 'Date', { min: '', max: '' }), '2999-12-31', 'ok'],
  ])('[VA4] %#: %s is %s: from min to the day before max', (question, value, expected) => {
    expect(codeOf(question, value)).toBe(expected)
  })
})

describe('choices', () => {
  const single = aQuestion('s', 'Single', { options })
  test.each<[AnswerValue, string]>([
    [{ choice: { value: 'a' } }, 'ok'],
    [{ choice: { value: 'z' } }, 'option_unknown'],
    [{ choice: { value: 'c' } }, 'extra_missing'],
    [{ choice: { value: 'c', extra: '  ' } }, 'extra_missing'],
    [{ choice: { value: 'c', extra: 'otra' } }, 'ok'],
  ])('[VA5] one choice: %j is %s', (value, expected) => {
    expect(codeOf(single, value)).toBe(expected)
  })

  const multiple = aQuestion('m', 'Multiple', { options, min: 2, max: 2, allowNoneOption: true })
  test.each<[AnswerValue, string]>([
    [many('a', 'b'), 'ok'],
    [many('a'), 'options_too_few'],
    [many(), 'options_too_few'],
    [{ choices: [{ value: 'a' }, { value: 'b' }, { value: 'c', extra: 'x' }] }, 'options_too_many'],
    [many('a', 'a'), 'option_unknown'],
    [many('a', 'c'), 'extra_missing'],
    [{ choices: [], none: true }, 'ok'],
    [{ choices: [{ value: 'a' }], none: true }, 'option_unknown'],
  ])('[VA6] several choices, two of them: %j is %s', (value, expected) => {
    expect(codeOf(multiple, value)).toBe(expected)
  })

  test('[VA6] "Ninguna" is no answer to a question that does not offer it', () => {
    expect(codeOf(aQuestion('m', 'Multiple', { options }), { choices: [], none: true })).toBe('option_unknown')
  })
})

describe('blocks', () => {
  test('[VA7] a block takes from no rows ("Ninguna") to its maximum, 10 unless said otherwise', () => {
    const rows = (count: number): AnswerValue => ({ rows: Array.from({ length: count }, (_, at) => `r${at}`) })
    expect([0, 3, 4].map((count) => codeOf(questionNamed('team'), rows(count)))).toEqual(['ok', 'ok', 'rows_too_many'])
    expect(maxRows(aQuestion('b', 'Block'))).toBe(10)
    expect(codeOf(questionNamed('team'), { rows: ['r1', 'r1'] })).toBe('needs_review')
  })
})

const values: readonly AnswerValue[] = ['texto', 1, true, { choice: { value: 'a' } }, many('a', 'b'), { rows: ['r1'] }]
const kinds = ['SimpleText', 'Text', 'Number', 'Boolean', 'Single', 'Multiple', 'Block', 'Date'] as const
const fits: Readonly<Record<(typeof kinds)[number], number>> = {
  SimpleText: 0,
  Text: 0,
  Date: 0,
  Number: 1,
  Boolean: 2,
  Single: 3,
  Multiple: 4,
  Block: 5,
}

test('[VA8] a value of another kind needs review: it is never made to fit', () => {
  for (const kind of kinds) {
    const question = aQuestion('q', kind, { options })
    values.forEach((value, at) => {
      if (at !== fits[kind]) expect([kind, value, codeOf(question, value)]).toEqual([kind, value, 'needs_review'])
      else expect(codeOf(question, value)).not.toBe('needs_review')
    })
  }
})

test('[VA9] nothing, blanks, an empty rich text and no choices say nothing; no rows, "Ninguna", zero and no are answers', () => {
  for (const value of [null, undefined, '', '  ', '<p></p>', '<p>&nbsp;</p>', many()])
    expect([value, isEmpty(value)]).toEqual([value, true])
  for (const value of [{ rows: [] }, { choices: [], none: true }, 0, false, 'x']) expect([value, isEmpty(value)]).toEqual([value, false])
})

const anyChoice = fc.record({ value: fc.constantFrom('a', 'b', 'c'), extra: fc.option(fc.constantFrom('', 'x'), { nil: undefined }) })
const anyValue: fc.Arbitrary<AnswerValue | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom('a', 'true', '1', ''),
  fc.constantFrom(0, 1, -0),
  fc.boolean(),
  fc.record({ choice: anyChoice }),
  fc.record({ choices: fc.array(anyChoice, { maxLength: 3 }), none: fc.option(fc.boolean(), { nil: undefined }) }),
  fc.record({ rows: fc.array(fc.constantFrom('r1', 'r2'), { maxLength: 2 }) }),
)

describe('same value', () => {
  test('[VA10] the order of choices and an empty extra make no difference; the order of rows does', () => {
    expect(sameValue(many('a', 'b'), many('b', 'a'))).toBe(true)
    expect(sameValue({ choice: { value: 'a' } }, { choice: { extra: '', value: 'a' } })).toBe(true)
    expect(sameValue({ rows: ['r1', 'r2'] }, { rows: ['r2', 'r1'] })).toBe(false)
    expect(sameValue('true', true)).toBe(false)
    expect(sameValue(null, { choices: [] })).toBe(false)
  })

  test('[VA10] being the same is an equivalence', () => {
    assertProperty(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        expect(sameValue(a, a)).toBe(true)
        expect(sameValue(a, b)).toBe(sameValue(b, a))
        if (sameValue(a, b) && sameValue(b, c)) expect(sameValue(a, c)).toBe(true)
        expect(sameValue(a, b)).toBe(canonical(a) === canonical(b))
      }),
      { runs: 2000 },
    )
  })
})
