import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { Device } from './device.ts'
import { demoImage } from '#server/testing/demo-image.ts'
import type { Persona } from '#server/testing/personas.ts'
import { ServerProcess } from './server.ts'

interface TestFixtures {
  /** A server of this test's own, on a fresh copy of the demonstration: for what would disturb other tests. */
  ownServer: ServerProcess
  /** A new computer with its own browser profile; `url` is the shared server's unless said otherwise. */
  newDevice: (url?: string) => Promise<Device>
}

interface WorkerFixtures {
  /** Data folder of the demonstration, never served from. */
  seeded: string
  /** The server that tests share. */
  server: ServerProcess
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  seeded: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are asked for from this pattern.
    async ({}, use) => {
      if (!existsSync(join(import.meta.dirname, '../client/dist/index.html'))) throw new Error('build the client first: npm run build')
      await use(await demoImage())
    },
    { scope: 'worker', timeout: 5 * 60_000 },
  ],
  server: [({ seeded }, use) => withCopy(seeded, use), { scope: 'worker', timeout: 5 * 60_000 }],
  ownServer: ({ seeded }, use) => withCopy(seeded, use),
  baseURL: ({ server }, use) => use(server.url),
  newDevice: async ({ server }, use, testInfo) => {
    const browser = await findBrowser()
    await inTemporaryFolder(async (folder) => {
      const devices: Device[] = []
      await use(async (url = server.url) => {
        const device = new Device({ browser, profile: join(folder, String(devices.length)), url })
        devices.push(device)
        await device.open()
        return device
      })
      await Promise.all(devices.map((device) => device.close()))
      const complaints = devices.flatMap((device) => device.complaints)
      if (testInfo.status !== testInfo.expectedStatus && complaints.length > 0) console.log(`The browser said:\n${complaints.join('\n')}`)
    })
  },
})

/**
 * Goes over every screen once more, in the other language or with larger text. Like the journeys whose title ends with @nightly, it is run by
 * `npm run nightly` and `npm run e2e`, and not by the gate, which keeps what only a browser with a server shows and the whole job of each role.
 */
export const sweep = { tag: '@sweep' } as const

/** Whose screens the gate goes over; those of the others are gone over at night. */
const inTheGate: ReadonlySet<string> = new Set(['a professional', 'an institutional leader', 'an evaluator', 'an administrator'])
export const atNight = (who: string): string => (inTheGate.has(who) ? '' : ' @nightly')

export { expect }

/** Signs in through the login page and waits for the first private page. */
export async function signIn(page: Page, persona: Persona): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/^correo/i).fill(persona.email)
  await page.getByLabel(/^contraseña/i).fill(persona.password)
  await page.getByRole('button', { name: /^(ingresar|iniciar sesión|entrar)$/i }).click()
  await page.waitForURL('**/dashboard/**')
}

/** Whether the shell is kept on the device. Its document comes last of all. */
export const hasShell = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true }))?.status === 200)

/** Waits until the shell is kept on the device: from then on the app opens without a network. */
export async function shellKept(page: Page): Promise<void> {
  // Six browsers that install at once take their time.
  await expect.poll(() => hasShell(page), { timeout: 120_000 }).toBe(true)
}

/**
 * Takes away the network of a browser: pages see `offline` and every request fails. Whoever has come in has the shell by then, or a slow
 * machine's reload would find nothing.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) if (new URL(page.url()).pathname.startsWith('/dashboard')) await shellKept(page)
  await context.setOffline(true)
}

/** From its next page on the browser says that there is a network, as some do in a page that was opened without one. */
export async function sayOnline(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
}

export async function goOnline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
}

async function withCopy(seeded: string, use: (server: ServerProcess) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (dataDir) => {
    await cp(seeded, dataDir, { recursive: true })
    const server = await ServerProcess.launch({ dataDir })
    await use(server)
    await server.stop()
  })
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-e2e-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
