// npm run fleet: three servers on one PostgreSQL behind a proxy, devices that write, and everything that may happen to them.
// `npm run fleet -- <part of a name>` runs those scenarios alone; `npm run fleet -- rolling [<commit>]` upgrades from an earlier release.
import { setTimeout as wait } from 'node:timers/promises'
import { Fleet } from './fleet.ts'
import { rolling } from './rolling.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const serversMost = 3
/** Longest that a scenario may take before the drill gives it up. */
const scenarioMs = 240_000

interface Row {
  readonly name: string
  readonly asked: number
  readonly answered: number
  readonly refused: number
  readonly cut: number
  readonly seconds: number
  readonly wrong: readonly string[]
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function run(fleet: Fleet, { name, run: happen }: Scenario): Promise<Row> {
  const sum = (): { asked: number; answered: number; refused: number; cut: number } => ({
    asked: fleet.devices.reduce((all, { set }) => all + set.length, 0),
    answered: fleet.answered,
    refused: fleet.devices.reduce((all, { heard }) => all + heard.refused, 0),
    cut: fleet.devices.reduce((all, { heard }) => all + heard.cut, 0),
  })
  const before = sum()
  const started = performance.now()
  const wrong: string[] = []
  fleet.write()
  try {
    const happened = (async () => {
      await fleet.busy(20)
      wrong.push(...((await happen(fleet)) ?? []))
    })()
    await Promise.race([happened, wait(scenarioMs, undefined, { ref: false }).then(() => Promise.reject(new Error('it takes too long')))])
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error))
  }
  wrong.push(...(await fleet.judged()))
  const after = sum()
  return {
    name,
    asked: after.asked - before.asked,
    answered: after.answered - before.answered,
    refused: after.refused - before.refused,
    cut: after.cut - before.cut,
    seconds: (performance.now() - started) / 1000,
    wrong,
  }
}

async function drill(wanted: readonly Scenario[]): Promise<number> {
  const fleet = await Fleet.create()
  const rows: Row[] = []
  try {
    for (let at = 0; at < serversMost; at += 1) await fleet.addServer()
    await fleet.open()
    say(
      fleet.front.kind === 'nginx'
        ? 'Before the servers stands nginx with .github/deploy/nginx.conf.'
        : 'There is no nginx here (Debian: apt-get install nginx): before the servers stands a relay of the project, which gives each connection to the next server. What is said of proxies is proven in part only.',
    )
    await fleet.addDevices()
    say(`${serversMost} servers, ${fleet.devices.length} devices with the real engine, each answering about eight times a second.\n`)
    for (const scenario of wanted) {
      const row = await run(fleet, scenario)
      rows.push(row)
      say(`${row.wrong.length === 0 ? 'ok  ' : 'OFF '} ${row.seconds.toFixed(1).padStart(5)} s  ${row.name}`)
      for (const each of row.wrong) say(`       ${each}`)
    }
  } finally {
    await fleet.close()
  }
  say(`\n${tableOf(rows)}`)
  const off = rows.filter(({ wrong }) => wrong.length > 0)
  say(
    off.length === 0
      ? '\nNothing was lost, nothing is there twice, and every device holds what the server holds.'
      : `\n${off.length} of ${rows.length} are off.`,
  )
  return off.length === 0 ? 0 : 1
}

function tableOf(rows: readonly Row[]): string {
  const head = ['scenario', 'asked', 'answered', '5xx or HTML', 'no reply', 'seconds', 'result']
  const lines = rows.map((row) => [
    row.name,
    String(row.asked),
    String(row.answered),
    String(row.refused),
    String(row.cut),
    row.seconds.toFixed(1),
    row.wrong.length === 0 ? 'ok' : 'OFF',
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const args = process.argv.slice(2)
const wanted = scenarios.filter(({ name }) => args.length === 0 || args.some((each) => name.includes(each)))
if (args[0] === 'rolling') process.exitCode = await rolling(args[1])
else if (wanted.length === 0) {
  say(`No scenario has a name with ${args.join(' or ')} in it.`)
  process.exitCode = 2
} else process.exitCode = await drill(wanted)
