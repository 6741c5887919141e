import type { Section } from '#shared/site/model.ts'
import { inLanguage, sitePathNames, sitePaths } from '#shared/site/paths.ts'
import type { SiteView } from '#shared/site/view.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../db/open.ts'
import type { Called, TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { aSection, titled } from '#shared/testing/site.ts'
import { Editions } from './edition.ts'
import type { Renderer } from './renderer.ts'
import { Published } from './published.ts'
import { createSite } from './serve.ts'
import { siteData } from './data.ts'

let clientDir: string
beforeAll(() => {
  clientDir = mkdtempSync(join(tmpdir(), 'iip-site-'))
  mkdirSync(join(clientDir, 'assets'))
  mkdirSync(join(clientDir, '.vite'))
  writeFileSync(join(clientDir, 'index.html'), '<title>App</title>')
  writeFileSync(join(clientDir, 'public.html'), '<title>Letters</title>')
  writeFileSync(join(clientDir, 'assets', 'site-1.css'), 'a'.repeat(3000))
  writeFileSync(join(clientDir, '.vite', 'manifest.json'), '{}')
})
afterAll(() => rmSync(clientDir, { recursive: true, force: true }))

/** Draws what a page is drawn from, and counts how often. */
function plainRenderer(): Renderer & { readonly drawn: string[] } {
  const drawn: string[] = []
  return {
    drawn,
    siteAssets: { styles: ['/assets/site-1.css'], script: '/assets/gone-1.js', islands: {}, late: {} },
    renderDocument: (view) => {
      drawn.push(`${view.language} ${view.path}${view.query}`)
      return `<!doctype html><html lang="${view.language}">${JSON.stringify(view)}</html>`
    },
  }
}
const viewIn = (document: string): SiteView => JSON.parse(document.slice(document.indexOf('>{') + 1, document.lastIndexOf('</html>')))

const about = { title: 'Título', englishTitle: 'Title', description: 'Algo', englishDescription: 'Something' }

interface Site {
  readonly server: TestApp
  readonly renderer: ReturnType<typeof plainRenderer>
  get(path: string, init?: RequestInit): Promise<Response>
  view(path: string): Promise<SiteView>
  call(method: string, path: string, body?: unknown): Promise<Called<{ readonly _id: string; readonly published: boolean }>>
  /** Saves and publishes a page, and returns its id. */
  publish(name: string, sections?: readonly Section[], id?: string): Promise<string>
}

onEachDatabase((start) => {
  const begun = async (): Promise<Site> => {
    const renderer = plainRenderer()
    const server = await start({ renderer, clientDir, publicUrl: 'https://iip.example' })
    const token = await server.token('root')
    const get = (path: string, init?: RequestInit): Promise<Response> => server.app.fetch(new Request(`http://localhost${path}`, init))
    const call: Site['call'] = (method, path, body) =>
      // What a call tells is the test's own expectation.
      server.call(method, `publicSite/Admin/${path}`, { token, body }) as ReturnType<Site['call']>
    return {
      ...{ server, renderer, get, call },
      view: async (path) => viewIn(await (await get(path)).text()),
      publish: async (name, sections = [titled('Hola', 'Hello')], id) => {
        const { data, error } = await call('POST', 'site', { id, name, about, sections, publish: true, accepted: true })
        expect([error, data.published]).toEqual([undefined, true])
        return data._id
      },
    }
  }
  const leadsTo = (reply: Response): [number, string | null] => [reply.status, reply.headers.get('location')]

  test('[FQ3] the page of questions leads to a questionnaire while a form has begun, and no longer', async () => {
    const { server, view, get } = await begun()
    const guides = async (): Promise<unknown> => (await (await get('/api/v1/public/guides')).json()).data
    expect([await view('/faq'), await guides()]).toMatchObject([{ kind: 'faq', questionnaire: true }, { questionnaire: true }])
    const closed = await server.call('PUT', 'form/tiny/toggle', { token: await server.token('root'), body: { enabled: false } })
    expect(closed.status).toBe(200)
    expect([await view('/en/faq'), await guides()]).toMatchObject([{ kind: 'faq', questionnaire: false }, { questionnaire: false }])
  })

  test('[WS8] every address of the site is a finished document in both languages, and the application’s stay its own', async () => {
    const { get, view, publish } = await begun()
    for (const name of ['home', 'header', 'footer', 'about', 'benefits', 'categories', 'privacypolicies', 'methodology', 'eventos'])
      await publish(name)
    for (const path of [...sitePathNames.map((name) => sitePaths[name].path), '/site/eventos']) {
      for (const language of ['es', 'en'] as const) {
        const reply = await get(inLanguage(path, language))
        expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-language')], path).toEqual([
          200,
          'text/html; charset=utf-8',
          language,
        ])
        expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
        expect([reply.headers.get('x-frame-options'), reply.headers.get('set-cookie')]).toEqual(['DENY', null])
      }
    }
    expect(await view('/en/about')).toMatchObject({
      ...{
        kind: 'content',
        language: 'en',
        path: '/about',
        query: '',
        origin: 'https://iip.example',
        title: 'Title',
        description: 'Something',
      },
      sections: [{ component: 'title', content: { title: 'Hello' } }],
      ...{ openDataHref: null, preview: false },
    })
    for (const path of ['/dashboard', '/dashboard/paginas-admin', '/login', '/statesimulator'])
      expect(await (await get(path)).text(), path).toBe('<title>App</title>')
    for (const path of ['/invite?token=t', '/reset-password', '/recover-password'])
      expect(await (await get(path)).text(), path).toBe('<title>Letters</title>')
    expect((await get('/assets/site-1.css')).headers.get('cache-control')).toContain('immutable')
    for (const path of ['/assets/gone.js', '/files/image/x.png', '/files/x', '/.vite/manifest.json', '/favicon.ico'])
      expect((await get(path)).status, path).toBe(404)
  })

  test('[WS8] an address where nothing stands leads home, for now and never out of the site', async () => {
    const { get, publish } = await begun()
    await publish('home')
    for (const [path, to] of [
      ['/nada', '/'],
      ['/about', '/'],
      ['/en/nada', '/en'],
      ['/en/en', '/en'],
      ['/site/nada', '/'],
      ['/site/header', '/'],
      ['/site/home', '/'],
      ['/en/site/home', '/en'],
      ['/site/', '/'],
      ['/site/%2e%2e%2flogin', '/'],
      ['/%2e%2e', '/'],
      ['//evil', '/'],
      ['/en//evil', '/en'],
      ['/\\evil', '/'],
      ['/%5cevil', '/'],
      ['/%zz', '/'],
      ['/%0d%0aset-cookie:x', '/'],
      ['/constructor', '/'],
      ['/site/__proto__', '/'],
      ['/@evil', '/'],
    ] as const) {
      const reply = await get(path)
      // What is the home page itself once an address is read needs to lead nowhere.
      if (new URL(`http://localhost${path}`).pathname === '/') expect(reply.status, path).toBe(200)
      else expect(leadsTo(reply), path).toEqual([302, to])
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
    // With a dot in it an address is a file's, which is there or not.
    for (const path of ['//evil/%2f..', '//evil.example', '/\\evil.example', '/en//evil.example/'])
      expect((await get(path)).status, path).toBe(404)
  })

  test('[WS8] a page stands at one address: its own, not another that leads to it', async () => {
    const { get, publish } = await begun()
    await publish('about')
    await publish('Eventos')
    expect(leadsTo(await get('/site/about'))).toEqual([302, '/about'])
    expect(leadsTo(await get('/en/site/ABOUT'))).toEqual([302, '/en/about'])
    expect(leadsTo(await get('/site/eventos'))).toEqual([302, '/site/Eventos'])
    expect((await get('/site/Eventos')).status).toBe(200)
    expect(leadsTo(await get('/about/'))).toEqual([302, '/about'])
    expect(leadsTo(await get('/en/'))).toEqual([302, '/en'])
    expect(leadsTo(await get('/en/faq//?q=a'))).toEqual([302, '/en/faq?q=a'])
  })

  test('[WS1] names that a page had lead to it in one step, however often it was renamed, and to nobody once it was removed', async () => {
    const { get, publish, call } = await begun()
    const id = await publish('uno')
    await publish('dos', undefined, id)
    await publish('tres', undefined, id)
    await publish('dos', undefined, id)
    expect((await get('/site/dos')).status).toBe(200)
    for (const name of ['uno', 'tres', 'UNO']) expect(leadsTo(await get(`/en/site/${name}`)), name).toEqual([302, '/en/site/dos'])
    await publish('about', undefined, id)
    expect(leadsTo(await get('/site/uno'))).toEqual([302, '/about'])
    await publish('acerca', undefined, id)
    expect(leadsTo(await get('/about'))).toEqual([302, '/site/acerca'])
    await call('DELETE', `site/${id}`)
    for (const path of ['/about', '/site/uno', '/site/acerca']) expect(leadsTo(await get(path)), path).toEqual([302, '/'])
  })

  test('[WS9] nothing that was not published is in anything that a visitor can ask for', async () => {
    const { server, get, publish, call } = await begun()
    const canary = 'CANARIO'
    await publish('home', [titled('Hola'), { ...aSection('titleBody', { title: canary, body: canary }), hidden: true }])
    const gone = await publish('retirada', [titled(canary)])
    await call('DELETE', `site/${gone}`)
    const drafted = await publish('eventos')
    const draft = { name: 'eventos', about: { ...about, title: canary }, sections: [titled(canary)] }
    expect((await call('POST', 'site', { ...draft, id: drafted })).status).toBe(200)
    expect((await call('POST', 'site', { ...draft, name: 'borrador' })).status).toBe(200)
    const paths = ['/', '/en', '/site/eventos', '/site/retirada', '/site/borrador', '/sitemap.xml', '/robots.txt', '/result']
    const calls = ['home', 'eventos', 'retirada', 'borrador'].map((name) => `/api/v1/publicSite/${name}`)
    for (const path of [...paths, ...sitePathNames.map((name) => sitePaths[name].path), ...calls, '/api/v1/public/copy']) {
      const reply = await get(path)
      const told = `${await reply.text()} ${JSON.stringify([...reply.headers])}`
      expect(told, path).not.toContain(canary)
      expect(told, path).not.toMatch(/retirada|borrador/)
    }
    // A token makes no difference: a page is the same for everybody.
    const signedIn = { headers: { Authorization: `Bearer ${await server.token('root')}` } }
    expect(await (await get('/site/eventos', signedIn)).text()).toBe(await (await get('/site/eventos')).text())
  })

  test('[WS10] a page is drawn once for an edition, whatever its query says, and anew once something was published', async () => {
    const { get, view, publish, renderer } = await begun()
    const id = await publish('home')
    const first = await get('/')
    const etag = String(first.headers.get('etag'))
    for (const query of ['', '?', '?a=1', '?years=2023', `?years=${Array.from({ length: 10_000 }, (_, at) => at).join(',')}`, '?%zz=%'])
      expect((await get(`/${query}`)).status, query.slice(0, 20)).toBe(200)
    expect(renderer.drawn).toEqual(['es /'])
    expect((await get('/', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await get('/', { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
    const { edition } = await view('/')
    await publish('home', [titled('Otra', 'Other')], id)
    expect(await view('/')).toMatchObject({ edition: edition + 1, sections: [{ content: { title: 'Otra' } }] })
    expect((await get('/', { headers: { 'If-None-Match': etag } })).status).toBe(200)
    expect((await get('/', { method: 'POST' })).status).toBe(404)
  })

  test('[WS10] what visitors cannot see makes no edition, and what they can makes one each', async () => {
    const { server, view, publish, call } = await begun()
    const id = await publish('home')
    const before = (await view('/')).edition
    await call('POST', 'site', { id, name: 'home', sections: [titled('Borrador')] })
    expect((await view('/')).edition).toBe(before)
    expect((await call('PUT', 'settings', { resultsUrl: '', openDataUrl: 'datos.example' })).status).toBe(200)
    // Without a report there is nothing to lead to, wherever it would be.
    expect(await view('/')).toMatchObject({ edition: before + 1, openDataHref: null })
    const other = await publish('eventos')
    await call('DELETE', `site/${other}`)
    await call('POST', `site/${other}/bring-back`)
    expect((await view('/')).edition).toBe(before + 4)
    const token = await server.token('root')
    const institution = { name: 'Servicio del Norte' }
    expect((await server.call('PUT', 'institution/norte', { token, body: institution })).status).toBe(200)
    expect((await view('/')).edition).toBe(before + 5)
  })

  test('[WS10] of changes that visitors see at the same moment each makes an edition of its own', async () => {
    const { view, publish } = await begun()
    await publish('home')
    const before = (await view('/')).edition
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => publish(name)))
    expect((await view('/')).edition).toBe(before + 4)
  })

  test('[WS10] another process shows an edition within a second, and asks the database once a second', async () => {
    const { server, publish } = await begun()
    await publish('home')
    let at = 0
    let asked = 0
    const counting: Database = new Proxy(server.db, {
      get: (target, key) => {
        if (key === 'q') asked += 1
        return Reflect.get(target, key)
      },
    })
    const other = new Editions({ db: counting, now: server.clock.now, elapsed: () => at })
    const first = (await other.current())?.number ?? 0
    await publish('eventos')
    expect([(await other.current())?.number, asked]).toEqual([first, 1])
    at = 1_001
    const many = await Promise.all(Array.from({ length: 50 }, async () => (await other.current())?.number))
    expect([new Set(many), asked]).toEqual([new Set([first + 1]), 2])
  })

  test('[WS11] while the database is away the last copy of a page is shown, and without one a plain page in both languages', async () => {
    const { server, publish } = await begun()
    await publish('home')
    await publish('eventos')
    let away = false
    let at = 0
    const lost = (): never => {
      throw new Error('away')
    }
    const db: Database = new Proxy(server.db, {
      get: (target, key) => (away && (key === 'q' || key === 'read') ? lost() : Reflect.get(target, key)),
    })
    const made = (): ReturnType<typeof createSite> => {
      const editions = new Editions({ db, now: server.clock.now, elapsed: () => at })
      const of = { log: { info: () => undefined, error: () => undefined }, publicUrl: 'https://iip.example' }
      return createSite({
        server: of,
        published: new Published({ db, editions, log: of.log }),
        ...plainRenderer(),
        data: siteData(server.app.server),
        files: async () => undefined,
        elapsed: () => at,
      })
    }
    const ask = async (site: ReturnType<typeof createSite>, path: string): Promise<Response | undefined> =>
      site.serve(new Request(`http://localhost${path}`))
    const site = made()
    expect((await ask(site, '/'))?.status).toBe(200)
    away = true
    at += 5_000
    expect((await ask(site, '/'))?.status).toBe(200)
    // Of what is known already nothing has to be read.
    expect((await ask(site, '/site/eventos'))?.status).toBe(200)
    expect((await ask(made(), '/robots.txt'))?.status).toBe(200)
    const none = await ask(made(), '/en/about')
    expect([none?.status, none?.headers.get('retry-after'), none?.headers.get('cache-control')]).toEqual([503, '30', 'no-store'])
    const text = await none?.text()
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('El sitio no está disponible')
    away = false
    at += 5_000
    expect((await ask(site, '/'))?.status).toBe(200)
  })

  test('[WS11] however many ask for pages of figures, pages of words are drawn; who waits for one in the making takes no turn of others', async () => {
    const { server, publish, renderer } = await begun()
    await publish('home')
    const held = Promise.withResolvers<void>()
    let asked = 0
    const editions = new Editions({ db: server.db, now: server.clock.now, elapsed: () => 0 })
    const data = siteData(server.app.server)
    const log = { info: () => undefined, error: () => undefined }
    const site = createSite({
      server: { log, publicUrl: 'https://iip.example' },
      published: new Published({ db: server.db, editions, log }),
      ...renderer,
      data: {
        ...data,
        results: async (...args) => {
          asked += 1
          await held.promise
          return data.results(...args)
        },
        canonicalResults: async (query) => `?${query.toString()}`,
      },
      files: async () => undefined,
      elapsed: () => 0,
    })
    const ask = (path: string) => site.serve(new Request(`http://localhost${path}`))
    const same = Array.from({ length: 300 }, () => ask('/results?form=a'))
    const others = Array.from({ length: 20 }, (_, at) => ask(`/results?form=b${at}`))
    const beyond = Array.from({ length: 100 }, (_, at) => ask(`/results?form=c${at}`))
    expect((await ask('/'))?.status).toBe(200)
    expect((await ask('/open-data'))?.status).toBe(200)
    expect(asked).toBe(2)
    const chosen = Array.from({ length: 200 }, (_, at) => ask(`/results?institutions=i${at}`))
    // Of their own, however many choose, and others before them.
    await vi.waitFor(() => expect(asked).toBe(4))
    held.resolve()
    await Promise.all(chosen)
    const statuses = async (replies: readonly Promise<Response | undefined>[]) =>
      new Set((await Promise.all(replies)).map((reply) => reply?.status))
    expect([await statuses(same), await statuses(others)]).toEqual([new Set([200]), new Set([200])])
    // As many wait as may; who comes beyond is told to come again, and of other figures nothing is shown.
    expect(await statuses(beyond)).toEqual(new Set([200, 503]))
  })

  test('[WS11] a page that cannot be drawn keeps nobody from the others', async () => {
    const renderer = plainRenderer()
    const broken: Renderer = {
      ...renderer,
      renderDocument: (view, assets) => {
        if (view.path === '/faq') throw new Error('no')
        return renderer.renderDocument(view, assets)
      },
    }
    const server = await start({ renderer: broken, clientDir })
    const get = (path: string): Promise<Response> => server.app.fetch(new Request(`http://localhost${path}`))
    expect([(await get('/faq')).status, (await get('/')).status]).toEqual([503, 200])
  })

  test('[WS8] the sitemap names every page in both languages with its other one, and robots are told where it is', async () => {
    const { get, publish } = await begun()
    for (const name of ['home', 'header', 'about', 'eventos']) await publish(name)
    const sitemap = await get('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toContain('xml')
    const text = await sitemap.text()
    const named = [...text.matchAll(/<loc>https:\/\/iip\.example([^<]*)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)].map(
      ([, path]) => path,
    )
    expect(named).toEqual(['/', '/en', '/about', '/en/about', '/faq', '/en/faq', '/site/eventos', '/en/site/eventos'])
    expect(text).toContain('<xhtml:link rel="alternate" hreflang="en" href="https://iip.example/en/about"/>')
    expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://iip.example/sitemap.xml')
    for (const path of named) expect((await get(String(path))).status, path).toBe(200)
  })

  test('[WS8] /result leads where administrators say, and to the site’s own results while they say nothing or this address again', async () => {
    const { get, call } = await begun()
    expect(leadsTo(await get('/result'))).toEqual([302, '/results'])
    expect(leadsTo(await get('/en/result'))).toEqual([302, '/en/results'])
    for (const [said, to] of [
      ['resultados.example/2025', 'https://resultados.example/2025'],
      ['https://iip.example/result', '/results'],
      ['https://iip.example/en/result/', '/results'],
      // Whatever the scheme: what stands before the server leads the one to the other.
      ['http://iip.example/result', '/results'],
      ['', '/results'],
    ] as const) {
      expect((await call('PUT', 'settings', { resultsUrl: said, openDataUrl: '' })).status, said).toBe(200)
      expect(leadsTo(await get('/result')), said).toEqual([302, to])
    }
  })

  test('[WS12] a draft is shown to its editors as a document, its rich texts cleaned, and to nobody else', async () => {
    const { server, publish } = await begun()
    await publish('home', [titled('Portada')])
    const token = await server.token('root')
    const preview = async (body: object, as = token): Promise<Response> =>
      server.app.fetch(
        new Request('http://localhost/api/v1/publicSite/Admin/preview', {
          method: 'POST',
          headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    const body = aSection('titleBody', { title: 'T', body: '<p>Hola<script>x</script></p>' }, { body: '<p>Hello</p>' })
    const reply = await preview({ name: 'nueva', about, sections: [body], language: 'en' })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(viewIn(await reply.text())).toMatchObject({
      preview: true,
      language: 'en',
      path: '/site/nueva',
      sections: [{ content: { body: '<p>Hello</p>' }, spanish: ['title'] }],
    })
    const spanish = viewIn(await (await preview({ name: 'nueva', sections: [body] })).text())
    expect(spanish).toMatchObject({ sections: [{ content: { body: '<p>Hola</p>' } }] })
    const header = aSection('header', { linkTextOne: 'Uno', linkOne: '/about' })
    expect(viewIn(await (await preview({ name: 'header', sections: [header] })).text())).toMatchObject({
      header: { content: { linkOne: '/about' } },
      sections: [{ content: { title: 'Portada' } }],
    })
    for (const who of ['eva', 'ana'])
      expect((await preview({ name: 'nueva', sections: [] }, await server.token(who))).status, who).toBe(403)
  })

  test('[WS13] what is needed to read the whole site without a network is told with its sizes', async () => {
    const { server, publish } = await begun()
    await publish('home')
    await publish('about')
    const { data } = await server.call('GET', 'public/copy')
    expect(data).toMatchObject({
      edition: 2,
      pages: ['/', '/en', '/about', '/en/about', '/faq', '/en/faq'].map((url) => ({ url })),
      files: [{ url: '/assets/site-1.css' }],
    })
    const sizes = JSON.stringify(data).match(/"bytes":(\d+)/g) ?? []
    expect(sizes.every((each) => Number(each.slice(8)) > 0)).toBe(true)
    const reply = await server.app.fetch(new Request('http://localhost/api/v1/public/copy'))
    const etag = String(reply.headers.get('etag'))
    expect(reply.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = new Request('http://localhost/api/v1/public/copy', { headers: { 'If-None-Match': etag } })
    expect((await server.app.fetch(again)).status).toBe(304)
  })

  test('[WS10] what anybody may ask of pages is made once for an edition, however often and by whomever it is asked', async () => {
    const { server, publish } = await begun()
    const id = await publish('home')
    await publish('about')
    let reads = 0
    const read = server.db.read.bind(server.db)
    server.db.read = (work) => {
      reads += 1
      return read(work)
    }
    const ask = async (path: string, etag = ''): Promise<Response> =>
      server.app.fetch(new Request(`http://localhost/api/v1/${path}`, { headers: { 'If-None-Match': etag } }))
    const first = await ask('public/copy')
    await ask('publicSite/home')
    reads = 0
    const before = String(first.headers.get('etag'))
    for (const path of ['public/copy', 'publicSite/home', 'publicSite/HOME', 'publicSite/about', 'publicSite/nada', 'publicSite/home'])
      expect((await ask(path)).status, path).toBe(path.endsWith('nada') ? 404 : 200)
    expect((await ask('public/copy', `"x", ${before.replace('W/', '')}`)).status).toBe(304)
    expect(reads).toBe(0)
    await publish('home', [titled('Otra', 'Other')], id)
    expect(await (await ask('publicSite/home')).text()).toContain('Otra')
    const next = await ask('public/copy', before)
    expect([next.status, next.headers.get('cdn-cache-control')]).toEqual([200, null])
  })
})
