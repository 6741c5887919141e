import { expect, test } from 'vitest'
import * as v from 'valibot'
import { answerValueSchema, type AnswerValue } from '#shared/answers/model.ts'
import type { Question } from '#shared/forms/model.ts'
import { addDays } from '#shared/kernel/instant.ts'
import { formDefinitionOf } from './author.ts'
import { initiativeOf } from './initiatives.ts'
import { plausibleAnswer, plausibleObservation } from './plausible-answers.ts'
import { extras, plainTexts, publicBodies, richTexts } from './plausible-texts.ts'
import { questionnaire } from './questionnaire.ts'
import { randomOf } from './random.ts'

const definition = formDefinitionOf(questionnaire, { versionId: 'v1', formId: 'f1', name: 'Medición 2025' })
const byId = new Map(definition.questions.map((question) => [question.id, question]))
const visible = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
const wordsOf = (html: string): number => visible(html).split(' ').length
const draws = (question: Question): AnswerValue[] => {
  const random = randomOf(question.id)
  const rowId = question.blockId === null ? null : 'r1'
  return [0.1, 0.4, 0.65, 0.95].flatMap((maturity) =>
    Array.from({ length: 25 }, (_, at) => plausibleAnswer(question, random, { institutionId: `i${at}`, rowId, maturity })),
  )
}

/** What is wrong with a value, by the limits of its question; undefined when nothing is. */
function wrong(question: Question, value: AnswerValue): string | undefined {
  const min = Number(question.min ?? 0)
  const max = Number(question.max ?? 0)
  if (question.kind === 'Boolean') return typeof value === 'boolean' ? undefined : 'not a boolean'
  if (question.kind === 'Number') {
    if (typeof value !== 'number') return 'not a number'
    return value < min || (max > 0 && value > max) ? `${value} out of range` : undefined
  }
  if (question.kind === 'Date') {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return 'not a day'
    if (question.min !== undefined && value < String(question.min)) return `${value} too early`
    return question.max !== undefined && value > addDays(String(question.max), -1) ? `${value} too late` : undefined
  }
  if (question.kind === 'SimpleText')
    return typeof value === 'string' && value !== '' && (max === 0 || value.length <= max) ? undefined : 'not that text'
  if (question.kind === 'Text') {
    if (typeof value !== 'string') return 'not a text'
    if (wordsOf(value) < (min || 2)) return `${wordsOf(value)} words`
    return max > 0 && visible(value).length > max ? 'too long' : undefined
  }
  if (typeof value !== 'object') return 'not a choice'
  if (question.kind === 'Block')
    return 'rows' in value && value.rows.length <= 4 && value.rows.every((row, at) => row === `r${at + 1}`) ? undefined : 'rows'
  const chosen = 'choice' in value ? [value.choice] : 'choices' in value ? value.choices : []
  if (question.kind === 'Single') {
    if (chosen.length !== 1) return 'not one choice'
  } else if ('choices' in value && value.none === true) {
    return question.allowNoneOption && chosen.length === 0 ? undefined : 'none is not offered'
  } else if (chosen.length < Math.max(1, min) || (max > 0 && chosen.length > max)) return `${chosen.length} choices`
  for (const choice of chosen) {
    const option = question.options.find((candidate) => candidate.value === choice.value)
    if (!option) return `no option ${choice.value}`
    if ((option.allowExtra === true) !== (choice.extra !== undefined)) return `extra of ${choice.value}`
  }
  return undefined
}

test('[L13-L17] every question gets values that it accepts, a hundred times', () => {
  const refused = definition.questions.flatMap((question) =>
    draws(question).flatMap((value) => {
      const fault = v.safeParse(answerValueSchema, value).success ? wrong(question, value) : 'not of the schema'
      return fault === undefined ? [] : [`${question.id}: ${fault}`]
    }),
  )
  expect([...new Set(refused)]).toEqual([])
})

test('the same seed tells the same story', () => {
  for (const question of definition.questions) expect(draws(question)).toEqual(draws(question))
})

test('descriptions of initiatives have the length of real ones and vary', () => {
  const question = byId.get('ap-iniciativas-descripcion')
  if (!question) throw new Error('the description is missing')
  const random = randomOf(7)
  const texts = Array.from({ length: 120 }, (_, at) =>
    plausibleAnswer(question, random, { institutionId: `i${at}`, rowId: `r${(at % 4) + 1}` }),
  )
  const lengths = texts.map((text) => visible(String(text)).length).toSorted((left, right) => left - right)
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

test('[C8] an observation speaks about what the question asks for', () => {
  for (const question of definition.questions) expect(plausibleObservation(question, randomOf(question.id)).length).toBeGreaterThan(30)
})
