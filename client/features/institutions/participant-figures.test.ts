import { expect, test } from 'vitest'
import { actors, aWorld, noonIn } from '#shared/forms/fixtures.ts'
import type { Phase } from '#shared/stages/model.ts'
import { figuresOf } from './participant-figures.ts'

const sent = { locked: true, lockReason: 'sent' } as const
const offered = (phase: Phase, participant: Parameters<typeof aWorld>[0] = { phase, participant: sent }) => {
  const { acts, reopens } = figuresOf(aWorld(participant), actors.administrator, noonIn(phase))
  return `${acts ? 'act' : '-'} ${reopens ? 'reopen' : '-'}`
}

test('an administrator is offered what rules R15 and L9 give: to act from first input to replica, to reopen where it lets the institution write', () => {
  expect(offered('NormalInput')).toBe('act reopen')
  expect(offered('NormalInput', {})).toBe('act -')
  expect(offered('FirstRevision')).toBe('act -')
  expect(offered('CorrectionInput')).toBe('act reopen')
  expect(offered('CalculateResults')).toBe('act -')
  expect(offered('ShowResults')).toBe('- -')
  expect(offered('Gap')).toBe('- -')
})

test('an institution that has sent nothing yet shows its own advance', () => {
  const { state, pendent, advance } = figuresOf(aWorld(), actors.administrator, noonIn('NormalInput'))
  expect({ state, advance }).toEqual({ state: 'notStarted', advance: 0 })
  expect(pendent).toBeGreaterThan(0)
})
