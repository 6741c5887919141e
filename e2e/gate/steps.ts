import type { Floors } from './judge.ts'

export interface Step {
  readonly name: string
  readonly command: readonly [tool: string, ...args: string[]]
  /** Tests that the step runs: whose JSON report counts them, and how many must have been executed at least. */
  readonly tests?: { readonly reporter: 'vitest' | 'playwright'; readonly floors: Floors }
}

const vitest = (...projects: string[]): Step['command'] => ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])]

/**
 * Cheapest first, so that a slip is told in seconds.
 *
 * Floors are kept by hand, just below what a folder executes: raise one when the run says that it is low. Lowering one says in
 * its commit which tests went, and why.
 */
export const steps: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'dead code', command: ['knip'] },
  {
    name: 'unit, server and architecture',
    command: vitest('shared', 'sync', 'server', 'client', 'architecture'),
    tests: { reporter: 'vitest', floors: { shared: 1380, sync: 245, server: 2150, client: 425, 'e2e/architecture': 84 } },
  },
  // Together, since each has one file that takes long: whichever worker has no more of the one goes on with the other.
  {
    name: 'simulation and small worlds',
    command: vitest('convergence', 'exhaustion'),
    tests: { reporter: 'vitest', floors: { 'e2e/convergence': 60, 'e2e/exhaustion': 9 } },
  },
  { name: 'several servers', command: vitest('fleet'), tests: { reporter: 'vitest', floors: { 'e2e/fleet': 2 } } },
  { name: 'deadline day', command: vitest('load'), tests: { reporter: 'vitest', floors: { 'e2e/load': 16 } } },
  { name: 'client build', command: ['vite', 'build', '--logLevel', 'warn'] },
  {
    name: 'browser journeys',
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--grep-invert', '@sweep'],
    tests: { reporter: 'playwright', floors: { 'e2e/journeys': 110, 'e2e/a11y': 38 } },
  },
]
