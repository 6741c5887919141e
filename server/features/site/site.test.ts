import { expect, test } from 'vitest'
import { anotherAdministrator, type Called } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'
import { aSection, titled } from '#shared/testing/site.ts'

const about = { title: 'Novedades', englishTitle: 'News', description: 'Lo nuevo', englishDescription: 'What is new' }

/** What some of the calls tell. */
interface Told {
  readonly _id: string
  readonly number: number
  readonly published: boolean
  readonly problems: readonly unknown[]
  readonly formerNames: readonly string[]
  readonly fetchedPages: readonly unknown[]
  readonly removedPages: readonly unknown[]
  readonly sections: readonly { readonly content: Record<string, unknown>; readonly englishContent: Record<string, unknown> }[]
}
interface ToldVersion {
  readonly number: number
  readonly shown: boolean
  readonly publishedAt: string | null
  readonly restoredFrom: number | null
}
const inOrder = (statuses: readonly { readonly status: number }[]): number[] =>
  statuses.map(({ status }) => status).toSorted((left, right) => left - right)

onEachDatabase((start) => {
  const begun = async () => {
    const server = await start()
    const token = await server.token('root')
    const call = (method: string, path: string, body?: unknown): Promise<Called<Told>> =>
      // What a call tells is the test's own expectation.
      server.call(method, `publicSite/${path}`, { token, body }) as Promise<Called<Told>>
    const versionsOf = async (id: string): Promise<readonly ToldVersion[]> =>
      (await server.call('GET', `publicSite/Admin/site/${id}/versions`, { token })).data as readonly ToldVersion[]
    const save = (body: object): Promise<Called<Told>> => call('POST', 'Admin/site', { sections: [titled('Hola')], about, ...body })
    const made = async (name: string, body: object = {}): Promise<string> => {
      const { data, error } = await save({ name, publish: true, accepted: true, ...body })
      expect(error).toBeUndefined()
      expect(data.published).toBe(true)
      return data._id
    }
    return { server, call, save, made, versionsOf }
  }
  const codeOf = ({ error }: Called): unknown => error?.code

  test('[WS2] a page is saved as a draft, shown once it was published, and every save is a version with its author', async () => {
    const { call, save, versionsOf } = await begun()
    const first = await save({ name: 'novedades' })
    expect(first.data).toMatchObject({ number: 1, published: false, problems: [] })
    const id = first.data._id
    expect(codeOf(await call('GET', 'novedades'))).toBe('not_found')
    expect((await call('POST', `Admin/site/${id}/publish`, { number: 1 })).data).toEqual({ _id: id, number: 1 })
    expect((await call('GET', 'NOVEDADES')).data).toMatchObject({
      name: 'novedades',
      sections: [{ component: 'title', content: { title: 'Hola' } }],
    })
    const second = await save({ id, name: 'novedades', seen: 1, sections: [titled('Borrador')] })
    expect(second.data.number).toBe(2)
    expect((await call('GET', 'novedades')).data.sections[0]?.content['title']).toBe('Hola')
    expect((await call('GET', 'Admin')).data.fetchedPages).toMatchObject([
      {
        _id: id,
        route: 'novedades',
        state: 'changed',
        number: 2,
        byName: 'root Prueba',
        published: { number: 1 },
        address: '/site/novedades',
      },
    ])
    expect((await versionsOf(id)).map((each) => [each.number, each.shown, each.publishedAt !== null])).toEqual([
      [2, false, false],
      [1, true, true],
    ])
    expect((await call('GET', `Admin/site/${id}/versions/1`)).data).toMatchObject({ number: 1, sections: [{ content: { title: 'Hola' } }] })
    const third = await save({ id, name: 'novedades', seen: 2, restoredFrom: 1 })
    expect(third.data.number).toBe(3)
    expect((await versionsOf(id))[0]?.restoredFrom).toBe(1)
    expect((await call('GET', 'Admin/novedades')).data).toMatchObject({ number: 3, sections: [{ content: { title: 'Hola' } }] })
  })

  test('[WS2] of two who edit one draft the second is told who saved first, and nothing is written over; the same again is nothing new', async () => {
    const { server, call, save } = await begun()
    const other = await anotherAdministrator(server)
    const { _id: id } = (await save({ name: 'novedades' })).data
    const body = { id, name: 'novedades', about, seen: 1, sections: [titled('De Rita')] }
    expect((await server.call('POST', 'publicSite/Admin/site', { token: other, body })).status).toBe(200)
    const late = await save({ id, name: 'novedades', seen: 1, sections: [titled('De root')] })
    expect([late.status, late.error.code, late.error.params]).toMatchObject([409, 'changed_meanwhile', { name: 'Rita Rojas', number: 2 }])
    expect((await save({ id, name: 'novedades', seen: 1, sections: [titled('De Rita')] })).data.number).toBe(2)
    expect((await call('GET', 'Admin/novedades')).data.sections[0]?.content['title']).toBe('De Rita')
    expect(codeOf(await call('POST', `Admin/site/${id}/publish`, { number: 1 }))).toBe('changed_meanwhile')
    expect(codeOf(await call('GET', 'novedades'))).toBe('not_found')
  })

  test('[WS2] many who save one draft at the same moment: one of them does, and the others are told', async () => {
    const { save, versionsOf } = await begun()
    const { _id: id } = (await save({ name: 'novedades' })).data
    const tries = await Promise.all([1, 2, 3, 4].map((n) => save({ id, name: 'novedades', seen: 1, sections: [titled(`De ${n}`)] })))
    expect(inOrder(tries)).toEqual([200, 409, 409, 409])
    expect(await versionsOf(id)).toHaveLength(2)
    const made = await Promise.all([1, 2, 3].map(() => save({ name: 'igual' })))
    expect(inOrder(made)).toEqual([200, 409, 409])
  })

  test('[WS3] a page with something wrong is kept as a draft and told what it is; what falls short is published once it was accepted', async () => {
    const { call, save } = await begun()
    const wrong = await save({ name: 'novedades', publish: true, accepted: true, sections: [titled('')] })
    expect(wrong.data).toMatchObject({
      number: 1,
      published: false,
      problems: [{ code: 'required_empty', section: 's-title', field: 'title' }],
    })
    const id = wrong.data._id
    expect((await call('POST', `Admin/site/${id}/publish`, { number: 1, accepted: true })).error).toMatchObject({
      code: 'page_unready',
      params: { problem: 'required_empty', n: 1 },
    })
    const short = { id, name: 'novedades', seen: 1, publish: true, sections: [titled('Hola', '')] }
    expect((await save(short)).data).toMatchObject({ number: 2, published: false, problems: [{ code: 'english_missing' }] })
    expect(codeOf(await call('POST', `Admin/site/${id}/publish`, { number: 2 }))).toBe('page_unaccepted')
    expect((await save({ ...short, seen: 2, accepted: true })).data).toMatchObject({ number: 2, published: true })
    expect((await call('GET', 'novedades')).data.sections[0]?.englishContent['title']).toBe('Hola')
  })

  test('[WS1] names that are no names, or somebody’s, are refused, and a renamed page keeps the names that it had', async () => {
    const { call, save, made } = await begun()
    for (const name of ['mi página', '..', 'á', '%2e', '', 'a/b', 'x'.repeat(41)]) {
      const { error } = await save({ name })
      expect(error, name).toMatchObject({
        code: 'page_name_form',
        message: 'El nombre de la página no puede contener caracteres especiales ni espacios',
      })
    }
    expect(codeOf(await save({ name: 'faq' }))).toBe('page_name_taken')
    const id = await made('novedades')
    expect(codeOf(await save({ name: 'NOVEDADES' }))).toBe('page_name_taken')
    await save({ id, name: 'noticias', publish: true, accepted: true })
    expect(codeOf(await save({ name: 'novedades' }))).toBe('page_name_taken')
    expect((await call('GET', 'Admin/noticias')).data.formerNames).toEqual(['novedades'])
    // Back and forth leaves no name that leads to itself.
    await save({ id, name: 'novedades', publish: true, accepted: true })
    expect((await call('GET', 'Admin/novedades')).data.formerNames).toEqual(['noticias'])
  })

  test('[WS6] home, header and footer are neither removed nor renamed; any other page is removed and brought back', async () => {
    const { call, save, made } = await begun()
    const home = await made('home')
    expect(codeOf(await call('DELETE', `Admin/site/${home}`))).toBe('page_reserved')
    expect(codeOf(await save({ id: home, name: 'casa' }))).toBe('page_reserved')
    const id = await made('novedades')
    expect((await call('DELETE', `Admin/site/${id}`)).status).toBe(200)
    expect(codeOf(await call('GET', 'novedades'))).toBe('not_found')
    expect(codeOf(await save({ id, name: 'novedades' }))).toBe('page_removed')
    expect(codeOf(await call('POST', `Admin/site/${id}/publish`, { number: 1 }))).toBe('page_removed')
    expect((await call('GET', 'Admin')).data.removedPages).toMatchObject([{ _id: id, removed: true }])
    const taken = await made('novedades')
    expect(codeOf(await call('POST', `Admin/site/${id}/bring-back`))).toBe('page_name_taken')
    await call('DELETE', `Admin/site/${taken}`)
    expect((await call('POST', `Admin/site/${id}/bring-back`)).status).toBe(200)
    expect((await call('GET', 'novedades')).data._id).toBe(id)
    expect((await call('GET', 'Admin/publicsite/reserved')).data).toEqual(['home', 'header', 'footer'])
  })

  test('[WS2] sections as the specification has them get ids, the same ones when the same page comes again', async () => {
    const { call, save } = await begun()
    const bare = (title: string) => ({ component: 'title', content: { title }, englishContent: { title } })
    const first = await save({ name: 'simple', sections: [bare('Uno'), bare('Dos')] })
    expect(first.data.number).toBe(1)
    const id = first.data._id
    const idsOf = async (): Promise<unknown[]> => (await call('GET', `Admin/${id}`)).data.sections.map((section) => Object(section).id)
    const ids = await idsOf()
    expect(new Set(ids).size).toBe(2)
    expect((await save({ id, name: 'simple', sections: [bare('Uno'), bare('Dos')] })).data.number).toBe(1)
    expect((await save({ id, name: 'simple', sections: [bare('Uno'), bare('Tres'), bare('Dos')] })).data.number).toBe(2)
    const later = await idsOf()
    expect([later.slice(0, 2), new Set(later).size]).toEqual([ids, 3])
  })

  test('[WS5] a section of a type that this program does not know is kept as it is by every save, and none is taken in', async () => {
    const { server, call, save } = await begun()
    const { data } = await save({ name: 'futuro' })
    const strange = { id: 'x', component: 'hologram', content: { beam: 'a' }, englishContent: {}, hidden: false, englishOf: null }
    expect(codeOf(await save({ id: data._id, name: 'futuro', sections: [strange] }))).toBe('section_unknown')
    const row = await server.db.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', `page:${data._id}`)
      .where('tbl', '=', 'page')
      .executeTakeFirstOrThrow()
    const page = JSON.parse(row.data)
    page.draft.sections.push(strange)
    await server.db.write((tx) =>
      tx.q
        .updateTable('sync_row')
        .set({ data: JSON.stringify(page) })
        .where('scope', '=', `page:${data._id}`)
        .where('tbl', '=', 'page')
        .execute(),
    )
    expect((await save({ id: data._id, name: 'futuro', sections: [strange, titled('Otra')] })).data.number).toBe(2)
    expect((await call('GET', `Admin/${data._id}`)).data.sections).toMatchObject([strange, { content: { title: 'Otra' } }])
    const changed = { ...strange, content: { beam: 'b' } }
    expect(codeOf(await save({ id: data._id, name: 'futuro', sections: [changed] }))).toBe('section_unknown')
  })

  test('[WS2] a page holds bytes, and a longer one is told so, as is one of too many sections', async () => {
    const { save } = await begun()
    const long = { ...titled('x'), component: 'titleBody', content: { body: 'ñ'.repeat(19_000) }, englishContent: {} }
    const sections = Array.from({ length: 20 }, (_, at) => ({ ...long, id: `s${at}` }))
    expect(codeOf(await save({ name: 'larga', sections }))).toBe('page_too_large')
    expect(codeOf(await save({ name: 'larga', sections: sections.slice(0, 10) }))).toBeUndefined()
    const many = Array.from({ length: 61 }, (_, at) => ({ ...titled('x'), id: `s${at}` }))
    expect(codeOf(await save({ name: 'larga', sections: many }))).toBe('sections_many')
  })

  test('[WE12] which pages link to one is told by any name that it had, and only to administrators', async () => {
    const { server, call, save, made } = await begun()
    const id = await made('noticias')
    const from = await made('portada', {
      sections: [aSection('titleBody', { title: 'Hola', body: '<p><a href="/site/noticias">Todas</a></p>' })],
    })
    const drafted = (
      await save({ name: 'otra', sections: [aSection('titleBody', { title: 'Hola', body: '<p><a href="/en/site/NOTICIAS">a</a></p>' })] })
    ).data._id
    await save({ id, name: 'avisos', seen: 1, publish: true, accepted: true })
    const links = () => call('GET', `Admin/site/${id}/links`)
    expect((await links()).data).toEqual({
      pages: [
        { _id: drafted, name: 'otra', published: false, draft: true },
        { _id: from, name: 'portada', published: true, draft: false },
      ],
    })
    await call('DELETE', `Admin/site/${from}`)
    expect((await links()).data).toEqual({ pages: [{ _id: drafted, name: 'otra', published: false, draft: true }] })
    expect(codeOf(await call('GET', 'Admin/site/nada/links'))).toBe('not_found')
    const token = await server.token('ana')
    expect(codeOf(await server.call('GET', `publicSite/Admin/site/${id}/links`, { token }))).toBe('administrators_only')
  })

  test('[WS7] rich text loses whatever is not of the fixed set before it is kept', async () => {
    const { call, save } = await begun()
    const html = '<p onclick="x()">Hola <script>alert(1)</script><a href="javascript:x">a</a><img src=x onerror=y><style>*{}</style></p>'
    const body = aSection('titleBody', { title: '<b>T</b>', body: html }, { title: 'T', body: html })
    const inList = aSection('list', { listData: [{ title: '', body: html, withImage: false, icon: '', iconAltText: '' }] })
    const { data } = await save({ name: 'novedades', sections: [body, inList] })
    const { sections } = (await call('GET', `Admin/site/${data._id}/versions/1`)).data
    const clean = '<p>Hola <a>a</a></p>'
    expect([sections[0]?.content, sections[0]?.englishContent['body']]).toEqual([{ title: '<b>T</b>', body: clean }, clean])
    expect(sections[1]?.content['listData']).toMatchObject([{ body: clean }])
  })

  test('[WS2] hostile bodies are refused with a word for what is wrong, and nothing of them is kept', async () => {
    const { server, call, save } = await begun()
    const many = Array.from({ length: 61 }, (_, at) => ({ ...titled('x'), id: `s${at}` }))
    const long = Array.from({ length: 40 }, (_, at) => aSection('titleBody', { body: 'x'.repeat(19_000) }, {}, { id: `s${at}` }))
    const item = { title: 'x', body: '', withImage: false, icon: '', iconAltText: '' }
    for (const [sections, code] of [
      [[{ ...titled('x'), component: 'iframe' }], 'section_unknown'],
      [[{ ...titled('x'), component: '__proto__' }], 'section_unknown'],
      [[{ ...titled('x'), component: 'constructor' }], 'section_unknown'],
      [many, 'sections_many'],
      [long, 'page_too_large'],
      [[titled('x'), titled('y')], 'malformed'],
      [[titled('x'.repeat(201))], 'text_limit'],
      [[aSection('list', { listData: Array.from({ length: 31 }, () => item) })], 'items_many'],
      [[{ ...titled('x'), id: '../x' }], 'malformed'],
      ['x', 'malformed'],
    ] as const)
      expect(codeOf(await save({ name: 'novedades', sections })), code).toBe(code)
    expect(codeOf(await save({ name: 'novedades', sections: [titled('x'.repeat(10_000_000))] }))).toBe('too_large')
    expect(codeOf(await save({ name: 'novedades', id: 'nadie' }))).toBe('not_found')
    expect((await call('GET', 'Admin')).data).toMatchObject({ fetchedPages: [], removedPages: [] })
    const rows = await server.db.q.selectFrom('sync_row').select('id').where('tbl', 'in', ['page', 'pageVersion']).orderBy('id').execute()
    expect(rows).toEqual([])
  })

  test('[WS5] what is hidden is kept for its editors and in no public reply', async () => {
    const { call, made } = await begun()
    await made('novedades', { sections: [titled('Hola'), aSection('titleBody', { body: '<p>CANARIO</p>' }, {}, { hidden: true })] })
    expect(JSON.stringify((await call('GET', 'novedades')).data)).not.toContain('CANARIO')
    expect(JSON.stringify((await call('GET', 'Admin/novedades')).data)).toContain('CANARIO')
  })

  test('[WS5] English is known to be old from the Spanish that changed after it, until it was written again', async () => {
    const { save } = await begun()
    const { _id: id } = (await save({ name: 'novedades' })).data
    const changed = { id, name: 'novedades', publish: true }
    expect((await save({ ...changed, sections: [titled('Otra', 'Hola')] })).data.problems).toMatchObject([
      { code: 'english_old', section: 's-title' },
    ])
    expect((await save({ ...changed, sections: [titled('Otra', 'Other')] })).data).toMatchObject({ published: true, problems: [] })
  })

  test('[WS4] settings of the site take addresses of the web, and are not written over', async () => {
    const { call } = await begun()
    expect((await call('GET', 'Admin/settings')).data).toEqual({ resultsUrl: '', openDataUrl: '' })
    const set = (resultsUrl: string, seen?: object) => call('PUT', 'Admin/settings', { resultsUrl, openDataUrl: '', seen })
    expect((await set('resultados.example/2025')).data).toEqual({ resultsUrl: 'https://resultados.example/2025', openDataUrl: '' })
    for (const address of ['javascript:alert(1)', '/results', 'mailto:a@b.example'])
      expect(codeOf(await set(address)), address).toBe('site_link_form')
    expect(codeOf(await set('https://otro.example', { resultsUrl: '', openDataUrl: '' }))).toBe('changed_meanwhile')
  })

  test('[WS2] a call that comes twice with its key saves once', async () => {
    const { server } = await begun()
    const token = await server.token('root')
    const body = { name: 'novedades', about, sections: [titled('Hola')], publish: true }
    const headers = { 'Idempotency-Key': 'save-novedades-1' }
    const twice = [
      await server.call('POST', 'publicSite/Admin/site', { token, body, headers }),
      await server.call('POST', 'publicSite/Admin/site', { token, body, headers }),
    ]
    expect(twice.map(({ status, data }) => [status, data])).toEqual([
      [200, twice[0]?.data],
      [200, twice[0]?.data],
    ])
  })

  test('[WS2] what was done to the site is in the audit, and no device asks for it', async () => {
    const { server, made } = await begun()
    await made('novedades')
    const acts = await server.db.q.selectFrom('audit').select('kind').where('kind', 'like', 'page.%').orderBy('n').execute()
    expect(acts.map(({ kind }) => kind)).toEqual(['page.save', 'page.publish'])
    const token = await server.token('root')
    const pushed = await server.push(token, 'dev-root', [
      { seq: 1, mid: 'mid-page-1', n: 'page.remove', v: 1, s: 'page:x', a: { pageId: 'x' }, t: '2026-03-10T12:00:00.000Z' },
    ])
    expect(pushed.data.results).toMatchObject([{ d: 'refused', code: 'forbidden' }])
    const pulled = await server.pull(token, 'dev-root', null, { limit: 5000 })
    expect(JSON.stringify(pulled.data)).not.toContain('novedades')
  })
})
