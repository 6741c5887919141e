import { must } from '#shared/kernel/assert.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../server.ts'
import { endProcess, environment, until } from './process.ts'
import { keys, type Computer, type Engine, type InPage, type Tab } from './tab.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/xvfb-run'

/** The browser that the driver drives, beside the newest of the engine's libraries. */
function browser(): string | undefined {
  const libraries = '/usr/lib'
  const folders = existsSync(libraries) ? readdirSync(libraries).map((name) => join(libraries, name)) : []
  return folders
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')))
    .find((path) => existsSync(path))
}

/** WebKitGTK by WebDriver. Whatever its driver starts keeps nothing when it ends, so a restart shuts its tab only. */
export const webkit: Engine = {
  name: 'webkit',
  restarts: 'tab',
  missing() {
    const lacking = [
      ...(existsSync(driver) && browser() !== undefined ? [] : ['webkit2gtk-driver']),
      ...(existsSync(display) ? [] : ['xvfb', 'xauth']),
    ]
    return lacking.length === 0
      ? undefined
      : `WebKitGTK is not whole on this machine: install what it needs with \`apt-get install ${lacking.join(' ')}\`.`
  },
  async start({ url }) {
    const port = await freePort()
    const child = spawn(display, ['-a', driver, `--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      // Of one group, so that all of it ends together.
      detached: true,
      env: environment({
        TZ: 'America/Santiago',
        LANG: 'es_CL.UTF-8',
        LANGUAGE: 'es_CL:es',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      }),
    })
    const base = `http://127.0.0.1:${port}`
    try {
      await until(async () => (await fetch(`${base}/status`).catch(() => null))?.ok === true, 'the driver of WebKitGTK listens')
      const { sessionId } = await ask<{ sessionId: string }>('POST', `${base}/session`, {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: must(browser(), 'no MiniBrowser'), args: ['--automation', '--geometry=1280x900'] },
          },
        },
      })
      return await WebkitComputer.on(child, `${base}/session/${sessionId}`, url)
    } catch (error) {
      await endProcess(child, 'group')
      throw error
    }
  },
}

class WebkitComputer implements Computer {
  readonly #process: ChildProcess
  readonly #session: string
  readonly #url: string
  #tab: Tab

  static async on(child: ChildProcess, session: string, url: string): Promise<WebkitComputer> {
    return new WebkitComputer(child, session, url, await ask<string>('GET', `${session}/window`))
  }

  private constructor(child: ChildProcess, session: string, url: string, window: string) {
    this.#process = child
    this.#session = session
    this.#url = url
    this.#tab = tabOf(session, window, url)
  }

  get tab(): Tab {
    return this.#tab
  }

  async newTab(): Promise<Tab> {
    // A tab would stay behind the first one for ever: the driver changes where its commands go, not what is seen. A window is seen.
    const { handle } = await ask<{ handle: string }>('POST', `${this.#session}/window/new`, { type: 'window' })
    return tabOf(this.#session, handle, this.#url)
  }

  async restart(): Promise<Tab> {
    const fresh = await this.newTab()
    await this.#tab.close()
    this.#tab = fresh
    return fresh
  }

  async end(): Promise<void> {
    await ask('DELETE', this.#session)
    await endProcess(this.#process, 'group')
  }
}

/** One command of WebDriver. */
async function ask<T>(method: 'GET' | 'POST' | 'DELETE', address: string, body?: object): Promise<T> {
  const reply = await fetch(address, { method, ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}) })
  const { value }: { value: T & { error?: string; message?: string } } = await reply.json()
  if (!reply.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

function tabOf(session: string, handle: string, url: string): Tab {
  /** A session has one window at a time. */
  const here = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    await ask('POST', `${session}/window`, { handle })
    return ask<T>(method, `${session}${path}`, body)
  }
  const call = <T>(script: string, args: readonly unknown[]): Promise<T> =>
    here<T>('POST', '/execute/async', {
      script: `const [args, done] = arguments; (async () => { ${script} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      args: [JSON.stringify(args)],
    })
  const value = async <T>(script: string, args: readonly unknown[]): Promise<T> => {
    const result = await call<{ value?: T; error?: string }>(script, args)
    if (result.error !== undefined) throw new Error(result.error)
    return result.value as T
  }
  const elementOf = async (find: string, args: readonly unknown[]): Promise<string> => {
    const element = await value<Record<string, string> | null>(`return (${find})(...JSON.parse(args))`, args)
    return must(element?.[elementKey], 'there is no such element')
  }
  const act = (source: object): Promise<unknown> => here('POST', '/actions', { actions: [source] })
  const down = (key: string): object[] => [
    { type: 'keyDown', value: key },
    { type: 'keyUp', value: key },
  ]
  return {
    front: async () => void (await ask('POST', `${session}/window`, { handle })),
    goto: (path) => here('POST', '/url', { url: new URL(path, url).href }),
    reload: () => here('POST', '/refresh'),
    async run<Args extends readonly unknown[], T>(work: InPage<Args, T>, ...args: Args): Promise<T> {
      return JSON.parse(await value<string>(`return JSON.stringify((await (${work.toString()})(...JSON.parse(args))) ?? null)`, args))
    },
    async click(find, ...args) {
      const element = await elementOf(find.toString(), args)
      await act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin: { [elementKey]: element } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    type: async (text) => void (await act({ type: 'key', id: 'keyboard', actions: [...text].flatMap(down) })),
    press: async (key) => void (await act({ type: 'key', id: 'keyboard', actions: down(keys[key]) })),
    async choose(paths, find, ...args) {
      const element = await elementOf(find.toString(), args)
      await here('POST', `/element/${element}/value`, { text: paths.join('\n') })
    },
    close: async () => void (await here('DELETE', '/window')),
  }
}
