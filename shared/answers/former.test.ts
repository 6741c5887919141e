import { describe, expect, test } from 'vitest'
import type { Former } from '../evaluations/model.ts'
import { actors, aContext, anAnswer, aQuestion, aWorld, questionNamed } from '../forms/fixtures.ts'
import type { QuestionKind } from '../forms/model.ts'
import { apply } from '../world.ts'
import type { World } from '../world.ts'
import { broughtFrom, formerRowsMissing, yearOf } from './former.ts'
import type { AnswerValue } from './model.ts'
import { setAnswer } from './mutations.ts'

const aFormer = (unit: string, value: AnswerValue | null, rest: Partial<Former> = {}): Former => ({
  unit: `old-${unit}`,
  line: unit.replace(/@.*/, ''),
  rowName: null,
  form: 'Índice 2024',
  text: `Pregunta ${unit}`,
  kind: questionNamed(unit.replace(/@.*/, '')).kind,
  value,
  rows: null,
  file: null,
  decision: null,
  comment: null,
  observed: null,
  ...rest,
})
const options = (...values: readonly string[]) => values.map((value) => ({ value }))
const one = (value: string, extra?: string): AnswerValue => ({ choice: { value, ...(extra === undefined ? {} : { extra }) } })
const many = (...values: readonly string[]): AnswerValue => ({ choices: options(...values) })
const brought = (kind: QuestionKind, value: AnswerValue, to: Parameters<typeof aQuestion>[1], rest: Parameters<typeof aQuestion>[2] = {}) =>
  broughtFrom({ kind, value }, aQuestion('q', to, rest))

describe('what a former answer is to the question of now', () => {
  test('[FB6] of the same kind it is as it was', () => {
    expect(brought('SimpleText', 'a < b', 'SimpleText').value).toBe('a < b')
    expect(brought('Text', '<p><strong>uno</strong></p>', 'Text').value).toBe('<p><strong>uno</strong></p>')
    expect(brought('Number', 0, 'Number').value).toBe(0)
    expect(brought('Boolean', false, 'Boolean').value).toBe(false)
    expect(brought('Date', '2024-05-01', 'Date').value).toBe('2024-05-01')
  })

  test('[FB6] choices come by their words, in whatever case and accents; what is none any more is named', () => {
    const question = { options: options('Resolución', 'Acta', 'Otro') }
    expect(brought('Single', one('RESOLUCION'), 'Single', question)).toEqual({ value: one('Resolución'), gone: [] })
    expect(brought('Multiple', many('Acta', 'Decreto'), 'Multiple', question)).toEqual({ value: many('Acta'), gone: ['Decreto'] })
    expect(brought('Multiple', many('Decreto'), 'Multiple', question)).toEqual({ value: null, gone: ['Decreto'] })
    expect(brought('Single', one('Decreto'), 'Single', question)).toEqual({ value: null, gone: ['Decreto'] })
    expect(brought('Single', one('Otro', 'un memo'), 'Single', { options: [{ value: 'Otro', allowExtra: true }] }).value).toEqual(
      one('Otro', 'un memo'),
    )
    expect(brought('Single', one('Otro', 'un memo'), 'Single', question).value).toEqual(one('Otro'))
    const none: AnswerValue = { choices: [], none: true }
    expect(brought('Multiple', none, 'Multiple', { ...question, allowNoneOption: true }).value).toEqual(none)
    expect(brought('Multiple', none, 'Multiple', question).value).toBeNull()
  })

  test('[FB6] one choice comes as several and back where it was one; a plain text as a rich one and back; nothing else changes its kind', () => {
    const question = { options: options('a', 'b') }
    expect(brought('Single', one('a'), 'Multiple', question).value).toEqual(many('a'))
    expect(brought('Multiple', many('b'), 'Single', question).value).toEqual(one('b'))
    expect(brought('Multiple', many('a', 'b'), 'Single', question).value).toBeNull()
    expect(brought('SimpleText', 'uno <b>\n\ndos', 'Text').value).toBe('<p>uno &lt;b&gt;</p><p>dos</p>')
    expect(brought('Text', '<p>uno <strong>dos</strong></p>', 'SimpleText').value).toBe('uno dos')
    for (const [kind, value, to] of [
      ['Number', 3, 'SimpleText'],
      ['SimpleText', '3', 'Number'],
      ['Boolean', true, 'Single'],
      ['Date', '2024-05-01', 'SimpleText'],
      ['SimpleText', '2024-05-01', 'Date'],
    ] as const)
      expect([kind, to, brought(kind, value, to).value]).toEqual([kind, to, null])
  })

  test('[FB6] of a block come the names of then that no row of now has', () => {
    const world = aWorld({ answers: [anAnswer('team', { rows: ['r1', 'r2'] }), anAnswer('person@r1', 'JEFA')] })
    world.set('former', 'old-team', aFormer('team', null, { rows: ['Jefa', 'Analista', '', 'analista'] }))
    expect(formerRowsMissing(world, questionNamed('team'))).toEqual(['Analista'])
    expect(formerRowsMissing(aWorld(), questionNamed('team'))).toEqual([])
  })

  test('[FB6] a form is called by the year in its name, else by all of it', () => {
    expect(['Índice 2024', 'Índice', 'Medición 12024', '2023-2024'].map(yearOf)).toEqual(['2024', 'Índice', 'Medición 12024', '2023'])
  })
})

describe('bringing it', () => {
  const bring = (world: World, unit: string, value: AnswerValue, flag = true) =>
    setAnswer.decide(world, { unit, value, brought: flag }, aContext({ actor: actors.professional, base: world.answer(unit)?.mid ?? null }))
  const beside = (former: Former, ...answers: ReturnType<typeof anAnswer>[]): World => {
    const world = aWorld({ answers })
    world.set('former', former.unit, former)
    return world
  }

  test('[FB7] it is an ordinary answer whose history says what it brings', () => {
    const world = beside(aFormer('name', 'Laboratorio'))
    const outcome = bring(world, 'name', 'Laboratorio')
    expect(outcome.disposition).toBe('applied')
    expect(outcome.history).toMatchObject([
      { unit: 'name', action: 'Trae respuesta', value: 'Laboratorio', text: 'Trae la respuesta de 2024', role: 'Professional' },
    ])
    apply(world, outcome.changes)
    expect(world.answer('name')).toMatchObject({ value: 'Laboratorio', authorId: 'professional', rev: 1, changeAnswer: true })
  })

  test('[FB7] what only says so, and is another value, is what somebody wrote; nor does the same value say so by itself', () => {
    expect(bring(beside(aFormer('name', 'Laboratorio')), 'name', 'Otra cosa').history).toMatchObject([{ action: 'Responde', text: null }])
    expect(bring(aWorld(), 'name', 'Laboratorio').history).toMatchObject([{ action: 'Responde', text: null }])
    expect(bring(beside(aFormer('name', 'Laboratorio')), 'name', 'Laboratorio', false).history).toMatchObject([
      { action: 'Responde', text: null },
    ])
  })

  test('[FB7] over what stands it is a change like any other, and a row’s name brings that of any row of then', () => {
    const over = bring(beside(aFormer('name', 'Laboratorio'), anAnswer('name', 'Oficina')), 'name', 'Laboratorio')
    expect(over.history).toMatchObject([{ action: 'Trae respuesta' }])
    const world = beside(aFormer('person@r9', 'Analista', { rowName: 'Analista' }), anAnswer('team', { rows: ['r1'] }))
    const named = setAnswer.decide(world, { unit: 'person@r1', value: 'Analista', brought: true }, aContext({ actor: actors.leader }))
    expect(named.history).toMatchObject([{ action: 'Trae respuesta', text: 'Trae la respuesta de 2024' }, { action: 'Asigna' }])
  })
})
