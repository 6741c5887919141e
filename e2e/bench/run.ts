import { application } from './application.ts'
import { country } from './country.ts'
import { documents } from './documents.ts'
import { durable } from './durable.ts'
import { editor } from './editor.ts'
import { finder } from './finder.ts'
import { holds } from './holds.ts'
import { live } from './live.ts'
import { reconnect } from './reconnect.ts'
import { reports } from './reports.ts'
import { tableOf, type Line } from './stats.ts'

const measurements: Readonly<Record<string, () => Promise<Line[]>>> = {
  durable,
  reconnect,
  live,
  application,
  finder,
  editor,
  country,
  reports,
  documents,
  holds,
}

const chosen = process.argv.slice(2)
const lines: Line[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const started = performance.now()
  lines.push(...(await measure()))
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
}
console.log(`\n${tableOf(lines)}`)
