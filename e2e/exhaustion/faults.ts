import type { PushReply, PushRequest } from '#shared/protocol/push.ts'
import { acknowledge } from '../convergence/bugs.ts'
import type { Fault } from './small-device.ts'

const isPush = (path: string): boolean => path.endsWith('/sync/push')
const requestIn = (init: RequestInit): PushRequest => JSON.parse(typeof init.body === 'string' ? init.body : '')

/** Faults that show in few orders of events only: each must be found in the small world. */
export const faults: readonly Fault[] = [
  {
    name: 'what was sent counts as taken when its tab opens again',
    storage: (storage) => ({
      ...storage,
      lead: async (token) => {
        await storage.lead(token)
        const { device } = await storage.position()
        if (device.inFlightThrough > 0) await acknowledge(storage, device.inFlightThrough)
      },
    }),
  },
  {
    name: 'a push that had no answer is made anew',
    fetch: (inner) => {
      const tried = new Set<string>()
      return (path, init) => {
        if (!isPush(path)) return inner(path, init)
        const request = requestIn(init)
        const mutations = request.mutations.map((one) => (tried.has(one.mid) ? { ...one, mid: `${one.mid}-again` } : one))
        for (const one of request.mutations) tried.add(one.mid)
        return inner(path, { ...init, body: JSON.stringify({ ...request, mutations }) })
      }
    },
  },
  {
    name: 'two that wait go newest first',
    fetch: (inner) => (path, init) => {
      if (!isPush(path)) return inner(path, init)
      const request = requestIn(init)
      const [first] = request.mutations
      const mutations = request.mutations.toReversed().map((one, at) => ({ ...one, seq: (first?.seq ?? 0) + at }))
      return inner(path, { ...init, body: JSON.stringify({ ...request, mutations }) })
    },
  },
  {
    name: 'what is made while a push is on its way takes the place of what flew',
    storage: (storage) => ({
      ...storage,
      takeForFlight: async (after, limits) => ({ kind: 'written', value: (await storage.outbox(after)).slice(0, limits.count) }),
      enqueue: async (order) => {
        const [waiting] = await storage.outbox(0)
        const [one] = order.add
        if (!waiting || !one || waiting.n !== one.n || waiting.entity !== one.entity) return storage.enqueue(order)
        const written = await storage.enqueue({ ...order, add: [], replace: [{ ...waiting, a: one.a }] })
        return written.kind === 'written' ? { kind: 'written', seqs: [waiting.seq] } : written
      },
    }),
  },
  {
    name: 'a tab that opens does not read what waits',
    storage: (storage) => ({ ...storage, outbox: async () => [] }),
  },
  {
    name: 'what did not stand is told to nobody',
    fetch: (inner) => async (path, init) => {
      const response = await inner(path, init)
      if (!response.ok || !/\/sync\/(?:push|pull)$/.test(path)) return response
      const { data }: { data: PushReply & { rows?: { t: string }[]; outcomes?: unknown[]; check?: object } } = await response.json()
      const rows = data.rows?.filter((row) => row.t !== 'conflict')
      const changed = isPush(path) ? { ...data, results: [] } : { ...data, rows, outcomes: [], check: {} }
      return Response.json({ success: true, data: changed })
    },
  },
]
