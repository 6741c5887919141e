import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { oneOf } from '../db/dialect.ts'
import type { Database, Tx } from '../db/open.ts'
import { cast, labStaff } from './cast.ts'
import { seedDemo, type DemoDeps } from './demo.ts'

/** Any number that this program uses for nothing else. */
const seedLock = 4_771_002
const askAgainMs = 100

/**
 * Puts the demonstration into a database that holds no account, all of it or nothing: a process that is killed meanwhile
 * leaves an empty database. Of several processes on one database one does it and the others wait.
 * Returns whether this one did.
 */
export async function seedWhenEmpty(deps: DemoDeps): Promise<boolean> {
  return alone(deps.db, async (tx) => {
    if (await hasAccounts(tx)) return false
    await seedDemo({ ...deps, db: within(tx) })
    return true
  })
}

/** How the demonstration stands in a database: what counts is which accounts are there. */
export async function demoOf(db: Database): Promise<'none' | 'whole' | 'half'> {
  return alone(db, async (tx) => {
    const marker = await tx.q.selectFrom('meta').select('value').where('key', '=', 'demo').executeTakeFirst()
    if (marker) return 'whole'
    const known = await tx.q
      .selectFrom('user')
      .select('id')
      .where(oneOf(tx.kind, 'email', demoAddresses))
      .limit(1)
      .executeTakeFirst()
    return known ? 'half' : 'none'
  })
}

const demoAddresses = [...labStaff, ...cast.flatMap((institution) => institution.people)].map((person) => person.email.toLowerCase())

/** Whether anybody has an account yet. */
export async function hasAccounts({ q }: Pick<Tx, 'q'>): Promise<boolean> {
  return (await q.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Runs a transaction while no other process seeds. SQLite's writers are alone anyway. */
async function alone<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db.write(async (tx) => ((await takeLock(tx)) ? { value: await work(tx) } : undefined))
    if (done) return done.value
    await wait(askAgainMs)
  }
}

/** Asked for again and again rather than waited for: seeding takes longer than a statement may. */
async function takeLock(tx: Tx): Promise<boolean> {
  if (tx.kind === 'sqlite') return true
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${seedLock}) as got`.execute(tx.q)
  return rows[0]?.got === true
}

/** A transaction as a whole database: what is written through it is committed with it. */
function within(tx: Tx): Database {
  return {
    kind: tx.kind,
    q: tx.q,
    read: (work) => work(tx),
    write: (work) => work(tx),
    listen: async () => undefined,
    hears: () => true,
    connections: () => undefined,
    notify: async () => undefined,
    tidy: async () => undefined,
    close: async () => undefined,
  }
}
