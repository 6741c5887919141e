import BetterSqlite3 from 'better-sqlite3'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerProcess } from '../server.ts'
import { unitsOf, wideShape } from './form.ts'
import { startFloor } from './lab.ts'
import { layGround, type Place, type PlaceOrder } from './ground.ts'
import type { LoadDevice, LoadDone, LoadOrder } from './load.ts'
import { quantile, type Line } from './stats.ts'
import { textsOf } from './texts.ts'

const runs = 5
const stormRuns = 3
const batched = { devices: 8, edits: 1000, batch: 100 }
const single = { devices: 8, edits: 100, batch: 1 }
const storm = { devices: 200, edits: 25, devicesPerPlace: 10 }

/** How many mutations one server process takes, and what two hundred devices that come back at once wait for. */
export async function pushes(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  const dataDir = join(folder, 'data')
  const places = await layGround(dataDir, orders())
  const server = await ServerProcess.launch({ dataDir, env: { SEED: 'none' } })
  const floor = await startFloor(join(folder, 'floor.sqlite'))
  const load = fork(join(import.meta.dirname, 'load.ts'))
  try {
    const counter = new Counter(server, load, folder)
    const take = (count: number): Place[] => places.splice(0, count)
    await counter.rate(take(batched.devices), batched)
    const many: Rate[] = []
    const one: Rate[] = []
    for (let run = 0; run < runs; run += 1) {
      many.push(await counter.rate(take(batched.devices), batched))
      one.push(await counter.rate(take(single.devices), single))
    }
    const storms: LoadDone[] = []
    const bare: LoadDone[] = []
    for (let run = 0; run < stormRuns; run += 1) {
      const many = take(storm.devices / storm.devicesPerPlace)
      storms.push(await counter.storm(many, run))
      bare.push(await counter.storm(many, run, floor.url))
    }
    const perSecond = (rates: readonly Rate[], read: (rate: Rate) => number): number[] => rates.map(read)
    return [
      {
        what: 'mutations taken, batches of 100 from 8 clients (floor: raw SQLite transactions)',
        unit: '/s',
        ours: perSecond(many, (rate) => rate.ours),
        beside: perSecond(many, (rate) => rate.raw),
        goal: { least: 2000 },
      },
      {
        what: 'mutations taken, one by one from 8 clients (floor: raw SQLite transactions)',
        unit: '/s',
        ours: perSecond(one, (rate) => rate.ours),
        beside: perSecond(one, (rate) => rate.raw),
        goal: null,
      },
      {
        what: '200 devices × 25 edits come back at once: all of it',
        unit: 'ms',
        ours: storms.map((done) => done.tookMs),
        beside: bare.map((done) => done.tookMs),
        goal: null,
        note: `${storms.reduce((sum, done) => sum + done.errors.length, 0)} errors, each edit once`,
      },
      {
        what: '200 devices × 25 edits come back at once: p99 of a push',
        unit: 'ms',
        ours: storms.map((done) => quantile(done.pushMs, 0.99)),
        beside: bare.map((done) => quantile(done.pushMs, 0.99)),
        goal: { most: 3000 },
      },
    ]
  } finally {
    load.kill()
    floor.process.kill()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function orders(): PlaceOrder[] {
  const count = batched.devices * (runs + 1) + single.devices * runs
  const plain = Array.from({ length: count }, (_, at) => ({ shape: wideShape, institutionId: `p${at}`, people: 2 }))
  const stormy = Array.from({ length: (storm.devices / storm.devicesPerPlace) * stormRuns }, (_, at) => ({
    shape: wideShape,
    institutionId: `t${at}`,
    people: 2,
  }))
  return [...plain, ...stormy]
}

/** Mutations per second, and rows per second of raw transactions of the same size. */
interface Rate {
  readonly ours: number
  readonly raw: number
}

class Counter {
  readonly #server: ServerProcess
  readonly #load: ChildProcess
  readonly #folder: string
  #counter = 0

  constructor(server: ServerProcess, load: ChildProcess, folder: string) {
    this.#server = server
    this.#load = load
    this.#folder = folder
  }

  async rate(places: readonly Place[], { edits, batch }: typeof batched): Promise<Rate> {
    const devices = places.map((place) => this.#device(place, 1, unitsOf(wideShape, edits)))
    const done = await this.#run({ devices, batch, pulls: false })
    const total = devices.length * edits
    return { ours: (total * 1000) / done.tookMs, raw: (total * 1000) / this.#rawMs(total, batch) }
  }

  /** Ten people's devices of each institution, each with other questions than its neighbours. */
  async storm(places: readonly Place[], run: number, bare?: string): Promise<LoadDone> {
    const devices = places.flatMap((place) => {
      const units = unitsOf(wideShape, storm.devicesPerPlace * storm.edits)
      return Array.from({ length: storm.devicesPerPlace }, (_, at) =>
        this.#device(place, at % 2, units.slice(at * storm.edits, (at + 1) * storm.edits)),
      )
    })
    if (devices.length !== storm.devices) throw new Error(`run ${run} has ${devices.length} devices`)
    return this.#run({ devices, batch: storm.edits, pulls: true, bare })
  }

  #device(place: Place, person: number, units: readonly string[]): LoadDevice {
    this.#counter += 1
    return { deviceId: `device-${this.#counter}`, place, person, units }
  }

  async #run(order: Omit<LoadOrder, 'url'>): Promise<LoadDone> {
    const sent: LoadOrder = { ...order, url: this.#server.url }
    const answered = once(this.#load, 'message')
    this.#load.send(sent)
    const [done]: [LoadDone] = (await answered) as [LoadDone]
    if (done.errors.length > 0) throw new Error(`pushes failed: ${done.errors.slice(0, 3).join('\n')}`)
    if (!order.bare) this.#expectOnce(order.devices)
    return done
  }

  #expectOnce(devices: readonly LoadDevice[]): void {
    const db = new BetterSqlite3(join(this.#server.dataDir, 'iip.sqlite'), { readonly: true })
    const count = db.prepare(`select count(*) from sync_mutation where device_id = ? and disposition = 'applied'`).pluck()
    for (const { deviceId, units } of devices) {
      const found = count.get(deviceId)
      if (found !== units.length) throw new Error(`${String(found)} of ${units.length} edits of ${deviceId} are in the ledger`)
    }
    db.close()
  }

  #rawMs(total: number, batch: number): number {
    this.#counter += 1
    const db = new BetterSqlite3(join(this.#folder, `raw-${this.#counter}.sqlite`))
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec('create table row (scope text not null, id text not null, data text not null, primary key (scope, id))')
    const put = db.prepare('insert into row (scope, id, data) values (?, ?, ?)')
    const putSome = db.transaction((from: number, values: readonly string[]) => {
      for (const [at, value] of values.entries()) put.run('raw', `unit-${from + at}`, JSON.stringify({ value }))
    })
    const texts = textsOf('raw', total)
    const started = performance.now()
    for (let at = 0; at < total; at += batch) putSome(at, texts.slice(at, at + batch))
    const took = performance.now() - started
    db.close()
    return took
  }
}
