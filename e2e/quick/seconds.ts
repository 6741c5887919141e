import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../architecture/house.ts'

/**
 * Measures the commands of the table in AGENTS.md and writes their seconds there: `npm run seconds`, and `npm run seconds -- 900` for those that
 * took up to 900 s when they were measured last. One run each, on a machine that does nothing else.
 */
const mostSeconds = Number(process.argv[2] ?? 100)
const path = join(root, 'AGENTS.md')
const row = /^\| (\d+) +\| `([^`]+)`/

const lines = readFileSync(path, 'utf8').split('\n')
for (const [at, line] of lines.entries()) {
  const [, before, command] = row.exec(line) ?? []
  if (before === undefined || command === undefined || Number(before) > mostSeconds || command.includes('<')) continue
  const { code, seconds } = await run(command)
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${command}${code === 0 ? '' : `: ended with ${code}, and is left as it was`}`)
  if (code === 0) lines[at] = line.replace(/^\| \d+ +\|/, `| ${String(rounded(seconds)).padEnd(7)} |`)
}
writeFileSync(path, lines.join('\n'))

/** Two digits: more would be another machine's. */
function rounded(seconds: number): number {
  const step = seconds < 10 ? 1 : seconds < 100 ? 5 : 50
  return Math.max(1, Math.round(seconds / step) * step)
}

function run(command: string): Promise<{ readonly code: number; readonly seconds: number }> {
  const startedMs = performance.now()
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter) }
    const child = spawn('sh', ['-c', command], { cwd: root, stdio: 'ignore', env })
    child.on('exit', (code) => resolve({ code: code ?? 1, seconds: (performance.now() - startedMs) / 1000 }))
  })
}
