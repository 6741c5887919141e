import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import config from '../tests.config.ts'
import { faultsOf, lowFloors, readReport } from '../gate/judge.ts'
import type { Report } from '../gate/judge.ts'
import { runStages } from '../gate/run.ts'
import { stages } from '../gate/steps.ts'
import type { Step } from '../gate/steps.ts'
import { root, sourceFiles } from './house.ts'

const dir = mkdtempSync(join(tmpdir(), 'iip-gate-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const report = (executed: Readonly<Record<string, number>>, change: Partial<Report> = {}): Report => ({
  passed: Object.values(executed).reduce((sum, count) => sum + count, 0),
  failed: 0,
  skipped: 0,
  shaky: [],
  executed: new Map(Object.entries(executed)),
  ...change,
})

describe('a step is judged', () => {
  const floors = { shared: 3, sync: 2 }
  const enough = { 'shared/a.test.ts': 2, 'shared/answers/b.test.ts': 1, 'sync/c.test.ts': 2 }

  test('passed with exit 0, no failure and each floor reached', () => {
    expect(faultsOf(0, floors, report(enough))).toEqual([])
    expect(faultsOf(0, undefined, undefined)).toEqual([])
  })

  test('failed by its exit code, although its report is good', () => {
    expect(faultsOf(1, floors, report(enough))).toEqual(['exit 1'])
    expect(faultsOf(7, undefined, undefined)).toEqual(['exit 7'])
  })

  test('failed by one failed test, although it exits with 0', () => {
    expect(faultsOf(0, floors, report(enough, { failed: 1 }))).toEqual(['1 failed'])
  })

  test('passed with a few that were run again, and failed with more', () => {
    const shaky = ['one', 'two', 'three']
    expect(faultsOf(0, floors, report(enough, { shaky }))).toEqual([])
    expect(faultsOf(0, floors, report(enough, { shaky: [...shaky, 'four'] }))).toEqual(['4 passed only when they were run again'])
  })

  test('failed without a report, although it exits with 0', () => {
    expect(faultsOf(0, floors, undefined)).toEqual(['no report of its tests'])
  })

  test('failed below the floor of one folder, however many another executes; skipped tests count for none', () => {
    const few = report({ ...enough, 'sync/c.test.ts': 1, 'shared/d.test.ts': 100 }, { skipped: 50 })
    expect(faultsOf(0, floors, few)).toEqual(['only 1 tests were executed in sync, at least 2 must be'])
    expect(faultsOf(0, floors, report({}))).toHaveLength(2)
  })

  test('a folder whose floor stayed behind is named', () => {
    expect(lowFloors({ shared: 95 }, report({ 'shared/a.test.ts': 100 }))).toEqual([])
    expect(lowFloors({ shared: 80 }, report({ 'shared/a.test.ts': 100 }))).toEqual(['shared executes 100 tests, its floor is 80'])
  })
})

describe('a report is read', () => {
  const read = (found: unknown, reporter: 'vitest' | 'playwright') => {
    const path = join(dir, 'report.json')
    writeFileSync(path, typeof found === 'string' ? found : JSON.stringify(found))
    return readReport(path, reporter, '/house')
  }

  test('a report that is missing, cut or of another shape is none', () => {
    expect(readReport(join(dir, 'nowhere.json'), 'vitest', '/house')).toBeUndefined()
    for (const found of ['', '{"testResults": [', '[]', 'null', {}]) {
      expect(read(found, 'vitest'), JSON.stringify(found)).toBeUndefined()
      expect(read(found, 'playwright'), JSON.stringify(found)).toBeUndefined()
    }
  })

  test('a file that does not load is a failure, and whatever a report calls no success', () => {
    expect(
      read({ success: false, testResults: [{ name: '/house/sync/a.test.ts', status: 'failed', assertionResults: [] }] }, 'vitest'),
    ).toEqual({ passed: 0, failed: 1, skipped: 0, shaky: [], executed: new Map([['sync/a.test.ts', 0]]) })
    expect(read({ success: false, testResults: [] }, 'vitest')?.failed).toBe(1)
    expect(read({ suites: [], errors: [{ message: 'SyntaxError' }] }, 'playwright')?.failed).toBe(1)
  })

  test('a screen that passed the second time is named', () => {
    const again = { status: 'passed', fullName: 'a list', failureMessages: ['not yet'] }
    const found = read(
      { success: true, testResults: [{ name: '/house/client/a.screen.test.tsx', status: 'passed', assertionResults: [again] }] },
      'vitest',
    )
    expect(found).toMatchObject({ passed: 1, failed: 0, shaky: ['client/a.screen.test.tsx a list'] })
  })

  test('tests that are skipped, pending or still to be written were not executed', () => {
    const statuses = ['passed', 'failed', 'skipped', 'pending', 'todo'].map((status) => ({ status }))
    const vitest = read(
      { success: false, testResults: [{ name: '/house/a/b.test.ts', status: 'failed', assertionResults: statuses }] },
      'vitest',
    )
    expect(vitest).toEqual({ passed: 1, failed: 1, skipped: 3, shaky: [], executed: new Map([['a/b.test.ts', 2]]) })
    const specs = ['expected', 'unexpected', 'skipped', 'flaky'].map((status) => ({
      title: status,
      file: 'journeys/a.test.ts',
      tests: [{ status }],
    }))
    const playwright = read({ suites: [{ specs: specs.slice(0, 2), suites: [{ specs: specs.slice(2) }] }] }, 'playwright')
    expect(playwright).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      shaky: ['e2e/journeys/a.test.ts flaky'],
      executed: new Map([['e2e/journeys/a.test.ts', 3]]),
    })
  })
})

describe('the whole command', () => {
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && typeof project.test?.name === 'string' ? [project.test.name] : [],
  )

  const setting = { root, reports: join(dir, 'reports'), output: 'ignore', minutes: { meant: 25, hang: 60 } } as const

  /** Runs a fixture as the tests of projects, which keep their own setups and pools, and gives what `npm test` would. */
  async function command(
    names: readonly string[],
    fixture: 'failing' | 'passing',
    floor: number,
  ): Promise<{ code: 0 | 1; lines: readonly string[] }> {
    const lines: string[] = []
    const step: Step = {
      name: 'fixture',
      command: ['vitest', 'run', '--config', 'e2e/gate/fixtures/vitest.config.ts', ...names.flatMap((name) => ['--project', name])],
      env: { GATE_FIXTURE: fixture },
      tests: { reporter: 'vitest', floors: { 'e2e/gate': floor } },
    }
    const code = await runStages([[[step]]], { ...setting, say: (line) => lines.push(line) })
    return { code, lines }
  }

  test('tests every project in a step with floors', () => {
    const steps = stages.flat(2)
    expect(projects).toHaveLength(10)
    for (const project of projects) {
      const step = steps.find(({ command: [tool, ...args] }) => tool === 'vitest' && args.includes(project))
      const ofTests = ['convergence', 'exhaustion', 'fleet', 'load', 'architecture'].includes(project) ? `e2e/${project}` : project
      const folder = project === 'screens' ? 'client' : ofTests
      expect(step?.tests?.floors[folder] ?? 0, project).toBeGreaterThan(0)
    }
  })

  // What a project sets up runs in the process whose exit code counts: a hook there may replace it.
  const settingUp = ['server', 'screens']
  test.each([...settingUp.map((name) => [name]), projects.filter((name) => !settingUp.includes(name))])(
    'a failing test of the projects %s ends it with 1, and by the exit code of vitest, too',
    async (...names) => {
      const { code, lines } = await command(names, 'failing', 2)
      expect(code).toBe(1)
      expect(lines.find((line) => line.startsWith('── fixture:'))).toContain(`failed (exit 1; ${names.length} failed)`)
      expect(lines.at(-1)).toBe(`tests: ${names.length} passed, ${names.length} failed`)
    },
  )

  test('a run that executes fewer tests than its floor ends it with 1, whatever was skipped', async () => {
    const enough = await command(['shared'], 'passing', 1)
    expect(enough).toMatchObject({ code: 0 })
    expect(enough.lines.at(-1)).toBe('tests: 1 passed, 0 failed, 1 skipped')
    const few = await command(['shared'], 'passing', 2)
    expect(few.code).toBe(1)
    expect(few.lines.join('\n')).toContain('only 1 tests were executed in e2e/gate, at least 2 must be')
  })

  test('a step that fails ends what runs beside it, which passes for nothing, and no later stage begins', async () => {
    const lines: string[] = []
    const long: Step = { name: 'long', command: ['node', '-e', 'setInterval(() => undefined, 1e6)'] }
    const failing: Step = { name: 'failing', command: ['node', '-e', 'console.log("why"); process.exit(3)'] }
    const later: Step = { name: 'later', command: ['node', '-e', ''] }
    const code = await runStages(
      [
        [
          [long, later],
          [failing, later],
        ],
        [[later]],
      ],
      { ...setting, say: (line) => lines.push(line) },
    )
    expect(code).toBe(1)
    expect(lines.map((line) => line.replaceAll(/[\d.]+ s/g, 's').trim())).toEqual([
      '── long',
      'why',
      '── failing: failed (exit 3), s',
      '── long: stopped',
      '',
      's  failing',
      'Failed after s: failing',
      'tests: 0 passed, 0 failed',
    ])
  })

  test('a run that goes on tells of every stage, and fails when one did', async () => {
    const lines: string[] = []
    const failing: Step = { name: 'failing', command: ['node', '-e', 'process.exit(3)'] }
    const good: Step = { name: 'good', command: ['node', '-e', ''] }
    const code = await runStages([[[failing], [good]], [[good]]], { ...setting, goOn: true, say: (line) => lines.push(line) })
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('── good: ok'))).toHaveLength(2)
  })

  test('a step that cannot be started ends it with 1', async () => {
    const lines: string[] = []
    const code = await runStages([[[{ name: 'none', command: ['no-such-tool'] }]]], { ...setting, say: (line) => lines.push(line) })
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe('tests: 0 passed, 0 failed')
  })
})

describe('properties', () => {
  test('are asserted by assertProperty of shared/testing, with the seed that the run says, and never with one of their own', () => {
    const own = sourceFiles.filter(
      ({ path, text }) => path !== 'shared/testing/properties.ts' && /\bfc\s*\.(assert|check|configureGlobal)\(/.test(text),
    )
    expect(own.map(({ path }) => path)).toEqual([])
  })
})
