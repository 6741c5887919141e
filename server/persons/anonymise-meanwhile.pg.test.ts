import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../db/open.ts'
import { changeForm } from '../sync/perform.ts'
import { anotherAdministrator, type TestApp } from '../testing/app.ts'
import { onPostgres } from '../testing/databases.ts'

/** Has the first transaction of a server after which something holds stay open until whoever comes meanwhile waits for it. */
function stayingOpen({ app, db }: TestApp, holds: (tx: Tx) => Promise<boolean>, meanwhile: () => void): void {
  const { db: own } = app.server
  const write = own.write
  let has = false
  Object.assign(own, {
    write: (work: Parameters<typeof write>[0]) =>
      write(async (tx) => {
        const value = await work(tx)
        if (has || !(await holds(tx))) return value
        has = true
        meanwhile()
        await expect
          .poll(
            async () => {
              const { rows } = await sql<{
                n: string
              }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.q)
              return Number(must(rows[0], 'no count').n)
            },
            { timeout: 20_000 },
          )
          .toBeGreaterThan(0)
        return value
      }),
  })
}

onPostgres((start) => {
  const evaluatorOf = async ({ db }: TestApp): Promise<string | null> => {
    const row = await db.q.selectFrom('participant').select('evaluator_id').where('institution_id', '=', 'sur').executeTakeFirstOrThrow()
    return row.evaluator_id
  }
  const isAnonymised = async ({ q }: Pick<Tx, 'q'>): Promise<boolean> =>
    (await q.selectFrom('user').select('name').where('id', '=', 'otro').executeTakeFirstOrThrow()).name === 'Persona'
  const evaluates = async (server: TestApp) =>
    changeForm(server.app.server, {
      userId: 'root',
      formId: 'tiny',
      asked: [{ scope: instScope('sur', 'tiny'), name: 'participant.evaluator', args: { from: await evaluatorOf(server), to: 'otro' } }],
    })
  // By another administrator: calls of one person come one after the other anyway.
  const anonymised = async (server: TestApp, token: string) =>
    server.call('POST', 'user/otro/anonymise', {
      token,
      body: { confirm: 'otro Prueba', reason: 'Lo pidió', letter: false },
    })

  test('[LW2] who is being anonymised is made evaluator of nothing by another server', async () => {
    const first = await start()
    const second = await start({ beside: first })
    const rita = await anotherAdministrator(first)
    const before = await evaluatorOf(first)
    let later: ReturnType<typeof evaluates> | undefined
    stayingOpen(first, isAnonymised, () => void (later = evaluates(second)))
    expect((await anonymised(first, rita)).status).toBe(200)
    expect(await must(later, 'nobody came meanwhile')).toMatchObject({ ok: false, failure: { code: 'person_unknown' } })
    expect(await evaluatorOf(first)).toBe(before)
  })

  test('[LW2] who is being made evaluator of something is not anonymised by another server', async () => {
    const first = await start()
    const second = await start({ beside: first })
    const rita = await anotherAdministrator(first)
    let later: ReturnType<typeof anonymised> | undefined
    const holds = async (tx: Tx): Promise<boolean> =>
      (await tx.q.selectFrom('participant').select('evaluator_id').where('evaluator_id', '=', 'otro').executeTakeFirst()) !== undefined
    stayingOpen(first, holds, () => void (later = anonymised(second, rita)))
    expect((await evaluates(first)).ok).toBe(true)
    expect((await must(later, 'nobody came meanwhile')).error.code).toBe('person_in_charge')
    expect(await isAnonymised(first.db)).toBe(false)
  })
})
