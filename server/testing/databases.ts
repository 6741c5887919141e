import { afterEach, describe, test } from 'vitest'
import { createTestApp, type OwnPostgres, type TestApp, type TestAppOptions } from './app.ts'
import { takePostgres } from './own-postgres.ts'

export const databaseKinds = ['sqlite', 'postgres'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** Starts a server over a database of its own; both are gone after the test. */
export type Start = (options?: Omit<TestAppOptions, 'postgres'>) => Promise<TestApp>

/** Runs a suite of several servers, for which there is PostgreSQL alone. */
export function onPostgres(suite: (start: Start) => void): void {
  describe('postgres', () => {
    suite(starter('postgres'))
  })
}

/** Set for the run of every night, which leaves nothing out: what differs between databases in no way is then tested on each all the same. */
const isEverything = process.env['EVERYTHING'] === '1'
/** Of a server that is told nothing. */
const defaultKind: DatabaseKind = 'sqlite'

/** Declares a test of what has no SQL of its own, like a process of its own or a picture: on the default database, and every night on each. */
export type TestOnce = (title: string, run: () => Promise<void>) => void
const nowhere: TestOnce = () => undefined

/** Runs a suite once on each of the databases that the server runs on: what is asked of them in SQL may come out otherwise. */
export function onEachDatabase(suite: (start: Start, kind: DatabaseKind, testOnce: TestOnce) => void): void {
  describe.each(databaseKinds)('%s', (kind) => {
    suite(starter(kind), kind, isEverything || kind === defaultKind ? test : nowhere)
  })
}

/** Runs a suite of what has no SQL of its own on the default database, and every night on each. */
export function onDefaultDatabase(suite: (start: Start, kind: DatabaseKind) => void): void {
  describe.each(isEverything ? databaseKinds : [defaultKind])('%s', (kind) => {
    suite(starter(kind), kind)
  })
}

/** What starts servers over one kind of database; they are gone after each test. */
export function starter(kind: DatabaseKind): Start {
  let apps: TestApp[] = []
  let taken: (() => void)[] = []
  afterEach(async () => {
    await Promise.all(apps.map((app) => app.close()))
    for (const giveBack of taken) giveBack()
    apps = []
    taken = []
  })
  const own = async (): Promise<OwnPostgres> => {
    const { own: database, giveBack } = await takePostgres()
    taken.push(giveBack)
    return database
  }
  return async (options = {}) => {
    if (options.beside && kind === 'sqlite') throw new Error('one server has a SQLite database to itself')
    const app = await createTestApp({ ...options, postgres: kind === 'postgres' && !options.beside ? await own() : undefined })
    apps.push(app)
    return app
  }
}
