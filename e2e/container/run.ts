import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server.ts'
import { buildahEngine } from './buildah.ts'
import { composeChecks } from './compose.ts'
import { daemonEngine } from './docker.ts'
import { trialEnv, type Container, type Engine, type Image } from './engine.ts'
import { Report } from './report.ts'
import { unitChecks } from './units.ts'

/**
 * `npm run container [-- docker|podman|buildah] [-- --base <image>]`: builds the image and uses it as an operator does, starts the compose
 * file where an engine can, and has the units, the alerts and the figures read by the programs that read them. Ends with 1 when something
 * is wrong, with 77 when nothing could be run here, else with 0; what was not run is named.
 */
const root = join(import.meta.dirname, '../..')
const args = process.argv.slice(2)
const baseAt = args.indexOf('--base')
const base = baseAt < 0 ? undefined : args[baseAt + 1]
const wanted = args.find((word, at) => !word.startsWith('-') && at !== baseAt + 1)
const engines: readonly Engine[] = [daemonEngine('docker', root, base), daemonEngine('podman', root, base), buildahEngine(root, base)]

const readyMs = 120_000
/** A server may take so long over what is in flight. */
const endMs = 10_000

const report = new Report()
await unitChecks(report, root)
const engine = await found()
if (engine) await image(engine)
await composeChecks(report, { root, engine: engine?.name, base })
process.exitCode = report.end()

async function found(): Promise<Engine | undefined> {
  const asked = wanted === undefined ? engines : engines.filter(({ name }) => name === wanted)
  const lacking: string[] = []
  for (const each of asked) {
    const why = await each.missing()
    if (why === undefined) return each
    lacking.push(why)
  }
  report.notRun('the image', asked.length === 0 ? `${String(wanted)} is none of docker, podman and buildah` : lacking.join('; '))
  return undefined
}

async function image(engine: Engine): Promise<void> {
  try {
    const built = await report.check(
      `${engine.name} builds the image`,
      () => engine.build(),
      ({ megabytes }) => `${megabytes} MB with its base`,
    )
    if (!built) return
    await report.check('nobody in it is root, node hears signals itself, and it says how it is', async () => {
      const { user, command, healthcheck } = built.config
      expected(/^[1-9]\d*(?::[1-9]\d*)?$/.test(user), `its user is "${user}"`)
      expected(command.join(' ') === 'node server/main.ts', `it runs ${command.join(' ')}`)
      expected(healthcheck.length > 0, 'it has no health check')
    })
    await use(built)
  } finally {
    await engine.tidy()
  }
}

/** One container's life. */
async function use(built: Image): Promise<void> {
  const port = await freePort()
  const started = performance.now()
  const container = await report.check('it starts on a root that is read-only, without a capability', () =>
    built.start(trialEnv(port), port),
  )
  if (!container) return
  const well = await report.check(
    'its health check says that it is well',
    () => healthy(container, built.config.healthcheck),
    () => `${((performance.now() - started) / 1_000).toFixed(1)} s from nothing to well, the demonstration written`,
  )
  if (well) {
    await report.check('its user is not root and writes its data and /tmp, and nothing else', () => confined(container, built.config.env))
    await report.check('nothing is in it that only a checkout needs', async () => {
      const { said } = await container.exec([
        'sh',
        '-c',
        'ls -d node_modules/vite node_modules/vitest node_modules/node e2e client/app .git .env 2>/dev/null; find server shared -name "*.test.ts"',
      ])
      expected(said.trim() === '', said)
    })
    await report.check('a person signs in, and the page comes', () => signsIn(`http://127.0.0.1:${port}`))
    await report.check('iip doctor finds no error in it', async () => {
      const { code, said } = await container.exec(['node', 'server/cli/iip.mjs', 'doctor'])
      expected(code === 0, said)
    })
  }
  const asked = performance.now()
  await report.check(
    'asked to end it does, with 0',
    async () => {
      const code = await container.stop()
      const took = performance.now() - asked
      expected(code === 0, `it ended with ${code}: ${(await container.said()).slice(-2_000)}`)
      expected(took <= endMs, `it took ${Math.round(took)} ms`)
    },
    () => `${((performance.now() - asked) / 1_000).toFixed(1)} s`,
  )
}

async function healthy(container: Container, healthcheck: readonly string[]): Promise<true> {
  const deadline = Date.now() + readyMs
  for (;;) {
    const { code, said } = await container.exec(healthcheck)
    if (code === 0) return true
    if (Date.now() > deadline) throw new Error(`${said}\n${await container.said()}`)
    await wait(250)
  }
}

async function confined(container: Container, env: readonly string[]): Promise<void> {
  const dataDir = env.find((line) => line.startsWith('DATA_DIR='))?.slice('DATA_DIR='.length) ?? '/var/lib/iip'
  const { said } = await container.exec(['sh', '-c', 'id -u'])
  expected(Number(said) > 0, `its user is ${said}`)
  for (const place of [dataDir, '/tmp']) {
    const written = await container.exec(['sh', '-c', `: > ${place}/trial && rm ${place}/trial`])
    expected(written.code === 0, `${place} cannot be written: ${written.said}`)
  }
  for (const place of ['/', '/app', '/etc', '/var']) {
    const written = await container.exec(['sh', '-c', `: > ${place}/trial`])
    expected(written.code !== 0, `${place} can be written`)
  }
}

async function signsIn(url: string): Promise<void> {
  const page = await fetch(`${url}/login`)
  expected(page.status === 200 && (await page.text()).includes('<script'), `the page has status ${page.status}`)
  const body = JSON.stringify({ email: 'lider@norte.example', password: 'innova-2025' })
  const reply = await fetch(`${url}/api/v1/auth`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const text = await reply.text()
  expected(reply.status === 200 && text.includes('"token"'), `signing in has status ${reply.status}: ${text.slice(0, 300)}`)
}

function expected(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
