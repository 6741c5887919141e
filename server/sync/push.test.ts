import { afterEach, expect, test } from 'vitest'
import { createTestApp, wire, type TestApp } from '../testing/app.ts'

let open: TestApp[] = []
const start = async (): Promise<TestApp> => {
  const made = await createTestApp()
  open.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()))
  open = []
})

test('an answer pushed by the leader is in the next pull, acknowledged in the same reply', async () => {
  const server = await start()
  const ana = await server.token('ana')
  const pushed = await server.push(ana, 'dev-1', [wire(1, 'answer.set', { unit: 'q1', value: 'hola' })])
  expect(pushed.status, JSON.stringify(pushed.error)).toBe(200)
  expect(pushed.data).toMatchObject({ lastSeq: 1, results: [] })
  const pulled = await server.pull(ana, 'dev-1', null)
  expect(pulled.data.acked).toBe(1)
  const row = pulled.data.rows.find((each) => each.t === 'answer' && each.i === 'q1')
  expect(row?.r).toMatchObject({ value: 'hola', authorId: 'ana' })
})
