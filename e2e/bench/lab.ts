import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { browserArgs, findBrowser } from '../browser.ts'
import { ServerProcess } from '../server.ts'
import { layGround, type Place, type PlaceOrder } from './ground.ts'

const here = import.meta.dirname

/** The bench's page is not of any address that Chromium knows, and the floor is of this machine: without this it may not be called. */
const floorArgs = ['--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests']

/** What a measurement works with, started for it and ended after it. */
export interface Lab {
  readonly server: ServerProcess
  readonly places: readonly Place[]
  readonly floorUrl: string
  /** A page of a browser of its own, whose profile is on the disk, with the engine's bench loaded. */
  newPage(): Promise<Page>
  /** A browser of its own, whose profile is on the disk. */
  newContext(): Promise<BrowserContext>
  /** Loads the engine's bench into a profile that the measurement has opened itself. */
  loadBench(context: BrowserContext): Promise<Page>
  /** Folder for what the measurement keeps; goes with the lab. */
  readonly folder: string
  close(): Promise<void>
}

/** The real server on a fresh database, the floor's server beside it, and a browser. */
export async function openLab(orders: readonly PlaceOrder[], env: Readonly<Record<string, string>> = {}): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'iip-bench-'))
  const dataDir = join(folder, 'data')
  const places = await layGround(dataDir, orders)
  const server = await ServerProcess.launch({ dataDir, env: { SEED: 'none', ...env } })
  const floor = await startFloor(join(folder, 'floor.sqlite'))
  const files = await buildPage(join(folder, 'page'))
  const found = await findBrowser()
  const contexts: BrowserContext[] = []
  // An incognito context would keep its databases in memory, where nothing is ever made durable.
  const newContext = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(join(folder, `profile-${contexts.length}`), {
      executablePath: found.executablePath,
      env: { ...definedEnv(), ...found.env },
      args: [...browserArgs, ...floorArgs],
    })
    contexts.push(context)
    return context
  }
  return {
    server,
    places,
    floorUrl: floor.url,
    folder,
    newContext,
    loadBench: (context) => loadPage(context, server.url, files),
    newPage: async () => loadPage(await newContext(), server.url, files),
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()))
      floor.process.kill()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const definedEnv = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** The bare server beside the product's, in a process of its own. */
export async function startFloor(path: string): Promise<{ process: ChildProcess; url: string }> {
  const child = fork(join(here, 'floor.ts'), [path])
  const [port] = await once(child, 'message')
  return { process: child, url: `http://127.0.0.1:${String(port)}/` }
}

async function buildPage(outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: join(here, 'page'),
    logLevel: 'warn',
    build: { outDir, target: 'es2023', modulePreload: false, emptyOutDir: true },
  })
  return outDir
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** A page that nobody else can look into is given a clock of 5 µs instead of 100 µs. */
const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** What the application keeps of who is signed in, laid down before its first page. */
export const remember = (context: BrowserContext, entries: Readonly<Record<string, string>>): Promise<void> =>
  context
    .addInitScript((given) => {
      for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
    }, entries)
    .then(() => undefined)

/** Loads the bench under the server's own origin; only the page itself comes from elsewhere. */
async function loadPage(context: BrowserContext, origin: string, files: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) console.error('page:', message.text())
  })
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname === '/bench' ? '/index.html' : pathname
    const contentType = types[extname(file)] ?? 'text/plain'
    await route.fulfill({ headers: { ...isolated, 'content-type': contentType }, body: await readFile(join(files, file)) })
  })
  await page.goto(`${origin}/bench`)
  await page.waitForFunction(() => 'bench' in window)
  await page.unrouteAll()
  return page
}
