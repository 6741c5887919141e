import { expect, test } from 'vitest'
import { aTab, rest } from '../testing/device.ts'
import { pushMaxMutations } from '#shared/protocol/push.ts'

test('[OB2] [OB3] what needs several batches arrives in order and once, also when replies in between are lost', async () => {
  const count = 2 * pushMaxMutations + 300
  const { server, tab, clock } = await aTab({ questions: count })
  server.fate = () => 'lost'
  await Promise.all(Array.from({ length: count }, (_, at) => tab.set(`q${at + 1}`, `text ${at + 1}`)))
  let pushes = 0
  server.fate = (call) => (call === 'push' && (pushes += 1) % 3 === 2 ? 'reply-lost' : null)
  await rest(clock, 300_000)
  expect(server.ledger.map((one) => one.seq)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  expect(new Set(server.ledger.map((one) => one.mid)).size).toBe(count)
  expect(tab.engine.pendingCounts().mutations).toBe(0)
  expect(server.row('answer', `q${count}`)?.value).toBe(`text ${count}`)
})

test('what a person changes while the last batch is on its way may still be replaced', async () => {
  const { server, tab, clock } = await aTab()
  let release = (): void => undefined
  server.gate = (call) => (call === 'push' ? new Promise((resolve) => (release = resolve)) : Promise.resolve())
  await tab.set('q1', 'first')
  await rest(clock, 10)
  const mid = await tab.set('q2', 'draft')
  expect(await tab.set('q2', 'final')).toBe(mid)
  server.gate = () => Promise.resolve()
  release()
  await rest(clock, 5_000)
  expect(server.ledger.map((one) => one.a)).toEqual([
    { unit: 'q1', value: 'first' },
    { unit: 'q2', value: 'final' },
  ])
})
