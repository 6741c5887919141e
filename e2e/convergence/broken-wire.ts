import type { PushRequest } from '#shared/protocol/push.ts'
import type { Fetch } from '#sync/transport/scripted.ts'
import type { Bug } from './sim-device.ts'

export const body = (init: RequestInit): PushRequest => JSON.parse(typeof init.body === 'string' ? init.body : '') as PushRequest
export const json = (response: Response, value: unknown): Response =>
  new Response(JSON.stringify(value), { status: response.status, headers: response.headers })

/** Changes what a device sends in its pushes. */
export const pushing =
  (change: (request: PushRequest) => PushRequest): NonNullable<Bug['fetch']> =>
  (inner) =>
  (path, init) =>
    path === '/sync/push' ? inner(path, { ...init, body: JSON.stringify(change(body(init))) }) : inner(path, init)

/** Changes what a device is answered. */
export const answered =
  <T>(at: string, change: (data: T) => T): NonNullable<Bug['fetch']> =>
  (inner: Fetch) =>
  async (path, init) => {
    const response = await inner(path, init)
    if (path !== at || !response.ok) return response
    const envelope: { data: T } = await response.json()
    return json(response, { success: true, data: change(envelope.data) })
  }
