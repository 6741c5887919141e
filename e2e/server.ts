import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const checkout = join(import.meta.dirname, '..')
const usualReadyMs = 60_000

interface LaunchOptions {
  readonly dataDir: string
  readonly root?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** File descriptor that its standard output goes to, in place of being read. */
  readonly stdout?: number | undefined
  /** Longest that it may take to get ready, milliseconds. */
  readonly readyMs?: number | undefined
}

/** The real server as its own process: killed and started again it keeps its address and its data. */
export class ServerProcess {
  readonly url: string
  readonly dataDir: string
  readonly #port: number
  readonly #root: string
  readonly #env: Readonly<Record<string, string>>
  readonly #stdout: number | undefined
  readonly #readyMs: number
  #process: ChildProcess | undefined
  #output: string[] = []

  private constructor(port: number, { root = checkout, dataDir, env = {}, stdout, readyMs = usualReadyMs }: LaunchOptions) {
    this.#port = port
    this.#root = root
    this.dataDir = dataDir
    this.#env = env
    this.#stdout = stdout
    this.#readyMs = readyMs
    this.url = `http://localhost:${port}`
  }

  /**
   * A server on a free port, ready to be called. `root` is where the program is, this checkout unless told; `env` adds to the
   * demonstration's settings or replaces them.
   */
  static async launch(options: LaunchOptions): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), options)
    await server.start()
    return server
  }

  get running(): boolean {
    return this.#process !== undefined
  }

  /** Number of the process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** What the server printed since it was launched. */
  get output(): string {
    return this.#output.join('')
  }

  async start(): Promise<void> {
    if (this.#process) return
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: this.#root,
      stdio: ['ignore', this.#stdout ?? 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        PUBLIC_URL: this.url,
        DATA_DIR: this.dataDir,
        SEED: 'demo',
        REHEARSAL: 'on',
        ...this.#env,
      },
    })
    this.#process = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => this.#output.push(chunk.toString()))
    await this.#ready(child)
  }

  /** Pulls the plug: no time to finish anything. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks the server to stop, as an operator does. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** Holds the whole process still, or lets it go on. */
  hold(held: boolean): void {
    this.#process?.kill(held ? 'SIGSTOP' : 'SIGCONT')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (!child) return
    this.#process = undefined
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  async #ready(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + this.#readyMs
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) break
      if (await answers(`${this.url}/readyz`)) return
      await wait(50)
    }
    await this.kill()
    throw new Error(`the server did not get ready; it printed:\n${this.output}`)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url)
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    // Not listening yet.
    return false
  }
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}
