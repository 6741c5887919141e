import { protocolVersion, schemaVersion } from '#shared/protocol/version.ts'
import { apiBase } from '#shared/contract/route.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerProcess } from '../server.ts'
import { countryShape, layCountry, type Country } from './country-ground.ts'
import { unitsOf } from './form.ts'
import { startFloor } from './lab.ts'
import type { ListeningDone, ListeningOrder } from './listeners.ts'
import { quantile, type Line } from './stats.ts'

const peopleEach = 2
const labStreams = 5
const pushes = 100
const sampleMs = 100

interface CrowdOrder {
  readonly institutions: number
  readonly answers: number
  readonly evaluators: number
}

/** A whole country on one server: what it takes of memory once everything was touched, and how soon thousands of open streams are told. */
export async function crowd({ institutions, answers, evaluators }: CrowdOrder): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  const dataDir = join(folder, 'data')
  const laid = await layCountry(dataDir, { institutions, answers, people: peopleEach, evaluators, stage: 'NormalInput' })
  const server = await ServerProcess.launch({ dataDir, env: { SEED: 'none' } })
  const floor = await startFloor(join(folder, 'floor.sqlite'))
  try {
    const memory = await touched(server, laid)
    const bareMb = await residentMb(`/proc/${floor.process.pid ?? 0}/status`)
    const streams = laid.people.length + laid.evaluators.length + labStreams
    const ours = await listened(ourOrder(server, laid))
    const bare = await listened(bareOrder(floor.url, laid))
    const told = (share: number): Pick<Line, 'ours' | 'beside'> => ({
      ours: [quantile(ours.toldMs, share)],
      beside: [quantile(bare.toldMs, share)],
    })
    const whose = `${institutions.toLocaleString('en')} institutions × ${answers} answers`
    return [
      {
        what: `memory of the server, ${whose}: every institution opened, every answer in two exports (floor: a bare server)`,
        unit: 'MB',
        ours: [memory.peakMb],
        beside: [bareMb],
        goal: { most: 1000 },
        note: `at its most; ${memory.restMb.toFixed(0)} MB afterwards; the exports took ${(memory.exportMs / 1000).toFixed(1)} s`,
      },
      {
        what: `${streams.toLocaleString('en')} streams open: a push is told, p50`,
        unit: 'ms',
        ...told(0.5),
        goal: null,
        note: `all streams were open after ${(ours.openMs / 1000).toFixed(1)} s (floor ${(bare.openMs / 1000).toFixed(1)} s)`,
      },
      { what: `${streams.toLocaleString('en')} streams open: a push is told, p95`, unit: 'ms', ...told(0.95), goal: { most: 100 } },
    ]
  } finally {
    floor.process.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Goes through everything as the lab would, and says what the server took of memory meanwhile. */
async function touched(server: ServerProcess, laid: Country): Promise<{ peakMb: number; restMb: number; exportMs: number }> {
  const headers = { authorization: `Bearer ${laid.administrator.token}` }
  const read = async (path: string): Promise<void> => {
    const reply = await fetch(`${server.url}${apiBase}/${path}`, { headers })
    if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    for await (const piece of reply.body) void piece
  }
  let peakMb = 0
  let over = false
  const sampling = (async () => {
    while (!over) {
      peakMb = Math.max(peakMb, await residentOf(server))
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  })()
  for (const id of laid.institutions) await read(`form/${laid.formId}/institution/${id}/dimensions`)
  await read(`form/${laid.formId}/dimensions`)
  const started = performance.now()
  for (const format of ['csv', 'xlsx']) await read(`form/${laid.formId}/answers/export?format=${format}`)
  const exportMs = performance.now() - started
  over = true
  await sampling
  return { peakMb, restMb: await residentOf(server), exportMs }
}

/** What the server's own figures say of its memory, MB. */
async function residentOf(server: ServerProcess): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1_000_000
}

async function residentMb(path: string): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(path, 'utf8'))?.[1] ?? Number.NaN) / 1000
}

async function listened(order: ListeningOrder): Promise<ListeningDone> {
  const child = fork(join(import.meta.dirname, 'listeners.ts'))
  try {
    const answered = once(child, 'message')
    child.send(order)
    const [done]: [ListeningDone] = (await answered) as [ListeningDone]
    if (done.errors.length > 0) throw new Error(`listening failed: ${done.errors.slice(0, 3).join('\n')}`)
    return done
  } finally {
    child.kill()
  }
}

/** Institutions whose leaders push, one after the other, spread over the country. */
const pushing = ({ institutions }: Country): readonly string[] =>
  institutions.filter((_, at) => at % Math.max(1, Math.floor(institutions.length / pushes)) === 0).slice(0, pushes)

/** Of each push hear the institution's people, its evaluator and the administration. */
const hearers = peopleEach + 1 + labStreams

function ourOrder(server: ServerProcess, laid: Country): ListeningOrder {
  const url = `${server.url}${apiBase}/sync/events`
  const listening = [...laid.people, ...laid.evaluators, ...Array.from({ length: labStreams }, () => laid.administrator)]
  const [unit = ''] = unitsOf(countryShape, 1)
  return {
    streams: listening.map(({ token }) => ({ url, token })),
    pushes: pushing(laid).map((institutionId, at) => {
      const scope = instScope(institutionId, laid.formId)
      const mutation = {
        seq: 1,
        mid: `crowd-${String(at).padStart(8, '0')}`,
        n: 'answer.set',
        v: 1,
        s: scope,
        a: { unit, value: `La institución cambió su respuesta ${at}.` },
        b: `${institutionId}:0`,
        t: new Date().toISOString(),
      }
      const deviceId = `crowd-${at}`
      const body = { protocol: protocolVersion, schema: schemaVersion, app: 'bench', deviceId, epoch: null, ackedThrough: 0, pending: 0 }
      return {
        url: `${server.url}${apiBase}/sync/push`,
        token: laid.people.find(({ actor }) => actor.id === `${institutionId}-0`)?.token ?? null,
        body: JSON.stringify({ ...body, mutations: [mutation] }),
        news: `"${scope}"`,
        hearers,
      }
    }),
  }
}

/** The same streams and rows at the bare server, each stream of one institution. */
function bareOrder(floorUrl: string, laid: Country): ListeningOrder {
  const pushed = pushing(laid)
  const total = laid.people.length + laid.evaluators.length + labStreams
  const others = Array.from({ length: Math.max(0, total - pushed.length * hearers) }, (_, at) => `other-${at}`)
  const listening = [...pushed.flatMap((id) => Array.from({ length: hearers }, () => id)), ...others]
  return {
    streams: listening.map((id) => ({ url: `${floorUrl}events?scope=${id}`, token: null })),
    pushes: pushed.map((id, at) => ({
      url: floorUrl,
      token: null,
      body: JSON.stringify([{ scope: id, id: `row-${at}`, data: 'x'.repeat(60) }]),
      news: `"row-${at}"`,
      hearers,
    })),
  }
}
