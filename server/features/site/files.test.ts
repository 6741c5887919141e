import { must } from '#shared/kernel/assert.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import { siteFileIdOf } from '#shared/site/file-rules.ts'
import { siteLimits, type Page, type PageVersion, type SiteFile } from '#shared/site/model.ts'
import { pageScope, siteScope } from '#shared/protocol/scope.ts'
import type { SiteChange } from '#shared/site.ts'
import { zipSync } from 'fflate'
import { createHash } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { sweep } from '../../jobs/sweep.ts'
import { pdfOf } from '../../seeds/evidence.ts'
import { writeChanges } from '../../sync/changes.ts'
import type { TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { Pictures } from './files-picture.ts'

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const pdf = new Uint8Array(pdfOf('Guía', ['uno']))
const plain = (width: number, height = 300) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 20, b: 60 } } })
const bytesOf = async (picture: Sharp): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await picture.toBuffer())
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#06c"/></svg>'
const idOf = (type: 'image' | 'document', bytes: Uint8Array): string => siteFileIdOf(type, createHash('sha256').update(bytes).digest('hex'))

interface Sent {
  readonly status: number
  readonly data: { fileId: string; name: string; kind: string; width: number | null; height: number | null; widths: number[] }
  readonly error: { code: string; message: string }
}
const send = async (
  server: TestApp,
  type: 'image' | 'file',
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  { who = 'root', ...headers }: { who?: string; 'Idempotency-Key'?: string } = {},
): Promise<Sent> => {
  const body = new FormData()
  body.set('key', 'siteFile')
  body.set('file', new File([bytes], name))
  const reply = await server.app.fetch(
    new Request(`http://localhost/api/v1/form/${type}/publicSite/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await server.token(who)}`, ...headers },
      body,
    }),
  )
  const { data, error } = await reply.json()
  return { status: reply.status, data, error }
}
const get = (server: TestApp, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  server.app.fetch(new Request(`http://localhost${path}`, { headers }))

const about = { title: '', englishTitle: '', description: '', englishDescription: '' }
/** A page as it is stored, that shows `published` and has `drafted` in its draft. */
async function page(server: TestApp, name: string, files: { published?: string; drafted?: string; former?: string; removed?: boolean }) {
  const stateOf = (file: string | undefined, number: number) => ({
    name,
    about,
    sections: [
      { id: 's1', component: 'image', content: { src: file ?? '', alt: '-' }, englishContent: {}, hidden: false, englishOf: null },
    ],
    number,
    by: 'root',
    at: '2026-03-10T12:00:00.000Z',
  })
  const row: Page = {
    id: `p-${name}`,
    draft: stateOf(files.drafted, 3),
    published: files.published === undefined ? null : stateOf(files.published, 2),
    formerNames: [],
    removed: files.removed ?? false,
  }
  const version: PageVersion = { ...stateOf(files.former, 1), id: '1', publishedAt: null, restoredFrom: null }
  const scope = pageScope(row.id)
  const changes: SiteChange[] = [
    { scope, part: '', table: 'page', id: row.id, row },
    { scope, part: '', table: 'pageVersion', id: version.id, row: version },
  ]
  await server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))
}
const rowsOf = async (server: TestApp): Promise<SiteFile[]> => {
  const rows = await server.db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'siteFile').orderBy('id').execute()
  return rows.map((row) => JSON.parse(row.data))
}

onEachDatabase((start, _, testOnce) => {
  testOnce(
    '[WF2] a photograph is served upright in every width that does not make it larger, and says nothing of where it was taken',
    async () => {
      const server = await start()
      const photo = await bytesOf(
        plain(1200, 600)
          .jpeg()
          .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'CANARIO' }, IFD3: { GPSLatitude: '33/1 26/1 0/1' } } }),
      )
      expect(Buffer.from(photo).toString('latin1')).toContain('CANARIO')
      const { status, data } = await send(server, 'image', 'Vista del río.JPG', photo)
      expect([status, data]).toEqual([
        200,
        expect.objectContaining({
          fileId: idOf('image', photo),
          name: 'Vista del río.JPG',
          kind: 'webp',
          width: 600,
          height: 1200,
          widths: [480],
        }),
      ])
      for (const [path, width] of [
        [`${data.fileId}.webp`, 600],
        [`${data.fileId}-480.webp`, 480],
      ] as const) {
        const response = await get(server, `/files/image/${path}`)
        const bytes = Buffer.from(await response.arrayBuffer())
        const { exif, xmp, icc, format, ...found } = await sharp(bytes).metadata()
        expect([response.status, format, found.width, exif, xmp, icc]).toEqual([200, 'webp', width, undefined, undefined, undefined])
        expect(bytes.toString('latin1')).not.toContain('CANARIO')
      }
      for (const path of [
        `${data.fileId}-960.webp`,
        `${data.fileId}.jpg`,
        `${data.fileId}.svg`,
        `${data.fileId}`,
        `${data.fileId}-own.webp`,
      ])
        expect((await get(server, `/files/image/${path}`)).status, path).toBe(404)
    },
  )

  testOnce(
    '[WF2] one of too many points, cut short or no picture is refused, of one that moves the first frame stays, and inks become colours',
    async () => {
      const server = await start()
      const bomb = await bytesOf(plain(9000, 9000).png({ compressionLevel: 9 }))
      expect(bomb.length).toBeLessThan(1_000_000)
      const photo = await bytesOf(plain(900).jpeg())
      const cases: readonly (readonly [string, Uint8Array<ArrayBuffer>, string])[] = [
        ['bomba.png', bomb, 'site_image_unreadable'],
        ['corta.jpg', photo.slice(0, photo.length - 500), 'site_image_unreadable'],
        ['texto.png', text('hola'), 'site_image_unreadable'],
        ['página.png', text('<html><script>alert(1)</script></html>'), 'site_image_unreadable'],
        ['acta.png', pdf, 'site_image_unreadable'],
        ['dibujo.png', text(svg), 'file_content'],
        ['foto.svg', photo, 'site_image_unreadable'],
        ['foto.exe', photo, 'file_format'],
        ['nada.png', new Uint8Array(), 'file_empty'],
      ]
      for (const [name, bytes, code] of cases) expect([name, (await send(server, 'image', name, bytes)).error.code]).toEqual([name, code])
      expect(await rowsOf(server)).toEqual([])
      const frames = Buffer.concat([10, 120, 240].map((tone) => Buffer.alloc(60 * 40 * 3, tone)))
      const moving = await bytesOf(sharp(frames, { raw: { width: 60, height: 120, channels: 3, pageHeight: 40 } }).gif({ loop: 0 }))
      const inks = await bytesOf(plain(60, 40).toColourspace('cmyk').jpeg())
      for (const [name, bytes] of [
        ['moving.gif', moving],
        ['inks.jpeg', inks],
      ] as const) {
        const { data } = await send(server, 'image', name, bytes)
        expect([name, data.width, data.height, data.widths]).toEqual([name, 60, 40, []])
        const served = await sharp(Buffer.from(await (await get(server, `/files/image/${data.fileId}.webp`)).arrayBuffer())).metadata()
        expect([served.pages, served.space]).toEqual([undefined, 'srgb'])
      }
    },
  )

  testOnce('[WF2] a picture that would take too much is ended, and the next one is drawn', async () => {
    const photo = await bytesOf(plain(900).jpeg())
    const tight = new Pictures({ memoryBytes: 20 * 2 ** 20, ms: 30_000 })
    expect(await tight.draw(photo, 'photo')).toEqual({ ok: false, failure: { code: 'site_image_unreadable' } })
    expect((await new Pictures().draw(photo, 'photo')).ok).toBe(true)
  })

  testOnce('[WF3] a drawing is served without what runs, as a picture and as a download, and nothing else of it', async () => {
    const server = await start()
    const hostile = text(svg.replace('<rect', '<script>alert(1)</script><rect onload="alert(2)"'))
    for (const [type, path] of [
      ['image', (id: string) => `/files/image/${id}.svg`],
      ['file', (id: string) => `/files/document/${id}/logo.svg`],
    ] as const) {
      const { data } = await send(server, type, 'logo.svg', hostile)
      expect([data.kind, data.width, data.height, data.widths]).toEqual(['svg', 40, 10, []])
      const response = await get(server, path(data.fileId))
      expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
      const served = await response.text()
      expect(served).toContain('fill="#06c"')
      expect(served).not.toMatch(/script|onload/)
    }
    const declared = await send(server, 'image', 'logo.svg', text(`<!DOCTYPE svg>${svg}`))
    expect([declared.status, declared.error.code]).toEqual([415, 'site_svg_unsafe'])
  })

  testOnce('[WF1] documents are what their bytes say, of at most 15 MB, under a name that is safe', async () => {
    const server = await start()
    const largest = new Uint8Array(siteLimits.fileBytes)
    largest.set(pdf)
    expect((await send(server, 'file', 'justo.pdf', largest)).status).toBe(200)
    const more = new Uint8Array(siteLimits.fileBytes + 1)
    more.set(pdf)
    const refused = await send(server, 'file', 'más.pdf', more)
    expect([refused.status, refused.error]).toEqual([
      413,
      expect.objectContaining({ code: 'site_file_too_large', message: 'El archivo no puede pesar más de 15 MB' }),
    ])
    const huge = await server.app.fetch(
      new Request('http://localhost/api/v1/form/file/publicSite/upload', {
        method: 'POST',
        headers: { Authorization: `Bearer ${await server.token('root')}`, 'Content-Type': 'multipart/form-data; boundary=x' },
        body: new Uint8Array(siteLimits.fileBytes + 200_000),
      }),
    )
    expect([huge.status, (await huge.json()).error.code]).toEqual([413, 'site_file_too_large'])
    const html = text('<html><script>alert(1)</script></html>')
    const cases: readonly (readonly [string, Uint8Array<ArrayBuffer>, string])[] = [
      ['página.html', html, 'file_format'],
      ['página.pdf', html, 'file_is_page'],
      ['libro.xlsx', new Uint8Array(zipSync({ 'a.txt': text('a') })), 'file_named_other'],
      ['foto.png', pdf, 'file_named_other'],
      ['acta.pdf.svg', pdf, 'site_image_unreadable'],
    ]
    for (const [name, bytes, code] of cases) expect([name, (await send(server, 'file', name, bytes)).error.code]).toEqual([name, code])
    const format = await send(server, 'file', 'x.html', html)
    expect(format.error.message).toBe('El formato del archivo no es aceptado')

    const { data } = await send(server, 'file', '../../etc/<img src=x onerror=alert(1)>"\u202efdp.pdf', pdf)
    expect(data.name).not.toMatch(/[<>"/\\\u202e]/)
    const response = await get(server, `/files/document/${data.fileId}/${encodeURIComponent(data.name)}`)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="/)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true)
  })

  testOnce(
    '[WF4] the same bytes are one file, also from two at once and after a removal, and a repeated call is answered alike',
    async () => {
      const server = await start()
      const photo = await bytesOf(plain(700).png())
      const both = await Promise.all([send(server, 'image', 'uno.png', photo), send(server, 'image', 'dos.png', photo)])
      expect(both.map(({ status, data }) => [status, data.fileId])).toEqual([
        [200, idOf('image', photo)],
        [200, idOf('image', photo)],
      ])
      const id = must(both[0], 'none').data.fileId
      expect((await rowsOf(server)).length).toBe(1)
      const key = { 'Idempotency-Key': 'upload-0001' }
      expect((await send(server, 'file', 'guía.pdf', pdf, key)).data).toEqual((await send(server, 'file', 'guía.pdf', pdf, key)).data)
      expect((await send(server, 'file', 'otra.pdf', pdf, key)).error.code).toBe('key_reused')

      const root = await server.token('root')
      expect((await server.call('DELETE', `form/file/publicSite/${id}`, { token: root })).status).toBe(200)
      const gone = await get(server, `/files/image/${id}.webp`)
      // It may be brought again: nobody between remembers that it was not there.
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect((await server.call('GET', 'form/file/publicSite/images', { token: root })).data).toEqual({ imagesIds: [], images: [] })
      expect((await send(server, 'image', 'tres.png', photo)).data).toMatchObject({ fileId: id, name: 'tres.png' })
      expect((await get(server, `/files/image/${id}.webp`)).status).toBe(200)
    },
  )

  test('[WF4] the sweep keeps every form while its row names it, thirty days after a removal too, and what no row ever named goes', async () => {
    const server = await start()
    const photo = await bytesOf(plain(700).png())
    const { data } = await send(server, 'image', 'uno.png', photo)
    const folder = join(server.dataDir, 'files')
    await server.app.server.files.keep(text('nobody’s'))
    const age = (): void => {
      const old = new Date(Date.now() - 3 * dayMs)
      for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old)
    }
    // Bytes that have come, and whose row is not written yet, are young.
    await sweep(server.app.server)
    expect(readdirSync(folder)).toHaveLength(4)
    age()
    await sweep(server.app.server)
    expect(readdirSync(folder)).toHaveLength(3)
    expect((await get(server, `/files/image/${data.fileId}-480.webp`)).status).toBe(200)
    await server.call('DELETE', `form/file/publicSite/${data.fileId}`, { token: await server.token('root') })
    server.clock.advance(29 * dayMs)
    await sweep(server.app.server)
    expect(readdirSync(folder)).toHaveLength(3)
    server.clock.advance(2 * dayMs)
    await sweep(server.app.server)
    expect(readdirSync(folder)).toEqual([])
  })

  test('[WF5] what a published page shows is not removed, and who asks is told where a file is used', async () => {
    const server = await start()
    const root = await server.token('root')
    const { data } = await send(server, 'image', 'uno.png', await bytesOf(plain(50).png()))
    const id = data.fileId
    await page(server, 'novedades', { published: id, drafted: '', former: id })
    await page(server, 'borrador', { drafted: id })
    await page(server, 'retirada', { published: id, removed: true })
    await page(server, 'ajena', { published: idOf('image', pdf) })
    const uses = (await server.call('GET', `form/file/publicSite/${id}/uses`, { token: root })).data
    expect(uses).toEqual({
      uses: [
        { pageId: 'p-borrador', name: 'borrador', where: 'draft', number: 3, removed: false },
        { pageId: 'p-novedades', name: 'novedades', where: 'published', number: 2, removed: false },
        { pageId: 'p-retirada', name: 'retirada', where: 'published', number: 2, removed: true },
        { pageId: 'p-novedades', name: 'novedades', where: 'version', number: 1, removed: false },
      ],
    })
    const remove = () => server.call('DELETE', `form/file/publicSite/${id}`, { token: root })
    const refused = await remove()
    expect([refused.status, refused.error.code, refused.error.params]).toEqual([409, 'site_file_shown', { pages: 'novedades' }])
    expect((await get(server, `/files/image/${id}.webp`)).status).toBe(200)
    await page(server, 'novedades', { published: '', drafted: id })
    expect((await remove()).status).toBe(200)
    expect((await server.call('GET', `form/file/publicSite/${id}/uses`, { token: root })).status).toBe(404)
    expect((await remove()).status).toBe(200)
    expect((await server.call('DELETE', 'form/file/publicSite/i0', { token: root })).error.code).toBe('not_found')
    const told = await server.db.q
      .selectFrom('history')
      .select(['action', 'text', 'unit'])
      .where('scope', '=', siteScope)
      .orderBy('received_at')
      .execute()
    expect(told.map(({ action }) => action)).toEqual(['Agrega archivo al sitio', 'Elimina archivo del sitio'])
  })

  test('[WF5] every file is listed with who brought it and the pages that use it, drafts and removed ones among them', async () => {
    const server = await start()
    const photo = (await send(server, 'image', 'uno.png', await bytesOf(plain(600).png()))).data
    server.clock.advance(60_000)
    const guide = (await send(server, 'file', 'guía.pdf', pdf)).data
    await page(server, 'novedades', { published: photo.fileId, drafted: photo.fileId })
    await page(server, 'retirada', { published: photo.fileId, removed: true })
    await page(server, 'borrador', { drafted: photo.fileId })
    const { data } = await server.call('GET', 'form/file/publicSite', { token: await server.token('root') })
    expect(data).toEqual([
      {
        ...{ _id: guide.fileId, type: 'document', name: 'guía.pdf', kind: 'pdf', bytes: pdf.length, at: expect.any(String) },
        ...{ width: null, height: null, widths: [], byName: 'root Prueba', uses: [] },
      },
      {
        ...{ _id: photo.fileId, type: 'image', name: 'uno.png', kind: 'webp', bytes: expect.any(Number), at: expect.any(String) },
        ...{ width: 600, height: 300, widths: [480], phoneBytes: expect.any(Number), byName: 'root Prueba' },
        uses: [
          { pageId: 'p-borrador', name: 'borrador', where: 'draft', number: 3, removed: false },
          { pageId: 'p-novedades', name: 'novedades', where: 'published', number: 2, removed: false },
          { pageId: 'p-novedades', name: 'novedades', where: 'draft', number: 3, removed: false },
          { pageId: 'p-retirada', name: 'retirada', where: 'published', number: 2, removed: true },
        ],
      },
    ])
  })

  testOnce(
    '[WS6] a page comes back as visitors saw it, and as a draft where a file that they saw is gone; one that is brought again is seen',
    async () => {
      const server = await start()
      const root = await server.token('root')
      const photo = await bytesOf(plain(50).png())
      const id = idOf('image', photo)
      await send(server, 'image', 'uno.png', photo)
      await page(server, 'galeria', { published: id, drafted: '', removed: true })
      const call = (method: string, path: string) => server.call(method, `publicSite/${path}`, { token: root })
      const back = { _id: 'p-galeria', published: true }
      expect((await call('POST', 'Admin/site/p-galeria/bring-back')).data).toEqual(back)
      expect((await call('GET', 'galeria')).status).toBe(200)
      await call('DELETE', 'Admin/site/p-galeria')
      expect((await server.call('DELETE', `form/file/publicSite/${id}`, { token: root })).status).toBe(200)
      expect((await call('POST', 'Admin/site/p-galeria/bring-back')).data).toEqual({ ...back, published: false })
      expect((await call('GET', 'galeria')).status).toBe(404)
      expect((await call('GET', 'Admin/p-galeria')).data).toMatchObject({ name: 'galeria', state: 'draft', removed: false })
      const edition = async (): Promise<unknown> =>
        (await server.db.q.selectFrom('meta').select('value').where('key', '=', 'site_edition').executeTakeFirstOrThrow()).value
      const before = await edition()
      await send(server, 'image', 'otra.png', await bytesOf(plain(51).png()))
      expect(await edition()).toBe(before)
      await send(server, 'image', 'uno.png', photo)
      expect(await edition()).not.toBe(before)
    },
  )

  testOnce('[WS3] of a picture it is known what a phone is sent: the form of 960 pixels, or its own where that is narrower', async () => {
    const server = await start()
    const ids = [1_400, 700].map(async (width) => (await send(server, 'image', 'foto.png', await bytesOf(plain(width).png()))).data.fileId)
    const [wide, narrow] = await Promise.all(ids)
    const { data } = await server.call('GET', 'form/file/publicSite/images', { token: await server.token('root') })
    const sent = async (path: string): Promise<number> => (await (await get(server, path)).arrayBuffer()).byteLength
    // What a call tells is the test's own expectation.
    const { images } = data as { readonly images: readonly { readonly _id: string; readonly phoneBytes: number }[] }
    expect(new Map(images.map(({ _id, phoneBytes }) => [_id, phoneBytes]))).toEqual(
      new Map([
        [wide, await sent(`/files/image/${wide}-960.webp`)],
        [narrow, await sent(`/files/image/${narrow}.webp`)],
      ]),
    )
  })

  test('[WF5] nobody but administrators adds, lists or removes', async () => {
    const server = await start()
    const { data } = await send(server, 'file', 'guía.pdf', pdf)
    for (const who of ['ana', 'eva']) {
      const token = await server.token(who)
      expect((await send(server, 'file', 'guía.pdf', pdf, { who })).error.code).toBe('administrators_only')
      for (const [method, path] of [
        ['GET', ''],
        ['GET', 'images'],
        ['GET', 'files'],
        ['GET', `${data.fileId}/uses`],
        ['DELETE', data.fileId],
      ] as const)
        expect((await server.call(method, `form/file/publicSite/${path}`.replace(/\/$/, ''), { token })).error.code).toBe(
          'administrators_only',
        )
    }
    const { data: files } = await server.call('GET', 'form/file/publicSite/files', { token: await server.token('root') })
    expect(files).toEqual([{ _id: data.fileId, name: 'guía.pdf', kind: 'pdf', bytes: pdf.length, at: expect.any(String) }])
  })

  test('[WF6] a file has one address for ever, which nobody guesses, and nothing in it runs', async () => {
    const server = await start()
    const xml = text('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>')
    const { data } = await send(server, 'file', 'datos.xml', xml)
    const path = `/files/document/${data.fileId}/datos.xml`
    const response = await get(server, path)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    const known = await get(server, path, { 'If-None-Match': must(response.headers.get('etag'), 'no tag') })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const etag = must(response.headers.get('etag'), 'no tag')
    for (const said of [`"other", ${etag}`, `W/${etag}`, '*'])
      expect((await get(server, path, { 'If-None-Match': said })).status, said).toBe(304)
    expect((await get(server, path, { 'If-None-Match': '"other"' })).status).toBe(200)
    for (const wrong of [
      `/files/image/${data.fileId}.xml`,
      `/files/document/${data.fileId}`,
      `/files/document/${data.fileId.slice(0, -1)}/datos.xml`,
      `/files/document/${data.fileId.toUpperCase()}/datos.xml`,
      '/files/document/../iip.sqlite/x',
      '/files/document/%2e%2e%2f%2e%2e/x',
      '/files/',
    ])
      expect((await get(server, wrong)).status, wrong).toBe(404)
    expect((await get(server, `/files/document/${'d'.repeat(33)}%00/x`)).status).toBe(400)
  })
})
