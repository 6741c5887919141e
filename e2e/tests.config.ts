import tailwindcss from '@tailwindcss/vite'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { TestProjectInlineConfiguration } from 'vitest/config'

// Apart from how the client is built, whose plugins take longer to load than many a test.

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

// As npm's scripts have it (server/cli/binaries.mjs): the workers of a run, and the servers that tests start, load what was compiled before.
process.env['NODE_COMPILE_CACHE'] ??= at('node_modules/.cache/compiled')

/**
 * After which a test is taken to hang. Tests are bounded by steps, never by the clock: a machine may be busy, so this is far more
 * than any needs.
 */
const hangMs = 20 * 60_000

/** Projects whose sources run in a browser: they are what Vite makes of them. */
const ofClient = ['client', 'screens']

export default defineConfig({
  test: {
    // Several people's runs share two cores.
    maxWorkers: 2,
    projects: [
      project('shared', ['shared/**/*.test.ts']),
      project('sync', ['sync/**/*.test.ts']),
      project('server', ['server/**/*.test.ts', 'e2e/releases/**/*.test.ts'], [at('server/testing/postgres-of-run.ts')]),
      project('client', ['client/**/*.test.{ts,tsx}'], [], ['**/*.screen.test.tsx']),
      screens(),
      project('convergence', ['e2e/convergence/**/*.test.ts']),
      project('exhaustion', ['e2e/exhaustion/**/*.test.ts']),
      project('fleet', ['e2e/fleet/**/*.test.ts']),
      project('load', ['e2e/load/**/*.test.ts', 'e2e/simulators/**/*.test.ts']),
      project('architecture', ['e2e/architecture/**/*.test.ts']),
    ],
  },
})

/** Whole screens, drawn in Node before a real server (client/testing/README.md). */
function screens(): TestProjectInlineConfiguration {
  const { test, ...rest } = project('screens', ['client/**/*.screen.test.tsx'], [at('server/testing/demo-image.ts')])
  const { version }: { version: string } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  return {
    ...rest,
    plugins: [tailwindcss()],
    define: { __APP_VERSION__: JSON.stringify(version) },
    // What shows and what is hidden is said by the styles.
    test: {
      ...test,
      environment: at('client/testing/dom.ts'),
      setupFiles: [at('client/testing/setup.ts')],
      css: { include: [/tailwind\.css/] },
      // As a journey, a screen waits for what a busy machine does late: what passes the second time is named at the end (e2e/gate/judge.ts).
      retry: 1,
    },
  }
}

function project(
  name: string,
  include: string[],
  globalSetup: readonly string[] = [],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    root: at('.'),
    test: {
      name,
      root: at('.'),
      include,
      exclude: ['**/node_modules/**', ...exclude],
      environment: 'node',
      // A device is in Chile, wherever the machine is.
      env: ofClient.includes(name) ? { TZ: 'America/Santiago' } : {},
      pool: 'forks',
      // What runs on Node is tested as Node runs it: types are stripped, and no more.
      experimental: { viteModuleRunner: ofClient.includes(name), nodeLoader: false },
      // Files of a worker share the modules that they import: loading them anew for each took longer than many a file's tests. What a
      // module keeps must not depend on which file ran before, which is asked of the product as well.
      isolate: false,
      testTimeout: hangMs,
      hookTimeout: hangMs,
      globalSetup: [at('shared/testing/property-seed.ts'), ...globalSetup],
    },
  }
}
