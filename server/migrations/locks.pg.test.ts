import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openPostgres, type Database } from '../db/open.ts'
import { newDatabase } from '../testing/own-postgres.ts'
import { migrations, type Migration } from './index.ts'
import { migrate } from './run.ts'

let open: Database[] = []
afterEach(async () => {
  await Promise.all(open.map((db) => db.close()))
  open = []
})

test('[MS7] who reads behind a migration that waits for an idle reader has its answer while that one still reads, and the migration runs once it is gone', async () => {
  const url = await newDatabase('migrated')
  const [idle, other, migrating] = [openPostgres(url), openPostgres(url), openPostgres(url)]
  open.push(idle, other, migrating)
  let holds = true
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let reads = (): void => undefined
  const reading = new Promise<void>((resolve) => (reads = resolve))
  const held = idle.read(async ({ q }) => {
    await q.selectFrom('letter').select('id').execute()
    reads()
    await released
    holds = false
  })
  await reading
  const widens: Migration = {
    name: '9001-widens',
    up: async (q) => {
      await sql`alter table letter add column colour text`.execute(q)
    },
  }
  const told: object[] = []
  const migrated = migrate(migrating, {
    migrations: [...migrations, widens],
    log: { info: (data) => void told.push(data) },
    // Not before the reader is gone: it would be in the way again.
    pause: () => released,
  })
  await vi.waitFor(async () => {
    // Of that table, and of no other lock that the machine is busy with.
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from pg_locks where not granted and relation = 'letter'::regclass and pid <> pg_backend_pid()`.execute(other.q)
    expect(Number(rows[0]?.n)).toBeGreaterThan(0)
  })
  expect(await other.q.selectFrom('letter').select('id').execute()).toEqual([])
  expect(holds).toBe(true)
  release()
  expect(await migrated).toEqual(['9001-widens'])
  await held
  expect(told).toEqual([{ migration: '9001-widens', tries: 1 }])
})
