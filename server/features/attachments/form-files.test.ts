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
    // Each is read whole before any of it goes out: none is open while its reader takes its time either.
    await expect.poll(openFiles).toBeLessThanOrEqual(before)
    await reader.cancel()
    await expect.poll(openFiles).toBeLessThanOrEqual(before)
    expect(await namesIn(await fetched(server, 'root'))).toHaveLength(2)
  })

  test('[UP5] a pass opens the download for which it was asked, for a minute and while its session stands, and nothing else', async () => {
    const server = await start()
    await attach(server, 'ana', 'respaldo.pdf', new Uint8Array(pdfOf('Respaldo', ['uno'])))
    const token = await server.token('root')
    const address = async (of: string, by = token): Promise<string> => {
      const { data, status } = await server.call('POST', `form/tiny/${of}/pass`, { token: by })
      expect(status).toBe(200)
      return `form/tiny/${of}/bulk-export?pass=${(data as { pass: string }).pass}`
    }
    const get = (path: string): Promise<Response> => server.app.fetch(new Request(`http://localhost/api/v1/${path}`))
    const all = await address('files')
    expect(await namesIn(await get(all))).toEqual(['NORTE Servicio norte/1.2.1_respaldo.pdf'])
    const one = await address('file/norte')
    expect(await namesIn(await get(one))).toEqual(['1.2.1_respaldo.pdf'])
    const acts = await server.db.q.selectFrom('audit').select(['actor_id', 'detail']).where('kind', '=', 'file.download').execute()
    expect(acts.map(({ actor_id }) => actor_id)).toEqual(['root', 'root'])
    expect(JSON.stringify(acts)).not.toContain('pass')
    const refused = async (path: string): Promise<void> => expect([path, (await get(path)).status]).toEqual([path, 401])
    await refused(all.replace('tiny', 'other'))
    await refused(one.replace('norte', 'sur'))
    await refused(`form/tiny/files/bulk-export?${one.split('?')[1]}`)
    await refused(`${all.slice(0, -1)}${all.endsWith('A') ? 'B' : 'A'}`)
    await refused(all.replace(/\.(\d+)\./, (_, end: string) => `.${Number(end) + 60_000}.`))
    // Only a download that says so takes one.
    await refused(`form/tiny/participant?${all.split('?')[1]}`)
    server.clock.advance(60_000)
    await refused(all)
    const later = await address('files')
    await server.db.q.deleteFrom('session').execute()
    await refused(later)
  })

  test('[UP5] a pass is refused for what its download is refused for, before a browser leaves for it', async () => {
    const server = await start()
    const ask = async (who: string, of = 'files'): Promise<number> =>
      (await server.call('POST', `form/tiny/${of}/pass`, { token: await server.token(who) })).status
    expect(await ask('ana')).toBe(403)
    expect(await ask('otro')).toBe(404)
    expect(await ask('sur-lider', 'file/norte')).toBe(404)
    expect(await ask('ana', 'file/norte')).toBe(200)
    const reading = must((await fetched(server, 'root')).body, 'no body').getReader()
    expect(await ask('root')).toBe(429)
    await reading.cancel()
    expect(await ask('root')).toBe(200)
  })
})
