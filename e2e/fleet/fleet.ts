import { startRelay, type Relay } from '#server/testing/relay.ts'
import { makeDatabase, startPostgres, type PostgresProcess } from '#server/testing/postgres.ts'
import { demoPassword } from '#server/seeds/cast.ts'
import { must } from '#shared/kernel/assert.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess } from '../server.ts'
import type { Promised } from '../simulators/promises.ts'
import { FleetDevice, type Account } from './device.ts'
import { openFront, type Front } from './front.ts'
import { judge } from './judge.ts'

const accountOf = (post: string, institutionId: string): Account => ({
  email: `${post}@${institutionId}.example`,
  password: demoPassword,
  institutionId,
  formId: 'indice-2025',
})
/** Whose devices write: two of each institution, of two people or of one. */
const accounts = [
  ...['andes', 'bosques'].flatMap((institutionId) => [accountOf('lider', institutionId), accountOf('lider', institutionId)]),
  ...['norte', 'sur'].flatMap((institutionId) => [accountOf('lider', institutionId), accountOf('delegado', institutionId)]),
]
/** Whose institution none of them is of. */
export const otherAccount = accountOf('lider', 'cerros')

/** Pause between two answers of a device, on average, milliseconds. */
const writeMs = 120
/** Longest that devices may take to send what waits and to receive what the others did. */
const settleMs = 60_000
/** Longest that a server may take to start: the first makes the demonstration, and a busy machine is slow. */
const readyMs = 240_000

/** PostgreSQL, servers, a proxy before them, and devices that write all the time. */
export class Fleet {
  readonly dir: string
  readonly dataDir: string
  readonly postgres: PostgresProcess
  readonly databaseUrl: string
  readonly servers: ServerProcess[] = []
  readonly devices: FleetDevice[] = []
  /** Between the devices and the proxy: a line that can be cut, held still and slowed down. */
  #line: Relay | undefined
  #front: Front | undefined
  #closed = false
  /** What devices were promised that are gone. */
  readonly #gone: Promised[] = []

  private constructor(dir: string, postgres: PostgresProcess, databaseUrl: string) {
    this.dir = dir
    this.dataDir = join(dir, 'data')
    this.postgres = postgres
    this.databaseUrl = databaseUrl
  }

  static async create(): Promise<Fleet> {
    const dir = mkdtempSync(join(tmpdir(), 'iip-fleet-'))
    const postgres = await startPostgres({ restarts: true })
    const fleet = new Fleet(dir, postgres, await makeDatabase(postgres.url, 'fleet'))
    // Whoever breaks off leaves no server behind.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void fleet.close().finally(() => process.exit(1)))
    return fleet
  }

  get line(): Relay {
    return must(this.#line, 'the fleet has a line')
  }

  get front(): Front {
    return must(this.#front, 'the fleet has a front')
  }

  /** Starts a server of this program, or of the one that stands in another folder. The first one makes the demonstration. */
  async addServer(
    how: { readonly root?: string; readonly env?: Readonly<Record<string, string>>; readonly stdout?: number } = {},
  ): Promise<ServerProcess> {
    const { root, stdout, env = {} } = how
    const settings = {
      DATABASE_URL: this.databaseUrl,
      PUBLIC_URL: this.#front?.url ?? 'http://localhost:8080',
      TRUSTED_PROXY: '127.0.0.1',
      LOG: 'off',
      REHEARSAL: 'off',
    }
    const server = await ServerProcess.launch({ dataDir: this.dataDir, root, stdout, readyMs, env: { ...settings, ...env } })
    this.servers.push(server)
    return server
  }

  /** The proxy and the line before it, once there are servers; of which kind it is what is here unless it is said. */
  async open(kind?: Front['kind']): Promise<void> {
    this.#front = await openFront(this.dir, this.#urls(), kind)
    this.#line = await startRelay(this.#front.url)
  }

  /** The proxy asks those servers that the fleet has now. */
  async reaim(): Promise<void> {
    await this.front.aim(this.#urls())
  }

  #urls(): string[] {
    return this.servers.map(({ url }) => url)
  }

  /** Of as many people as asked for, two in each institution. */
  async addDevices(count = accounts.length): Promise<void> {
    const origin = this.line.url.replace(/\/$/, '')
    let neighbour: FleetDevice | undefined
    for (const [at, account] of accounts.slice(0, count).entries()) {
      const device = await FleetDevice.open(`device-${at}`, account, origin)
      this.devices.push(device)
      const [of, except] = neighbour?.owner.institutionId === account.institutionId ? [1, neighbour.units] : [2, new Set<string>()]
      await device.prepare({ of, except })
      // What the neighbour leaves to the next it has tried, and the next goes on from that.
      if (!(await device.settle(Date.now() + settleMs))) throw new Error(`the first answers of ${device.name} did not arrive`)
      neighbour = device
    }
  }

  /** A device more, by another way than the line. */
  async addDevice(origin: string): Promise<FleetDevice> {
    const device = await FleetDevice.open(`device-${this.devices.length}`, must(accounts[0], 'somebody'), origin)
    this.devices.push(device)
    return device
  }

  /** A device ends; what was promised to it stays to be looked for. */
  remove(device: FleetDevice): void {
    this.devices.splice(this.devices.indexOf(device), 1)
    this.#gone.push(device.promised())
    device.close()
  }

  write(): void {
    for (const device of this.devices) device.write(writeMs)
  }

  /** How many calls were answered in all. */
  get answered(): number {
    return this.devices.reduce((sum, { heard }) => sum + heard.answered, 0)
  }

  /** Resolves when so many more calls were answered: what happens next happens under load. */
  async busy(calls: number): Promise<void> {
    const wanted = this.answered + calls
    for (const deadline = Date.now() + settleMs; this.answered < wanted; await wait(20)) {
      if (Date.now() > deadline)
        throw new Error(`only ${this.answered + calls - wanted} of ${calls} calls were answered in ${settleMs / 1000} s`)
    }
  }

  /** Ends the writing, lets everything arrive, and says what is wrong. */
  async judged(others: readonly Promised[] = []): Promise<readonly string[]> {
    await Promise.all(this.devices.map((device) => device.rest()))
    const deadline = Date.now() + settleMs
    const sent = await Promise.all(this.devices.map((device) => device.settle(deadline)))
    const late = this.devices
      .filter((_, at) => !sent[at])
      .map(({ name, engine }) => `${name} did not come to rest: ${JSON.stringify(engine.status)}`)
    if (late.length > 0) return late
    // Once more: what one of them sent last the others may not have yet.
    await Promise.all(this.devices.map((device) => device.settle(deadline)))
    const promises = [...this.#gone, ...others, ...this.devices.map((device) => device.promised())]
    return judge(this.databaseUrl, this.dataDir, promises, this.devices)
  }

  /** A question to PostgreSQL past all servers. */
  async ask(work: (client: pg.Client) => Promise<unknown>, database = this.databaseUrl): Promise<void> {
    const client = new pg.Client({ connectionString: database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const device of this.devices) {
      await device.rest()
      device.close()
    }
    await Promise.all(this.servers.map((server) => server.kill()))
    await this.#line?.close()
    await this.#front?.close()
    await this.postgres.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }
}
