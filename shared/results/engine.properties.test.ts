import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAppeal } from '../forms/fixtures.ts'
import { formIndexOf } from '../forms/form-index.ts'
import { maxPointsOf, maxPointsOfForm } from '../forms/points.ts'
import { roundPoints, sumPoints } from '../forms/round-points.ts'
import type { FormDefinition } from '../forms/model.ts'
import { must } from '../kernel/assert.ts'
import { questionIdOf } from '../kernel/ids.ts'
import { assertProperty } from '../testing/properties.ts'
import { carriedForms } from '../testing/random-definition.ts'
import { aValue, decisionOn, drawOf, filledOf, worldWith } from '../testing/random-world.ts'
import type { Filled } from '../testing/random-world.ts'
import type { World } from '../world.ts'
import { appealable, computeResult, differencesOf } from './engine.ts'
import { usualThresholds } from './model.ts'
import type { Computed, ResultKind } from './model.ts'

const numbers = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 })
/** A questionnaire of every kind of question with points, and what somebody answered and how it was decided. */
const worked = fc.tuple(carriedForms, numbers).map(([{ definition }, drawn]) => {
  const draw = drawOf(drawn)
  return { definition, filled: filledOf(definition, draw), draw }
})
const computed = (world: World, kind: ResultKind = 'preliminary'): Computed => computeResult(world, { kind, thresholds: usualThresholds })
const worldOf = ({ definition, filled }: { definition: FormDefinition; filled: Filled }): World => worldWith(definition, filled)

test('[RS2] the order in which answers and decisions came is no matter', () =>
  assertProperty(
    fc.property(worked, ({ definition, filled, draw }) => {
      const mixed = <T>(of: readonly T[]): T[] =>
        of
          .map((each) => [draw(10_000), each] as const)
          .toSorted(([left], [right]) => left - right)
          .map(([, each]) => each)
      const other = { answers: mixed(filled.answers), decided: mixed(filled.decided) }
      expect(computed(worldWith(definition, other))).toEqual(computed(worldWith(definition, filled)))
    }),
  ))

test('[RS1] one answer more that is accepted takes nothing away, from any question, dimension or the whole', () =>
  assertProperty(
    fc.property(worked, fc.nat(), ({ definition, filled }, at) => {
      const world = worldWith(definition, filled)
      const before = computed(world)
      const answer = filled.answers[at % Math.max(1, filled.answers.length)]
      if (!answer) return
      world.set('draft', answer.unit, decisionOn(answer.unit, 'Accepted', 'SecondRevision'))
      const after = computed(world)
      expect(after.points).toBeGreaterThanOrEqual(before.points)
      after.dimensions.forEach(({ points }, place) => expect(points).toBeGreaterThanOrEqual(before.dimensions[place]?.points ?? 0))
      after.questions.forEach(({ points }, place) => expect(points).toBeGreaterThanOrEqual(before.questions[place]?.points ?? 0))
    }),
  ))

test('[RS1] nothing earns less than nothing, or more than its maximum, which no answer changes', () =>
  assertProperty(
    fc.property(worked, ({ definition, filled }) => {
      const index = formIndexOf(definition)
      const result = computed(worldWith(definition, filled))
      for (const { id, points, max, cut, units } of result.questions) {
        expect([max, points >= 0, points <= max, cut >= 0]).toEqual([maxPointsOf(index, id), true, true, true])
        for (const { own, unit, divisor } of units) {
          const entries = must(index.question(questionIdOf(unit)), unit).points
          const most = sumPoints(entries.map(({ value }) => Math.max(0, value)))
          expect([own >= 0, own <= most, own === roundPoints(own)]).toEqual([true, true, true])
          if (divisor !== null) expect(entries.some((entry) => entry.divisor === divisor.questionId)).toBe(true)
        }
      }
      for (const { points, max } of result.dimensions) expect(points).toBeLessThanOrEqual(max)
      expect([result.max, result.points <= result.max]).toEqual([maxPointsOfForm(index), true])
      const empty = computed(worldWith(definition, { answers: [], decided: [] }))
      const most = ({ dimensions, questions, max }: Computed): unknown => [
        max,
        dimensions.map((each) => each.max),
        questions.map((each) => each.max),
      ]
      expect(most(empty)).toEqual(most(result))
    }),
  ))

test('[RS2] parts add up: units less what was cut, questions, sub-dimensions and dimensions, at four decimals', () =>
  assertProperty(
    fc.property(worked, (each) => {
      const result = computed(worldOf(each))
      const { index } = worldOf(each)
      for (const { points, cut, units } of result.questions)
        expect(points).toBe(roundPoints(sumPoints(units.filter(({ counts }) => counts).map(({ own }) => own)) - cut))
      const under = (id: string): number[] =>
        result.questions.flatMap((question) => (index.question(question.id)?.dimensionId === id ? [question.points] : []))
      for (const { id, parentId, points } of result.dimensions) {
        const parts = result.dimensions.filter((part) => part.parentId === id).map((part) => part.points)
        expect(points).toBe(sumPoints(parentId === null ? parts : under(id)))
      }
      const tops = result.dimensions.filter(({ parentId }) => parentId === null).map(({ points }) => points)
      expect(result.points).toBe(sumPoints(tops))
      expect(result.points).toBe(sumPoints(result.questions.map(({ points }) => points)))
    }),
  ))

test('[RS13] a result written as JSON and read back is the same, and differs in nothing', () =>
  assertProperty(
    fc.property(worked, (each) => {
      const result = computed(worldOf(each))
      const back: Computed = JSON.parse(JSON.stringify(result))
      expect(back).toEqual(result)
      expect(differencesOf(back, result)).toEqual([])
      expect(differencesOf(result, computed(worldOf(each)))).toEqual([])
    }),
  ))

test('[RS13] whatever one answer or one decision changes in a result is named by its unit', () =>
  assertProperty(
    fc.property(worked, fc.nat(), fc.boolean(), (each, at, isAnswer) => {
      const { filled, draw, definition } = each
      const world = worldOf(each)
      const before = computed(world)
      const answer = filled.answers[at % Math.max(1, filled.answers.length)]
      if (!answer) return
      const question = must(world.index.question(answer.questionId), answer.unit)
      if (isAnswer) world.set('answer', answer.unit, { ...answer, value: aValue(question, draw), rev: 2, mid: 'm-other' })
      else world.set('draft', answer.unit, decisionOn(answer.unit, 'Rejected', 'SecondRevision'))
      const after = computed(world)
      const told = differencesOf(before, after)
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      expect(told.length === 0).toBe(isSame)
      // What the changed answer opened, closed or divides may differ with it; nothing of another question.
      const root = world.index.rootOf(question).id
      const dividing = definition.questions.filter(({ points }) => points.some(({ divisor }) => divisor === question.id))
      const roots = new Set([root, ...dividing.map((other) => world.index.rootOf(other).id)])
      expect(told.filter(({ questionId }) => !roots.has(questionId))).toEqual([])
    }),
  ))

test('[RS15] whatever of the rejected answers were accepted, it would be no less than now, and all of them no less than some', () =>
  assertProperty(
    fc.property(worked, fc.nat(), (each, at) => {
      const world = worldOf(each)
      world.set('form', 'form', { ...world.form, replica: { points: 1, excludedSubDimensionIds: [] } })
      const units = appealable(world, 'preliminary')
      const would = (accepted: readonly string[]): number =>
        computeResult(world, { kind: 'preliminary', thresholds: usualThresholds, asAccepted: new Set(accepted) }).points
      const some = units.filter((_, place) => (at >> (place % 8)) % 2 === 1)
      expect(would([])).toBe(computed(world).points)
      expect([would(some) >= would([]), would(units) >= would(some)]).toEqual([true, true])
    }),
  ))

test('[RS3] a final result is never below the preliminary one, whatever was appealed, changed, sent, decided and told', () =>
  assertProperty(
    fc.property(worked, numbers, (each, drawn) => {
      const { definition, filled } = each
      const world = worldOf(each)
      for (const row of filled.decided) world.set('evaluation', row.unit, row)
      const before = computed(world)
      const draw = drawOf(drawn)
      const opened = world.index.subDimensions.map(({ id }) => id).filter(() => draw(3) > 0)
      const isSent = draw(4) > 0
      world.set('participant', 'north', {
        ...world.participant,
        replicaSubDimensionIds: opened,
        ...(isSent && { replicaSentAt: '2025-05-20T15:00:00.000Z' }),
      })
      for (const { unit, decision } of filled.decided) {
        const answer = must(world.answer(unit), unit)
        const question = must(world.index.question(answer.questionId), unit)
        if (decision !== 'Rejected' || !opened.includes(question.dimensionId) || draw(3) === 0) continue
        // What opens others, or rows, stays: a replica that would close what was accepted does not stand (RP10).
        const isLeaf = question.dependent.length === 0 && question.kind !== 'Block'
        const changed = isLeaf && draw(2) === 0
        const after = {
          ...answer,
          appeal: anAppeal(),
          ...(changed && { value: aValue(question, draw), rejectedValue: must(answer.value, unit), rev: 2, mid: 'm-other' }),
        }
        world.set('answer', unit, after)
        if (!isSent || draw(4) === 0) continue
        const given = decisionOn(unit, draw(2) === 0 ? 'Accepted' : 'Rejected', 'ReplicaRevision', after.rev)
        world.set('draft', unit, given)
        if (draw(2) === 0) world.set('evaluation', unit, given)
      }
      const final = computed(world, 'final')
      final.questions.forEach(({ id, points }, place) => expect([id, points >= (before.questions[place]?.points ?? 0)]).toEqual([id, true]))
      expect(final.points).toBeGreaterThanOrEqual(before.points)
      if (!isSent) expect(final.points).toBe(before.points)
      expect(definition.questions.length).toBeGreaterThan(0)
    }),
  ))
