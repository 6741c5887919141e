import { expect, test } from 'vitest'
import { formIndexOf } from '../forms/form-index.ts'
import type { FormIndex } from '../forms/form-index.ts'
import {
  aDefinition,
  aForm,
  aHeader,
  anAnswer,
  anAttachment,
  anEvaluation,
  aQuestion,
  aWorld,
  fullAnswers,
  noonIn,
  theIndex,
  theStages,
} from '../forms/fixtures.ts'
import type { FormDefinition } from '../forms/model.ts'
import { underOwnIds } from '../forms/own-ids.ts'
import { must } from '../kernel/assert.ts'
import type { Unit } from '../kernel/ids.ts'
import { addDays } from '../kernel/instant.ts'
import type { FormHeader } from '../stages/model.ts'
import { World } from '../world.ts'
import { formerBeside } from '../answers/former.ts'
import { formersOf, formsBefore, ownFormersOf } from './former.ts'
import type { Former } from './model.ts'

const over = noonIn('Closed')
const copyOf = (definition: FormDefinition, prefix: string): FormDefinition => underOwnIds(definition, prefix).definition
/** A copy of a copy, as next year's is of this year's; and where each question of the first is in it. */
const twice = copyOf(copyOf(aForm, 'a'), 'b')
const inCopy = (id: string): string =>
  must(
    twice.questions.find((each) => each.originId === id),
    `no copy of ${id}`,
  ).id
const unitIn = (id: string, row?: string): Unit => `${inCopy(id)}${row === undefined ? '' : `@${row}`}`

/** The form of now, whose institution has the answers of before beside its own. */
function worldBeside(
  formers: readonly Former[],
  index: FormIndex = formIndexOf(twice),
  rows: Readonly<Record<string, string>> = {},
): World {
  const world = new World(index, 'north', 'form')
  for (const each of formers) world.set('former', each.unit, each)
  const block = index.definition.questions.find((each) => each.originId === 'team')
  if (!block) return world
  world.set('answer', block.id, anAnswer(block.id, { rows: Object.keys(rows) }))
  for (const [row, name] of Object.entries(rows)) {
    const unit = `${block.block[0]}@${row}`
    world.set('answer', unit, anAnswer(unit, name))
  }
  return world
}

const year = (id: string, days: number, overrides: Partial<FormHeader> = {}): FormHeader => ({
  ...aHeader,
  id,
  stages: theStages.map((stage) => ({ ...stage, start: addDays(stage.start, days), end: addDays(stage.end, days) })),
  ...overrides,
})

test('[FB1] the forms before are those that began earlier and are over, the newest first, neither deleted nor rehearsed', () => {
  const rehearsal = { of: 'form', day: '2025-03-03' } as unknown as FormHeader['rehearsal']
  const others = [
    year('older', -800),
    year('newest', -400, { enabled: false }),
    year('deleted', -390, { removed: true }),
    year('rehearsed', -380, { rehearsal }),
    year('beside', -10),
    year('after', 400),
    year('unplanned', 0, { stages: [] }),
    aHeader,
  ]
  expect(formsBefore(aHeader, others, noonIn('FirstRevision')).map(({ id }) => id)).toEqual(['newest', 'older'])
  expect(formsBefore({ ...aHeader, rehearsal }, others, over)).toEqual([])
  expect(formsBefore({ ...aHeader, stages: [] }, others, over)).toEqual([])
})

test('[FB2] each open answer comes with the wording, kind, file, decision and observation that it had, and the survey does not', () => {
  const before = aWorld({
    answers: [...fullAnswers(), anAnswer('joy', { choice: { value: 'mucho' } }), anAnswer('code', 4)],
    attachments: [anAttachment('file', 'proof')],
    evaluations: [anEvaluation('name', 'Accepted'), anEvaluation('essay', 'Rejected', { comment: 'No consta' })],
  })
  const formers = formersOf(before, formIndexOf(twice), new Map([['essay', 'Falta el respaldo']]))
  const at = (unit: string): Former | undefined => formers.find((each) => each.unit === unit)
  expect(at('name')).toEqual({
    unit: 'name',
    line: 'name',
    rowName: null,
    form: 'Índice 2025',
    text: 'Pregunta name',
    kind: 'SimpleText',
    value: 'Laboratorio',
    rows: null,
    file: null,
    decision: 'Accepted',
    comment: null,
    observed: null,
  })
  expect(at('essay')).toMatchObject({ decision: 'Rejected', comment: 'No consta', observed: 'Falta el respaldo' })
  expect(at('proof')).toMatchObject({ file: 'prueba.pdf', decision: null })
  expect(at('team')).toMatchObject({ value: null, rows: ['Jefa'] })
  expect(at('task@r1')).toMatchObject({ value: 'Coordina', rowName: 'Jefa' })
  expect(at('code')).toMatchObject({ value: 4 })
  expect(formers.map(({ unit }) => unit)).not.toContain('joy')
})

test('[FB2] an answer that was closed in the end, that is empty, or that nobody is asked any more does not come', () => {
  const asked = formIndexOf(aDefinition(aForm.questions.filter(({ id }) => id !== 'essay' && id !== 'reason')))
  const before = aWorld({
    answers: [anAnswer('name', 'Laboratorio'), anAnswer('essay', '<p>uno dos tres</p>'), anAnswer('has', false), anAnswer('day', null)],
  })
  before.set('answer', 'which', anAnswer('which', { choice: { value: 'x' } }))
  expect(formersOf(before, asked, new Map()).map(({ unit }) => unit)).toEqual(['name', 'has'])
})

test('[FB5] the institution itself receives its answers in the sub-dimension that asks them now, without what was said of them nor what is the lab’s', () => {
  const before = aWorld({
    answers: [...fullAnswers(), anAnswer('code', 4)],
    evaluations: [anEvaluation('essay', 'Rejected', { comment: 'No consta' })],
  })
  const index = formIndexOf(twice)
  const formers = formersOf(before, index, new Map([['name', 'Falta el respaldo']]))
  const own = ownFormersOf(formers, before.index, index)
  const at = (unit: string) => own.find(({ row }) => row.unit === unit)
  expect(at('essay')).toMatchObject({
    part: must(index.question(inCopy('essay')), 'essay').dimensionId,
    row: { decision: 'Rejected', comment: null },
  })
  expect(at('name')?.row.observed).toBeNull()
  expect(at('task@r1')?.part).toBe(must(index.question(inCopy('task')), 'task').dimensionId)
  expect([at('code'), own.length]).toEqual([undefined, formers.length - 1])
})

test('[FB3] it stands beside the question of the same line, in a copy of a copy and from either of two copies', () => {
  const formers = formersOf(aWorld({ answers: fullAnswers() }), formIndexOf(twice), new Map())
  for (const definition of [twice, copyOf(aForm, 'c')]) {
    const world = worldBeside(formers, formIndexOf(definition))
    for (const question of definition.questions.filter((each) => each.blockId === null && !each.survey && !each.administrative))
      expect(formerBeside(world, question.id)).toMatchObject({ unit: question.originId })
  }
})

test('[FB3] beside a question that moved it stands still; beside one that is new, or whose line was not answered, nothing does', () => {
  const formers = formersOf(aWorld({ answers: [anAnswer('name', 'Laboratorio')] }), theIndex, new Map())
  const moved = aDefinition([
    aQuestion('name', 'Number', { dimensionId: 's21', options: [{ value: 'otra' }] }),
    aQuestion('new'),
    aQuestion('essay', 'Text'),
  ])
  const world = worldBeside(formers, formIndexOf(moved))
  expect(formerBeside(world, 'name')).toMatchObject({ value: 'Laboratorio', kind: 'SimpleText' })
  expect([formerBeside(world, 'new'), formerBeside(world, 'essay'), formerBeside(world, 'gone')]).toEqual([undefined, undefined, undefined])
})

test('[FB3] inside a block it stands beside the row of the same name, and nothing is guessed of another or of two', () => {
  const answers = [...fullAnswers().filter(({ unit }) => unit !== 'team'), anAnswer('team', { rows: ['r1', 'r2', 'r3'] })]
  const named = [anAnswer('person@r2', 'Árbol  de ideas'), anAnswer('age@r2', 7), anAnswer('person@r3', 'JEFA'), anAnswer('age@r3', 9)]
  const formers = formersOf(aWorld({ answers: [...answers, ...named] }), formIndexOf(twice), new Map())
  const world = worldBeside(formers, formIndexOf(twice), { x: 'arbol de Ideas', y: 'Jefa', z: 'Otra' })
  expect(formerBeside(world, unitIn('age', 'x'))).toMatchObject({ unit: 'age@r2', value: 7 })
  expect(formerBeside(world, unitIn('age', 'y'))).toBe('row')
  expect(formerBeside(world, unitIn('age', 'z'))).toBe('row')
  expect(formerBeside(worldBeside([], formIndexOf(twice), { x: 'Jefa' }), unitIn('age', 'x'))).toBeUndefined()
})
