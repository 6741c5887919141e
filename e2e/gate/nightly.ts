import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inScratch } from '../scratch.ts'
import { runStages } from './run.ts'
import { vitest, type Stage, type Step } from './steps.ts'

/**
 * What the gate has no minutes for: every suite on both databases, ten times the properties, the long simulations, every journey in the
 * browser of the system, the other engines, servers that die, and the mutants. It goes on after a failure and ends with 1.
 *
 * `npm run nightly`, or `npm run nightly -- mutants journeys` for stages by a part of a step's name.
 */
const root = join(import.meta.dirname, '../..')
const systemChromium = ['/usr/bin/chromium', '/usr/bin/google-chrome-stable'].find((path) => existsSync(path))
const node = (name: string, ...args: string[]): Step => ({ name, command: ['node', ...args] })

const stages: readonly Stage[] = [
  [[{ name: 'client build', command: ['vite', 'build', '--logLevel', 'warn'] }]],
  [
    [
      {
        name: 'every suite on both databases',
        command: vitest('shared', 'sync', 'server', 'client', 'screens', 'architecture'),
        env: { EVERYTHING: '1', PROPERTY_TIMES: '10' },
        tests: { reporter: 'vitest', floors: { shared: 1380, sync: 275, server: 2150, client: 690 } },
      },
    ],
  ],
  [
    [
      {
        name: 'simulation, small worlds, several servers and deadline day',
        command: vitest('convergence', 'exhaustion', 'fleet', 'load'),
        env: { EVERYTHING: '1' },
        tests: { reporter: 'vitest', floors: { 'e2e/convergence': 150, 'e2e/exhaustion': 16 } },
      },
    ],
  ],
  [
    [
      {
        name: 'every journey',
        command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
        env: systemChromium === undefined ? {} : { PLAYWRIGHT_CHROMIUM: systemChromium },
        tests: { reporter: 'playwright', floors: { 'e2e/journeys': 57, 'e2e/a11y': 52 } },
      },
    ],
  ],
  [[node('other engines', 'e2e/engines/run.ts')]],
  [[node('servers that die', 'e2e/fleet/run.ts')]],
  [[node('a rolling upgrade', 'e2e/fleet/run.ts', 'rolling')]],
  [[node('mutants', 'e2e/mutants/run.ts')]],
]

const asked = process.argv.slice(2)
const chosen = stages.filter((stage) => asked.length === 0 || stage.flat().some(({ name }) => asked.some((word) => name.includes(word))))
if (systemChromium === undefined) console.log('No Chromium of the system: journeys run in the packaged one.')

process.exitCode = await inScratch(() =>
  runStages(chosen, {
    root,
    reports: join(root, 'node_modules/.cache/nightly'),
    say: (line) => console.log(line),
    output: 'inherit',
    minutes: { meant: 240, hang: 600 },
    goOn: true,
  }),
)
