import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, sourceFiles } from '../architecture/house.ts'
import { secondsIn } from '../gate/judge.ts'
import { runStages } from '../gate/run.ts'
import type { Step } from '../gate/steps.ts'
import { inScratch } from '../scratch.ts'
import { fitting, reachedBy } from './reach.ts'

/**
 * Whether a change broke something, in a minute: types, format and lint of what changed, and the tests that it reaches, nearest first, as many
 * as fit. `npm run quick` looks at what is not committed, or at the last commit when everything is; `npm run quick -- <revision>` at all since
 * then.
 */
const [since] = process.argv.slice(2)

/** Seconds of test files, modules included, that two workers get done in most of a minute while types and lint run beside them. */
const mostSeconds = 60
/** What the tests of a file take that has not run here. */
const usualSeconds = 0.7
/** What a file's modules take before its first test, which no report counts: a screen brings the whole client. */
const moduleSeconds = (path: string): number => (path.endsWith('.screen.test.tsx') ? 2 : path.startsWith('server/') ? 1 : 0.2)
const memory = join(root, 'node_modules/.cache/quick/seconds.json')

process.exitCode = await inScratch(async () => {
  const changed = changedFiles()
  if (changed.length === 0) return told('Nothing changed.')
  const took = lastSeconds()
  const all = reachedBy(changed, sourceFiles)
  const chosen = fitting(all, (path) => (took[path] ?? usualSeconds) + moduleSeconds(path), mostSeconds)
  console.log(`${changed.length} files changed; they reach ${all.length} test files, of which the nearest ${chosen.length} run.`)
  if (chosen.length < all.length) console.log('npm test runs all of them.')
  const sources = changed.filter((path) => /\.(?:[cm]?ts|tsx|mjs)$/.test(path) && existsSync(join(root, path)))
  const present = changed.filter((path) => existsSync(join(root, path)) && path !== 'package-lock.json')
  const checks: Step[] = [
    ...(present.length > 0
      ? [{ name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...present] } as const]
      : []),
    ...(sources.length > 0 ? [{ name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings', ...sources] } as const] : []),
    { name: 'types', command: ['tsc', '-b'] },
  ]
  const tests: Step = {
    name: 'tests',
    command: ['vitest', 'run', ...chosen.map(({ path }) => path)],
    tests: { reporter: 'vitest', floors: {} },
  }
  const reports = join(root, 'node_modules/.cache/quick/reports')
  const code = await runStages([chosen.length > 0 ? [[tests], checks] : [checks]], {
    root,
    reports,
    say: (line) => console.log(line),
    output: 'inherit',
    minutes: { meant: 1, hang: 20 },
    goOn: true,
  })
  remember({ ...took, ...secondsIn(reports, root) })
  return code
})

function changedFiles(): readonly string[] {
  const git = (...args: string[]): readonly string[] => {
    const listed = execFileSync('git', [...args, '-z'], { cwd: root, encoding: 'utf8' })
    return listed.split('\0').filter((path) => path !== '')
  }
  const untracked = git('ls-files', '--others', '--exclude-standard')
  if (since !== undefined) return [...new Set([...git('diff', '--name-only', since), ...untracked])]
  const open = [...new Set([...git('diff', '--name-only', 'HEAD'), ...untracked])]
  return open.length > 0 ? open : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

/** What test files took when they ran here last: in the gate, or in this command. */
function lastSeconds(): Readonly<Record<string, number>> {
  const remembered: unknown = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {}
  return { ...secondsIn(join(root, 'node_modules/.cache/tests'), root), ...(remembered as Record<string, number>) }
}

function remember(seconds: Readonly<Record<string, number>>): void {
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(memory, JSON.stringify(seconds))
}

function told(sentence: string): 0 {
  console.log(sentence)
  return 0
}
