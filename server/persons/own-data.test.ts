import { must } from '#shared/kernel/assert.ts'
import { Buffer } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withoutOthers } from './own-words.ts'
import { wire, type TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'

/** Files of a zip by name, as text. */
async function filesOf(reply: Response): Promise<Map<string, string>> {
  const bytes = Buffer.from(await reply.arrayBuffer())
  const found = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, nameLength, extra, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    const content = bytes.subarray(from, from + packed)
    found.set(name, (method === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + nameLength + extra
  }
  return found
}

const fetched = (server: TestApp, path: string, token: string): Promise<Response> =>
  server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers: { Authorization: `Bearer ${token}` } }))

const rowsIn = (files: Map<string, string>, name: string): Record<string, unknown>[] => JSON.parse(must(files.get(name), name))

onEachDatabase((start) => {
  test('[LW8] a person takes away everything that is kept of them, to read and for a program, and of others no name', async () => {
    const server = await start()
    const ana = await server.token('ana')
    await server.push(ana, 'dev-ana', [
      wire(1, 'answer.set', { unit: 'q1', value: 'Lo de Ana' }),
      wire(2, 'assignment.set', {
        elements: [{ element: 'd1', level: 'Dimension', seen: 0 }],
        who: { invite: { name: 'Ximena', surname: 'Tercera', email: 'ximena@norte.example' } },
      }),
      wire(3, 'assignment.set', { elements: [{ element: 'd2', level: 'Dimension', seen: 0 }], who: { userId: 'berta' } }),
    ])
    const berta = await server.token('berta')
    await server.push(berta, 'dev-berta', [wire(1, 'answer.set', { unit: 'q20', value: 'Secreto de Berta' }, { mid: 'berta-1' })])
    const reply = await fetched(server, 'user/own-data', ana)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = await filesOf(reply)
    const all = [...files.values()].join('\n')
    expect(all).toContain('Lo de Ana')
    expect(all).toContain('ana@norte.example')
    for (const other of ['Ximena', 'Tercera', 'ximena@', 'Secreto de Berta', 'berta@norte'])
      expect([other, all.includes(other)]).toEqual([other, false])
    expect(rowsIn(files, 'datos/lo_que_escribio.json').map((row) => [row['what'], row['outcome']])).toEqual([
      ['answer.set', 'applied'],
      ['assignment.set', 'applied'],
      ['assignment.set', 'applied'],
    ])
    expect(rowsIn(files, 'datos/roles.json')).toContainEqual(expect.objectContaining({ form: 'tiny', role: 'InstitutionalLeader' }))
    expect(rowsIn(files, 'datos/equipos.json')).toEqual([expect.objectContaining({ device: 'dev-ana', changes: 3 })])
    // A program finds every table that is described, as it is described.
    const { resources } = JSON.parse(must(files.get('datapackage.json'), 'no package'))
    for (const { path } of resources) expect([path, files.has(path)]).toEqual([path, true])
    const csv = must(files.get('datos/lo_que_escribio.csv'), 'no csv')
    expect(csv.split('\r\n')[0]).toBe('\ufeff"id","what","where","about","said","doneAt","receivedAt","outcome","code","device"')
    expect(files.get('index.html')).toContain('<html lang="es">')
    // Whom somebody was given something by is told by id.
    const given = await filesOf(await fetched(server, 'user/own-data?language=en', berta))
    expect(rowsIn(given, 'data/what_you_received.json')).toEqual([expect.objectContaining({ what: 'assignment.set', by: 'ana' })])
    expect(given.get('index.html')).toContain('My data')
  })

  test('[LW9] an administrator makes it for who asks, on record before it goes; nobody else has another’s, and it is made once at a time', async () => {
    const server = await start()
    const [ana, root] = [await server.token('ana'), await server.token('root')]
    expect((await server.call('GET', 'user/berta/data', { token: ana })).error.code).toBe('administrators_only')
    expect((await server.call('GET', 'user/nobody/data', { token: root })).error.code).toBe('not_found')
    const reply = await fetched(server, 'user/ana/data', root)
    expect(await server.db.q.selectFrom('audit').select(['kind', 'actor_id', 'detail']).execute()).toEqual([
      { kind: 'file.download', actor_id: 'root', detail: expect.stringContaining('mis-datos_ana.zip') },
    ])
    const second = await server.call('GET', 'user/berta/data', { token: root })
    expect(second.error.code).toBe('archive_running')
    await filesOf(reply)
    const pass = await server.call('POST', 'user/own-data/pass', { token: ana })
    const { pass: given } = pass.data as { pass: string }
    const byPass = await server.app.fetch(new Request(`http://localhost/api/v1/user/own-data?pass=${given}`))
    expect((await filesOf(byPass)).has('README.txt')).toBe(true)
    // What an institution takes of its own is its own business.
    expect((await server.db.q.selectFrom('audit').select('n').execute()).length).toBe(1)
  })
})

test('[LW9] what somebody asked for is told without whoever else it describes', () => {
  const self = { id: 'me', emails: ['yo@a.example'] }
  const asked = {
    who: { invite: { name: 'Otra', surname: 'Persona', email: 'otra@a.example' } },
    mine: { name: 'Yo', surname: 'Misma', email: 'Yo@a.example' },
    text: 'Otra Persona dijo que sí',
  }
  expect(withoutOthers(asked, self)).toEqual({ ...asked, who: { invite: { name: '—', surname: '—', email: '—' } } })
  expect(withoutOthers({ userId: 'you', name: 'Otra', surname: 'Persona' }, self)).toEqual({ userId: 'you', name: '—', surname: '—' })
  expect(withoutOthers({ userId: 'me', name: 'Yo', surname: 'Misma' }, self)).toEqual({ userId: 'me', name: 'Yo', surname: 'Misma' })
})
