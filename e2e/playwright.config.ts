import { defineConfig, devices } from '@playwright/test'
import { browserArgs, findBrowser } from './browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.test.ts', 'a11y/**/*.test.ts'],
  outputDir: 'results',
  // Each has a server and a browser of its own; two cores carry two. A third makes no run shorter, and some tests wait in vain.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // What then passes is named at the end of the run, and more than a few of it are a failure (e2e/gate/judge.ts).
  retries: 1,
  // Guards against what hangs, far more than any journey needs: a machine may be busy.
  timeout: 5 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // Each step recorded would slow every run; who looks into a failure asks for it: --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...browserArgs],
      env: { ...process.env, ...browser.env },
    },
  },
})
