import type { AnswerValue } from '../answers/model.ts'
import type { Decision, Round } from '../evaluations/model.ts'
import { aHeader, anAnswer, anEvaluation, aWorld } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { opens } from '../forms/kinds.ts'
import type { FormDefinition, Question } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { unitOf } from '../kernel/ids.ts'
import type { RowId, Unit } from '../kernel/ids.ts'
import { World } from '../world.ts'
import type { Rows } from '../world.ts'

/** Numbers that a property gave, one after the other and round again: what is drawn of them becomes smaller with them. */
export type Draw = (below: number) => number
export function drawOf(numbers: readonly number[]): Draw {
  let at = 0
  return (below) => (numbers.length === 0 ? 0 : (numbers[at++ % numbers.length] ?? 0) % below)
}

/** A value as its kind has them, within no bounds; of a block some rows. */
export function aValue({ kind, options }: Pick<Question, 'kind' | 'options'>, draw: Draw): AnswerValue {
  const option = (): { value: string } => ({ value: options[draw(Math.max(1, options.length))]?.value ?? 'nada' })
  switch (kind) {
    case 'SimpleText':
      return ['texto', '', '<b>ñ</b>', '😀'.repeat(200)][draw(4)] ?? ''
    case 'Text':
      return ['<p>uno dos</p>', '<p></p>', `<p>${'largo '.repeat(60)}</p>`][draw(3)] ?? ''
    case 'Date':
      return '2025-02-03'
    case 'Number':
      return [0, 1, 2, 3.3333, 7, -1, 9999][draw(7)] ?? 0
    case 'Boolean':
      return draw(2) === 1
    case 'Single':
      return { choice: option() }
    case 'Multiple':
      return draw(5) === 0 ? { choices: [], none: true } : { choices: Array.from({ length: draw(5) }, option) }
    case 'Block':
      return { rows: ['r1', 'r2', 'r3'].slice(0, draw(4)) }
  }
}

/** The rows of `north` in a questionnaire of which nothing is answered; its replica is as the fixture's stages have it. */
export function emptyWorld(definition: FormDefinition, participant: Partial<Rows['participant']> = {}): World {
  const usual = aWorld()
  const world = new World(formIndexOf(definition), 'north', 'form')
  world.set('form', 'form', aHeader)
  world.set('institution', 'north', usual.institution)
  world.set('participant', 'north', { ...usual.participant, ...participant })
  return world
}

/** What somebody answered and how it was decided: rows to be put into a world in any order. */
export interface Filled {
  readonly answers: readonly Rows['answer'][]
  readonly decided: readonly Rows['evaluation'][]
}

/** Answers to some of what is open, and decisions on some of those; none to what no answer opens. */
export function filledOf(definition: FormDefinition, draw: Draw, round: Round = 'SecondRevision'): Filled {
  const index = formIndexOf(definition)
  const answers: Rows['answer'][] = []
  const decided: Rows['evaluation'][] = []
  const visit = (id: string, row: RowId | null): void => {
    const question = must(index.question(id), `question ${id} is missing`)
    const unit = unitOf(id, row)
    if (draw(6) === 0) return
    const value = aValue(question, draw)
    answers.push(anAnswer(unit, value))
    const decision = ([undefined, 'Accepted', 'Accepted', 'Rejected'] as const)[draw(4)]
    if (decision && !question.administrative) decided.push(decisionOn(unit, decision, round))
    if (typeof value === 'object' && 'rows' in value) for (const each of value.rows) for (const inner of question.block) visit(inner, each)
    for (const child of question.dependent)
      if (opens(question, value, index.question(child)?.visibleIf ?? null))
        visit(child, index.question(child)?.blockId === null ? null : row)
  }
  for (const sub of [...index.subDimensions, ...index.topDimensions]) for (const id of sub.questionIds) visit(id, null)
  return { answers, decided }
}

export const decisionOn = (unit: Unit, decision: Decision, round: Round, answerRev = 1): Rows['evaluation'] =>
  anEvaluation(unit, decision, { round, answerRev, comment: null })

/** A world in which it was answered and decided so, by drafts that their evaluators hold. */
export function worldWith(definition: FormDefinition, { answers, decided }: Filled, participant: Partial<Rows['participant']> = {}): World {
  const world = emptyWorld(definition, participant)
  for (const row of answers) world.set('answer', row.unit, row)
  for (const row of decided) world.set('draft', row.unit, row)
  return world
}
