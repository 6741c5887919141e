import { apiBase } from '#shared/contract/route.ts'
import type { Fetch } from '#sync/transport/scripted.ts'
import { gzipSync } from 'node:zlib'

/** Bodies below this go as they are, as the engine's do. */
const packAboveBytes = 1024
/** Longest that a call may take before it counts as lost, as for the engine. */
const callTimeoutMs = 30_000

/** The way to a server over real HTTP, by paths below /api/v1. Each call asks where the server is. */
export const overHttp =
  (origin: () => string): Fetch =>
  (path, init) => {
    const headers = new Headers(init.headers)
    const isStream = headers.get('accept') === 'text/event-stream'
    const signals = [...(init.signal ? [init.signal] : []), ...(isStream ? [] : [AbortSignal.timeout(callTimeoutMs)])]
    let { body } = init
    if (typeof body === 'string' && body.length > packAboveBytes) {
      body = gzipSync(body)
      headers.set('content-encoding', 'gzip')
    }
    return fetch(origin() + apiBase + path, { ...init, headers, body: body ?? null, signal: AbortSignal.any(signals) })
  }
