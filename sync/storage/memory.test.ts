import { expect, test } from 'vitest'
import { Tab } from '../testing/device.ts'
import { TestBrowser } from '../testing/browser.ts'
import { anAnswer, scope, setAnswer } from '../testing/fixtures.ts'
import { ManualClock, settle } from '../testing/manual-clock.ts'
import { MemoryServer } from '../testing/memory-server.ts'
import { memoryStorage } from './memory.ts'

test('[ST14] without a usable database one reads with the network, and what one writes is refused and never called saved', async () => {
  const clock = new ManualClock()
  const server = new MemoryServer(clock)
  server.pageSize = 2
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', 'read', 'm1', 'beto') })
  const tab = new Tab(new TestBrowser(clock), server, { storage: memoryStorage('iip-ana-reading') })
  await tab.engine.start()
  await settle(60)
  expect(await tab.value('q1')).toBe('read')
  expect(await tab.engine.dispatch(setAnswer, scope, { unit: 'q2', value: 'x' })).toEqual({
    ok: false,
    failure: { code: 'storage_failed' },
  })
  expect((await tab.halfWrite('q2', 'x')).kept).toBe('failed')
  expect(tab.engine.status).toMatchObject({ kind: 'storage', cause: 'silent' })
  server.put({ s: scope, p: 's1', t: 'answer', i: 'q1', r: anAnswer('q1', 'changed', 'm2', 'beto') })
  await tab.engine.syncNow()
  server.backup()('e2')
  await tab.engine.syncNow()
  expect(await tab.value('q1')).toBe('changed')
  expect(server.ledger).toEqual([])
})
