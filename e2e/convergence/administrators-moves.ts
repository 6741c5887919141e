import { aQuestion } from '#shared/forms/fixtures.ts'
import { must } from '#shared/kernel/assert.ts'
import { addDays, type Instant } from '#shared/kernel/instant.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { formReportId } from '#shared/forms/model.ts'
import { plannedOf } from '#shared/stages/plan.ts'
import { timelineState } from '#shared/stages/rules.ts'
import { oneOf } from './sim-device.ts'

/** A change of a form that an administrator asks for. */
export interface FormAsk {
  readonly name: string
  readonly args: unknown
}
/** One with what takes it back: the same turned round, which is how an editor undoes. */
export interface FormMove extends FormAsk {
  readonly back: FormAsk
}

type Fields = Readonly<Record<string, unknown>>

/** Texts that two people may want to write at the same time: where each stands, and in which field. */
export const texts = [
  ['question', 'q1', 'fillingHint'],
  ['question', 'q1', 'questionHint'],
  ['question', 'q7', 'fillingHint'],
  ['dimension', 's1', 'configHint'],
  ['dimension', 's1', 'fillingHint'],
  ['reportText', 's1', 'good'],
  ['reportText', formReportId, 'finalIntroduction'],
] as const
export type TextPlace = (typeof texts)[number]

/** A text written where somebody sees another one, or none. */
export function textMove(state: Questionnaire, [table, id, field]: TextPlace, text: string | null): FormMove {
  return edit(`${table}.edit`, { id }, state.get(table, id) ?? {}, { [field]: text })
}

/** From what the row shows to what is wanted. `about`: what names the row, where something does. */
function edit(name: string, about: Fields, row: object, to: Fields): FormMove {
  const from = Object.fromEntries(Object.keys(to).map((field) => [field, (Reflect.get(row, field) as unknown) ?? null]))
  return { name, args: { ...about, from, to }, back: { name, args: { ...about, from: to, to: from } } }
}

/** What may be changed of a form that runs: helps, points, English, texts of the reports, its name, its stages. */
export function runningMove(state: Questionnaire, text: string, now: Instant, random: () => number): FormMove {
  const roll = random()
  if (roll < 0.4) return textMove(state, oneOf(texts, random), random() < 0.1 ? null : text)
  const question = oneOf(state.definition.questions, random)
  if (roll < 0.65) {
    const key = question.kind === 'Boolean' ? 'true' : 'value'
    return edit('question.edit', { id: question.id }, question, { points: [{ key, value: Math.floor(random() * 40) / 2 }] })
  }
  if (roll < 0.75) return edit('question.edit', { id: question.id }, question, { en: { text } })
  const form = must(state.form, 'the form is not there')
  if (roll < 0.8) return edit('form.edit', {}, form, { description: text })
  if (roll < 0.84) {
    const args = { from: form.calculatedBy ?? null, to: oneOf([1, 2] as const, random) }
    return { name: 'form.calculate', args, back: { name: 'form.calculate', args: { from: args.to, to: args.from ?? 1 } } }
  }
  return stagesMove(state, now, random)
}

/** The stage that runs ends later, or one that is to come is called otherwise or ends on another day. */
function stagesMove(state: Questionnaire, now: Instant, random: () => number): FormMove {
  const { stages } = must(state.form, 'the form is not there')
  const from = stages.map(plannedOf)
  const open = stages.filter((stage) => timelineState(stage, now) !== 'complete')
  const chosen = oneOf(open.length > 0 ? open : stages, random)
  const days = 1 + Math.floor(random() * 4)
  const named = timelineState(chosen, now) === 'next' && random() < 0.4
  const to = from.map((stage) => {
    if (stage.id !== chosen.id) return stage
    return named ? { ...stage, name: `Etapa ${days}` } : { ...stage, end: addDays(stage.end, days) }
  })
  return { name: 'stages.edit', args: { from, to }, back: { name: 'stages.edit', args: { from: to, to: from } } }
}

/** What may be changed of a form that has not begun: which questions it has, where, and in which order. */
export function structureMove(state: Questionnaire, text: string, random: () => number): FormMove | null {
  const { dimensions, questions } = state.definition
  const subs = dimensions.filter((each) => each.parentId !== null)
  const tops = dimensions.filter((each) => each.parentId === null)
  const roll = random()
  const id = `n-${text.replaceAll(/\W/g, '-')}`
  if (subs.length === 0 || roll < 0.12) {
    const parentId = oneOf(tops, random).id
    const args = { id, parentId, name: text, after: behindOf(must(state.get('dimension', parentId), parentId).subDimensionIds, random) }
    return { name: 'dimension.add', args, back: { name: 'dimension.remove', args: { id } } }
  }
  const sub = oneOf(subs, random)
  if (roll < 0.2) return edit('dimension.edit', { id: sub.id }, sub, { name: text })
  if (roll < 0.26) {
    const parentId = oneOf(tops, random).id
    const siblings = must(state.get('dimension', parentId), parentId).subDimensionIds.filter((each) => each !== sub.id)
    const back = { id: sub.id, parentId: sub.parentId, after: before(siblingsOf(state, sub.parentId ?? ''), sub.id) }
    const args = { id: sub.id, parentId, after: behindOf(siblings, random) }
    return { name: 'dimension.move', args, back: { name: 'dimension.move', args: back } }
  }
  if (roll < 0.32) {
    const after = before(siblingsOf(state, sub.parentId ?? ''), sub.id)
    return { name: 'dimension.remove', args: { id: sub.id }, back: { name: 'dimension.restore', args: { id: sub.id, after } } }
  }
  if (questions.length === 0 || roll < 0.5) {
    const first = aQuestion(id, 'SimpleText', { dimensionId: sub.id, text })
    const args = { after: behindOf(sub.questionIds, random), questions: [first] }
    return { name: 'question.add', args, back: { name: 'question.remove', args: { id } } }
  }
  const question = oneOf(questions, random)
  if (roll < 0.7)
    return edit('question.edit', { id: question.id }, question, random() < 0.6 ? { text } : { required: random() < 0.5, hint: text })
  const siblings = must(state.get('dimension', question.dimensionId), question.dimensionId).questionIds
  if (roll < 0.9) {
    const target = question.parentId === null ? sub : must(state.get('dimension', question.dimensionId), question.dimensionId)
    const others = target.questionIds.filter((each) => each !== question.id)
    const back = { id: question.id, dimensionId: question.dimensionId, after: before(siblings, question.id) }
    const args = { id: question.id, dimensionId: target.id, after: behindOf(others, random) }
    return { name: 'question.move', args, back: { name: 'question.move', args: back } }
  }
  const restored = { id: question.id, after: before(siblings, question.id) }
  return { name: 'question.remove', args: { id: question.id }, back: { name: 'question.restore', args: restored } }
}

const siblingsOf = (state: Questionnaire, parentId: string): readonly string[] => state.get('dimension', parentId)?.subDimensionIds ?? []
const before = (ids: readonly string[], id: string): string | null => ids[ids.indexOf(id) - 1] ?? null
/** One of these, or their beginning. */
const behindOf = (ids: readonly string[], random: () => number): string | null =>
  ids.length === 0 || random() < 0.3 ? null : oneOf(ids, random)
