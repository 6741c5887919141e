import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const reports = join(root, 'node_modules/.cache/tests')

/** Longest time that the whole run is meant to take, and the one after which it is taken to hang. */
const meantMinutes = 15
const hangMinutes = 40

interface Step {
  readonly name: string
  readonly command: readonly [tool: string, ...args: string[]]
  /** Reporter whose JSON report counts this step's tests. */
  readonly counts?: 'vitest' | 'playwright'
}

const vitest = (...projects: string[]): Step['command'] => ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])]

// Cheapest first, so that a slip is told in seconds.
const steps: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'unit, server and architecture', command: vitest('shared', 'sync', 'server', 'client', 'architecture'), counts: 'vitest' },
  { name: 'simulation', command: vitest('convergence'), counts: 'vitest' },
  { name: 'client build', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'browser journeys', command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'], counts: 'playwright' },
]

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const startedMs = performance.now()
const hang = AbortSignal.timeout(hangMinutes * 60_000)
const total = { passed: 0, failed: 0, skipped: 0 }
let failedStep: string | undefined

for (const [position, step] of steps.entries()) {
  console.log(`\n── ${position + 1}/${steps.length} ${step.name}`)
  const stepStartedMs = performance.now()
  const report = join(reports, `${position + 1}.json`)
  const code = await run(step, report)
  console.log(`── ${step.name}: ${code === 0 ? 'ok' : `failed (exit ${code})`}, ${seconds(performance.now() - stepStartedMs)}`)
  if (step.counts) {
    const counted = step.counts === 'vitest' ? vitestCounts(report) : playwrightCounts(report)
    total.passed += counted.passed
    total.failed += counted.failed
    total.skipped += counted.skipped
  }
  if (code !== 0) {
    failedStep = step.name
    break
  }
}

const tookMs = performance.now() - startedMs
console.log(`\n${failedStep ? `Stopped at: ${failedStep}` : 'All steps passed'} after ${seconds(tookMs)}`)
if (tookMs > meantMinutes * 60_000) console.log(`The whole run is meant to take ${meantMinutes} minutes at most.`)
console.log(`tests: ${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = failedStep ? 1 : 0

/** Exit code of a step. Its test reporter, if it has one, also writes `report`. */
function run(step: Step, report: string): Promise<number> {
  const [tool, ...args] = step.command
  if (step.counts === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  if (step.counts === 'playwright') args.push('--reporter=list,json')
  return new Promise((resolve) => {
    const child = spawn(join(bin, tool), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      signal: hang,
    })
    child.on('error', (error) => {
      console.error(
        hang.aborted ? `stopped: the run took more than ${hangMinutes} minutes` : `${tool} could not be started: ${error.message}`,
      )
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

function vitestCounts(report: string): Counts {
  const found = reportOf(report)
  return {
    passed: count(found, 'numPassedTests'),
    // A file that does not load fails a suite without failing a test.
    failed: Math.max(count(found, 'numFailedTests'), count(found, 'numFailedTestSuites') > 0 ? 1 : 0),
    skipped: count(found, 'numPendingTests') + count(found, 'numTodoTests'),
  }
}

function playwrightCounts(report: string): Counts {
  const stats: unknown = reportOf(report)['stats']
  const found = isRecord(stats) ? stats : {}
  return { passed: count(found, 'expected') + count(found, 'flaky'), failed: count(found, 'unexpected'), skipped: count(found, 'skipped') }
}

/** The report as an object; empty when the step died before it wrote one. */
function reportOf(path: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(parsed) ? parsed : {}
  } catch (cause) {
    console.error(`no test report at ${path}: ${String(cause)}`)
    return { numFailedTestSuites: 1 }
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function count(found: Readonly<Record<string, unknown>>, key: string): number {
  const value = found[key]
  return typeof value === 'number' ? value : 0
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
