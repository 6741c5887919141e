import { describe, expect, test } from 'vitest'
import type { AnswerValue } from '../answers/model.ts'
import { visibleText, wordsOf } from '../kernel/rich-text.ts'
import { aQuestion, questionNamed } from './fixtures.ts'
import { invalidity, isEmpty, opens, readValue, valueCell, valueText, writtenText, writtenValue } from './kinds.ts'
import { maxRows } from './kinds/block.ts'
import type { ValueWords } from './kinds/kind.ts'
import { questionKinds } from './model.ts'
import type { Question, QuestionKind } from './model.ts'

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
const fits: Readonly<Record<QuestionKind, number>> = {
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
  for (const kind of questionKinds) {
    const question = aQuestion('q', kind, { options })
    values.forEach((value, at) => {
      if (at !== fits[kind]) expect([kind, value, codeOf(question, value)]).toEqual([kind, value, 'needs_review'])
      else expect(codeOf(question, value)).not.toBe('needs_review')
    })
  }
})

describe('what says nothing', () => {
  test.each<[QuestionKind, readonly AnswerValue[], readonly AnswerValue[]]>([
    ['SimpleText', ['', '  ', '\u00a0'], ['x', '<pendiente>', '<p></p>', '&nbsp;']],
    ['Text', ['', '<p></p>', '<p>&nbsp;</p>'], ['x', '<p>x</p>']],
    ['Number', [], [0]],
    ['Boolean', [], [false]],
    ['Single', [], [{ choice: { value: 'a' } }]],
    ['Multiple', [many()], [many('a'), { choices: [], none: true }]],
    ['Date', [''], ['2025-01-15']],
    ['Block', [], [{ rows: [] }]],
  ])('[VA9] to a %s: %j, and not %j', (kind, empty, full) => {
    for (const value of [null, undefined, ...empty]) expect([value, isEmpty({ kind }, value)]).toEqual([value, true])
    for (const value of full) expect([value, isEmpty({ kind }, value)]).toEqual([value, false])
  })
})

const words: ValueWords = {
  yes: 'Sí',
  no: 'No',
  none: 'Ninguna',
  number: (value) => `n${value}`,
  day: (day) => `d${day}`,
  rows: (count) => `${count} filas`,
  list: (items) => items.join(' + '),
}
const samples: Readonly<Record<QuestionKind, readonly [value: AnswerValue, text: string, cell: string | number]>> = {
  SimpleText: ['<hoy> & mañana', '<hoy> & mañana', '<hoy> & mañana'],
  Text: ['<p>uno</p><p>dos</p>', 'uno\ndos', 'uno\ndos'],
  Number: [-1.5, 'n-1.5', -1.5],
  Boolean: [true, 'Sí', 'Sí'],
  Single: [{ choice: { value: 'c', extra: 'otra' } }, 'c: otra', 'c: otra'],
  Multiple: [many('a', 'b'), 'a + b', 'a; b'],
  Date: ['2025-01-15', 'd2025-01-15', '2025-01-15'],
  Block: [{ rows: ['r1', 'r2'] }, '2 filas', 2],
}

describe('what a value reads as', () => {
  const asked = (kind: QuestionKind, rows: readonly string[] = []) => ({
    question: aQuestion('q', kind, { options, allowNoneOption: true }),
    rows,
    newRow: () => 'new',
  })

  test.each(questionKinds)('[VA12] a value of a %s is text for people, a number or text in a table, and never the other kind’s', (kind) => {
    const [value, text, cell] = samples[kind]
    expect([valueText({ kind }, value, words), valueCell({ kind }, value, words)]).toEqual([text, cell])
  })

  test('[VA12] a value from before its question was of another kind, or gone, is still read', () => {
    for (const kind of questionKinds) {
      for (const [value] of Object.values(samples)) expect(valueText({ kind }, value, words)).not.toBe('')
    }
    expect(valueText(undefined, { rows: ['r1'] }, words)).toBe('1 filas')
    expect(valueCell({ kind: 'Number' }, true, words)).toBe('Sí')
  })

  test('[VA12] what says nothing is an empty cell', () => {
    expect([valueCell({ kind: 'Text' }, '<p></p>', words), valueCell({ kind: 'Number' }, null, words)]).toEqual(['', ''])
  })

  test.each(questionKinds)('[VA13] what is written for callers of a %s is read back as the same value', (kind) => {
    const [value] = samples[kind]
    const written = writtenValue({ kind }, value)
    const rows = typeof value === 'object' && 'rows' in value ? value.rows : []
    expect(readValue(written, asked(kind, rows))).toEqual(value)
    expect(writtenText(asked(kind).question, written, words)).toBe(samples[kind][1])
  })

  test.each<[QuestionKind, unknown, AnswerValue | undefined]>([
    ['Number', '1.5', 1.5],
    ['Number', ' ', ' '],
    ['Number', '1,5', '1,5'],
    ['Number', Number.NaN, undefined],
    ['Boolean', 'Sí', true],
    ['Boolean', 'No', false],
    ['Boolean', 'quizás', 'quizás'],
    ['Single', 'a', { choice: { value: 'a' } }],
    ['Single', { value: 'c', extraValue: 'otra' }, { choice: { value: 'c', extra: 'otra' } }],
    ['Multiple', ['a', { value: 'c', extra: 'x' }], { choices: [{ value: 'a' }, { value: 'c', extra: 'x' }] }],
    ['Multiple', 'Ninguna', { choices: [], none: true }],
    ['Block', 'Ninguna', { rows: [] }],
    ['Block', 2, { rows: ['new', 'new'] }],
    ['Block', -1, -1],
    ['SimpleText', 5, 5],
    ['SimpleText', { text: 'x' }, undefined],
  ])('[VA13] of a %s, %j is read as %j', (kind, given, value) => {
    expect(readValue(given, asked(kind))).toEqual(value)
  })

  test('[VA13] a block that is asked for rows keeps its own, and a million are as wrong as one too many', () => {
    expect(readValue(1, asked('Block', ['r1', 'r2']))).toEqual({ rows: ['r1'] })
    expect(readValue(3, asked('Block', ['r1', 'r2']))).toEqual({ rows: ['r1', 'r2', 'new'] })
    const read = readValue(1_000_000, asked('Block'))
    expect(typeof read === 'object' && 'rows' in read ? read.rows : []).toHaveLength(101)
  })
})

describe('what a value opens', () => {
  test.each<[QuestionKind, AnswerValue | null, boolean | string, boolean]>([
    ['Boolean', true, true, true],
    ['Boolean', false, true, false],
    ['Boolean', false, false, true],
    ['Boolean', null, false, false],
    ['Single', { choice: { value: 'a' } }, 'a', true],
    ['Single', { choice: { value: 'a' } }, 'b', false],
    ['Multiple', many('a', 'b'), 'b', true],
    ['Multiple', many('a'), 'c', false],
    ['Multiple', { choices: [], none: true }, 'c', false],
    ['Number', 1, '1', false],
    ['SimpleText', 'true', 'true', false],
    ['Block', { rows: ['a'] }, 'a', false],
  ])('[DP1] of a %s, %j opens what hangs on %j: %s', (kind, value, condition, expected) => {
    expect(opens({ kind }, value, condition)).toBe(expected)
  })
})
