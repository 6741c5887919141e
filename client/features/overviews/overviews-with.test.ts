import { expect, test } from 'vitest'
import { overviewOf } from '#shared/evaluations/overview.ts'
import { actors, anEvaluation, aWorld, fullAnswers, noonIn } from '#shared/forms/fixtures.ts'
import { Topics } from '#sync/replica/topics.ts'
import { overviewsWith } from './overviews-with.ts'

const now = noonIn('FirstRevision')
const sent = { locked: true, lockReason: 'sent' } as const
const confirmed = aWorld({ participant: sent, answers: fullAnswers() })
const stored = new Map([['north', overviewOf(confirmed)]])

test('[LI1] a list shows a decision that waits on this device, and what the server said where nothing waits', () => {
  expect(overviewsWith(stored, [], actors.evaluator, now)).toEqual([overviewOf(confirmed)])
  const world = confirmed.clone()
  const live = { world, topics: new Topics() }
  expect(overviewsWith(stored, [live], actors.evaluator, now)[0]?.rounds.FirstRevision.drafts).toBe(0)
  world.set('draft', 'name', anEvaluation('name', 'Accepted'))
  live.topics.tell(['*'])
  expect(overviewsWith(stored, [live], actors.evaluator, now)[0]?.rounds.FirstRevision.drafts).toBe(1)
})

test('[LI2] what the person receives in part is never counted in the place of what the server counted', () => {
  const live = { world: aWorld(), topics: new Topics() }
  const open = new Map([['north', overviewOf(aWorld({ answers: fullAnswers() }))]])
  expect(overviewsWith(open, [live], actors.evaluator, noonIn('NormalInput'))[0]?.answered).toBe(fullAnswers().length)
  expect(overviewsWith(open, [live], actors.administrator, noonIn('NormalInput'))[0]?.answered).toBe(0)
  // Nothing has come from the server yet: what an earlier program brought serves until then.
  expect(overviewsWith(new Map(), [live], actors.evaluator, noonIn('NormalInput'))).toHaveLength(1)
})
