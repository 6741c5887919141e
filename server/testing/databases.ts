import { afterEach, describe, inject } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { createDatabase, emptyDatabase } from './postgres.ts'

export const databaseKinds = ['sqlite', 'postgres'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** Starts a server over a database of its own; both are gone after the test. */
export type Start = (options?: Omit<TestAppOptions, 'databaseUrl'>) => Promise<TestApp>

/** Runs a suite of several servers, for which there is PostgreSQL alone. */
export function onPostgres(suite: (start: Start) => void): void {
  describe('postgres', () => {
    suite(starter('postgres'))
  })
}

/** Runs a suite once on each of the databases that the server runs on. */
export function onEachDatabase(suite: (start: Start, kind: DatabaseKind) => void): void {
  describe.each(databaseKinds)('%s', (kind) => {
    suite(starter(kind), kind)
  })
}

/** Databases of this file that are empty and nobody's. */
const idle: string[] = []

/** What starts servers over one kind of database; they are gone after each test. */
export function starter(kind: DatabaseKind): Start {
  let apps: TestApp[] = []
  let taken: string[] = []
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await Promise.all(taken.map((url) => emptyDatabase(url)))
    idle.push(...taken)
    apps = []
    taken = []
  })
  return async (options = {}) => {
    if (options.beside && kind === 'sqlite') throw new Error('one server has a SQLite database to itself')
    const own = async (): Promise<string> => {
      const url = idle.pop() ?? (await createDatabase(inject('postgres'), 'migrated'))
      taken.push(url)
      return url
    }
    const databaseUrl = kind === 'postgres' ? (options.beside?.databaseUrl ?? (await own())) : undefined
    const app = await createTestApp({ ...options, databaseUrl })
    apps.push(app)
    return app
  }
}
