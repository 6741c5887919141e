import { letterPageAt } from '#shared/addresses.ts'
import type { PublicResultsView } from '#shared/dashboards/view.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { PageContent, SiteLanguage } from '#shared/site/model.ts'
import { inLanguage, languageOfPath, sitePaths } from '#shared/site/paths.ts'
import { linkHref } from '#shared/site/rules.ts'
import type { RenderDocument, SiteAssets } from '#shared/site/view.ts'
import { extname } from 'node:path'
import type { ServeFiles } from '../http/static.ts'
import { markup } from '../http/markup.ts'
import { Overloaded, Turns } from '../http/turns.ts'
import type { Server } from '../server.ts'
import { siteEn } from '../strings/site.en.ts'
import { siteEs } from '../strings/site.es.ts'
import { PackedCache, packedOf, replyOf, type Packed } from './packed.ts'
import type { Published, PublishedSite } from './published.ts'
import { addressesOf, canonicalQuery, isThere, namesMissingYears, previewOf, previewResultsOf, targetOf, viewOf } from './views.ts'
import type { ResultsPath, SiteData, Target } from './views.ts'

export interface SiteDeps {
  readonly server: Pick<Server, 'log' | 'publicUrl'>
  readonly published: Published
  readonly renderDocument: RenderDocument
  readonly siteAssets: SiteAssets
  readonly data: SiteData
  /** The files of the built client, and the documents of the application. */
  readonly files: ServeFiles
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number
}

/** A page as it goes out: which address, and how many bytes of it travel. */
export interface KeptPage {
  readonly url: string
  readonly bytes: number
}

/** The public site as finished pages. */
export interface PublicSite {
  /** The reply to an address outside the API; undefined where nothing stands that could be another file. */
  serve(request: Request): Promise<Response | undefined>
  /** A draft as a document. Fails: unavailable. */
  preview(draft: PageContent, language: SiteLanguage): Promise<Result<string>>
  /** A page of results, of what is not shown yet, as a document. Fails: unavailable. */
  previewResults(at: ResultsPath, data: PublicResultsView, language: SiteLanguage): Promise<Result<string>>
  /** Every page of an edition in both languages, with the styles and scripts that they name. */
  copy(site: PublishedSite): Promise<{ readonly pages: readonly KeptPage[]; readonly assets: readonly KeptPage[] }>
  /** Forgets what was kept: the database is another one. */
  forget(): void
}

/** Where pages of a kind are kept and made, apart from all others: whoever asks for many of one kind keeps nobody from the others. */
interface Shelf {
  readonly cache: PackedCache
  readonly turns: Turns
  readonly of: 'words' | 'figures'
  /** Longest that one is shown, milliseconds. */
  readonly freshMs: number
}

/** Pages by the queries that they take, each kept apart: nobody pushes some out by asking for many of the others. */
const keptMost = { plain: 200, openData: 150, missingYears: 20, results: 150, questions: 4 } as const
/** Longest that a page of results is shown, whose institutions time brings too, and that of questions, whose form it brings, milliseconds. */
const resultsMs = 30_000
/** Longest query that is read, characters. */
const queryMost = 1_000

const html = 'text/html; charset=utf-8'
/** First parts of addresses that are the application's, and of those under which files stand. */
const ofApplication: ReadonlySet<string> = new Set(['dashboard', 'login', 'statesimulator'])
const ofFiles: ReadonlySet<string> = new Set(['assets', 'files', 'icons'])

export function createSite({ server, published, renderDocument, siteAssets, data, files, elapsed }: SiteDeps): PublicSite {
  const { log } = server
  const origin = server.publicUrl
  const shelf = (most: number, of: 'words' | 'figures', freshMs = Number.POSITIVE_INFINITY): Shelf => ({
    ...{ cache: new PackedCache(most, elapsed), turns: new Turns({ running: 2, waiting: 100 }), of, freshMs },
  })
  const plain = shelf(keptMost.plain, 'words')
  const openData = shelf(keptMost.openData, 'figures')
  // Of years that there are not there are many: whoever asks for them keeps nobody from those that there are.
  const ofMissing = shelf(keptMost.missingYears, 'figures')
  const ofResults = shelf(keptMost.results, 'figures', resultsMs)
  // Institutions can be chosen in ways without end: whoever asks for them keeps nobody from what is shown without a choice.
  const ofChosen = shelf(keptMost.results, 'figures', resultsMs)
  const ofQuestions = shelf(keptMost.questions, 'words', resultsMs)

  const drawn = async (site: PublishedSite, target: Exclude<Target, { kind: 'elsewhere' }>, language: SiteLanguage, query: string) => {
    const view = await viewOf(site, target, { language, origin, query }, data)
    return packedOf(renderDocument(view, siteAssets), html, language, isThere(view) ? 200 : 404)
  }

  /**
   * What is kept of an address, or made now; what was kept before where that fails, of figures none of an edition that is over: they may have
   * been taken back. Undefined where nothing is.
   */
  const packed = async (
    { cache, turns, of }: Shelf,
    key: string,
    { edition }: PublishedSite,
    make: () => Promise<Packed>,
  ): Promise<Packed | undefined> => {
    try {
      return await cache.make(key, edition.number, () => turns.must(make))
    } catch (error) {
      if (!(error instanceof Overloaded)) log.error({ err: error, page: key }, 'a page could not be made')
      return cache.last(key, of === 'figures' ? edition.number : undefined)
    }
  }

  const shelves: Readonly<Record<Exclude<Target['kind'], 'elsewhere'> | 'missing' | 'chosen', Shelf>> = {
    content: plain,
    faq: ofQuestions,
    openData,
    missing: ofMissing,
    results: ofResults,
    chosen: ofChosen,
  }
  const shelfOf = (site: PublishedSite, { kind }: { readonly kind: Exclude<Target['kind'], 'elsewhere'> }, query: string): Shelf => {
    if (kind === 'results' && query.includes('institutions=')) return shelves.chosen
    return kind === 'openData' && namesMissingYears(site, query) ? shelves.missing : shelves[kind]
  }

  const pageOf = (site: PublishedSite, target: Exclude<Target, { kind: 'elsewhere' }>, language: SiteLanguage, query: string) => {
    const key = `${language} ${target.path}${query}`
    const on = shelfOf(site, target, query)
    return on.cache.kept(key, site.edition.number, on.freshMs) ?? packed(on, key, site, () => drawn(site, target, language, query))
  }

  const reply = async (
    request: Request,
    language: SiteLanguage,
    found: Packed | undefined | Promise<Packed | undefined>,
    { of }: Shelf,
  ) => {
    const kept = found instanceof Promise ? await found : found
    return kept ? replyOf(request, kept, of) : away(language)
  }

  /** The query under which what is asked for is kept; undefined while it cannot be told. */
  const queryAt = async (site: PublishedSite, target: Target, query: URLSearchParams): Promise<string | undefined> => {
    try {
      return await canonicalQuery(site, target, query, data)
    } catch (error) {
      log.error({ err: error }, 'what an address asks for could not be told')
      return undefined
    }
  }

  const sitemap = async (site: PublishedSite): Promise<Packed> => {
    const results = await data.results('results', new URLSearchParams(), 'es')
    const urls = addressesOf(site, results.forms.length > 0).flatMap((path) => {
      const alternates = (['es', 'en', 'x-default'] as const).map(
        (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${origin}${inLanguage(path, each === 'en' ? 'en' : 'es')}"/>`,
      )
      return (['es', 'en'] as const).map(
        (each) => `<url><loc>${origin}${inLanguage(path, each)}</loc><lastmod>${site.day}</lastmod>${alternates.join('')}</url>`,
      )
    })
    const head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    return packedOf(`<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${urls.join('\n')}\n</urlset>\n`, 'application/xml; charset=utf-8')
  }
  // Of nothing that is published: it stands while the database is away, too.
  const robots = packedOf(
    `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nSitemap: ${origin}/sitemap.xml\n`,
    'text/plain; charset=utf-8',
  )

  /** Where /result leads: what was said, unless that is here again. */
  const resultsAddress = ({ settings }: Pick<PublishedSite, 'settings'>, language: SiteLanguage): string => {
    const own = inLanguage(sitePaths.results.path, language)
    const said = linkHref(settings.resultsUrl)
    if (!/^https?:/i.test(said) || !URL.canParse(said)) return own
    const { host, pathname } = new URL(said)
    // Whatever the scheme: what stands before this server leads the one to the other.
    return host === new URL(origin).host && languageOfPath(pathname).path === '/result' ? own : said
  }

  return {
    serve: async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const { pathname, search } = new URL(request.url)
      const [, first = ''] = pathname.split('/', 2)
      if (ofApplication.has(first) || letterPageAt(pathname)) return files(request)
      const { language, path } = languageOfPath(pathname)
      if (pathname === '/robots.txt') return replyOf(request, await robots)
      const isMade = path === '/sitemap.xml'
      if (ofFiles.has(first) || (extname(path) !== '' && !isMade)) return files(request, 'files')
      const looked = published.current()
      const site = looked instanceof Promise ? await looked : looked
      if (!site) return path === '/result' ? leads(inLanguage(sitePaths.results.path, language)) : away(language)
      if (path === '/result') return leads(resultsAddress(site, language))
      if (isMade) {
        const kept = plain.cache.kept(path, site.edition.number, resultsMs)
        return reply(request, language, kept ?? packed(plain, path, site, () => sitemap(site)), plain)
      }
      const target = targetOf(site, path)
      if (target.kind === 'elsewhere') return leads(inLanguage(target.path, language))
      // A slash at the end makes no other page.
      if (pathname !== inLanguage(path, language)) return leads(`${inLanguage(path, language)}${search.slice(0, queryMost)}`)
      const query = search === '' ? '' : await queryAt(site, target, new URLSearchParams(search.slice(0, queryMost)))
      if (query === undefined) return away(language)
      return reply(request, language, pageOf(site, target, language, query), shelfOf(site, target, query))
    },

    preview: async (draft, language) => {
      const site = await published.current()
      return site ? done(renderDocument(previewOf(site, draft, { language, origin }), siteAssets)) : fail('unavailable', { seconds: 2 })
    },

    previewResults: async (at, results, language) => {
      const site = await published.current()
      if (!site) return fail('unavailable', { seconds: 2 })
      return done(renderDocument(previewResultsOf(site, { at, data: results }, { language, origin }), siteAssets))
    },

    copy: async (site) => {
      const results = await data.results('results', new URLSearchParams(), 'es')
      const pages: KeptPage[] = []
      for (const path of addressesOf(site, results.forms.length > 0)) {
        const target = targetOf(site, path)
        if (target.kind === 'elsewhere') continue
        for (const language of ['es', 'en'] as const) {
          const kept = await pageOf(site, target, language, '')
          if (kept) pages.push({ url: inLanguage(path, language), bytes: (kept.br ?? kept.plain).length })
        }
      }
      const named = new Set([
        ...siteAssets.styles,
        siteAssets.script,
        ...[siteAssets.islands, siteAssets.late].flatMap((each) => Object.values(each).flat()),
      ])
      const assets: KeptPage[] = []
      for (const url of named) {
        const found = await files(new Request(new URL(url, 'http://localhost'), { headers: { 'Accept-Encoding': 'br' } }))
        if (found) assets.push({ url, bytes: Number(found.headers.get('content-length')) })
      }
      return { pages, assets }
    },

    forget: () => {
      for (const { cache } of Object.values(shelves)) cache.clear()
    },
  }
}

/** Elsewhere, for now: a page of that name may come, so nobody remembers it. */
const leads = (to: string): Response =>
  new Response(null, { status: 302, headers: { Location: to, 'Cache-Control': 'public, max-age=0, must-revalidate' } })

/** Nothing can be read and nothing was kept: in both languages, the one of the address first. */
function away(language: SiteLanguage): Response {
  const order =
    language === 'es'
      ? ([
          ['es', siteEs],
          ['en', siteEn],
        ] as const)
      : ([
          ['en', siteEn],
          ['es', siteEs],
        ] as const)
  const [[, head]] = order
  const document = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${head.away} · ${head.product}</title>
</head>
<body>
<main>
${order.map(([lang, t], at) => (at === 0 ? markup`<h1>${t.away}</h1>\n<p>${t.awayAdvice}</p>` : markup`<div lang="${lang}">\n<h2>${t.away}</h2>\n<p>${t.awayAdvice}</p>\n</div>`))}
</main>
</body>
</html>
`
  return new Response(document.text, { status: 503, headers: { 'Content-Type': html, 'Cache-Control': 'no-store', 'Retry-After': '30' } })
}
