import { expect, test } from 'vitest'
import type { Actor } from '../access/actor.ts'
import { actors, aPerson, aThread, aWorld, anAnswer, fullAnswers, noon, noonIn, theStages } from '../forms/fixtures.ts'
import { must } from '../kernel/assert.ts'
import { dayMs, epochMs, instantOf } from '../kernel/instant.ts'
import { workOf } from '../sends/standing.ts'
import { boundsOf } from '../stages/rules.ts'
import type { World } from '../world.ts'
import { loadStanding, teamOf, type Member } from './board.ts'
import { writableOf } from './rules.ts'

const { leader, delegate, dimensionLeader, subdimensionLeader, professional, evaluator, administrator, idle } = actors
const memberOf = (world: World, reader: Actor, userId: string, now = noon): Member =>
  must(
    teamOf(world, reader, now).members.find((each) => each.userId === userId),
    `${userId} is not on the board`,
  )
const ids = (world: World, reader: Actor, now = noon): readonly string[] => teamOf(world, reader, now).members.map(({ userId }) => userId)
const input = must(
  theStages.find(({ kind }) => kind === 'NormalInput'),
  'the fixture has it',
)

test('[BO1] leader and delegate see everybody of the institution, each with what they answer for and what waits for them', () => {
  const world = aWorld({ answers: [anAnswer('name', 'Laboratorio'), anAnswer('many', { choices: [{ value: 'a' }] })] })
  expect(ids(world, leader).toSorted()).toEqual(['capacity', 'dimension', 'idle', 'leader', 'other', 'professional'])
  expect(ids(world, delegate).toSorted()).toEqual(['capacity', 'delegate', 'dimension', 'idle', 'other', 'professional'])
  const own = memberOf(world, leader, professional.id)
  expect([own.load, own.waiting.map(({ unit }) => unit)]).toEqual([2, ['name', 'many']])
  expect(memberOf(world, leader, idle.id)).toMatchObject({ load: 0, asked: 0, waiting: [], late: false })
})

test('[BO1] what is on the board adds up to what the pages of its reader count', () => {
  const world = aWorld({
    answers: [anAnswer('name', 'Laboratorio'), anAnswer('essay', '<p>uno dos tres</p>', { level: 1, sent: true })],
    threads: [aThread('name', { state: 'replied' })],
  })
  for (const reader of [leader, delegate, dimensionLeader, subdimensionLeader]) {
    const { own, others } = workOf(world, reader, noon)
    const { members } = teamOf(world, reader, noon)
    expect([
      reader.id,
      members.reduce((sum, each) => sum + each.waiting.length, 0),
      members.filter((each) => each.own).reduce((sum, each) => sum + each.waiting.length, 0),
    ]).toEqual([reader.id, own + others, own])
  }
})

test('[BO1] who leads an area sees who answers in it and nobody else; who leads nothing, and the lab, see no board', () => {
  const world = aWorld()
  expect(ids(world, subdimensionLeader)).not.toContain(idle.id)
  expect(ids(world, subdimensionLeader).toSorted()).toEqual(['capacity', 'other', 'professional'])
  expect(ids(world, dimensionLeader).toSorted()).toEqual(['capacity', 'dimension', 'other', 'professional'])
  for (const reader of [professional, idle, evaluator, administrator]) expect(ids(world, reader)).toEqual([])
})

test('[BO1] an account that is gone stays on the board with what it still answers for', () => {
  const world = aWorld()
  world.set('person', 'other', null)
  expect(memberOf(world, leader, 'other')).toMatchObject({ person: undefined, load: 1 })
  world.set('person', 'idle', aPerson(idle, { active: false }))
  expect(ids(world, leader)).not.toContain('idle')
})

test('[BO1] where nobody can work any more nothing waits and nobody is late', () => {
  const world = aWorld({ participant: { locked: true, lockReason: 'sent' } })
  const team = teamOf(world, leader, noon)
  expect([team.stage, team.days, team.members.some((each) => each.late || each.waiting.length > 0)]).toEqual([null, 0, false])
})

test('[BO2] late is who has done less of what is asked of them than is over of the stage, and whoever owes anything in its last two days', () => {
  const { startMs, endMs } = boundsOf(input)
  const at = (part: number): string => instantOf(startMs + part * (endMs - startMs))
  const half = aWorld({ answers: [anAnswer('name', 'Laboratorio', { level: 1, sent: true })] })
  const lateAt = (world: World, now: string): boolean => memberOf(world, leader, professional.id, now).late
  expect(memberOf(half, leader, professional.id)).toMatchObject({ asked: 2, done: 1 })
  expect([lateAt(half, at(0.4)), lateAt(half, at(0.6))]).toEqual([false, true])
  expect(lateAt(aWorld(), at(0.01))).toBe(true)
  expect(lateAt(aWorld(), instantOf(startMs))).toBe(false)
  const almost = aWorld({ answers: fullAnswers({ level: 1, sent: true }).filter(({ unit }) => unit !== 'name') })
  expect([
    lateAt(almost, instantOf(endMs + 1 - 2 * dayMs)),
    lateAt(aWorld({ answers: fullAnswers({ level: 1, sent: true }) }), at(0.99)),
  ]).toEqual([true, false])
})

test('[BO2] days that are left are told with the one that runs, and what each of them would have to settle', () => {
  const { endMs } = boundsOf(input)
  const world = aWorld()
  const at = (ms: number) => teamOf(world, leader, instantOf(ms))
  expect([at(endMs).days, at(endMs + 1 - dayMs).days, at(endMs - dayMs).days]).toEqual([1, 1, 2])
  const { days } = teamOf(world, leader, noon)
  const own = memberOf(world, leader, professional.id)
  expect(own.perDay).toBe(Math.ceil(own.waiting.length / days))
})

test('[BO3] a load is heavy beyond one and a half times the mean of those who have any, and light below half of it', () => {
  expect([0, 4, 5, 10, 15, 16].map((load) => loadStanding({ load }, 10))).toEqual(['none', 'light', 'even', 'even', 'even', 'heavy'])
  const { members, mean } = teamOf(aWorld(), leader, noon)
  const loads = members.map(({ load }) => load).filter((load) => load > 0)
  expect(mean).toBeCloseTo(loads.reduce((sum, load) => sum + load, 0) / loads.length)
})

test('[BO4] the board tells who wrote to whom within the day, and of no message after it', () => {
  const world = aWorld({ participant: { written: { professional: { by: 'delegate', at: noon } } } })
  const after = (ms: number) => memberOf(world, leader, professional.id, instantOf(epochMs(noon) + ms)).written
  expect([after(dayMs - 1), after(dayMs)]).toEqual([{ by: 'delegate', at: noon }, null])
})

test('[BO4] one writes to whoever stands below about what one leads, and not upwards nor to oneself', () => {
  const world = aWorld({ answers: [anAnswer('name', 'Laboratorio')] })
  const units = (reader: Actor, to: string): readonly string[] =>
    writableOf(world, reader.id, to, workOf(world, reader, noonIn('NormalInput'))).map(({ unit }) => unit)
  expect(units(leader, professional.id)).toEqual(['name', 'many'])
  expect(units(subdimensionLeader, professional.id)).toEqual(['name', 'many'])
  expect(units(subdimensionLeader, dimensionLeader.id)).toEqual([])
  expect([units(leader, leader.id), units(leader, delegate.id), units(professional, 'other')]).toEqual([[], [], []])
})
