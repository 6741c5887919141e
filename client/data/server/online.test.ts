import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { me } from '#shared/accounts/routes.ts'
import type { Connection } from './connection.ts'
import type * as Requests from './request.ts'

let connection: Connection
let request: typeof Requests
/** What the browser and the server are to this page. */
let answer: () => Promise<Response>
const asked: string[] = []
const browser = Object.assign(new EventTarget(), { onLine: true, visibilityState: 'visible' })

beforeEach(async () => {
  asked.length = 0
  Object.assign(browser, { onLine: true, visibilityState: 'visible' })
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://iip.example' })
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('document', browser)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    asked.push(new URL(url).pathname)
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      answer().then(resolve, reject)
    })
  })
  await begin()
})

/** The page begins, and knows nothing. */
async function begin(): Promise<void> {
  vi.resetModules()
  ;({ connection } = await import('./online.ts'))
  request = await import('./request.ts')
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const saying =
  (status: number, body: string, type = 'application/json') =>
  (): Promise<Response> =>
    Promise.resolve(new Response(body, { status, headers: { 'Content-Type': type } }))
const refusal = (code: string): string => JSON.stringify({ success: false, error: { code, message: '', requestId: 'a' } })
const gone = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
const providers = saying(200, JSON.stringify({ success: true, data: { providers: [] } }))

test('[CN1] whatever our server says it answers; whatever else answers, or nothing, is no connection', async () => {
  const cases: readonly (readonly [string, () => Promise<Response>, boolean])[] = [
    ['our answer', providers, true],
    ['a refusal', saying(401, refusal('unauthenticated')), true],
    ['a server that asks to wait', saying(503, refusal('unavailable')), true],
    ['an older server that does not know the call', saying(404, refusal('not_found')), true],
    ['a portal’s page', saying(200, '<html>Acepte las condiciones</html>', 'text/html'), false],
    ['a portal’s JSON', saying(200, '{"login":true}'), false],
    ['a page of a portal that calls itself JSON', saying(200, '<html></html>'), false],
    ['a proxy whose server is gone', saying(502, '<html>Bad Gateway</html>', 'text/html'), false],
    ['an empty reply', saying(200, ''), false],
    ['no network', gone, false],
  ]
  for (const [what, said, isAnswer] of cases) {
    answer = said
    const stop = connection.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(connection.online, what).toBe(isAnswer)
    stop()
    await begin()
  }
  expect(new Set(asked)).toEqual(new Set(['/api/v1/auth/providers']))
})

test('[CN1] every call of the page tells: one that our server answered, one that it refused, and one that nobody answered', async () => {
  answer = gone
  const stop = connection.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.online).toBe(false)
  answer = saying(401, refusal('unauthenticated'))
  await request.requestRoute(me)
  expect(connection.online).toBe(true)
  answer = gone
  await request.requestRoute(me)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.online).toBe(false)
  answer = saying(404, refusal('not_found'))
  const file = await request.requestRaw({ method: 'GET', path: '/api/v1/a/file' })
  expect(file.ok && (await request.envelopeOf(file.value))).toMatchObject({ success: false })
  expect(connection.online).toBe(true)
  answer = saying(200, '<html></html>', 'text/html')
  await request.requestRoute(me)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.online).toBe(false)
  stop()
})

test('[CN2] the browser’s events and the page that comes into sight have the server asked at once; nothing is left running', async () => {
  answer = gone
  const stop = connection.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(300_000)
  answer = providers
  browser.visibilityState = 'hidden'
  browser.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(connection.online).toBe(false)
  browser.visibilityState = 'visible'
  browser.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.online).toBe(true)
  for (const what of ['offline', 'online']) {
    const { length } = asked
    browser.onLine = what === 'online'
    browser.dispatchEvent(new Event(what))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.length, what).toBe(length + 1)
    expect(connection.online).toBe(true)
  }
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
