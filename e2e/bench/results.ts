import type { AnswerValue } from '#shared/answers/model.ts'
import { aDefinition, anAnswer, anAttachment, aQuestion } from '#shared/forms/fixtures.ts'
import type { FormDefinition, Question } from '#shared/forms/model.ts'
import { resultGaps } from '#shared/results/decisions.ts'
import { computeResult } from '#shared/results/engine.ts'
import { usualThresholds } from '#shared/results/model.ts'
import { decisionOn, worldWith } from '#shared/testing/random-world.ts'
import type { World } from '#shared/world.ts'
import type { Line } from './stats.ts'

const institutions = 300
const subDimensions = 10
const runs = 5

/** Fifty questions of a sub-dimension: yes or no with what it opens, one of three, several of four, a rate with its divisor, plain texts. */
function questionsOf(dimensionId: string): Question[] {
  const id = (of: string, at: number): string => `${dimensionId}-${of}${at}`
  const options = ['a', 'b', 'c', 'd'].map((value) => ({ value }))
  return Array.from({ length: 5 }, (_, at) => [
    aQuestion(id('has', at), 'Boolean', { dimensionId, points: [{ key: 'true', value: 0.2 }] }),
    aQuestion(id('how', at), 'Text', { dimensionId, parentId: id('has', at), visibleIf: true, points: [{ key: 'value', value: 0.2 }] }),
    aQuestion(id('one', at), 'Single', {
      dimensionId,
      options,
      points: [
        { key: 'a', value: 0.3 },
        { key: 'b', value: 0.1 },
      ],
    }),
    aQuestion(id('more', at), 'SimpleText', { dimensionId, parentId: id('one', at), visibleIf: 'a', allowFile: true }),
    aQuestion(id('many', at), 'Multiple', {
      dimensionId,
      options,
      max: 3,
      points: options.map(({ value }) => ({ key: value, value: 0.1 })),
    }),
    aQuestion(id('part', at), 'Number', { dimensionId, points: [{ key: 'value', value: 0.4, divisor: id('whole', at) }] }),
    aQuestion(id('whole', at), 'Number', { dimensionId }),
    aQuestion(id('text', at), 'SimpleText', { dimensionId, allowFile: true, points: [{ key: 'value', value: 0.2 }] }),
    aQuestion(id('day', at), 'Date', { dimensionId, points: [{ key: 'value', value: 0.1 }] }),
    aQuestion(id('note', at), 'Text', { dimensionId }),
  ]).flat()
}

const valueOf = ({ kind }: Question, at: number): AnswerValue => {
  if (kind === 'Boolean') return true
  if (kind === 'Single') return { choice: { value: 'a' } }
  if (kind === 'Multiple') return { choices: ['a', 'b', 'c'].map((value) => ({ value })) }
  if (kind === 'Number') return (at % 7) + 1
  return kind === 'Date' ? '2025-03-04' : `Se hace cada mes y consta en el acta ${at}.`
}

function worldOf(definition: FormDefinition, institution: number): World {
  const answers = definition.questions.map((question, at) => anAnswer(question.id, valueOf(question, at + institution)))
  const decided = answers.map(({ unit }, at) => decisionOn(unit, (at + institution) % 16 === 0 ? 'Rejected' : 'Accepted', 'SecondRevision'))
  const world = worldWith(definition, { answers, decided })
  for (const { id } of definition.questions.filter(({ allowFile }) => allowFile))
    world.set('attachment', `f-${id}`, anAttachment(`f-${id}`, id))
  return world
}

/** What one core did meanwhile, whatever else the machine does. */
function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

/** The least that the same could take: each answer and its decision looked up once, and one number added. */
function floorMs(worlds: readonly World[], definition: FormDefinition): number {
  const worth = new Map(definition.questions.map(({ id, points }) => [id, points[0]?.value ?? 0]))
  const started = process.cpuUsage()
  let sum = 0
  for (const world of worlds)
    for (const [id, points] of worth) if (world.answer(id)?.value !== null && world.get('draft', id)?.decision === 'Accepted') sum += points
  if (sum === 0) throw new Error('nobody obtained anything')
  return cpuMsSince(started)
}

/** What the lab waits for when it calculates a whole country: each institution looked through for what is undecided, and worked out. */
export function results(): Promise<Line[]> {
  const tree = Object.fromEntries([0, 1].map((top) => [`d${top}`, Array.from({ length: subDimensions / 2 }, (_, at) => `d${top}s${at}`)]))
  const definition = aDefinition(Object.values(tree).flat().flatMap(questionsOf), { tree })
  const worlds = Array.from({ length: institutions }, (_, at) => worldOf(definition, at))
  const ours: number[] = []
  const beside: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = process.cpuUsage()
    for (const world of worlds) {
      if (resultGaps(world, 'final').length > 0) throw new Error('somebody was not decided')
      computeResult(world, { kind: 'final', thresholds: usualThresholds })
    }
    ours.push(cpuMsSince(started))
    beside.push(floorMs(worlds, definition))
  }
  const what = `results worked out, ${institutions} institutions × ${definition.questions.length} questions`
  return Promise.resolve([{ what, unit: 'ms of CPU', ours, beside, goal: { most: 2000 }, note: 'on one core, without the database' }])
}
