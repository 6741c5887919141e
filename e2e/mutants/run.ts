import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectPaths, root } from '../architecture/house.ts'
import { readReport } from '../gate/judge.ts'
import { mutants } from './list.ts'
import type { Mutant } from './list.ts'

/**
 * Puts each fault of the list into a copy of the project, one after the other, and says which ones no test notices:
 * `npm run mutants`, or `npm run mutants shared/answers` for the faults of a folder. Ends with 1 when one survives.
 */
const folder = process.argv[2] ?? ''
const chosen = mutants.filter(({ file }) => file.startsWith(folder))
/** Longest that a fault may take its tests: a loop without an end is noticed, too. */
const hangMs = 10 * 60_000

type Verdict = 'killed' | 'survived' | 'broken'

const copy = mkdtempSync(join(tmpdir(), 'iip-mutants-'))
try {
  for (const path of projectPaths()) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  process.exitCode = await runAll()
} finally {
  rmSync(copy, { recursive: true, force: true })
}

async function runAll(): Promise<0 | 1> {
  if (chosen.length === 0) {
    console.log(`no mutant in ${folder}`)
    return 1
  }
  const sets = new Map(chosen.map((mutant) => [[mutant.project, ...mutant.tests].join(' '), mutant]))
  for (const [name, mutant] of sets) {
    const { passed } = await run(mutant)
    if (passed) continue
    console.log(`without any fault, these tests fail already: ${name}`)
    return 1
  }
  const verdicts = new Map<Mutant, Verdict>()
  const startedMs = performance.now()
  for (const mutant of chosen) {
    const verdict = await verdictOn(mutant)
    verdicts.set(mutant, verdict)
    console.log(`${verdict.padEnd(8)} ${mutant.file}: ${mutant.name}`)
  }
  const count = (verdict: Verdict): number => [...verdicts.values()].filter((each) => each === verdict).length
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  for (const [mutant, verdict] of verdicts) {
    if (verdict !== 'killed') console.log(`\n${verdict}: ${mutant.name}\n  ${mutant.file}\n- ${mutant.find}\n+ ${mutant.replace}`)
  }
  const score = ((100 * count('killed')) / chosen.length).toFixed(1)
  console.log(
    `\nmutants: ${chosen.length}, ${count('killed')} killed, ${count('survived')} survived, ${count('broken')} broken; score ${score} % in ${seconds} s`,
  )
  return count('killed') === chosen.length ? 0 : 1
}

/** Broken: no test ran, so the fault is one that the first start would show. */
async function verdictOn(mutant: Mutant): Promise<Verdict> {
  const path = join(copy, mutant.file)
  const text = readFileSync(path, 'utf8')
  // A function, so that `$` in the replacement is itself.
  const changed = text.replace(mutant.find, () => mutant.replace)
  if (changed === text) return 'broken'
  writeFileSync(path, changed)
  try {
    const { passed, executed } = await run(mutant)
    if (passed) return 'survived'
    return executed > 0 ? 'killed' : 'broken'
  } finally {
    writeFileSync(path, text)
  }
}

function run({ project, tests }: Mutant): Promise<{ readonly passed: boolean; readonly executed: number }> {
  const path = join(copy, 'report.json')
  rmSync(path, { force: true })
  const args = ['run', '--project', project, ...tests, '--bail=1', '--reporter=json', `--outputFile.json=${path}`]
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin/vitest'), args, { cwd: copy, stdio: 'ignore', timeout: hangMs })
    child.on('error', (error) => {
      console.log(`vitest could not be started: ${error.message}`)
      resolve({ passed: false, executed: 0 })
    })
    child.on('exit', (code, signal) => {
      const report = readReport(path, 'vitest', copy)
      // Whoever had to be stopped hung in a test.
      const executed = signal === null ? [...(report?.executed.values() ?? [])].reduce((sum, each) => sum + each, 0) : 1
      resolve({ passed: code === 0 && report?.failed === 0 && executed > 0, executed })
    })
  })
}
