import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isErrorCode } from '../errors.ts'
import { sentences } from '../failure-sentence.ts'
import { must } from '../kernel/assert.ts'
import { sentenceIn } from '../sentence-in.ts'
import { assertProperty } from '../testing/properties.ts'
import { definitionFor } from './audience.ts'
import { parseDefinition } from './definition.ts'
import { aDefinition, aForm, aQuestion } from './fixtures.ts'
import { formIndexOf } from './form-index.ts'
import { kinds } from './kinds.ts'
import { definitionLimits, questionKinds } from './model.ts'
import type { FormDefinition, Question } from './model.ts'
import { maxPointsOfForm } from './points.ts'

const verdictOf = (given: unknown): { code: string; at?: unknown } | 'parsed' => {
  const parsed = parseDefinition(given)
  return parsed.ok ? 'parsed' : { code: parsed.failure.code, at: parsed.failure.params?.['at'] }
}

/** A copy of the fixture, as JSON is: everything in it can be broken. */
interface Wild {
  [key: string]: unknown
  dimensions: Record<string, unknown>[]
  questions: Record<string, unknown>[]
}
const wild = (): Wild => JSON.parse(JSON.stringify(aForm))
const inside = (form: Wild, id: string): Record<string, unknown> =>
  must(
    [...form.dimensions, ...form.questions].find((each) => each['id'] === id),
    `no ${id} in the fixture`,
  )
const changed =
  (id: string, change: Record<string, unknown>) =>
  (form: Wild): unknown =>
    Object.assign(inside(form, id), change)

const optionsOf = (count: number): { value: string }[] => Array.from({ length: count }, (_, at) => ({ value: `opción ${at}` }))

const broken: Readonly<Record<string, readonly (readonly [what: string, at: string, change: (form: Wild) => unknown])[]>> = {
  definition_malformed: [
    ['a field is missing', 'questions.0.required', (form) => delete form.questions[0]?.['required']],
    ['an id could be no unit', 'questions.0.id', changed('name', { id: 'na@me' })],
    ['a kind is unknown', 'questions.1.kind', changed('essay', { kind: 'Scale' })],
    ['a bound is not finite', 'questions.0.max', changed('name', { max: Number.POSITIVE_INFINITY })],
    ['there are no questions at all', 'questions', (form) => Object.assign(form, { questions: null })],
    ['a question asks nothing', 'name.text', changed('name', { text: ' ' })],
    ['a dimension has no name', 's11.name', changed('s11', { name: '' })],
    ['the form has no name', 'name', (form) => Object.assign(form, { name: '' })],
    ['a hint holds something invisible', 'essay.hint', changed('essay', { hint: 'a\u0000b' })],
    ['a help holds something invisible', 'essay.fillingHint', changed('essay', { fillingHint: 'a\u0000b' })],
    ['a criterion holds something invisible', 'essay.questionHint', changed('essay', { questionHint: 'a\u0000b' })],
    ['a dimension’s help holds something invisible', 's11.fillingHint', changed('s11', { fillingHint: 'a\u0000b' })],
    ['a dimension’s first help holds something invisible', 's11.configHint', changed('s11', { configHint: 'a\u0000b' })],
  ],
  definition_too_large: [
    ['a text is too long', 'questions.0.text', changed('name', { text: 'a'.repeat(definitionLimits.textLength + 1) })],
    ['an option is too long', 'questions.2.options.0.value', changed('many', { options: [{ value: 'a'.repeat(501) }] })],
    ['there are too many options', 'questions.2.options', changed('many', { options: optionsOf(definitionLimits.options + 1) })],
    [
      'there are too many dimensions',
      'dimensions',
      (form) => Object.assign(form, { dimensions: Array.from({ length: definitionLimits.dimensions + 1 }, () => form.dimensions[0]) }),
    ],
  ],
  definition_id_taken: [
    ['two questions have one id', 'name.id', changed('essay', { id: 'name' })],
    ['a question has the id of a dimension', 's11.id', changed('essay', { id: 's11' })],
  ],
  definition_not_a_tree: [
    ['a sub-dimension is listed twice', 'd2.subDimensionIds', changed('d2', { subDimensionIds: ['s21', 's22', 's22'] })],
    ['a sub-dimension is another dimension’s', 'd2.subDimensionIds', changed('d2', { subDimensionIds: ['s21', 's22', 's11'] })],
    ['a sub-dimension is listed nowhere', 's22.parentId', changed('d2', { subDimensionIds: ['s21'] })],
    [
      'a sub-dimension has one below it',
      's21.subDimensionIds',
      (form) => {
        changed('d2', { subDimensionIds: ['s21'] })(form)
        changed('s21', { subDimensionIds: ['s22'] })(form)
        changed('s22', { parentId: 's21' })(form)
      },
    ],
    [
      'a dimension holds questions itself',
      'd1.questionIds',
      (form) => {
        changed('d1', { questionIds: ['name'] })(form)
        changed('s11', { questionIds: ['essay', 'many'] })(form)
        changed('name', { dimensionId: 'd1' })(form)
      },
    ],
    [
      'the survey is a sub-dimension',
      'survey.parentId',
      (form) => {
        changed('d1', { subDimensionIds: ['s11', 's12', 'survey'] })(form)
        changed('survey', { parentId: 'd1' })(form)
      },
    ],
    ['a question is listed twice', 's11.questionIds', changed('s11', { questionIds: ['name', 'essay', 'many', 'name'] })],
    ['a question is listed that is not there', 's11.questionIds', changed('s11', { questionIds: ['name', 'essay', 'many', 'none'] })],
    ['a question is listed nowhere', 'essay.parentId', changed('s11', { questionIds: ['name', 'many'] })],
    ['a question is another sub-dimension’s', 's11.questionIds', changed('name', { dimensionId: 's12' })],
    ['a dependent is another sub-dimension’s', 'count.dimensionId', changed('count', { dimensionId: 's11' })],
    ['a dependent of a row’s question is outside its block', 'task.dimensionId', changed('task', { blockId: null })],
    ['a dependent is listed elsewhere', 'many.dependent', changed('reason', { parentId: 'has' })],
    [
      'two questions hang on each other',
      'has.parentId',
      (form) => {
        changed('s12', { questionIds: ['code'] })(form)
        changed('has', { parentId: 'which', visibleIf: 'x' })(form)
        changed('which', { dependent: ['has', 'count'] })(form)
      },
    ],
    ['a question of the survey does not say so', 'joy.survey', changed('joy', { survey: false })],
  ],
  definition_condition: [
    ['the condition is no option', 'reason.visibleIf', changed('reason', { visibleIf: 'z' })],
    ['the condition is of another kind', 'which.visibleIf', changed('which', { visibleIf: 'true' })],
    ['a dependent has no condition', 'reason.visibleIf', changed('reason', { visibleIf: null })],
    ['a question without a parent has one', 'name.visibleIf', changed('name', { visibleIf: true })],
    [
      'the parent opens nothing',
      'reason.visibleIf',
      changed('many', { kind: 'Number', options: [], allowNoneOption: false, min: 0, max: 2 }),
    ],
  ],
  definition_misplaced: [
    ['a block has no questions', 'team.kind', (form) => emptied(form)],
    ['a block begins with a number', 'team.kind', changed('person', { kind: 'Number' })],
    ['a block stands in a block', 'team.kind', changed('person', { kind: 'Block' })],
    ['what is no block holds questions', 'team.kind', changed('team', { kind: 'SimpleText' })],
  ],
  definition_administrative: [
    ['with a file', 'code.administrative', changed('code', { allowFile: true })],
    ['in a block', 'age.administrative', changed('age', { administrative: true })],
    ['on another question', 'count.administrative', changed('count', { administrative: true })],
    ['in the survey', 'joy.administrative', changed('joy', { administrative: true })],
    ['with dependents', 'has.administrative', changed('has', { administrative: true })],
    ['a block', 'team.administrative', changed('team', { administrative: true })],
  ],
  definition_options: [
    ['a choice of nothing', 'proof.options', changed('proof', { options: [] })],
    ['an option twice', 'proof.options', changed('proof', { options: [{ value: 'si' }, { value: 'si' }] })],
    ['an option without a name', 'proof.options', changed('proof', { options: [{ value: ' ' }] })],
    ['options of a text', 'name.options', changed('name', { options: [{ value: 'a' }] })],
  ],
  definition_bounds: [
    ['a number from more to less', 'amount.min', changed('amount', { min: 6, max: 5 })],
    ['a number over its usual most', 'amount.min', changed('amount', { min: 10_000 })],
    ['a day from later to earlier', 'day.min', changed('day', { min: '2025-06-01' })],
    ['a day that is none', 'day.min', changed('day', { max: '2025-02-30' })],
    ['more options than there are', 'many.min', changed('many', { max: 4 })],
    ['at least more options than at most', 'many.min', changed('many', { min: 2, max: 1 })],
    ['half a character', 'name.min', changed('name', { max: 1.5 })],
    ['more rows than a block holds', 'team.min', changed('team', { max: 101 })],
    ['bounds of yes and no', 'does.min', changed('does', { max: 1 })],
    ['"Ninguna" of one choice', 'proof.min', changed('proof', { allowNoneOption: true })],
  ],
  definition_points: [
    ['of no option', 'proof.points', changed('proof', { points: [{ key: 'quizás', value: 1 }] })],
    ['twice', 'amount.points', changed('amount', { points: [aPoint(1), aPoint(1)] })],
    ['over the most', 'amount.points', changed('amount', { points: [aPoint(100.5)] })],
    ['divided by a text', 'amount.points', changed('amount', { points: [{ ...aPoint(1), divisor: 'name' }] })],
    ['divided by itself', 'amount.points', changed('amount', { points: [{ ...aPoint(1), divisor: 'amount' }] })],
    ['a divided text', 'name.points', changed('name', { points: [{ ...aPoint(1), divisor: 'amount' }] })],
    ['in the survey', 'joy.points', changed('joy', { points: [{ key: 'mucho', value: 1 }] })],
  ],
  definition_numbering: [
    [
      'more administrative questions in a row than letters',
      's22.questionIds',
      (form) => {
        const extra = Array.from({ length: 26 }, (_, at) => aQuestion(`a${at}`, 'Number', { dimensionId: 's22', administrative: true }))
        form.questions.push(...extra.map((each) => ({ ...each })))
        changed('s22', { questionIds: ['day', 'amount', 'ledger', ...extra.map(({ id }) => id)] })(form)
      },
    ],
  ],
}

function aPoint(value: number): { key: string; value: number } {
  return { key: 'value', value }
}

function emptied(form: Wild): void {
  const gone = new Set<unknown>(['person', 'does', 'task', 'age'])
  Object.assign(form, { questions: form.questions.filter(({ id }) => !gone.has(id)) })
  changed('team', { block: [] })(form)
}

test('[DF1] the fixture parses as it is, for both audiences, and nothing of it is dropped', () => {
  expect(parseDefinition(wild())).toEqual({ ok: true, value: wild() })
  expect(verdictOf(definitionFor('institution', aForm))).toBe('parsed')
})

describe.each(Object.entries(broken))('[DF2] %s', (code, cases) => {
  test.each(cases)('%s: refused at %s', (_, at, change) => {
    const form = wild()
    change(form)
    expect(verdictOf(form)).toEqual({ code, at })
  })
})

test('[DF2] questions that hang nine deep are refused, eight are not', () => {
  const deep = (depth: number): FormDefinition =>
    aDefinition(
      Array.from({ length: depth }, (_, at) => aQuestion(`q${at}`, 'Boolean', at === 0 ? {} : { parentId: `q${at - 1}`, visibleIf: true })),
    )
  expect([verdictOf(deep(8)), verdictOf(deep(9))]).toEqual(['parsed', { code: 'definition_not_a_tree', at: 'q7.dependent' }])
})

test('[DF2] a block stands in no other block, whatever it holds', () => {
  const nested = aDefinition([
    aQuestion('outer', 'Block'),
    aQuestion('name', 'SimpleText', { blockId: 'outer' }),
    aQuestion('inner', 'Block', { blockId: 'outer' }),
    aQuestion('title', 'SimpleText', { blockId: 'inner' }),
  ])
  expect(verdictOf(nested)).toEqual({ code: 'definition_misplaced', at: 'inner.kind' })
})

test('[DF3] a form is worth 100 points at most, and may be worth less', () => {
  const worth = (...points: number[]): FormDefinition =>
    aDefinition(points.map((value, at) => aQuestion(`q${at}`, 'SimpleText', { points: [aPoint(value)] })))
  expect([verdictOf(worth(33.3333, 33.3333, 33.3334)), verdictOf(worth(0.1))]).toEqual(['parsed', 'parsed'])
  expect(parseDefinition(worth(33.3333, 33.3333, 33.3335))).toEqual({
    ok: false,
    failure: { code: 'definition_points_over', params: { sum: 100.0001, max: 100 } },
  })
})

test('[DF2] whatever is given is parsed or refused by a code that has a sentence in both languages, and never thrown', () => {
  const codes = new Set<string>()
  assertProperty(
    fc.property(fc.oneof(fc.anything(), anyMutilation), (given) => {
      const parsed = parseDefinition(given)
      if (parsed.ok) return
      codes.add(parsed.failure.code)
      expect(isErrorCode(parsed.failure.code)).toBe(true)
    }),
    { runs: 500 },
  )
  for (const code of codes) if (isErrorCode(code)) expect([sentences.es[code], sentences.en[code]].every(Boolean)).toBe(true)
})

/** The fixture with one field of one part made something else. */
const anyMutilation = fc
  .record({
    at: fc.nat(30),
    key: fc.constantFrom(
      'id',
      'parentId',
      'blockId',
      'dimensionId',
      'dependent',
      'block',
      'questionIds',
      'subDimensionIds',
      'options',
      'kind',
      'min',
    ),
    value: fc.oneof(
      fc.constantFrom<unknown>(null, 'name', 'd1', 's11', 'team', [], ['name'], ['team', 'team'], ['d1'], 5, 'Block', 'Number'),
      fc.anything(),
    ),
  })
  .map(({ at, key, value }) => {
    const form = wild()
    const parts = [...form.dimensions, ...form.questions]
    Object.assign(parts[at % parts.length] ?? {}, { [key]: value })
    return form
  })

/** Questions as somebody would ask them, each after what it hangs on: in a sub-dimension, under an answer, or in a block. */
const anyQuestions: fc.Arbitrary<Question[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...questionKinds),
      under: fc.nat(),
      place: fc.constantFrom('top', 'top', 'dependent', 'row'),
      options: fc.integer({ min: 1, max: 4 }),
      points: fc.integer({ min: 0, max: 30_000 }).map((value) => value / 10_000),
      subDimension: fc.nat(3),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((wishes) => {
    const questions: Question[] = []
    const depths = new Map<string, number>()
    for (const [at, wish] of wishes.entries()) {
      const parents = questions.filter((each) => kinds[each.kind].choices(each).length > 0 && (depths.get(each.id) ?? 0) < 7)
      const blocks = questions.filter((each) => each.kind === 'Block')
      const parent = wish.place === 'dependent' ? parents[wish.under % parents.length] : undefined
      const block = wish.place === 'row' ? blocks[wish.under % blocks.length] : undefined
      const kind = wish.kind === 'Block' && (parent?.blockId || block) ? 'Date' : wish.kind
      const choices = parent ? kinds[parent.kind].choices(parent) : []
      const above = parent ?? block
      const options = kinds[kind].hasOptions ? optionsOf(wish.options) : []
      const id = `q${at}`
      depths.set(id, above ? (depths.get(above.id) ?? 0) + 1 : 0)
      questions.push(
        aQuestion(id, kind, {
          options,
          dimensionId: above?.dimensionId ?? `s${wish.subDimension}`,
          parentId: parent?.id ?? null,
          visibleIf: choices[wish.under % choices.length] ?? null,
          blockId: parent?.blockId ?? block?.id ?? null,
          points: [{ key: String(kinds[kind].choices(aQuestion(id, kind, { options }))[0] ?? 'value'), value: wish.points }],
        }),
      )
      if (kind === 'Block') {
        depths.set(`${id}-name`, 1)
        questions.push(aQuestion(`${id}-name`, 'SimpleText', { dimensionId: above?.dimensionId ?? `s${wish.subDimension}`, blockId: id }))
      }
    }
    return questions
  })

test('[DF1] what the builder makes parses, and every question of it is read, numbered once and scored', () => {
  assertProperty(
    fc.property(anyQuestions, (questions) => {
      const definition = aDefinition(questions)
      const parsed = parseDefinition(definition)
      expect(parsed).toEqual({ ok: true, value: definition })
      const index = formIndexOf(definition)
      const read = index.subDimensions.flatMap((each) => index.questionsOf(each.id))
      expect(read.map(({ id }) => id).toSorted()).toEqual(questions.map(({ id }) => id).toSorted())
      expect(new Set(read.map(({ id }) => index.numberOf(id))).size).toBe(read.length)
      expect(maxPointsOfForm(index)).toBeLessThanOrEqual(100)
    }),
    { runs: 300 },
  )
})

test('[DF8] a sentence names a question by its text, and no sentence has a place for an id', () => {
  const form = wild()
  Object.assign(inside(form, 'name'), { text: 'a'.repeat(200), points: [{ key: 'nadie', value: 1 }] })
  const refused = parseDefinition(form)
  if (refused.ok) throw new Error('parsed')
  const said = sentenceIn(sentences.es, refused.failure, 'es')
  expect(said).toBe(`Los puntajes de «${'a'.repeat(79)}…» no corresponden a lo que la pregunta puede responder.`)
  const slots = [...Object.values(sentences.es), ...Object.values(sentences.en)].flatMap((each) => each.match(/\{(?:at|id|\w*Id)\}/g) ?? [])
  expect(slots).toEqual([])
})
