import { expect, test } from 'vitest'
import { actors, anEvaluation, aWorld, fullAnswers, noonIn } from '#shared/forms/fixtures.ts'
import type { Phase } from '#shared/stages/model.ts'
import type { World } from '#shared/world.ts'
import { overviewOf } from '#shared/evaluations/overview.ts'
import { figuresOf } from './participant-figures.ts'

const figuresIn = (world: World, phase: Phase) => figuresOf(overviewOf(world), world.form, actors.administrator, noonIn(phase))

const sent = { locked: true, lockReason: 'sent' } as const
const offered = (phase: Phase, participant: Parameters<typeof aWorld>[0] = { phase, participant: sent }) => {
  const { acts, reopens } = figuresIn(aWorld(participant), phase)
  return `${acts ? 'act' : '-'} ${reopens ? 'reopen' : '-'}`
}

test('[AN9] [SE11] an administrator is offered to act from first input to replica, to reopen where it lets the institution write', () => {
  expect(offered('NormalInput')).toBe('act reopen')
  expect(offered('NormalInput', {})).toBe('act -')
  expect(offered('FirstRevision')).toBe('act -')
  expect(offered('CorrectionInput')).toBe('act reopen')
  expect(offered('CalculateResults')).toBe('act -')
  expect(offered('ShowResults')).toBe('- -')
  expect(offered('Gap')).toBe('- -')
})

test('an institution that has sent nothing yet shows its own advance', () => {
  const { state, pendent, advance } = figuresIn(aWorld(), 'NormalInput')
  expect({ state, advance }).toEqual({ state: 'notStarted', advance: 0 })
  expect(pendent).toBeGreaterThan(0)
})

test('[EV16] a second revision that ended unsent is shown to the administration with its undecided answers, and none while it runs', () => {
  const world = aWorld({
    participant: sent,
    answers: fullAnswers(),
    drafts: [anEvaluation('name', 'Accepted', { round: 'SecondRevision' })],
  })
  expect(figuresIn(world, 'SecondRevision').unsent).toEqual([])
  const [unsent] = figuresIn(world, 'CalculateResults').unsent
  expect([unsent?.stage.kind, unsent?.undecided]).toEqual(['SecondRevision', fullAnswers().length - 1])
})
