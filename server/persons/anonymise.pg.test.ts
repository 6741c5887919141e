import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { wire } from '../testing/app.ts'
import { onPostgres } from '../testing/databases.ts'

onPostgres((start) => {
  test('[LW3] while everything that is kept is looked through for somebody, others commit', async () => {
    const server = await start()
    const [root, sur] = [await server.token('root'), await server.token('sur-lider')]
    const waits = async (): Promise<boolean> =>
      (await sql`select 1 from pg_locks where not granted and relation = 'audit'::regclass`.execute(server.db.q)).rows.length > 0
    const { gone, pushed } = await server.db.write(async (tx) => {
      // The look stands here for as long as a long one takes.
      await sql`lock table audit in access exclusive mode`.execute(tx.q)
      const asked = server.call('POST', 'user/berta/anonymise', {
        token: root,
        body: { confirm: 'berta Prueba', reason: 'Lo pidió', letter: false },
      })
      await vi.waitFor(async () => expect(await waits()).toBe(true), { timeout: 60_000 })
      const reply = await server.push(sur, 'dev-sur', [wire(1, 'answer.set', { unit: 'q1', value: 'Otra' }, { s: 'inst:sur:tiny' })])
      return { gone: asked, pushed: reply }
    })
    expect(pushed).toMatchObject({ status: 200, data: { lastSeq: 1, results: [] } })
    expect(await gone).toMatchObject({ status: 200, data: { name: 'Persona' } })
  })
})
