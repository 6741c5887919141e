import { must } from '#shared/kernel/assert.ts'
import { schemaVersion } from '#shared/protocol/version.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { ServerProcess } from '../server.ts'
import { FleetDevice } from './device.ts'
import { Fleet, otherOwner } from './fleet.ts'
import { WireDevice } from './wire-device.ts'

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
  const owner = otherOwner
  const settler = await FleetDevice.open('settler', owner, origin)
  await settler.prepare({ of: 1 })
  if (!(await settler.settle(Date.now() + 60_000))) throw new Error('the first answers did not arrive')
  const units = [...settler.written]
  const asked = [...settler.asked]
  settler.close()
  const wires: WireDevice[] = []
  for (const [at, schema] of [schemaVersion - 1, schemaVersion].entries()) {
    const own = new Map(units.filter((_, position) => position % 2 === at))
    wires.push(
      await WireDevice.open(`wire-of-schema-${schema}`, origin, {
        owner,
        schema,
        servers: () => fleet.servers.map(({ url }) => url),
        units: own,
      }),
    )
  }
  fleet.write()
  for (const wire of wires) wire.write()
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
  const atBoth = (name: string, servers: readonly ServerProcess[]): void => {
    for (const wire of wires) {
      const pushes = servers.reduce((sum, { url }) => sum + (wire.acknowledged.get(url) ?? 0), 0)
      if (pushes < 3) wrong.push(`${wire.name} had ${pushes} pushes acknowledged by ${name}`)
    }
  }
  atBoth('the servers of before', old)
  atBoth('the new server', [added])

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
      `     ${wire.name}: ${wire.asked.length} pushes acknowledged${[...wire.refused].map(([what, times]) => `; ${what} ${times} times`).join('')}`,
    )
    for (const [what] of wire.refused) if (!/ (?:503|502) /.test(what)) wrong.push(`${wire.name} was told ${what}`)
  }
  wrong.push(...(await fleet.judged([...asked, ...wires.flatMap((wire) => wire.asked)])))
  say(
    `     ${fleet.devices.reduce((sum, device) => sum + device.asked.length, 0)} answers of ${fleet.devices.length} devices with the engine of this program`,
  )
  return wrong
}
