import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerProcess } from '../server.ts'
import { startFloor } from './lab.ts'
import type { Line } from './stats.ts'
import type { VisitOrder, VisitsDone } from './visits.ts'

const runs = 5
const visits = 5_000
const connections = 20
const pages = [
  ['home', '/'],
  ['open data', '/open-data/descriptive-stats'],
] as const

/** How many page views one server process gives, from what it has packed already, and how many times it says that nothing changed. */
export async function site(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  const server = await ServerProcess.launch({ dataDir: join(folder, 'data'), env: { LOG: 'off' } })
  const floor = await startFloor(join(folder, 'floor.sqlite'))
  const visitors = fork(join(import.meta.dirname, 'visits.ts'))
  const rate = async (order: Pick<VisitOrder, 'url' | 'etag'>, status: string): Promise<number> => {
    const done = await sent(visitors, { ...order, connections, visits })
    if (done.statuses[status] !== visits) throw new Error(`${order.url} replied ${JSON.stringify(done.statuses)}`)
    return (visits / done.tookMs) * 1_000
  }
  try {
    const lines: Line[] = []
    for (const [name, path] of pages) {
      const url = `${server.url}${path}`
      // Made and packed once, by whoever asks first.
      const { bytes, etag } = await sent(visitors, { url, connections, visits: connections })
      await fetch(`${floor.url}page`, { method: 'PUT', body: new Uint8Array(Math.round(bytes)) })
      const ours: number[] = []
      const known: number[] = []
      const bare: number[] = []
      for (let run = 0; run < runs; run += 1) {
        ours.push(await rate({ url }, '200'))
        bare.push(await rate({ url: `${floor.url}page` }, '200'))
        known.push(await rate({ url, etag }, '304'))
      }
      const note = `${Math.round(bytes)} bytes`
      lines.push({
        what: `page views of ${name}, 20 connections (floor: as many bytes)`,
        unit: '/s',
        ours,
        beside: bare,
        goal: { least: 5_000 },
        note,
      })
      lines.push({ what: 'the same, of who has it (304)', unit: '/s', ours: known, beside: bare, goal: null })
    }
    return lines
  } finally {
    visitors.kill()
    floor.process.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sent(visitors: ChildProcess, order: VisitOrder): Promise<VisitsDone> {
  const answered = once(visitors, 'message')
  visitors.send(order)
  const [done]: VisitsDone[] = await answered
  if (!done) throw new Error('the visitors said nothing')
  return done
}
