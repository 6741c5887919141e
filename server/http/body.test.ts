import { afterEach, expect, test, vi } from 'vitest'
import { jsonOf } from './body.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const sent = (body: string) => new Request('http://localhost/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })

test.each([
  ['objects in a list', `[${'{},'.repeat(800_000)}0]`],
  ['numbers in a list', `[${'0,'.repeat(1_100_000)}0]`],
  ['lists in one another', '['.repeat(1_100_000) + ']'.repeat(1_100_000)],
  ['members of one object', `{${Array.from({ length: 310_000 }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`],
  ['texts in a list', `[${String.raw`"\\","\"",`.repeat(250_000)}0]`],
])('[AP11] a long body of a great many parts is refused before it is parsed: %s', async (_, body) => {
  const parse = vi.spyOn(JSON, 'parse')
  for (const inParts of [false, true])
    expect(await jsonOf(sent(body), 24_000_000, inParts)).toMatchObject({ ok: false, failure: { code: 'malformed' } })
  expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(0)
})

test.each([
  ['marks', 'a,[{'.repeat(600_000)],
  ['quotation marks and backslashes', String.raw`",\\",[\"`.repeat(400_000)],
])('[AP11] one long text is one part, also of %s', async (_, text) => {
  expect(await jsonOf(sent(JSON.stringify({ text })), 24_000_000)).toEqual({ ok: true, value: { text } })
})
