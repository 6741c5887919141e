import { expect, test } from 'vitest'
import { papersOn } from './papers.ts'
import { aTab, Tab } from './testing/device.ts'

test('[PL26] a paper that was kept opens without a network until it is removed, and goes with what was confirmed', async () => {
  const { tab, server, browser } = await aTab()
  const keep = (id: string, ...bytes: number[]): Promise<boolean> =>
    papersOn(tab.engine).keep({ id, name: `${id}.pdf`, mime: 'application/pdf', about: { version: bytes.length } }, new Uint8Array(bytes))
  expect(await Promise.all([keep('first', 1), keep('second', 1, 2)])).toEqual([true, true])
  // The same report again takes the place of what was kept of it.
  await keep('first', 1, 2, 3)
  tab.kill()
  server.fate = () => 'lost'
  const second = new Tab(browser, server)
  await second.engine.start()
  expect((await papersOn(second.engine).list()).map(({ id, sizeBytes }) => [id, sizeBytes])).toEqual([
    ['first', 3],
    ['second', 2],
  ])
  const kept = await papersOn(second.engine).read('first')
  expect([kept?.type, [...new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer())]]).toEqual(['application/pdf', [1, 2, 3]])
  await papersOn(second.engine).remove('second')
  expect(await papersOn(second.engine).read('second')).toBeUndefined()
  await second.engine.seal()
  const disk = browser.tab('iip-test-ana').storage
  await disk.open('unused')
  expect([await disk.note('papers'), await disk.note('paper:first'), await disk.note('paper:second')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  disk.close()
})

test('[PL26] beyond forty papers the oldest goes', async () => {
  const { tab } = await aTab()
  for (let at = 0; at < 41; at += 1)
    await papersOn(tab.engine).keep({ id: `${at}`, name: '', mime: 'application/pdf', about: null }, new Uint8Array([at]))
  expect(await papersOn(tab.engine).list()).toHaveLength(40)
  expect(await papersOn(tab.engine).read('0')).toBeUndefined()
  expect(await papersOn(tab.engine).read('40')).toBeDefined()
})
