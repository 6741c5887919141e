import type { Route } from '#shared/contract/route.ts'
import { traceIn } from '#shared/kernel/trace.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { requestRoute } from './request.ts'

const route: Route = {
  name: 'a.trial',
  method: 'GET',
  path: 'trial',
  access: 'public',
  summary: { es: '', en: '' },
  fails: [],
}

afterEach(() => vi.unstubAllGlobals())

test('[OX8, OX9] each call names a trace of its own, and a refusal keeps the name by which the server’s log has it', async () => {
  const names: (string | null)[] = []
  vi.stubGlobal('location', { origin: 'https://iip.example' })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    names.push(new Headers(init.headers).get('traceparent'))
    const error = { code: 'internal_error', message: '', requestId: '4bf92f3577b34da6a3ce929d0e0e4736' }
    return new Response(JSON.stringify({ success: false, error }), { status: 500, headers: { 'Content-Type': 'application/json' } })
  })
  const replies = [await requestRoute(route), await requestRoute(route)]
  expect(replies[0]).toEqual({ ok: false, failure: { code: 'internal_error', requestId: '4bf92f3577b34da6a3ce929d0e0e4736' } })
  const traces = names.map((name) => traceIn(name)?.trace)
  expect(traces.every((trace) => trace !== undefined)).toBe(true)
  expect(new Set(traces).size).toBe(2)
})
