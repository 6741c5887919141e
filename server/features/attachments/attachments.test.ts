import { pdfOf } from '../../seeds/evidence.ts'
import { maxFileBytes, partBytes } from '#shared/attachments/model.ts'
import { createHash, randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { piecesOf, type Files, type Kept } from '../../files/store.ts'
import { wire, type TestApp } from '../../testing/app.ts'
import { onEachStore } from '../../testing/stores.ts'
import { dispositionOf } from '../../http/downloads.ts'

onEachStore((start, _, storeOf) => {
  const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
  /** A PDF of more than two parts. */
  const bigPdf = (): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), randomBytes(2 * partBytes + 1000)]))

  interface Announced {
    readonly server: TestApp
    readonly token: string
    readonly bytes: Uint8Array<ArrayBuffer>
    readonly body: { sha256: string; size: number; mime: string }
  }

  async function announce(bytes: Uint8Array<ArrayBuffer>, name = 'respaldo.pdf'): Promise<Announced> {
    const server = await start()
    const token = await server.token('ana')
    const args = { id: 'file-0001', unit: 'q9', name, sizeBytes: bytes.length, mime: 'application/pdf', sha256: sha256Of(bytes) }
    const { data } = await server.push(token, 'dev-1', [
      wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' }),
      wire(2, 'attachment.add', args),
    ])
    expect(data.results).toEqual([])
    return { server, token, bytes, body: { sha256: args.sha256, size: bytes.length, mime: args.mime } }
  }

  const raw = (
    server: TestApp,
    method: string,
    path: string,
    token: string,
    init: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Response> =>
    server.app.fetch(
      new Request(`http://localhost/api/v1/${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
        ...(init.body ? { body: init.body } : {}),
      }),
    )

  const part = ({ server, token, bytes }: Announced, offset: number, size = partBytes, checksum?: string): Promise<Response> => {
    const body = bytes.slice(offset, offset + size)
    const sum = checksum ?? `sha256 ${createHash('sha256').update(body).digest('base64')}`
    return raw(server, 'PATCH', 'attachments/file-0001/upload', token, {
      headers: { 'Upload-Offset': String(offset), 'Upload-Checksum': sum },
      body,
    })
  }

  const filesOf = ({ server }: Announced): Files => server.app.server.files
  const namesIn = async (kept: AsyncIterable<Kept>): Promise<string[]> => (await Array.fromAsync(kept)).map(({ name }) => name)

  const stateOf = async ({ server, token }: Announced): Promise<string> => {
    const { data } = await server.pull(token, 'dev-1', null)
    const row = data.rows.find((each) => each.t === 'attachment')?.r
    return row !== null && typeof row === 'object' && 'state' in row ? String(row.state) : 'none'
  }

  test('a file arrives in parts, is taken up again after a cut, and is ready with the same bytes', async () => {
    const it = await announce(bigPdf())
    const begin = () => it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await begin()).data).toEqual({ state: 'open', offset: 0, partSize: partBytes })
    expect((await part(it, 0)).headers.get('upload-offset')).toBe(String(partBytes))
    // The reply of the first part was lost: it comes again.
    const again = await part(it, 0)
    expect([again.status, again.headers.get('upload-offset')]).toEqual([409, String(partBytes)])
    expect((await raw(it.server, 'HEAD', 'attachments/file-0001/upload', it.token)).headers.get('upload-offset')).toBe(String(partBytes))
    expect((await begin()).data).toMatchObject({ offset: partBytes })
    expect((await part(it, partBytes, partBytes, 'sha256 AAAA')).status).toBe(460)
    expect((await part(it, partBytes)).status).toBe(204)
    expect(await stateOf(it)).toBe('awaiting_blob')
    expect((await part(it, 2 * partBytes)).status).toBe(204)
    expect(await stateOf(it)).toBe('ready')
    expect((await part(it, 2 * partBytes)).status).toBe(204)
    expect((await begin()).data).toEqual({ state: 'ready' })
    const download = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)
    expect(sha256Of(new Uint8Array(await download.arrayBuffer()))).toBe(it.body.sha256)
    expect(await namesIn(filesOf(it).list())).toEqual([it.body.sha256])
    expect(await namesIn(filesOf(it).parts.list())).toEqual([])
  })

  test('[UP2] a download cannot run, has a safe name and takes a range', async () => {
    const it = await announce(new Uint8Array(pdfOf('Respaldo', ['uno'])), 'año "2024" respaldo.pdf')
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await part(it, 0)).status).toBe(204)
    const { headers } = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="ano 2024 respaldo.pdf"; filename*=UTF-8''a%C3%B1o%202024%20respaldo.pdf`,
    )
    // No cache keeps it for the next person on the computer, nor for whoever asks the same of a proxy.
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-store', 'Authorization'])
    const ranged = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token, { headers: { Range: 'bytes=0-3' } })
    expect([ranged.status, await ranged.text()]).toEqual([206, '%PDF'])
  })

  test('bytes that are not what was announced, or not what the name says, are refused and leave nothing', async () => {
    const it = await announce(new Uint8Array(randomBytes(2000)))
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await part(it, 0)).status).toBe(415)
    expect(
      (await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: { ...it.body, size: 3 } })).error.code,
    ).toBe('metadata_mismatch')
    expect(await stateOf(it)).toBe('awaiting_blob')
    expect(await namesIn(filesOf(it).list())).toEqual([])
  })

  test('a file that comes in many small parts is kept in few, and arrives as it was', async () => {
    const it = await announce(new Uint8Array(Buffer.concat([pdfOf('Respaldo', ['uno']), Buffer.alloc(5_000)])))
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    const size = 100
    let most = 0
    for (let offset = 0; offset < it.bytes.length; offset += size) {
      expect((await part(it, offset, size)).status).toBe(204)
      most = Math.max(most, (await namesIn(filesOf(it).parts.list())).length)
    }
    expect([it.bytes.length / size > 50, most <= 7]).toEqual([true, true])
    expect(await namesIn(filesOf(it).parts.list())).toEqual([])
    expect(await stateOf(it)).toBe('ready')
    const download = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)
    expect(sha256Of(new Uint8Array(await download.arrayBuffer()))).toBe(it.body.sha256)
  })

  test('[FS3] a file that is not what it was is no download that ends well', async () => {
    const it = await announce(bigPdf())
    const begin = () => it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    await begin()
    for (let offset = 0; offset < it.bytes.length; offset += partBytes) await part(it, offset)
    const other = Buffer.from(it.bytes).fill(0, 5_000, 5_010)
    await (await storeOf(it.server)).write('files', it.body.sha256, piecesOf(other))
    const download = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)
    await expect(download.arrayBuffer()).rejects.toThrow('not what it was')
  })

  test('nobody else uploads or reads it: it is not found', async () => {
    const it = await announce(new Uint8Array(pdfOf('Respaldo', ['uno'])))
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    await part(it, 0)
    for (const who of ['sur-lider', 'otro', 'carlos', 'eva']) {
      const token = await it.server.token(who)
      expect((await raw(it.server, 'GET', 'attachments/file-0001/blob', token)).status, who).toBe(404)
      expect((await it.server.call('POST', 'attachments/file-0001/upload', { token, body: it.body })).status, who).toBe(404)
    }
  })

  test('one multipart call attaches a file, repeated it is the same one, and it can be taken away', async () => {
    const server = await start()
    const token = await server.token('ana')
    const send = (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Response> => {
      const form = new FormData()
      form.set('file', new File([bytes], name))
      form.set('questionId', 'q9')
      form.set('attachmentId', 'file-0002')
      return server.app.fetch(
        new Request('http://localhost/api/v1/form/tiny/file', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body: form,
        }),
      )
    }
    const pdf = new Uint8Array(pdfOf('Respaldo', ['uno']))
    expect((await (await send('respaldo.exe', pdf)).json()).error.code).toBe('file_format')
    expect((await (await send('respaldo.png', pdf)).json()).error.message).toBe(
      'Por dentro el archivo es PDF, aunque su nombre diga otra cosa. Si es el que quería, cambie el final de su nombre a .pdf y elíjalo de nuevo.',
    )
    expect((await (await send('grande.pdf', new Uint8Array(maxFileBytes + 1))).json()).error.message).toBe(
      'El archivo no puede superar los 15 MB',
    )
    expect((await (await send('respaldo.pdf', pdf)).json()).data).toMatchObject({
      uploadedFile: { id: 'file-0002' },
      idAnswer: 'q9',
      answer: { isAttachedFile: true },
    })
    expect((await (await send('respaldo.pdf', pdf)).json()).data).toMatchObject({ uploadedFile: { id: 'file-0002' } })
    const zip = await raw(server, 'GET', 'form/tiny/file/norte/bulk-export', token)
    expect(Buffer.from(await zip.arrayBuffer()).includes('1.2.1_respaldo.pdf')).toBe(true)
    expect((await raw(server, 'GET', 'form/tiny/file/file-0002/export', token)).status).toBe(200)
    const removed = await server.call('DELETE', 'form/tiny/file/questionId/q9/index/-1', { token })
    expect(removed.data).toMatchObject({
      answer: { isAttachedFile: false, fileHistory: [{ value: { action: 'Adjunta' } }, { value: { action: 'Elimina archivo' } }] },
    })
    const declined = await server.call('GET', 'form/tiny/unattach/questionId/q9/index/-1/false', { token })
    expect(declined.data).toMatchObject({ answer: { noAttachment: true } })
    expect(declined.headers.get('cache-control')).toBe('no-store')
  })

  test('a file that was replaced before its bytes came still asks for them, and keeps them', async () => {
    const it = await announce(new Uint8Array(pdfOf('Respaldo', ['uno'])))
    const other = new Uint8Array(pdfOf('Respaldo', ['dos']))
    const args = {
      id: 'file-0002',
      unit: 'q9',
      name: 'otro.pdf',
      sizeBytes: other.length,
      mime: 'application/pdf',
      sha256: sha256Of(other),
    }
    await it.server.push(it.token, 'dev-1', [wire(3, 'attachment.add', { ...args, replaces: 'file-0001' })])
    const begin = () => it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await begin()).data).toMatchObject({ state: 'open', offset: 0 })
    expect((await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)).status).toBe(404)
    expect((await part(it, 0)).headers.get('upload-state')).toBe('ready')
    expect((await begin()).data).toEqual({ state: 'ready' })
    const kept = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)
    expect(sha256Of(new Uint8Array(await kept.arrayBuffer()))).toBe(it.body.sha256)
  })

  test('who is not responsible any more still brings the bytes of their own file, and reads nothing by it', async () => {
    const server = await start()
    const [ana, berta] = [await server.token('ana'), await server.token('berta')]
    const bytes = new Uint8Array(pdfOf('Respaldo', ['uno']))
    const body = { sha256: sha256Of(bytes), size: bytes.length, mime: 'application/pdf' }
    const given = (seq: number, userId: string, seen: number) =>
      wire(seq, 'assignment.set', { elements: [{ element: 's12', level: 'Subdimension', seen }], who: { userId } })
    const all = wire(1, 'assignment.set', { elements: [{ element: 'd1', level: 'Dimension', seen: 0 }], who: { userId: 'ana' } })
    expect((await server.push(ana, 'dev-1', [all, given(2, 'berta', 0)])).data.results).toEqual([])
    const { sha256, size: sizeBytes, mime } = body
    const announced = await server.push(berta, 'dev-2', [
      wire(1, 'answer.set', { unit: 'q9', value: 'con respaldo' }),
      wire(2, 'attachment.add', { id: 'file-0001', unit: 'q9', name: 'respaldo.pdf', sizeBytes, mime, sha256 }),
    ])
    expect(announced.data.results).toEqual([])
    // Who answered it has the question as well.
    const question = wire(4, 'assignment.set', { elements: [{ element: 'q9', level: 'Question', seen: 1 }], who: { userId: 'carlos' } })
    expect((await server.push(ana, 'dev-1', [given(3, 'carlos', 1), question])).data.results).toEqual([])
    const begun = await server.call('POST', 'attachments/file-0001/upload', { token: berta, body })
    expect(begun.data).toMatchObject({ state: 'open', offset: 0 })
    expect((await part({ server, token: berta, bytes, body }, 0)).status).toBe(204)
    expect(await stateOf({ server, token: ana, bytes, body })).toBe('ready')
    expect((await raw(server, 'GET', 'attachments/file-0001/blob', berta)).status).toBe(404)
    expect((await raw(server, 'GET', 'attachments/file-0001/blob', ana)).status).toBe(200)
  })

  test('bytes that are lost where files are kept are asked for again: a part of them, or a whole file that was ready', async () => {
    const it = await announce(bigPdf())
    const begin = () => it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    await begin()
    expect((await part(it, 0)).status).toBe(204)
    for (const name of await namesIn(filesOf(it).parts.list())) await filesOf(it).parts.remove(name)
    const lost = await part(it, partBytes)
    expect([lost.status, lost.headers.get('upload-offset')]).toEqual([409, '0'])
    expect((await begin()).data).toMatchObject({ state: 'open', offset: 0 })
    const all = async (): Promise<void> => {
      for (let offset = 0; offset < it.bytes.length; offset += partBytes) expect((await part(it, offset)).status).toBe(204)
    }
    await all()
    expect((await begin()).data).toEqual({ state: 'ready' })
    await filesOf(it).remove(it.body.sha256)
    expect((await raw(it.server, 'HEAD', 'attachments/file-0001/upload', it.token)).headers.get('upload-state')).toBeNull()
    expect((await begin()).data).toMatchObject({ state: 'open', offset: 0 })
    await all()
    expect((await begin()).data).toEqual({ state: 'ready' })
    expect((await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)).status).toBe(200)
  })

  test('[UP3] the institution’s room is what is held and a bounded, short reservation: nobody shuts the others out by beginning', async () => {
    const it = await announce(new Uint8Array(pdfOf('Respaldo', ['uno'])))
    const begin = () => it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    const upload = (id: string, received: number, state: 'open' | 'ready', size = maxFileBytes) => ({
      attachment_id: id,
      scope: 'inst:norte:tiny',
      user_id: 'berta',
      sha256: 'a'.repeat(64),
      size,
      mime: '',
      received,
      state,
      created_at: it.server.clock.now(),
      updated_at: it.server.clock.now(),
    })
    const begun = Array.from({ length: 320 }, (_, at) => upload(`begun-${at}`, 0, 'open'))
    await it.server.db.q.insertInto('upload').values(begun).execute()
    expect((await begin()).data).toMatchObject({ state: 'open', offset: 0 })
    await it.server.db.q.deleteFrom('upload').where('attachment_id', '=', 'file-0001').execute()
    // All but 60 MB is held: what the other person reserved is the rest of it, for an hour.
    const heldBytes = 5_000_000_000 - 4 * maxFileBytes
    const fifths = Array.from({ length: 5 }, (_, at) => upload(`held-${at}`, heldBytes / 5, 'ready', heldBytes / 5))
    await it.server.db.q.insertInto('upload').values(fifths).execute()
    expect((await begin()).error.code).toBe('file_quota')
    it.server.clock.advance(3_600_001)
    expect((await begin()).data).toMatchObject({ state: 'open', offset: 0 })
    await it.server.db.q
      .insertInto('upload')
      .values(upload('more', 4 * maxFileBytes, 'open'))
      .execute()
    const full = await part(it, 0)
    expect([full.status, (await full.json()).error.code]).toEqual([507, 'file_quota'])
  })

  test('a file whose name is only an extension arrives under a name that can be offered', async () => {
    const it = await announce(new Uint8Array(pdfOf('Respaldo', ['uno'])), '.pdf')
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await part(it, 0)).headers.get('upload-state')).toBe('ready')
    const { headers } = await raw(it.server, 'GET', 'attachments/file-0001/blob', it.token)
    expect(headers.get('content-disposition')).toContain('filename="archivo.pdf"')
  })

  test('at most two archives are made at one time and one for each person; the others hear when to ask again', async () => {
    const it = await announce(bigPdf())
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    for (let offset = 0; offset < it.bytes.length; offset += partBytes) await part(it, offset)
    const ask = (token: string): Promise<Response> => raw(it.server, 'GET', 'form/tiny/file/norte/bulk-export', token)
    const mine = await ask(it.token)
    const again = await ask(it.token)
    expect([again.status, again.headers.get('retry-after'), (await again.json()).error.code]).toEqual([429, '30', 'archive_running'])
    const root = await it.server.token('root')
    const second = await ask(root)
    expect(second.status).toBe(200)
    const third = await ask(await it.server.token('berta'))
    expect([third.status, third.headers.get('retry-after'), (await third.json()).error.code]).toEqual([503, '30', 'archives_busy'])
    await second.body?.cancel()
    const files = unzipSync(new Uint8Array(await mine.arrayBuffer()))
    expect(Object.entries(files).map(([name, bytes]) => [name, sha256Of(bytes)])).toEqual([['1.2.1_respaldo.pdf', it.body.sha256]])
    expect((await ask(it.token)).status).toBe(200)
  })

  test('announcing a file under the id of a file that exists elsewhere gives nobody its bytes, and does it no harm', async () => {
    const it = await announce(bigPdf())
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await part(it, 0)).status).toBe(204)
    const thief = await it.server.token('sur-lider')
    const args = {
      id: 'file-0001',
      unit: 'q9',
      name: 'mio.pdf',
      sizeBytes: it.bytes.length,
      mime: 'application/pdf',
      sha256: it.body.sha256,
    }
    const begin = () => it.server.call('POST', 'attachments/file-0001/upload', { token: thief, body: it.body })
    await it.server.push(thief, 'dev-s', [wire(1, 'attachment.add', args, { s: 'inst:sur:tiny', mid: 'thief-0001' })])
    expect((await begin()).error.code).toBe('metadata_mismatch')
    expect((await part(it, partBytes)).status).toBe(204)
    expect((await part(it, 2 * partBytes)).status).toBe(204)
    expect(await stateOf(it)).toBe('ready')
    expect((await begin()).error.code).toBe('metadata_mismatch')
    expect((await raw(it.server, 'GET', 'attachments/file-0001/blob', thief)).status).toBe(404)
  })

  test('naming the hash of a file that exists elsewhere gives nobody its bytes', async () => {
    const it = await announce(new Uint8Array(pdfOf('Secreto', ['de norte'])))
    await it.server.call('POST', 'attachments/file-0001/upload', { token: it.token, body: it.body })
    expect((await part(it, 0)).status).toBe(204)
    const thief = await it.server.token('sur-lider')
    const scope = 'inst:sur:tiny'
    const args = {
      id: 'file-9999',
      unit: 'q9',
      name: 'mio.pdf',
      sizeBytes: it.bytes.length,
      mime: 'application/pdf',
      sha256: it.body.sha256,
    }
    const { data } = await it.server.push(thief, 'dev-s', [wire(1, 'attachment.add', args, { s: scope, mid: 'thief-0001' })])
    expect(data.results).toEqual([])
    const read = async (): Promise<number> => (await raw(it.server, 'GET', 'attachments/file-9999/blob', thief)).status
    expect(await read()).toBe(404)
    expect((await it.server.call('POST', 'attachments/file-9999/upload', { token: thief, body: it.body })).data).toMatchObject({
      state: 'open',
      offset: 0,
    })
    await it.server.push(thief, 'dev-s', [wire(2, 'attachment.remove', { id: 'file-9999' }, { s: scope, mid: 'thief-0002' })])
    expect(await read()).toBe(404)
  })
})

test('a download name carries no header, quote or hidden mark', () => {
  expect(dispositionOf('a\r\nX: 1"\u202Egpj.exe')).toBe(
    `attachment; filename="aX: 1_gpj.exe"; filename*=UTF-8''a%0D%0AX%3A%201%22%E2%80%AEgpj.exe`,
  )
})
