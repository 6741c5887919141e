import type { Notice } from '#shared/notices/model.ts'
import { readNotices } from '#shared/notices/mutations.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { expect, test } from 'vitest'
import { aTab, rest, Tab } from '../testing/device.ts'
import { ana } from '../testing/fixtures.ts'

const scope = ownScope(ana.id)
const notice: Notice = {
  id: 'n1',
  kind: 'assigned',
  subject: 'Tiene preguntas a su cargo',
  content: '',
  link: null,
  at: '2026-03-10T12:00:00.000Z',
  readAt: null,
}

async function marks(tab: Tab): Promise<(string | null)[]> {
  const own = await tab.engine.own()
  if (!own.ok) throw new Error(own.failure.code)
  return [...own.value.state.notices()].map(({ readAt }) => readAt)
}

test('[NO2] a notice comes to the device by itself, is read there at once without a network, and stays so when the page begins anew', async () => {
  const { clock, server, browser, tab } = await aTab()
  expect(await marks(tab)).toEqual([])
  server.put({ s: scope, p: '', t: 'notice', i: notice.id, r: notice })
  await tab.engine.syncNow()
  await rest(clock)
  expect(await marks(tab)).toEqual([null])
  server.fate = () => 'lost'
  const read = await tab.engine.dispatch(readNotices, scope, { ids: [notice.id] })
  expect(read.ok).toBe(true)
  expect(await marks(tab)).toEqual([expect.any(String)])
  expect(tab.engine.counts().toSend).toBe(1)
  tab.kill()
  const again = new Tab(browser, server)
  await again.engine.start()
  await rest(clock)
  expect(await marks(again)).toEqual([expect.any(String)])
  expect(again.engine.counts().toSend).toBe(1)
  // What is read already is not asked for again.
  const twice = await again.engine.dispatch(readNotices, scope, { ids: [notice.id] })
  expect(twice).toMatchObject({ ok: true, value: { mid: null } })
})
