import { must } from '#shared/kernel/assert.ts'
import { orgScope, ownScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { wire } from '../testing/app.ts'
import { onPostgres } from '../testing/databases.ts'

onPostgres((start) => {
  test('a push holds the names of its institution before its author’s account, as a change of the account does', async () => {
    const server = await start()
    const { db } = server
    const ana = await server.token('ana')
    const waiting = async (): Promise<number> => {
      const found = await sql<{ n: string }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.q)
      return Number(must(found.rows[0], 'none').n)
    }
    const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const account = db.write(async (tx) => {
      await tx.q.selectFrom('user').select('id').where('id', '=', 'ana').forUpdate().execute()
      held.resolve()
      await gate.promise
    })
    await held.promise
    const pushed = server.push(ana, 'dev-1', [
      wire(1, 'answer.set', { unit: 'q1', value: 'uno' }),
      wire(
        2,
        'help.ask',
        { body: 'Ayuda', page: '/dashboard', institutionId: 'norte', formId: 'tiny' },
        { s: ownScope('ana'), mid: 'mid-help-ana-2' },
      ),
    ])
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    const names = sql`select id from sync_scope where id = ${orgScope('norte')} for update nowait`.execute(db.q).then(
      () => 'free',
      () => 'held',
    )
    expect(await names).toBe('held')
    gate.resolve()
    await account
    expect((await pushed).data).toMatchObject({ lastSeq: 2, results: [] })
  })
})
