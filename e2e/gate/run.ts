import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf, lowFloors, readReport } from './judge.ts'
import type { Step } from './steps.ts'

export interface Setting {
  readonly root: string
  /** Folder for the reports; what is in it is removed. */
  readonly reports: string
  readonly say: (line: string) => void
  /** Where the output of the steps goes. */
  readonly output: 'inherit' | 'ignore'
  /** Longest time that the whole run is meant to take, and the one after which it is taken to hang. */
  readonly minutes: { readonly meant: number; readonly hang: number }
}

/** Runs the steps up to the first that fails. The exit code of the whole; the last line said is the count of the tests. */
export async function runSteps(steps: readonly Step[], { root, reports, say, output, minutes }: Setting): Promise<0 | 1> {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const startedMs = performance.now()
  const hang = AbortSignal.timeout(minutes.hang * 60_000)
  const total = { passed: 0, failed: 0, skipped: 0 }
  const low: string[] = []
  const shaky: string[] = []
  let failedStep: string | undefined

  for (const [position, step] of steps.entries()) {
    say(`\n── ${position + 1}/${steps.length} ${step.name}`)
    const stepStartedMs = performance.now()
    const path = join(reports, `${position + 1}.json`)
    const code = await run(step, path)
    const report = step.tests && readReport(path, step.tests.reporter, root)
    const faults = faultsOf(code, step.tests?.floors, report)
    say(`── ${step.name}: ${faults.length === 0 ? 'ok' : `failed (${faults.join('; ')})`}, ${seconds(performance.now() - stepStartedMs)}`)
    if (step.tests) {
      total.passed += report?.passed ?? 0
      total.failed += report?.failed ?? 1
      total.skipped += report?.skipped ?? 0
      if (report) low.push(...lowFloors(step.tests.floors, report))
      if (report) shaky.push(...report.shaky)
    }
    if (faults.length > 0) {
      failedStep = step.name
      break
    }
  }

  const tookMs = performance.now() - startedMs
  say(`\n${failedStep ? `Stopped at: ${failedStep}` : 'All steps passed'} after ${seconds(tookMs)}`)
  if (tookMs > minutes.meant * 60_000) say(`The whole run is meant to take ${minutes.meant} minutes at most.`)
  for (const name of shaky) say(`Passed only when it was run again, find out why: ${name}`)
  for (const floor of low) say(`Raise the floor in e2e/gate/steps.ts: ${floor}.`)
  say(`tests: ${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  return failedStep ? 1 : 0

  /** Exit code of a step. Its test reporter, if it has one, also writes `report`. */
  function run(step: Step, report: string): Promise<number> {
    const [tool, ...args] = step.command
    if (step.tests?.reporter === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
    if (step.tests?.reporter === 'playwright') args.push('--reporter=list,json')
    return new Promise((resolve) => {
      const child = spawn(join(root, 'node_modules/.bin', tool), args, {
        cwd: root,
        stdio: ['ignore', output, output],
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        signal: hang,
      })
      child.on('error', (error) => {
        say(hang.aborted ? `stopped: the run took more than ${minutes.hang} minutes` : `${tool} could not be started: ${error.message}`)
        resolve(1)
      })
      child.on('exit', (code) => resolve(code ?? 1))
    })
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
