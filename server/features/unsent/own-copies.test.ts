import type { CopySeal } from '#shared/unsent/model.ts'
import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { sealed, sealOf, unsentRow, unsentWork } from '../../testing/copies.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { createCopyKeys } from './copy-keys.ts'

const work = unsentWork('berta', [unsentRow(1, 'answer.set', { unit: 'q1', value: 'de berta' })])

onEachDatabase((start) => {
  let server: TestApp
  let seal: CopySeal
  beforeEach(async () => {
    server = await start()
    seal = await sealOf(server, 'berta')
  })
  const open = async (who: string, { header, key }: { header: string; key: string }) =>
    server.call('POST', 'unsent/key', { token: await server.token(who), body: { header, key } })

  test('[OB41] a pull tells what copies are sealed with to who asks and has another, each with a word for their own copies only', async () => {
    const other = await sealOf(server, 'ana')
    expect([other.id, other.publicKey]).toEqual([seal.id, seal.publicKey])
    expect(other.ticket).not.toBe(seal.ticket)
    const token = await server.token('berta')
    for (const more of [{}, { seal: seal.id }]) {
      const body = { protocol: 1, schema: 1, deviceId: 'dev-b', cursor: null, ...more }
      expect((await server.call('POST', 'sync/pull', { token, body })).data).not.toHaveProperty('seal')
    }
  })

  test('[OB40] the author gets the key of a copy; a colleague, a leader and an administrator do not', async () => {
    const copy = sealed(seal, work, 'berta')
    const reply = await open('berta', copy)
    expect([reply.status, Object.keys(reply.data as object)]).toEqual([200, ['contentKey']])
    for (const who of ['ana', 'carlos', 'root', 'sur-lider', 'eva']) expect((await open(who, copy)).error.code).toBe('backup_other_author')
    expect((await server.call('POST', 'unsent/key', { body: { header: copy.header, key: copy.key } })).status).toBe(401)
  })

  test('[OB40] what somebody sealed in a colleague’s name is opened for nobody', async () => {
    const forged = sealed(await sealOf(server, 'carlos'), work, 'berta')
    for (const who of ['berta', 'carlos']) expect((await open(who, forged)).error.code).toBe('backup_unreadable')
    const without = sealed(seal, work, 'berta', { lies: { ticket: '' } })
    expect((await open('berta', without)).error.code).toBe('backup_unreadable')
  })

  test('[OB42] a lock that was changed is refused, and another server’s is told as such', async () => {
    const { header, key } = sealed(seal, work, 'berta')
    const bytes = Buffer.from(key, 'base64')
    for (const at of [0, 11, 12, 40, bytes.length - 17, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect((await open('berta', { header, key: changed.toString('base64') })).error.code).toBe('backup_unreadable')
    }
    const said = JSON.parse(header)
    for (const lie of [
      { at: '2026-03-10T11:30:00.001Z' },
      { institutions: [] },
      { changes: 2 },
      { ephemeral: seal.publicKey },
      { more: 1 },
    ])
      expect((await open('berta', { header: JSON.stringify({ ...said, ...lie }), key })).error.code).toBe('backup_unreadable')
    for (const spoiled of [' ', `${key}=`, key.replaceAll('+', '-').replaceAll('/', '_').concat(' '), key.slice(0, 20)])
      expect((await open('berta', { header, key: spoiled })).error.code).toBe('backup_unreadable')
    const elsewhere = createCopyKeys('the secret of another server')
    const foreign = sealed(elsewhere.sealFor('berta'), work, 'berta')
    expect((await open('berta', foreign)).error.code).toBe('copy_other_server')
  })

  test('[OB40] the key outlives the process, and is in every copy of the database', async () => {
    const { value } = await server.db.q.selectFrom('meta').select('value').where('key', '=', 'server_secret').executeTakeFirstOrThrow()
    const opened = createCopyKeys(value).open(sealed(seal, work, 'berta'))
    expect(opened).toMatchObject({ ok: true, value: { authorId: 'berta' } })
    expect(JSON.stringify(server.logged)).not.toContain(seal.ticket)
  })

  test('who tries one lock after the other is held up', async () => {
    const token = await server.token('berta')
    const codes: number[] = []
    for (let at = 0; at < 25; at += 1)
      codes.push((await server.call('POST', 'unsent/key', { token, body: { header: '{}', key: 'AAAA' } })).status)
    expect(codes).toContain(429)
  })
})
