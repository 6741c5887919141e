import { bugs } from './bugs.ts'
import { Coverage } from './coverage.ts'
import { stopPostgres } from '../simulators/store.ts'
import { simulate } from './simulate.ts'

/**
 * Runs seeds from the command line: `npm run sim -- --seeds N --steps M --from S`, and prints what they met. Ends with 1 when an
 * invariant broke. `--trace` prints each history, `--profiles` copies profiles and puts them back in every run, `--bug words` puts in the fault whose name holds them.
 */
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}

const seeds = option('seeds', 50)
const steps = option('steps', 200)
const from = option('from', 1)
const words = process.argv.indexOf('--bug')
const bug = words < 0 ? undefined : bugs.find((one) => one.name.includes(process.argv[words + 1] ?? ''))
const startedMs = performance.now()
const coverage = new Coverage()
const terms = process.argv.includes('--profiles') ? { profiles: true } : undefined
let broken = 0
for (let seed = from; seed < from + seeds; seed += 1) {
  const { violations, trace, counts } = await simulate({
    seed,
    steps,
    bug,
    terms,
    hasty: bug !== undefined,
    restores: bug?.name.includes('restore'),
  })
  coverage.add(seed, counts)
  if (process.argv.includes('--trace')) process.stdout.write(`${trace.join('\n')}\n`)
  if (violations.length === 0) continue
  broken += 1
  process.stdout.write(`seed ${seed}:\n${violations.map((line) => `  ${line}\n`).join('')}`)
}
await stopPostgres()
process.stdout.write(`${coverage.table}\nAll of it was met by the seeds ${coverage.enough.join(', ')}.\n`)
process.stdout.write(`${seeds} seeds of ${steps} steps from ${from}: ${broken} broken, ${Math.round(performance.now() - startedMs)} ms\n`)
process.exitCode = broken > 0 ? 1 : 0
