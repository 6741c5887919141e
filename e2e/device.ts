import { readdir, readFile } from 'node:fs/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { browserArgs, type Browser } from './browser.ts'

const actionMs = 60_000

/**
 * One person's computer: a browser profile on disk. Its browser process can be closed, or killed, and started again
 * on the same profile, as when a laptop is shut.
 */
export class Device {
  readonly #browser: Browser
  readonly #profile: string
  readonly #url: string
  #context: BrowserContext | undefined
  readonly #complaints: string[] = []

  constructor({ browser, profile, url }: { browser: Browser; profile: string; url: string }) {
    this.#browser = browser
    this.#profile = profile
    this.#url = url
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('the browser of this device is closed')
    return this.#context
  }

  /** The folder of everything that this browser keeps. */
  get profile(): string {
    return this.#profile
  }

  /** What pages threw or logged as an error, oldest first. */
  get complaints(): readonly string[] {
    return this.#complaints
  }

  /** Starts the browser if it is closed, and gives its first page. */
  async open(): Promise<Page> {
    this.#context ??= await this.#launch()
    return this.#context.pages()[0] ?? this.#context.newPage()
  }

  async #launch(): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: this.#browser.executablePath,
      env: environment(this.#browser.env),
      args: [...browserArgs],
      baseURL: this.#url,
      locale: 'es-CL',
      timezoneId: 'America/Santiago',
    })
    // A press that cannot be made is told with what it waited for, not by the end of the whole test.
    context.setDefaultTimeout(actionMs)
    context.on('weberror', (thrown) => this.#complaints.push(thrown.error().stack ?? String(thrown.error())))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(message.text())
    })
    return context
  }

  async close(): Promise<void> {
    const context = this.#context
    this.#context = undefined
    await context?.close()
  }

  /** Ends the browser's process as a fault or a lost battery does: nothing is told to its pages. */
  async kill(): Promise<void> {
    const context = this.#context
    this.#context = undefined
    if (!context) return
    const closed = new Promise<void>((resolve) => void context.once('close', () => resolve()))
    for (const id of await processesOn(this.#profile)) process.kill(id, 'SIGKILL')
    await closed
  }

  /** Closes the browser and starts it again on the same profile. */
  async restart(): Promise<Page> {
    await this.close()
    return this.open()
  }
}

/** Ids of a browser's processes, which name their profile where they were started with it. */
async function processesOn(profile: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.filter((_, at) => lines[at]?.split('\0').includes(`--user-data-dir=${profile}`)).map(Number)
}

function environment(more: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(inherited), ...more }
}
