import type { PullReply } from '#shared/protocol/pull.ts'
import type { PushReply } from '#shared/protocol/push.ts'
import type { OutboxRow, Storage } from '#sync/storage/storage.ts'
import { answered, body, json, pushing } from './broken-wire.ts'
import type { Fault } from './engine-tab.ts'

/** Takes out of the outbox what stands at or below a sequence, as if the server had acknowledged it. */
async function acknowledge(storage: Storage, through: number): Promise<void> {
  const { position } = await storage.position()
  const { offsetMs } = position
  const [epoch, serverTime] = [position.epoch ?? '', position.serverTime ?? '']
  await storage.recordReply({ through, outcomes: [], serverTime, offsetMs, epoch }, null)
  await storage.applyPull(
    {
      from: position.cursor,
      epoch,
      cursor: position.cursor ?? '',
      more: false,
      acked: through,
      ackedMid: null,
      serverTime,
      offsetMs,
      pulledAt: position.pulledAt ?? 0,
      reset: [],
      drop: [],
      rows: [],
      outcomes: [],
    },
    null,
  )
}

/** Writes an outbox that lacks what it should hold: each storage method stays what it is but for one. */
const emptied = async (storage: Storage, through: number): Promise<void> => {
  const rows = await storage.outbox(0)
  await storage.takeForFlight(0, { count: rows.length, bytes: Infinity }, null)
  await acknowledge(storage, Math.min(through, rows.at(-1)?.seq ?? 0))
  // What was sent would be sent again as soon as the server acknowledges less.
  await storage.forgetSent('9999-12-31T00:00:00.000Z')
}

/** Device under which each mutation was sent first: longer than a tab lives. */
const firstSentAs = new Map<string, string>()

/** Faults that people have really made in engines like this one, put around the engine from outside. Each must turn red whatever plays with it. */
export const faults: readonly Fault[] = [
  {
    name: 'the queue is emptied when the session ends',
    storage: (storage) => {
      let takenThrough = 0
      return {
        ...storage,
        takeForFlight: async (after, limits, leader) => {
          // A push that follows one without an answer is one that was refused.
          if (takenThrough > after) await emptied(storage, takenThrough)
          const taken = await storage.takeForFlight(after, limits, leader)
          if (taken.kind === 'written') takenThrough = taken.value.at(-1)?.seq ?? takenThrough
          return taken
        },
      }
    },
  },
  {
    name: 'a push counts as taken before the server has it',
    storage: (storage) => ({
      ...storage,
      takeForFlight: async (after, limits, leader) => {
        const taken = await storage.takeForFlight(after, limits, leader)
        if (taken.kind === 'written' && taken.value.length > 0) await emptied(storage, taken.value.at(-1)?.seq ?? 0)
        return taken
      },
    }),
  },
  {
    name: 'a retry takes a new mid',
    fetch: pushing((request) => ({
      ...request,
      mutations: request.mutations.map((one, at) => ({ ...one, mid: `${one.mid}-${Math.floor(request.pending + at)}` })),
    })),
  },
  {
    name: 'a mutation of the push is skipped and the sequence closed over it',
    fetch: pushing((request) => {
      const [first] = request.mutations
      if (request.mutations.length < 2 || !first) return request
      return { ...request, mutations: request.mutations.slice(1).map((one, at) => ({ ...one, seq: first.seq + at })) }
    }),
  },
  {
    name: 'a push goes newest first',
    fetch: pushing((request) => {
      const first = request.mutations[0]?.seq ?? 0
      return { ...request, mutations: request.mutations.toReversed().map((one, at) => ({ ...one, seq: first + at })) }
    }),
  },
  {
    name: 'the base is left out',
    fetch: pushing((request) => ({ ...request, mutations: request.mutations.map((one) => ({ ...one, b: null })) })),
  },
  {
    name: 'the pull skips rows, as a bare cursor does',
    fetch: answered<PullReply>('/sync/pull', (page) => ({
      ...page,
      rows: page.rows.filter((row) => row.t !== 'answer' || row.v % 3 !== 0),
      check: {},
    })),
  },
  {
    name: 'an acknowledgement runs ahead of its effects',
    fetch: answered<PullReply>('/sync/pull', (page) => ({ ...page, rows: page.acked > 0 ? page.rows.slice(1) : page.rows, check: {} })),
  },
  {
    name: 'a reset forgets the outbox',
    storage: (storage) => ({
      ...storage,
      applyPull: async (patch, leader) => {
        const applied = await storage.applyPull(patch, leader)
        if (applied.kind === 'written' && (patch.from === null || patch.reset.length > 0)) await emptied(storage, 1_000_000)
        return applied
      },
    }),
  },
  {
    // Engine and storage each guard against it: here neither knows what has flown.
    name: 'what was on the wire is changed in place',
    storage: (storage) => {
      let flown: readonly OutboxRow[] = []
      return {
        ...storage,
        takeForFlight: async (after, limits) => {
          flown = (await storage.outbox(after)).slice(0, limits.count)
          return { kind: 'written', value: [...flown] }
        },
        enqueue: async (order) => {
          const [one] = order.add
          const former = flown.find((row) => row.n === one?.n && row.s === one.s && row.entity === one.entity)
          if (!one || !former || order.add.length > 1) return storage.enqueue(order)
          const written = await storage.enqueue({ ...order, add: [], replace: [{ ...former, a: one.a }] })
          return written.kind === 'written' ? { kind: 'written', seqs: [former.seq] } : storage.enqueue(order)
        },
      }
    },
  },
  {
    name: 'outcomes are thrown away',
    fetch: (inner) => {
      const push = answered<PushReply>('/sync/push', (reply) => ({ ...reply, results: [] }))
      const pull = answered<PullReply>('/sync/pull', (page) => ({
        ...page,
        outcomes: [],
        rows: page.rows.filter((row) => row.t !== 'conflict'),
        check: {},
      }))
      return push(pull(inner))
    },
  },
  {
    name: 'tabs are not fenced and a late reply moves the cursor back',
    storage: (storage) => ({
      ...storage,
      applyPull: async (patch) => storage.applyPull({ ...patch, from: (await storage.position()).position.cursor }, null),
    }),
  },
  {
    name: 'a push is sent again as another device',
    fetch: (inner) => async (path, init) => {
      if (path !== '/sync/push') return inner(path, init)
      const request = body(init)
      const twin = {
        ...request,
        deviceId: `${request.deviceId}-twin`,
        mutations: request.mutations.map((one, at) => ({ ...one, seq: at + 1, mid: `${one.mid}-twin` })),
      }
      await inner(path, { ...init, body: JSON.stringify(twin) }).catch(() => undefined)
      return inner(path, init)
    },
  },
  {
    name: 'after a restore nothing is sent again',
    storage: (storage) => ({ ...storage, rewind: async (options) => (options.restart ? storage.restartPull() : storage.rewind(options)) }),
  },
  {
    name: 'a copied profile is not noticed',
    storage: (storage) => ({
      ...storage,
      applyPull: async (patch, leader) => {
        const applied = await storage.applyPull(patch, leader)
        if (applied.kind !== 'forked') return applied
        const { acked } = (await storage.position()).position
        return storage.applyPull({ ...patch, acked, ackedMid: null }, leader)
      },
    }),
    fetch: (inner) => async (path, init) => {
      const response = await inner(path, init)
      if (path !== '/sync/push') return response
      const { epoch, mutations } = body(init)
      const text = await response.text()
      if (response.status !== 409 || !text.includes('device_fork')) return new Response(text, response)
      const reply = {
        epoch: epoch ?? '',
        lastSeq: mutations.at(-1)?.seq ?? 0,
        serverTime: '2026-03-10T12:00:00.000Z',
        results: [],
        minSchema: 1,
      }
      return json(new Response(null, { headers: response.headers }), { success: true, data: reply })
    },
  },
  {
    name: 'a pull that starts over takes the place of what is held page by page',
    storage: (storage) => ({ ...storage, applyPull: (patch, leader) => storage.applyPull({ ...patch, more: false }, leader) }),
  },
  {
    name: 'what goes again under another device id is new to the server',
    fetch: pushing((request) => ({
      ...request,
      mutations: request.mutations.map((one) => {
        const before = firstSentAs.get(one.mid) ?? request.deviceId
        firstSentAs.set(one.mid, before)
        return before === request.deviceId ? one : { ...one, mid: `${one.mid}-again` }
      }),
    })),
  },
  {
    name: 'a write that found no room counts as done',
    storage: (storage) => ({
      ...storage,
      enqueue: async (order) => {
        try {
          return await storage.enqueue(order)
        } catch {
          const { nextSeq } = (await storage.position()).device
          return { kind: 'written', seqs: order.add.map((_, at) => nextSeq + at) }
        }
      },
    }),
  },
  {
    name: 'a file counts as arrived when its upload begins',
    fetch: (inner) => (path, init) =>
      path.startsWith('/attachments/') && init.method === 'POST'
        ? Promise.resolve(
            json(new Response(null, { headers: { 'content-type': 'application/json' } }), { success: true, data: { state: 'ready' } }),
          )
        : inner(path, init),
  },
  {
    name: 'a push that had no answer is made anew',
    fetch: (inner) => {
      const tried = new Set<string>()
      const anew = pushing((request) => {
        const mutations = request.mutations.map((one) => (tried.has(one.mid) ? { ...one, mid: `${one.mid}-again` } : one))
        for (const one of request.mutations) tried.add(one.mid)
        return { ...request, mutations }
      })
      return anew(inner)
    },
  },
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
    name: 'a tab that opens does not read what waits',
    storage: (storage) => ({ ...storage, outbox: async () => [] }),
  },
]
