import { expect, test } from 'vitest'
import type { Standing } from '#shared/presence/model.ts'
import { aTab, rest, Tab } from '../testing/device.ts'
import { settle } from '../testing/manual-clock.ts'
import type { MemoryServer } from '../testing/memory-server.ts'

const at = (questionId: string | null): Standing => ({ formId: 'f1', institutionId: 'north', questionId })
const told = (server: MemoryServer): readonly unknown[] => server.requests.filter(({ call }) => call === 'stand').map(({ body }) => body)
const present = (n: number) => ({ s: 'inst:north:f1', n, who: n > 0 ? [{ u: 'berta', q: ['q1'] }] : [] })

test('[PS5] a device says where its person is once they rest, alone it says so seldom, and at once when somebody comes', async () => {
  const { server, tab, clock } = await aTab()
  for (const question of ['q1', 'q2', 'q3']) tab.engine.stand(at(question))
  await rest(clock)
  expect(told(server)).toEqual([at('q3')])
  await rest(clock, 40_000)
  expect(told(server)).toHaveLength(1)
  server.tellPresent(present(1))
  await rest(clock)
  expect(told(server)).toEqual([at('q3'), at('q3')])
  for (let round = 0; round < 3; round += 1) {
    server.tellPresent(present(1))
    await rest(clock, 20_000)
  }
  expect(told(server).length).toBeGreaterThanOrEqual(4)
  tab.engine.stand(null)
  await rest(clock)
  expect(told(server).at(-1)).toBeNull()
})

test('[PS5] who is there is shown while the stream says so, and nobody once it ended or said nothing for 45 seconds', async () => {
  const { server, tab, clock } = await aTab()
  const news: number[] = []
  tab.engine.subscribe('presence', () => news.push(tab.engine.present?.n ?? 0))
  server.tellPresent(present(1))
  server.tellPresent(present(1))
  expect(tab.engine.present).toEqual(present(1))
  expect(news).toEqual([1])
  server.endStreams()
  await settle(20)
  expect(tab.engine.present).toBeNull()
  await rest(clock, 5_000)
  server.tellPresent(present(1))
  await rest(clock, 45_001)
  expect(tab.engine.present).toBeNull()
})

test('[PS5] without a network nothing is said, nothing waits, and what was not told is told afterwards', async () => {
  const { server, tab, clock, browser } = await aTab()
  server.tellPresent(present(1))
  browser.setOnline(false)
  expect(tab.engine.present).toBeNull()
  server.tellPresent(present(2))
  expect(tab.engine.present).toBeNull()
  tab.engine.stand(at('q1'))
  await rest(clock, 30_000)
  expect(told(server)).toEqual([])
  expect(tab.engine.counts().toSend).toBe(0)
  browser.setOnline(true)
  await rest(clock, 25_000)
  expect(told(server)).toEqual([at('q1')])
})

test('[PS2] of the tabs of a browser one speaks for all: where the person went last, until they look elsewhere', async () => {
  const { server, tab, clock, browser } = await aTab()
  const second = new Tab(browser, server)
  await second.engine.start()
  await rest(clock)
  tab.engine.stand(at('q1'))
  await rest(clock)
  second.engine.stand(at('q2'))
  await rest(clock)
  expect(told(server)).toEqual([at('q1'), at('q2')])
  server.tellPresent(present(1))
  await settle(20)
  expect(second.engine.present).toEqual(present(1))
  // The one that leaves takes nothing from the one that is looked at.
  tab.engine.stand(null)
  await rest(clock)
  expect(told(server).at(-1)).toEqual(at('q2'))
  // A tab that nobody looks at says nothing any more.
  second.setVisible(false)
  const before = told(server).length
  server.tellPresent(present(1))
  await rest(clock, 60_000)
  expect(told(server).length - before).toBeLessThanOrEqual(1)
})
