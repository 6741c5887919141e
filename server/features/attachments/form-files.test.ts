import { must } from '#shared/kernel/assert.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { unzipSync } from 'fflate'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pdfOf } from '../../seeds/evidence.ts'
import { writeChanges } from '../../sync/changes.ts'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

onEachDatabase((start) => {
  const attach = async (server: TestApp, userId: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const form = new FormData()
    form.set('file', new File([bytes], name))
    form.set('questionId', 'q9')
    const headers = { Authorization: `Bearer ${await server.token(userId)}` }
    const reply = await server.app.fetch(new Request('http://localhost/api/v1/form/tiny/file', { method: 'POST', headers, body: form }))
    expect([userId, reply.status]).toEqual([userId, 200])
  }
  const fetched = async (server: TestApp, userId: string): Promise<Response> =>
    server.app.fetch(
      new Request('http://localhost/api/v1/form/tiny/files/bulk-export', {
        headers: { Authorization: `Bearer ${await server.token(userId)}` },
      }),
    )
  const namesIn = async (response: Response): Promise<readonly string[]> =>
    Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))

  test('[UP4] the files of every institution that its caller reaches come with a folder for each, and to nobody of an institution', async () => {
    const server = await start()
    const pdf = new Uint8Array(pdfOf('Respaldo', ['uno']))
    await attach(server, 'ana', 'respaldo.pdf', pdf)
    await attach(server, 'sur-lider', 'respaldo.pdf', pdf)
    const both = ['NORTE Servicio norte/1.2.1_respaldo.pdf', 'SUR Servicio sur/1.2.1_respaldo.pdf']
    expect(await namesIn(await fetched(server, 'root'))).toEqual(both)
    expect((await fetched(server, 'ana')).status).toBe(403)
    expect((await fetched(server, 'otro')).status).toBe(404)
    // What an institution has not sent is its own.
    expect(await namesIn(await fetched(server, 'eva'))).toEqual([])
    const { participant } = await server.db.read(async (tx) =>
      must(await server.app.server.worlds.readOnce(tx, { institutionId: 'sur', formId: 'tiny' }), 'no world'),
    )
    const row = { ...participant, locked: true, lockReason: 'sent' } as const
    const change = { scope: instScope('sur', 'tiny'), part: '', table: 'participant', id: 'sur', row } as const
    await server.db.write((tx) => writeChanges(tx, [change], server.clock.now()))
    expect(await namesIn(await fetched(server, 'eva'))).toEqual(both.slice(1))
  })

  test('[UP4] whoever goes away in the middle of a form’s files leaves none of them open, and their place free', async () => {
    const server = await start()
    const large = (): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), randomBytes(3_000_000)]))
    await attach(server, 'ana', 'uno.pdf', large())
    await attach(server, 'sur-lider', 'dos.pdf', large())
    const openFiles = (): number => readdirSync('/proc/self/fd').length
    const before = openFiles()
    const response = await fetched(server, 'root')
    const reader = must(response.body, 'no body').getReader()
    for (let piece = 0; piece < 4; piece += 1) await reader.read()
    expect(openFiles()).toBeGreaterThan(before)
    await reader.cancel()
    await expect.poll(openFiles).toBeLessThanOrEqual(before)
    expect(await namesIn(await fetched(server, 'root'))).toHaveLength(2)
  })
})
