import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf, lowFloors, readReport } from './judge.ts'
import type { Lane, Stage, Step } from './steps.ts'

export interface Setting {
  readonly root: string
  /** Folder for the reports; what is in it is removed. */
  readonly reports: string
  readonly say: (line: string) => void
  /** Where the output of the steps goes. */
  readonly output: 'inherit' | 'ignore'
  /** Longest time that the whole run is meant to take, and the one after which it is taken to hang. */
  readonly minutes: { readonly meant: number; readonly hang: number }
  /** Whether what follows runs although a step failed. */
  readonly goOn?: boolean | undefined
}

/** Runs the stages up to the first that fails. The exit code of the whole; the last line said is the count of the tests. */
export async function runStages(stages: readonly Stage[], setting: Setting): Promise<0 | 1> {
  const { reports, say, minutes, goOn = false } = setting
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const startedMs = performance.now()
  const run = new Run(setting)
  for (const stage of stages) {
    await run.stage(stage)
    if (run.failed.length > 0 && !goOn) break
  }
  const tookMs = performance.now() - startedMs
  say('')
  for (const [name, seconds] of run.took) say(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
  say(run.failed.length > 0 ? `Failed after ${secondsOf(tookMs)}: ${run.failed.join(', ')}` : `All steps passed after ${secondsOf(tookMs)}`)
  if (tookMs > minutes.meant * 60_000) say(`The whole run is meant to take ${minutes.meant} minutes at most.`)
  for (const name of run.shaky) say(`Passed only when it was run again, find out why: ${name}`)
  for (const floor of run.low) say(`Raise the floor in e2e/gate/steps.ts: ${floor}.`)
  const { passed, failed, skipped } = run.total
  say(`tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return run.failed.length > 0 ? 1 : 0
}

/** What has been found out so far, by name where there is something to say. */
class Run {
  readonly total = { passed: 0, failed: 0, skipped: 0 }
  readonly low: string[] = []
  readonly shaky: string[] = []
  readonly failed: string[] = []
  readonly took: (readonly [name: string, seconds: number])[] = []
  readonly #setting: Setting
  readonly #hang: AbortSignal
  #steps = 0

  constructor(setting: Setting) {
    this.#setting = setting
    this.#hang = AbortSignal.timeout(setting.minutes.hang * 60_000)
  }

  /** Runs the lanes of a stage side by side. A step that fails ends the others, which then say nothing of their own. */
  async stage([first, ...others]: Stage): Promise<void> {
    const ended = new AbortController()
    await Promise.all([this.#lane(first, ended, true), ...others.map((lane) => this.#lane(lane, ended, false))])
  }

  async #lane(lane: Lane, ended: AbortController, isShown: boolean): Promise<void> {
    for (const step of lane) {
      if (ended.signal.aborted) return
      if (!(await this.#step(step, ended.signal, isShown)) && !this.#setting.goOn) ended.abort()
    }
  }

  /** Whether the step passed. */
  async #step(step: Step, ended: AbortSignal, isShown: boolean): Promise<boolean> {
    const { say, reports, root } = this.#setting
    const number = (this.#steps += 1)
    if (isShown) say(`\n── ${step.name}`)
    const startedMs = performance.now()
    const path = join(reports, `${number}.json`)
    const printed = join(reports, `${number}.log`)
    const code = await this.#run(step, { report: path, ended, printed: isShown ? undefined : printed })
    const tookMs = performance.now() - startedMs
    if (ended.aborted) {
      say(`── ${step.name}: stopped`)
      return false
    }
    const report = step.tests && readReport(path, step.tests.reporter, root)
    const faults = faultsOf(code, step.tests?.floors, report)
    this.took.push([step.name, tookMs / 1000])
    if (!isShown && faults.length > 0) say(`\n${readFileSync(printed, 'utf8').trim()}`)
    say(`── ${step.name}: ${faults.length === 0 ? 'ok' : `failed (${faults.join('; ')})`}, ${secondsOf(tookMs)}`)
    if (step.tests) {
      this.total.passed += report?.passed ?? 0
      this.total.failed += report?.failed ?? 1
      this.total.skipped += report?.skipped ?? 0
      if (report) this.low.push(...lowFloors(step.tests.floors, report))
      if (report) this.shaky.push(...report.shaky)
    }
    if (faults.length > 0) this.failed.push(step.name)
    return faults.length === 0
  }

  /** Exit code of a step. Its test reporter, if it has one, also writes `report`; what it prints goes to a file where one is named. */
  #run(step: Step, { report, ended, printed }: { report: string; ended: AbortSignal; printed: string | undefined }): Promise<number> {
    const { root, output, say, minutes } = this.#setting
    const [tool, ...args] = step.command
    if (step.tests?.reporter === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
    if (step.tests?.reporter === 'playwright') args.push('--reporter=list,json')
    return new Promise((resolve) => {
      const child = spawn(join(root, 'node_modules/.bin', tool), args, {
        cwd: root,
        stdio: ['ignore', printed ? 'pipe' : output, printed ? 'pipe' : output],
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...step.env },
        signal: AbortSignal.any([this.#hang, ended]),
      })
      const file = printed ? createWriteStream(printed) : undefined
      for (const stream of [child.stdout, child.stderr]) if (file) stream?.pipe(file, { end: false })
      child.on('error', (error) => {
        if (this.#hang.aborted) say(`stopped: the run took more than ${minutes.hang} minutes`)
        else if (!ended.aborted) say(`${tool} could not be started: ${error.message}`)
        resolve(1)
      })
      child.on('close', (code) => {
        if (file) file.end(() => resolve(code ?? 1))
        else resolve(code ?? 1)
      })
    })
  }
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
