import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from './port.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The program itself, as `npm start` runs it. */
export interface ServerProcess {
  readonly origin: string
  /** Resolves to its exit code: null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** What it has written to its standard streams. */
  said(): string
  /** Signals it and resolves to its exit code once it has ended: null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface LaunchOptions {
  /** File descriptor that its standard output goes to, in place of being read. */
  readonly stdout?: number | undefined
}

/** Starts the server with settings, whatever becomes of it. Without PORT it takes a free one. */
export async function launchServer(settings: Readonly<Record<string, string>>, options: LaunchOptions = {}): Promise<ServerProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOG: 'off', ...settings, PORT: port },
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      said = `${said}${text.toString()}`.slice(-maxSaid)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    ended,
    said: () => said,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
const maxSaid = 100_000

/** Starts the server and resolves once it answers. */
export async function startServer(settings: Readonly<Record<string, string>>, options: LaunchOptions = {}): Promise<ServerProcess> {
  const server = await launchServer(settings, options)
  let code: number | null | undefined
  void server.ended.then((found) => {
    code = found
  })
  while (code === undefined) {
    const reply = await fetch(`${server.origin}/healthz`).catch(() => undefined)
    if (reply?.ok) return server
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server ended with ${code} before it listened: ${server.said()}`)
}
