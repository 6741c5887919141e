import type { PushRequest } from '#shared/protocol/push.ts'
import type { PullRequest } from '#shared/protocol/pull.ts'
import type { Fetch, Fortune } from '#sync/transport/scripted.ts'
import type { Fault } from './engine-tab.ts'

export const body = (init: RequestInit): PushRequest => JSON.parse(typeof init.body === 'string' ? init.body : '') as PushRequest
export const json = (response: Response, value: unknown): Response =>
  new Response(JSON.stringify(value), { status: response.status, headers: response.headers })

/** Changes what a device sends in its pushes. */
export const pushing =
  (change: (request: PushRequest) => PushRequest): NonNullable<Fault['fetch']> =>
  (inner) =>
  (path, init) =>
    path === '/sync/push' ? inner(path, { ...init, body: JSON.stringify(change(body(init))) }) : inner(path, init)

/** Changes what a device is answered. */
export const answered =
  <T>(at: string, change: (data: T) => T): NonNullable<Fault['fetch']> =>
  (inner: Fetch) =>
  async (path, init) => {
    const response = await inner(path, init)
    if (path !== at || !response.ok) return response
    const envelope: { data: T } = await response.json()
    return json(response, { success: true, data: change(envelope.data) })
  }

/** What becomes of a request on a rough line, by a roll in [0, 1): more than one in four has bad luck. */
export function roughFortune(roll: number): Fortune {
  if (roll < 0.72) return 'deliver'
  if (roll < 0.8) return 'drop'
  if (roll < 0.9) return 'reply-lost'
  return roll < 0.95 ? 'twice' : 'late'
}

/** A request's body, of a pull that asks for no more than so many rows at once. */
export function inPagesOf(rows: number | null, path: string, asked: string): string {
  if (rows === null || path !== '/sync/pull') return asked
  const request: PullRequest = JSON.parse(asked)
  return JSON.stringify({ ...request, limit: Math.min(request.limit ?? rows, rows) })
}
