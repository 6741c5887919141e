import { once } from 'node:events'
import { createServer } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { PostgresProcess } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of this machine at which a test asks for the PostgreSQL server of the run. */
    postgresPort: number
  }
}

/** What whoever asks is told: the server, up to where a database's name follows, or why there is none. */
export type PostgresReply = { readonly url: string } | { readonly failure: string }

/** One PostgreSQL server for a whole run, started when the first test asks for it: most runs need none. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<PostgresProcess> | undefined
  const reply = async (): Promise<PostgresReply> => {
    // What starts it is loaded for nobody else.
    running ??= import('./postgres.ts').then(({ startPostgres }) => startPostgres())
    try {
      return { url: (await running).url }
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) }
    }
  }
  const door = createServer((socket) => {
    // A worker that was ended hears nothing.
    socket.on('error', () => undefined)
    void reply().then((said) => socket.end(JSON.stringify(said)))
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  project.provide('postgresPort', address.port)
  return async () => {
    door.close()
    const started = await running?.catch(() => undefined)
    await started?.stop()
  }
}
