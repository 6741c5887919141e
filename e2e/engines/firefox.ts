import { must } from '#shared/kernel/assert.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ended, endProcess, environment } from './process.ts'
import { keys, type Computer, type Engine, type InPage, type Key, type Tab } from './tab.ts'

const found = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
function binary(): string | undefined {
  const named = process.env['FIREFOX']
  return (named === undefined ? found : [named]).find((path) => existsSync(path))
}

/** A quiet browser that speaks the language of the journeys. */
const preferences: Readonly<Record<string, string | number | boolean>> = {
  'intl.accept_languages': 'es-CL, es',
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.auto': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.update.enabled': false,
  'signon.rememberSignons': false,
}

/** Firefox by WebDriver BiDi, on a profile that lasts. */
export const firefox: Engine = {
  name: 'firefox',
  restarts: 'browser',
  missing: () =>
    binary() === undefined
      ? 'Firefox is not on this machine: install it with `apt-get install firefox-esr`, or name it in FIREFOX.'
      : undefined,
  async start({ folder, url }) {
    const profile = join(folder, 'profile')
    mkdirSync(profile, { recursive: true })
    writeFileSync(
      join(profile, 'user.js'),
      Object.entries(preferences)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
        .join(''),
    )
    return FirefoxComputer.on(profile, url)
  },
}

class FirefoxComputer implements Computer {
  readonly #profile: string
  readonly #url: string
  #process: ChildProcess
  #wire: Wire
  #tab: Tab

  static async on(profile: string, url: string): Promise<FirefoxComputer> {
    return new FirefoxComputer(profile, url, await launched(profile, url))
  }

  private constructor(profile: string, url: string, { process: child, wire, tab }: Launched) {
    this.#profile = profile
    this.#url = url
    this.#process = child
    this.#wire = wire
    this.#tab = tab
  }

  get tab(): Tab {
    return this.#tab
  }

  async newTab(): Promise<Tab> {
    const { context } = await this.#wire.send<{ context: string }>('browsingContext.create', { type: 'tab' })
    return tabOf(this.#wire, context, this.#url)
  }

  async restart(): Promise<Tab> {
    await this.end()
    const { process: child, wire, tab } = await launched(this.#profile, this.#url)
    this.#process = child
    this.#wire = wire
    this.#tab = tab
    return tab
  }

  async end(): Promise<void> {
    const gone = ended(this.#process)
    // The connection ends with the browser, maybe before it answers.
    await Promise.allSettled([this.#wire.send('browser.close', {}), gone])
  }
}

interface Launched {
  readonly process: ChildProcess
  readonly wire: Wire
  readonly tab: Tab
}

async function launched(profile: string, url: string): Promise<Launched> {
  const child = spawn(
    must(binary(), 'no Firefox'),
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', '--width', '1280', '--height', '900'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: environment({ TZ: 'America/Santiago', MOZ_HEADLESS: '1' }) },
  )
  try {
    const wire = await Wire.to(`${await listening(child)}/session`)
    await wire.send('session.new', { capabilities: {} })
    const { contexts } = await wire.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    // In the tab that the browser starts with the address bar has the focus, and no command takes it from there: the page would
    // never be told that a field was left. A tab that was asked for has it.
    const { context } = await wire.send<{ context: string }>('browsingContext.create', { type: 'tab' })
    for (const { context: unasked } of contexts) await wire.send('browsingContext.close', { context: unasked })
    return { process: child, wire, tab: tabOf(wire, context, url) }
  } catch (error) {
    await endProcess(child)
    throw error
  }
}

/** Where the browser listens, which it says once it does. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code} before it listened: ${said}`)))
  })
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** WebDriver BiDi over its web socket: one answer for each command. */
class Wire {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #commands = 0

  static async to(address: string): Promise<Wire> {
    const socket = new WebSocket(address)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve(), { once: true })
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)), { once: true })
    })
    return new Wire(socket)
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#heard(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      for (const one of this.#waiting.values()) one.reject(new Error('the browser hung up'))
    })
  }

  send<T>(method: string, params: object): Promise<T> {
    this.#commands += 1
    const id = this.#commands
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    }) as Promise<T>
  }

  #heard(message: { id?: number | null; type?: string; result?: unknown; error?: string; message?: string }): void {
    // Everything else is an event, and nobody asked for any.
    const one = typeof message.id === 'number' ? this.#waiting.get(message.id) : undefined
    if (!one || typeof message.id !== 'number') return
    this.#waiting.delete(message.id)
    if (message.type === 'success') one.resolve(message.result)
    else one.reject(new Error(`${message.error}: ${message.message}`))
  }
}

interface Evaluated {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly type: string; readonly value?: unknown; readonly sharedId?: string }
  readonly exceptionDetails?: { readonly text: string }
}

function tabOf(wire: Wire, context: string, url: string): Tab {
  const call = async (functionDeclaration: string, args: readonly unknown[]) => {
    const evaluated = await wire.send<Evaluated>('script.callFunction', {
      functionDeclaration,
      target: { context },
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      awaitPromise: true,
      userActivation: true,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails?.text ?? 'the page threw')
    return must(evaluated.result, 'no result')
  }
  const elementOf = async (find: string, args: readonly unknown[]): Promise<{ sharedId: string }> => {
    const { sharedId } = await call(`async (args) => (${find})(...JSON.parse(args))`, args)
    return { sharedId: must(sharedId, 'there is no such element') }
  }
  const act = (source: object): Promise<unknown> => wire.send('input.performActions', { context, actions: [source] })
  const down = (value: string): object[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  return {
    front: async () => void (await wire.send('browsingContext.activate', { context })),
    goto: async (path) =>
      void (await wire.send('browsingContext.navigate', { context, url: new URL(path, url).href, wait: 'interactive' })),
    reload: async () => void (await wire.send('browsingContext.reload', { context, wait: 'interactive' })),
    async run<Args extends readonly unknown[], T>(work: InPage<Args, T>, ...args: Args): Promise<T> {
      const { value } = await call(`async (args) => JSON.stringify((await (${work.toString()})(...JSON.parse(args))) ?? null)`, args)
      return JSON.parse(String(value))
    },
    async click(find, ...args) {
      const element = await elementOf(find.toString(), args)
      await act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    type: async (text) => void (await act({ type: 'key', id: 'keyboard', actions: [...text].flatMap(down) })),
    press: async (key: Key) => void (await act({ type: 'key', id: 'keyboard', actions: down(keys[key]) })),
    async choose(paths, find, ...args) {
      const element = await elementOf(find.toString(), args)
      await wire.send('input.setFiles', { context, element, files: paths })
    },
    close: async () => void (await wire.send('browsingContext.close', { context })),
  }
}
