import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Fewest tests that must have been executed below each folder of the project. */
export type Floors = Readonly<Record<string, number>>

/** What a report tells. A file that did not load counts as one failed test. */
export interface Report {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Names of those passed that failed first and were run once more. */
  readonly shaky: readonly string[]
  /** Executed tests, which are those passed and those failed, by the file that holds them: paths from the root, with `/`. */
  readonly executed: ReadonlyMap<string, number>
}

/**
 * Tests that may need a second run in one step. A journey or a screen waits for what a busy machine does late, and one of many hundred waits may be
 * wrong about it without the product being so; more of them at once are a fault that nobody has found yet.
 */
const mostShaky = 3

/**
 * Why a step failed; empty when it did not. An exit code can lie: a hook of some package may replace it. So can a report:
 * the tool may die after it wrote one, or find no tests. Only both together, and enough tests, are a pass.
 */
export function faultsOf(exitCode: number, floors: Floors | undefined, report: Report | undefined): readonly string[] {
  const faults: string[] = []
  if (exitCode !== 0) faults.push(`exit ${exitCode}`)
  if (!floors) return faults
  if (!report) return [...faults, 'no report of its tests']
  if (report.failed > 0) faults.push(`${report.failed} failed`)
  if (report.shaky.length > mostShaky) faults.push(`${report.shaky.length} passed only when they were run again`)
  for (const [folder, floor] of Object.entries(floors)) {
    const executed = executedBelow(report, folder)
    if (executed < floor) faults.push(`only ${executed} tests were executed in ${folder}, at least ${floor} must be`)
  }
  return faults
}

/** Folders whose floor is so far below what was executed that a tenth of their tests could vanish unnoticed. */
export function lowFloors(floors: Floors, report: Report): readonly string[] {
  return Object.entries(floors)
    .filter(([folder, floor]) => floor < executedBelow(report, folder) * 0.9)
    .map(([folder, floor]) => `${folder} executes ${executedBelow(report, folder)} tests, its floor is ${floor}`)
}

function executedBelow(report: Report, folder: string): number {
  let sum = 0
  for (const [file, count] of report.executed) if (file.startsWith(`${folder}/`)) sum += count
  return sum
}

/** The report at `path`; none when the step died before it wrote one. */
export function readReport(path: string, reporter: 'vitest' | 'playwright', root: string): Report | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const found = parsed(text)
  if (!found) return undefined
  return reporter === 'vitest' ? vitestReport(found, root) : playwrightReport(found)
}

/** Seconds that each test file took, by the reports of vitest in a folder: paths from the root, with `/`. */
export function secondsIn(folder: string, root: string): Readonly<Record<string, number>> {
  const reports = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  const files = reports.flatMap((name) => {
    const found = parsed(readFileSync(join(folder, name), 'utf8'))
    return found ? recordsOf(found, 'testResults') : []
  })
  return Object.fromEntries(
    files.map((file) => [pathIn(file, root), Math.max(0, Number(file['endTime']) - Number(file['startTime'])) / 1000]),
  )
}

type Found = Readonly<Record<string, unknown>>

function parsed(text: string): Found | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isRecord(found) ? found : undefined
  } catch {
    return undefined
  }
}

function vitestReport(found: Found, root: string): Report | undefined {
  if (!Array.isArray(found['testResults'])) return undefined
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const executed = new Map<string, number>()
  const shaky: string[] = []
  for (const file of recordsOf(found, 'testResults')) {
    const before = sum.passed + sum.failed
    const failedBefore = sum.failed
    for (const { status, fullName, failureMessages } of recordsOf(file, 'assertionResults')) {
      if (status === 'passed' && Array.isArray(failureMessages) && failureMessages.length > 0)
        shaky.push(`${pathIn(file, root)} ${String(fullName)}`)
      if (status === 'passed') sum.passed += 1
      else if (status === 'failed') sum.failed += 1
      else sum.skipped += 1
    }
    const name = pathIn(file, root)
    executed.set(name, (executed.get(name) ?? 0) + sum.passed + sum.failed - before)
    if (file['status'] !== 'passed' && sum.failed === failedBefore) sum.failed += 1
  }
  if (found['success'] !== true && sum.failed === 0) sum.failed = 1
  return { ...sum, shaky, executed }
}

function playwrightReport(found: Found): Report | undefined {
  if (!Array.isArray(found['suites'])) return undefined
  // What fails outside tests, like a file that does not load, is an error of the whole report.
  const sum = { passed: 0, failed: recordsOf(found, 'errors').length, skipped: 0 }
  const shaky: string[] = []
  const executed = new Map<string, number>()
  const suites = [...recordsOf(found, 'suites')]
  for (let suite = suites.pop(); suite; suite = suites.pop()) {
    suites.push(...recordsOf(suite, 'suites'))
    for (const spec of recordsOf(suite, 'specs')) {
      for (const { status } of recordsOf(spec, 'tests')) {
        const file = `e2e/${textOf(spec, 'file')}`
        if (status === 'skipped') sum.skipped += 1
        else executed.set(file, (executed.get(file) ?? 0) + 1)
        if (status === 'flaky') shaky.push(`${file} ${textOf(spec, 'title')}`)
        if (status === 'expected' || status === 'flaky') sum.passed += 1
        else if (status !== 'skipped') sum.failed += 1
      }
    }
  }
  return { ...sum, shaky, executed }
}

const pathIn = (file: Found, root: string): string => relative(root, textOf(file, 'name')).replaceAll(sep, '/')

function recordsOf(found: Found, key: string): readonly Found[] {
  const value = found[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textOf(found: Found, key: string): string {
  const value = found[key]
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Found {
  return typeof value === 'object' && value !== null
}
