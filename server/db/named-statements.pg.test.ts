import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '../testing/own-postgres.ts'
import { openPostgres } from './open.ts'
import { planNames } from './pool.ts'

test('a statement has one name wherever it is asked, and what asks for every column has none', () => {
  const nameOf = planNames()
  const text = 'select "id" from "session" where "user_id" = $1'
  expect(nameOf(text)).toMatch(/^iip_\d+$/)
  expect(nameOf(text)).toBe(nameOf(text))
  expect(nameOf('select count(*) from "session"')).toBeDefined()
  for (const all of ['select * from "session"', 'select "session".* from "session"', 'delete from "session" returning *'])
    expect(nameOf(all), all).toBeUndefined()
})

test('what was asked before a newer program added a column is answered afterwards, on the same connection', async () => {
  const url = await newDatabase('empty')
  const db = openPostgres(url)
  const newer = openPostgres(url)
  try {
    await sql`create table kept (a integer)`.execute(newer.q)
    await db.q.connection().execute(async (bound) => {
      const asked = async (): Promise<unknown[]> => {
        const named = await sql`select a from kept where a = ${1}`.execute(bound)
        const all = await sql`select * from kept`.execute(bound)
        return [...named.rows, ...all.rows]
      }
      await sql`insert into kept (a) values (1)`.execute(newer.q)
      expect(await asked()).toEqual([{ a: 1 }, { a: 1 }])
      await sql`alter table kept add column b integer`.execute(newer.q)
      expect(await asked()).toEqual([{ a: 1 }, { a: 1, b: null }])
    })
  } finally {
    await newer.close()
    await db.close()
  }
})
