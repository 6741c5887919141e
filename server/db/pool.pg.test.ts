import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '../testing/own-postgres.ts'
import { openPostgres } from './open.ts'
import { takeTime } from './patience.ts'
import { endlessPatience, usualPatience } from './pool.ts'

test('who has all the time there is has it also where the database limits whoever connects', async () => {
  const url = await newDatabase('empty')
  const usual = openPostgres(url)
  await sql
    .raw(
      `do $$ begin
        execute format('alter database %I set statement_timeout = 4321', current_database());
        execute format('alter database %I set idle_in_transaction_session_timeout = 4321', current_database());
      end $$`,
    )
    .execute(usual.q)
  const endless = openPostgres(url, endlessPatience)
  const told = openPostgres(url, usualPatience)
  const limits = async (db: typeof usual): Promise<unknown> =>
    (
      await sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
        db.q,
      )
    ).rows
  try {
    // Of each connection, and again of the same one.
    const all = await Promise.all(Array.from({ length: 3 }, () => limits(endless)))
    expect([...all, await limits(endless)]).toEqual(Array.from({ length: 4 }, () => [{ statement: '0', idle: '0' }]))
    expect(await limits(told)).toEqual([{ statement: '12s', idle: '30s' }])
  } finally {
    for (const db of [usual, endless, told]) await db.close()
  }
})

test('a transaction that says so takes longer than any other, and the next one on its connection does not', async () => {
  const url = await newDatabase('empty')
  const db = openPostgres(url, { ...usualPatience, statementMs: 100, replyMs: 300 }, { connections: 1 })
  const long = sql`select 'there' as reply from pg_sleep(0.4)`
  try {
    const { rows } = await db.write(async (tx) => {
      await takeTime(tx)
      return long.execute(tx.q)
    })
    expect(rows).toEqual([{ reply: 'there' }])
    await expect(db.write((tx) => long.execute(tx.q))).rejects.toThrow('timeout')
  } finally {
    await db.close()
  }
})
