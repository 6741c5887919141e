import { expect, test } from 'vitest'
import type { Stage } from '#shared/stages/model.ts'
import { decided, isChanged, metWith, newCard, nextKind, planFrom, planOf, rebased, stageOf, wantedOf, withDays } from './plan-draft.ts'
import type { PlanDraft } from './plan-draft.ts'

const input: Stage = { id: 'a', kind: 'NormalInput', name: 'Ingreso', start: '2026-03-01', end: '2026-04-10' }
const review: Stage = { id: 'b', kind: 'FirstRevision', name: 'Revisión', start: '2026-04-15', end: '2026-05-01' }
const stands = [review, input]
const withEnd = (plan: PlanDraft, id: string, end: string): PlanDraft => ({
  ...plan,
  cards: plan.cards.map((card) => (card.id === id ? { ...card, end } : card)),
})

test('a plan begins as what stands, in its order, and is changed by the first other key', () => {
  const plan = planFrom(stands)
  expect(plan.cards.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(isChanged(plan)).toBe(false)
  expect(isChanged(withEnd(plan, 'a', '1/04/2026'))).toBe(true)
  expect(wantedOf(plan)).toEqual([input, review])
  expect(isChanged({ ...plan, cards: [...plan.cards, newCard('c', nextKind(stands), '2026-05-02')] })).toBe(true)
})

test('a day that is half typed is kept as it was typed, and is no day yet', () => {
  const plan = withEnd(planFrom(stands), 'a', '31/02/2026')
  expect(planOf(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
  expect(plan.cards.map((card) => stageOf(card).end)).toEqual(['', '2026-05-01'])
  expect(wantedOf(plan)).toBeUndefined()
  expect(planOf({ cards: 'x' })).toBeUndefined()
})

test('cards that nobody touched follow what somebody else saved; what was touched stays as it was written', () => {
  const plan = withEnd(planFrom(stands), 'a', '12/04/2026')
  const added: Stage = { ...review, id: 'c', kind: 'CorrectionInput', name: 'Ajustes', start: '2026-05-10', end: '2026-05-20' }
  const now = rebased(plan, [input, { ...review, end: '2026-05-05' }, added])
  expect(now.cards.map((card) => [card.id, card.end])).toEqual([
    ['a', '12/04/2026'],
    ['b', '5/05/2026'],
    ['c', '20/05/2026'],
  ])
  expect(metWith(now, [input, { ...review, end: '2026-05-05' }, added]).kind).toBe('merged')
  expect(rebased(plan, [input]).cards.map(({ id }) => id)).toEqual(['a'])
})

test('what both changed is the person’s to decide: their own or the other one’s, also where the other one deleted it', () => {
  const plan = withEnd(planFrom(stands), 'a', '12/04/2026')
  const moved = [{ ...input, end: '2026-04-11' }, review]
  expect(metWith(rebased(plan, moved), moved)).toMatchObject({ kind: 'moved', stageId: 'a', field: 'end' })
  const mine = decided(plan, moved, 'a', 'mine')
  expect(metWith(mine, moved)).toMatchObject({ kind: 'merged', stages: [{ id: 'a', end: '2026-04-12' }, { id: 'b' }] })
  const theirs = decided(plan, moved, 'a', 'theirs')
  expect([isChanged(theirs), metWith(theirs, moved).kind]).toEqual([false, 'merged'])
  const gone = [review]
  expect(metWith(rebased(plan, gone), gone)).toMatchObject({ kind: 'moved', stageId: 'a' })
  expect(metWith(decided(plan, gone, 'a', 'mine'), gone)).toMatchObject({ stages: [{ id: 'a', end: '2026-04-12' }, { id: 'b' }] })
  expect(decided(plan, gone, 'a', 'theirs').cards.map(({ id }) => id)).toEqual(['b'])
})

test('days that are moved come into the cards, and what was typed stays where it says the same', () => {
  const plan = withEnd(planFrom(stands), 'a', '1/4/2026')
  const half = { ...plan, cards: plan.cards.map((card) => (card.id === 'b' ? { ...card, end: '31/02/2026' } : card)) }
  const moved = withDays(
    half,
    half.cards.map((card) => ({ ...stageOf(card), start: card.id === 'b' ? '2026-04-20' : stageOf(card).start })),
  )
  expect(moved.cards.map(({ start, end }) => [start, end])).toEqual([
    ['1/03/2026', '1/4/2026'],
    ['20/04/2026', '31/02/2026'],
  ])
  expect(moved.seen).toBe(half.seen)
})
