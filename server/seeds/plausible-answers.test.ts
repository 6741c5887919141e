import { expect, test } from 'vitest'
import * as v from 'valibot'
import { answerValueSchema, type AnswerValue, type OptionChoice } from '#shared/answers/model.ts'
import { richText, visibleText } from '#shared/kernel/rich-text.ts'
import { invalidity, isEmpty } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { formDefinitionOf } from './author.ts'
import { initiativeOf } from './initiatives.ts'
import { plausibleAnswer, plausibleObservation } from './plausible-answers.ts'
import { extras, plainTexts, publicBodies, richTexts } from './plausible-texts.ts'
import { questionnaire } from './questionnaire.ts'
import { randomOf } from './random.ts'

const definition = formDefinitionOf(questionnaire, { versionId: 'v1', formId: 'f1', name: 'Medición 2025' })
const byId = new Map(definition.questions.map((question) => [question.id, question]))
const draws = (question: Question): AnswerValue[] => {
  const random = randomOf(question.id)
  const rowId = question.blockId === null ? null : 'r1'
  return [0.1, 0.4, 0.65, 0.95].flatMap((maturity) =>
    Array.from({ length: 25 }, (_, at) => plausibleAnswer(question, random, { institutionId: `i${at}`, rowId, maturity })),
  )
}

/** What is wrong with a value; undefined when nothing is. */
function fault(question: Question, value: AnswerValue): string | undefined {
  if (!v.safeParse(answerValueSchema, value).success) return 'not of the schema'
  if (isEmpty(question, value)) return 'empty'
  if (typeof value === 'object' && 'rows' in value && value.rows.some((row, at) => at > 3 || row !== `r${at + 1}`)) return 'rows'
  const extra = chosen(value).find(
    (choice) => choice.extra !== undefined && !question.options.find((option) => option.value === choice.value)?.allowExtra,
  )
  return extra ? `${extra.value} takes no extra text` : invalidity(question, value)?.code
}

function chosen(value: AnswerValue): readonly OptionChoice[] {
  if (typeof value !== 'object') return []
  if ('choice' in value) return [value.choice]
  return 'choices' in value ? value.choices : []
}

test('every question gets values that it accepts, a hundred times', () => {
  const refused = definition.questions.flatMap((question) =>
    draws(question)
      .map((value) => fault(question, value))
      .filter((found) => found !== undefined)
      .map((found) => `${question.id}: ${found}`),
  )
  expect([...new Set(refused)]).toEqual([])
})

test('the same seed tells the same story', () => {
  for (const question of definition.questions) expect(draws(question)).toEqual(draws(question))
})

test('rich texts hold only the tags that the sanitisers keep', () => {
  const texts = definition.questions.filter((question) => question.kind === 'Text').flatMap(draws)
  const tags = texts.flatMap((text) => [...JSON.stringify(text).matchAll(/<\/?([a-z\d]+)/g)].map((match) => match[1] ?? ''))
  const kept: readonly string[] = richText.tags
  expect([...new Set(tags)].filter((tag) => !kept.includes(tag))).toEqual([])
  expect(tags.length).toBeGreaterThan(1000)
})

test('descriptions of initiatives have the length of real ones and vary', () => {
  const question = byId.get('ap-iniciativas-descripcion')
  if (!question) throw new Error('the description is missing')
  const random = randomOf(7)
  const texts = Array.from({ length: 120 }, (_, at) =>
    plausibleAnswer(question, random, { institutionId: `i${at}`, rowId: `r${(at % 4) + 1}` }),
  )
  const lengths = texts.map((text) => (typeof text === 'string' ? visibleText(text).length : 0)).toSorted((left, right) => left - right)
  expect(lengths[60]).toBeGreaterThan(600)
  expect(lengths[60]).toBeLessThan(1100)
  expect(lengths[119]).toBeLessThan(2900)
  expect(new Set(texts).size).toBeGreaterThan(80)
})

test('the answers of a row tell the initiative that its name announces', () => {
  const context = { institutionId: 'norte', rowId: 'r2' }
  const initiative = initiativeOf('norte', 'r2')
  const answer = (id: string): AnswerValue | undefined => {
    const question = byId.get(`ap-iniciativas-${id}`)
    return question && plausibleAnswer(question, randomOf(1), context)
  }
  expect(answer('nombre')).toBe(initiative.name)
  expect(answer('descripcion')).toContain(initiative.solution)
  expect(answer('tipo')).toEqual({ choice: { value: initiative.type } })
  expect(answer('alcance')).toEqual({ choice: { value: initiative.scope } })
  const rows = Array.from({ length: 10 }, (_, at) => initiativeOf('norte', `r${at + 1}`).name)
  expect(new Set(rows).size).toBe(10)
})

test('an answer does not contradict one that was given before it', () => {
  const given = (id: string): AnswerValue | undefined => (id === 'y24-ap-iniciativas-prototipada' ? false : undefined)
  const prefixed = formDefinitionOf(questionnaire, { versionId: 'v2', formId: 'f2', name: 'Otra', idPrefix: 'y24-' })
  const adjusted = prefixed.questions.find((question) => question.id === 'y24-ap-iniciativas-ajustada')
  if (!adjusted) throw new Error('the question is missing')
  const random = randomOf(5)
  const context = { institutionId: 'norte', rowId: 'r1', maturity: 1 }
  const values = (extra: object): AnswerValue[] =>
    Array.from({ length: 40 }, () => plausibleAnswer(adjusted, random, { ...context, ...extra }))
  expect(values({ given })).not.toContain(true)
  expect(values({})).toContain(true)
})

test('every text question has texts of its own', () => {
  const texts = definition.questions.filter((question) => question.kind === 'Text' && question.id !== 'ap-iniciativas-descripcion')
  expect(texts.map((question) => question.id).filter((id) => (richTexts[id] ?? []).length === 0)).toEqual([])
  expect(Object.keys(richTexts).filter((id) => byId.get(id)?.kind !== 'Text')).toEqual([])
  expect(Object.keys(plainTexts).filter((id) => byId.get(id)?.kind !== 'SimpleText')).toEqual([])
  const named = definition.questions.filter((question) => question.kind === 'SimpleText' && !(question.id in plainTexts))
  expect(named.map((question) => question.id)).toEqual([
    'ap-iniciativas-nombre',
    ...['necesidades', 'diseno', 'testeo', 'piloto', 'implementacion', 'evaluacion'].map((stage) => `ci-${stage}-cual`),
  ])
  expect(publicBodies.filter((name) => !/Ejemplo|Ficticia|Ficticio/.test(name))).toEqual([])
})

test('every option that asks for an extra text has one of its own', () => {
  const asking = definition.questions.flatMap((question) => question.options.filter((option) => option.allowExtra))
  expect(asking.map((option) => option.value).filter((value) => !extras.some(([word]) => value.toLowerCase().includes(word)))).toEqual([])
  expect(asking.length).toBeGreaterThan(20)
})

test('a prefix changes nothing of what is answered', () => {
  const prefixed = formDefinitionOf(questionnaire, { versionId: 'v2', formId: 'f2', name: 'Otra', idPrefix: 'y24-' })
  const story = (questions: readonly Question[]): AnswerValue[] =>
    questions.map((question) =>
      plausibleAnswer(question, randomOf(3), { institutionId: 'sur', rowId: question.blockId === null ? null : 'r1' }),
    )
  expect(story(prefixed.questions)).toEqual(story(definition.questions))
})

test('an observation speaks about what the question asks for', () => {
  for (const question of definition.questions) expect(plausibleObservation(question, randomOf(question.id)).length).toBeGreaterThan(30)
})
