import { afterAll, beforeAll } from 'vitest'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { syncSuite } from '../testing/sync-suite.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())

syncSuite(async () => ({ databaseUrl: await postgres.database() }))
