import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from './port.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The program itself, as `npm start` runs it. */
export interface ServerProcess {
  readonly origin: string
  /** Signals it and resolves to its exit code once it has ended: null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the server with settings and resolves once it says that it listens. Without PORT it takes a free one. */
export async function startServer(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = settings['PORT'] ?? String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, LOG: 'off', ...settings, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes(origin)) resolve()
    })
    child.on('exit', () => reject(new Error('the server ended before it listened')))
  })
  return {
    origin,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
