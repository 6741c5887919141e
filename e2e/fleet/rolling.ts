import { must } from '#shared/kernel/assert.ts'
import { schemaVersion } from '#shared/protocol/version.ts'
import { overHttp } from '../simulators/network.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { ServerProcess } from '../server.ts'
import { LightDevice } from '../simulators/light-device.ts'
import type { SetAnswer } from '../simulators/promises.ts'
import { FleetDevice, signInAs } from './device.ts'
import { Fleet, otherAccount } from './fleet.ts'

const root = join(import.meta.dirname, '../..')

/** Releases from which servers are renewed one after the other, the newest last. */
const releasesSchema = v.array(
  v.object({
    commit: v.string(),
    what: v.string(),
    /** What its readiness says beside a newer schema, where it is not ready. */
    readiness: v.optional(v.string()),
  }),
)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const readinessOf = async ({ url }: ServerProcess): Promise<string> => {
  const reply = await fetch(`${url}/readyz`)
  const { reason }: { reason?: string } = await reply.json()
  return reason ?? 'ready'
}

/**
 * Renews two servers of an earlier release one after the other while devices write: the earlier program and this one serve side by side on
 * one PostgreSQL, and nothing is lost. Resolves to an exit code.
 */
export async function rolling(given: string | undefined): Promise<number> {
  const releases = v.parse(releasesSchema, JSON.parse(readFileSync(join(import.meta.dirname, 'releases.json'), 'utf8')))
  const newest = must(releases.at(-1), 'there is a release')
  const commit = given ?? newest.commit
  const known = releases.find((each) => each.commit.startsWith(commit))
  const before = checkedOut(commit)
  const fleet = await Fleet.create()
  try {
    const wrong = await upgraded(fleet, before, known?.readiness)
    for (const each of wrong) say(`OFF  ${each}`)
    say(wrong.length === 0 ? 'Nothing was lost and nothing is there twice.' : `${wrong.length} things are off.`)
    return wrong.length === 0 ? 0 : 1
  } finally {
    await fleet.close()
    rmSync(before, { recursive: true, force: true })
  }
}

/** The program of a commit in a folder of its own, installed. */
function checkedOut(commit: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'iip-before-'))
  say(`The program of ${commit.slice(0, 8)} is installed in ${dir}.`)
  execFileSync('tar', ['-x', '-C', dir], { input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 }) })
  const lock = (of: string): string => readFileSync(join(of, 'package-lock.json'), 'utf8')
  // The same packages, to the byte: what is installed here is what would be.
  if (lock(dir) === lock(root)) symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  else {
    const done = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: dir, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(`npm ci in ${dir} ended with ${done.status}: ${done.stderr}`)
  }
  return dir
}

async function upgraded(fleet: Fleet, before: string, knownReadiness: string | undefined): Promise<string[]> {
  const wrong: string[] = []
  const old = [await fleet.addServer({ root: before }), await fleet.addServer({ root: before })]
  await fleet.open()
  // Devices of this program, by the engine itself, through the proxy.
  await fleet.addDevices(4)
  const [first] = old
  const origin = must(first, 'there is a server').url
  // Devices by the wire, of the version before and of this one, each at every server in turn.
  const settler = await FleetDevice.open('settler', otherAccount, origin)
  await settler.prepare({ of: 1 })
  if (!(await settler.settle(Date.now() + 60_000))) throw new Error('the first answers did not arrive')
  const standing = new Map(settler.set.map((each) => [each.unit, each]))
  const settled = settler.promised()
  settler.close()
  fleet.write()
  const wires: Wire[] = []
  for (const [at, schema] of [schemaVersion - 1, schemaVersion].entries())
    wires.push(await openWire(fleet, origin, schema, new Map([...standing].filter((_, position) => position % 2 === at))))
  await fleet.busy(40)
  say('ok   two servers of before serve')

  const added = await fleet.addServer()
  await fleet.reaim()
  await fleet.busy(80)
  for (const server of old) {
    const readiness = await readinessOf(server)
    if (readiness === 'ready') say('ok   beside the new one, which has migrated, a server of before is ready and serves')
    else if (readiness === knownReadiness)
      say(
        `     beside the new one, which has migrated, a server of before says "${readiness}": that is known of this release, and it serves all the same`,
      )
    else wrong.push(`beside the new one a server of before says ${readiness}`)
  }
  const atBoth = async (name: string, servers: readonly ServerProcess[]): Promise<void> => {
    const pushesOf = ({ acknowledged }: Wire): number => servers.reduce((sum, { url }) => sum + (acknowledged.get(url) ?? 0), 0)
    const few = (): Wire[] => wires.filter((wire) => pushesOf(wire) < 3)
    for (let rounds = 0; few().length > 0 && rounds < 10; rounds += 1) await fleet.busy(20)
    for (const wire of few()) wrong.push(`${wire.name} had ${pushesOf(wire)} pushes acknowledged by ${name}`)
  }
  await atBoth('the servers of before', old)
  await atBoth('the new server', [added])

  for (const server of old) {
    fleet.servers.splice(fleet.servers.indexOf(server), 1)
    await fleet.reaim()
    await server.stop()
    await fleet.addServer()
    await fleet.reaim()
    await fleet.busy(40)
    say('ok   a server of before has ended in order, and a new one has taken its place')
  }
  for (const server of fleet.servers)
    if ((await readinessOf(server)) !== 'ready') wrong.push(`a new server is not ready: ${await readinessOf(server)}`)
  await Promise.all(wires.map((wire) => wire.rest()))
  for (const wire of wires) {
    say(
      `     ${wire.name}: ${wire.device.set.length} answers acknowledged${[...wire.refused].map(([what, times]) => `; ${what} ${times} times`).join('')}`,
    )
    for (const [what] of wire.refused) if (!/ (?:503|502) /.test(what)) wrong.push(`${wire.name} was told ${what}`)
  }
  wrong.push(...(await fleet.judged([settled, ...wires.map(({ device }) => device.promised())])))
  say(
    `     ${fleet.devices.reduce((sum, device) => sum + device.set.length, 0)} answers of ${fleet.devices.length} devices with the engine of this program`,
  )
  return wrong
}

/** A device of some version of the program, by what crosses the wire. */
interface Wire {
  readonly name: string
  readonly device: LightDevice
  /** What it was refused, and what should not have happened; how often each. */
  readonly refused: ReadonlyMap<string, number>
  /** Pushes that were acknowledged, by the server that did it. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** Ends the writing. */
  rest(): Promise<void>
}

/** One that writes answers, each of its requests at the next server, in units that nobody else writes in. What it writes is as long as what stands. */
async function openWire(fleet: Fleet, origin: string, schema: number, standing: ReadonlyMap<string, SetAnswer>): Promise<Wire> {
  const name = `wire-of-schema-${schema}`
  const acknowledged = new Map<string, number>()
  const refused = new Map<string, number>()
  const count = (of: Map<string, number>, what: string): unknown => of.set(what, (of.get(what) ?? 0) + 1)
  let turn = 0
  const device = new LightDevice({
    name,
    owner: await signInAs(origin, otherAccount),
    schema,
    standing,
    random: () => Math.random(),
    broke: (what) => void count(refused, what),
    fetch: async (path, init) => {
      const { url } = must(fleet.servers[turn++ % fleet.servers.length], 'there are servers')
      const reply = await overHttp(() => url)(path, init)
      if (!reply.ok) count(refused, `${path}: ${reply.status} ${(await reply.clone().text()).slice(0, 80)}`)
      else if (path === '/sync/push') count(acknowledged, url)
      return reply
    },
  })
  let stop = false
  const writing = (async () => {
    const units = [...standing.values()]
    for (let at = 1; !stop; at += 1) {
      const { unit, text } = must(units[at % units.length], 'a device that writes has questions')
      device.answer(unit, `${name} escribe ${at}.${text.slice(text.indexOf('.') + 1)}`)
      await device.walk()
      await wait(60)
    }
  })()
  return {
    name,
    device,
    refused,
    acknowledged,
    rest: async () => {
      stop = true
      await writing
    },
  }
}
