import { expect, test } from 'vitest'
import { onEachDatabase } from '../testing/databases.ts'
import { openCursor, sealCursor, type Cursor } from './cursor.ts'

const cursor: Cursor = { e: 'epoch', u: 'ana', a: 3, n: 0, s: {} }

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

onEachDatabase((start) => {
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
})
