import type { Floors } from './judge.ts'

export interface Step {
  readonly name: string
  readonly command: readonly [tool: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** Tests that the step runs: whose JSON report counts them, and how many must have been executed at least. */
  readonly tests?: { readonly reporter: 'vitest' | 'playwright'; readonly floors: Floors }
}

/** Steps that run one after the other. */
export type Lane = readonly Step[]

/** Lanes that run at the same time. The first one shows what it prints as it goes, the others at the end of each step. */
export type Stage = readonly [Lane, ...Lane[]]

export const vitest = (...projects: string[]): Step['command'] => [
  'vitest',
  'run',
  ...projects.flatMap((project) => ['--project', project]),
]

/**
 * What is told in seconds runs beside the unit tests, and a slip there ends both.
 *
 * Floors are kept by hand, just below what a folder executes: raise one when the run says that it is low. Lowering one says in
 * its commit which tests went, and why.
 */
export const stages: readonly Stage[] = [
  [
    [
      {
        name: 'unit, screens, server and architecture',
        command: vitest('shared', 'sync', 'server', 'client', 'screens', 'architecture'),
        tests: { reporter: 'vitest', floors: { shared: 1690, sync: 305, server: 2310, client: 800, 'e2e/architecture': 118 } },
      },
    ],
    [
      { name: 'format', command: ['oxfmt', '--check', '.'] },
      { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
      { name: 'types', command: ['tsc', '-b'] },
      { name: 'dead code', command: ['knip'] },
      { name: 'client build', command: ['vite', 'build', '--logLevel', 'warn'] },
    ],
  ],
  // Together, since each has one file that takes long: whichever worker has no more of the one goes on with the other.
  [
    [
      {
        name: 'simulation, small worlds, several servers and deadline day',
        command: vitest('convergence', 'exhaustion', 'fleet', 'load'),
        tests: {
          reporter: 'vitest',
          floors: { 'e2e/convergence': 60, 'e2e/exhaustion': 16, 'e2e/fleet': 2, 'e2e/load': 17, 'e2e/simulators': 5 },
        },
      },
    ],
  ],
  [
    [
      {
        name: 'browser journeys',
        command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--grep-invert', '@sweep|@nightly'],
        tests: { reporter: 'playwright', floors: { 'e2e/journeys': 50, 'e2e/a11y': 20 } },
      },
    ],
  ],
]
