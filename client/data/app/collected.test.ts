import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collected } from './collected.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function aReply() {
  const pipe = new TransformStream<Uint8Array, Uint8Array>()
  const writer = pipe.writable.getWriter()
  return { reply: new Response(pipe.readable, { headers: { 'Content-Type': 'application/pdf' } }), writer }
}

test('a file that comes slowly is waited for as long as it comes', async () => {
  const { reply, writer } = aReply()
  let ended = 0
  const file = collected(reply, 30_000, () => (ended += 1))
  for (let piece = 0; piece < 10; piece += 1) {
    await writer.write(new Uint8Array([piece]))
    await turns()
    vi.advanceTimersByTime(29_000)
  }
  await writer.close()
  const read = await file
  expect([ended, read.ok && read.value.size, read.ok && read.value.type]).toEqual([0, 10, 'application/pdf'])
})

test('a file that falls silent or breaks off is told as a network that is not there', async () => {
  const { reply, writer } = aReply()
  const file = collected(reply, 30_000, () => void writer.abort(new Error('silent')))
  await writer.write(new Uint8Array([1]))
  await turns()
  vi.advanceTimersByTime(31_000)
  expect(await file).toEqual({ ok: false, failure: { code: 'unavailable' } })
})
