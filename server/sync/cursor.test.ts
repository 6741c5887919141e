import { carriedUnasked } from '#shared/access/visibility.ts'
import { newParticipant } from '#shared/institutions/model.ts'
import type { PullReply } from '#shared/protocol/pull.ts'
import { instScope } from '#shared/protocol/scope.ts'
import type { Change } from '#shared/world.ts'
import { expect, test } from 'vitest'
import { wire } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { writeChanges } from './changes.ts'
import { openCursor, sealCursor, type Cursor } from './cursor.ts'

const cursor: Cursor = { e: 'epoch', u: 'ana', d: 'dev-1', a: 3, l: null, n: 0, h: 'view', k: [4, '', '', ''], f: null, w: null }

test('a cursor is read back as it was sealed, and not when a sign of it, or the secret, is another', () => {
  const sealed = sealCursor('secret', cursor)
  expect(openCursor('secret', sealed)).toEqual(cursor)
  expect(openCursor('another secret', sealed)).toBeUndefined()
  const [, signature = ''] = sealed.split('.')
  const forged = Buffer.from(JSON.stringify({ ...cursor, u: 'berta', a: 99 })).toString('base64url')
  for (const text of [`${forged}.${signature}`, `${sealed}x`, sealed.slice(0, -1), `${sealed}.${signature}`, forged, '.', '']) {
    expect(openCursor('secret', text), text).toBeUndefined()
  }
})

onEachDatabase((start, _, testOnce) => {
  testOnce('the cursor of who sees a thousand institutions is as long as that of who sees two', async () => {
    const server = await start()
    const admin = await server.token('root')
    const lengths = new Set<number>()
    for (const count of [0, 1000]) {
      const changes = Array.from({ length: count }, (_, n): Change[] => {
        const id = `inst-${n}`
        const row = newParticipant({ institutionId: id, formId: 'tiny', leaderId: 'ana', evaluatorId: null, openedStageId: 'e1' })
        return [{ scope: instScope(id, 'tiny'), part: '', table: 'participant', id, row }]
      }).flat()
      await server.db.write(async (tx) => void (await writeChanges(tx, changes, server.clock.now())))
      let cursor: string | null = null
      let rows = 0
      for (let more = true; more;) {
        const { data, status } = await server.pull(admin, `dev-${count}`, cursor, { limit: 300, open: changes.map(({ scope }) => scope) })
        expect(status).toBe(200)
        cursor = data.cursor
        rows += data.rows.length
        more = data.more
        lengths.add(data.cursor.length)
      }
      expect(rows).toBeGreaterThanOrEqual(count)
      expect((await server.pull(admin, `dev-${count}`, cursor)).data.rows).toEqual([])
    }
    expect(Math.max(...lengths)).toBeLessThan(700)
  })

  test('a device whose cursor is older than what a scope still tells is sent the scope anew', async () => {
    const server = await start()
    const ana = await server.token('ana')
    const { cursor: before } = (await server.pull(ana, 'dev-1', null)).data
    const quiet = (await server.pull(ana, 'dev-1', before)).data
    expect([quiet.reset, quiet.rows]).toEqual([[], []])
    const scope = 'inst:norte:tiny'
    await server.db.q
      .updateTable('sync_scope')
      .set((row) => ({ version: row('version', '+', 10), floor_version: row('version', '+', 5) }))
      .where('id', '=', scope)
      .execute()
    const after = (await server.pull(ana, 'dev-1', before)).data
    expect(after.reset).toEqual([{ scope, part: null }])
    expect(after.rows.map((row) => row.s)).toContain(scope)
  })

  test('however many replies to a device are lost, the cursor that it still has is known', async () => {
    const server = await start()
    const [admin, ana] = [await server.token('root'), await server.token('ana')]
    const { cursor } = (await server.pull(admin, 'dev-1', null)).data
    const statuses: number[] = []
    // Each of them would turn what the device holds, and none arrives.
    for (let seq = 1; seq <= 8; seq += 1) {
      server.clock.advance(60_000)
      await server.push(ana, 'dev-ana', [wire(seq, 'answer.set', { unit: 'q1', value: `${seq}` })])
      statuses.push((await server.pull(admin, 'dev-1', cursor, { open: ['inst:norte:tiny'], limit: 1 })).status)
    }
    expect(statuses).toEqual(statuses.map(() => 200))
  })

  test('an evaluator who is given one institution more than come unasked keeps those that came, also when the device starts over', async () => {
    const server = await start()
    const eva = await server.token('eva')
    const give = async (id: string): Promise<string> => {
      const scope = instScope(id, 'tiny')
      const row = newParticipant({ institutionId: id, formId: 'tiny', leaderId: 'ana', evaluatorId: 'eva', openedStageId: 'e1' })
      const change: Change = { scope, part: '', table: 'participant', id, row }
      await server.db.write(async (tx) => void (await writeChanges(tx, [change], server.clock.now())))
      return scope
    }
    const institutionsIn = ({ rows }: PullReply): string[] => [
      ...new Set(rows.filter(({ t, r }) => t === 'participant' && r !== null).map(({ s }) => s)),
    ]
    for (let n = 2; n < carriedUnasked; n += 1) await give(`inst-${n}`)
    const first = (await server.pull(eva, 'dev-1', null)).data
    const held = institutionsIn(first)
    expect(held).toHaveLength(carriedUnasked)
    const more = await give('inst-more')
    const second = (await server.pull(eva, 'dev-1', first.cursor)).data
    expect([second.drop, second.reset, institutionsIn(second)]).toEqual([[], [], []])
    await server.db.q.deleteFrom('sync_view').execute()
    expect((await server.pull(eva, 'dev-1', second.cursor)).error?.code).toBe('cursor_unknown')
    const anew = (await server.pull(eva, 'dev-1', null, { open: held })).data
    expect(institutionsIn(anew).toSorted()).toEqual(held.toSorted())
    const opened = (await server.pull(eva, 'dev-1', anew.cursor, { open: [more] })).data
    expect([opened.drop, institutionsIn(opened)]).toEqual([[], [more]])
  })
})
