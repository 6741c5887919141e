import { userKinds } from '#shared/access/actor.ts'
import type { UserKind } from '#shared/access/actor.ts'
import {
  bringFiles,
  dropFormer,
  fetchSteadily,
  isNeededBy,
  keptFile,
  kindsHere,
  lackingOf,
  letterPath,
  rememberKind,
  shellPath,
} from '#client/data/app/app-files.ts'
import type { AppFile, Lacking } from '#client/data/app/app-files.ts'
import { escaped, filesIn, keptCaches, keptHeaders, languageIn, pictureId, withNote } from '#client/data/app/kept-pages.ts'
import {
  dropFiles,
  dropOldest,
  forgetPage,
  headersOf,
  isDocument,
  isFile,
  keepPage,
  keptAt,
  keptPages,
} from '#client/data/app/kept-site.ts'
import { placeOf } from '#client/data/app/place-of.ts'
import { absentPage } from '#client/features/site/absent-page.ts'
import type { Absent } from '#client/features/site/absent-page.ts'
import { dayWords, offlineWords } from '#client/features/site/offline-words.ts'
import { inLanguage, languageOfPath, sitePaths } from '#shared/site/paths.ts'

/**
 * One worker for the application and the public site, without a network (WO4 to WO7, NV1).
 *
 * The application: every file of the build, and the document of any of its addresses; nothing that a person wrote and no reply of the API
 * enters Cache Storage, and a new version waits until the person says so. A visitor of the site downloads none of it: it is brought when
 * the application asks.
 *
 * The site: pages as anybody gets them, with the files that they name, in caches of their own.
 */
declare const self: WorkerScope

/** What this file uses of a worker's scope: the project is compiled for pages, where these names are absent. */
interface WorkerScope {
  readonly __WB_MANIFEST: readonly ManifestEntry[]
  readonly location: Location
  readonly registration: { readonly active: object | null }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly { readonly url: string }[]>
    get(id: string): Promise<{ readonly url: string } | undefined>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent & WaitingEvent) => void): void
}
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request
  /** Who asks; '' of whoever is no page. */
  readonly clientId: string
  respondWith(reply: Promise<Response>): void
}
/**
 * A file of the build; `site` is one that every page of the site needs, and `pack` holds others. `bytes` and `of` as in `AppFile`.
 */
interface ManifestEntry extends Pick<AppFile, 'url' | 'bytes' | 'of'> {
  readonly revision: string | null
  readonly site?: boolean
  readonly pack?: boolean
}

const pathOf = (url: string): string => `/${url}`.replace(/^\/{2,}/, '/')

const listed = self.__WB_MANIFEST
const pack = listed.find((entry) => entry.pack === true)
const packUrl = pack && pathOf(pack.url)
const files: readonly AppFile[] = [
  ...new Map(
    listed
      // The manifest is listed once more behind all, without what is known of it.
      .filter(({ url, pack: isPack }, at) => isPack !== true && listed.findIndex((each) => each.url === url) === at)
      .map(({ url, revision, site, bytes, of }): [string, AppFile] => {
        const path = pathOf(url)
        const key = path + (revision === null ? '' : `?revision=${revision}`)
        return [path, { url: path, key, cache: site ? keptCaches.site : keptCaches.app, bytes, of }]
      }),
  ).values(),
]
const fileAt: ReadonlyMap<string, AppFile> = new Map(files.map((file) => [file.url, file]))
const siteFiles = files.filter(({ cache }) => cache === keptCaches.site)
const { origin } = self.location

/** Whether the application was opened on this device: its files are here, or those that a version before kept among all others. */
const appIsWanted = async (): Promise<boolean> =>
  (await caches.has(keptCaches.app)) || (await caches.match(shellPath, { ignoreSearch: true })) !== undefined

/** What every page of the site needs, of which a visitor's device may lack some since the worker came. */
const bringSite = (): Promise<Lacking> =>
  bringFiles({ files, wanted: siteFiles.map((file) => ({ ...file, of: undefined })), packUrl: undefined, kinds: [] })

async function install(): Promise<void> {
  // What nobody here needs keeps no version back; of whom nobody knows all is needed.
  const kinds = (await appIsWanted()) ? ((await kindsHere()) ?? userKinds) : null
  const { lacking } = await (kinds ? bringFiles({ files, wanted: files, packUrl, kinds }) : bringSite())
  // The first of all takes nothing from anybody: with what came it serves better than none would.
  if (lacking > 0 && self.registration.active) throw new Error(`${lacking} files of this version could not be brought`)
  // Pages of the site lose nothing when the worker changes; what somebody writes in the application waits for their yes.
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.every(({ url }) => placeOf(new URL(url).pathname) === 'site')) await self.skipWaiting()
}
self.addEventListener('install', (event) => event.waitUntil(install()))

/** Files of a version that is no longer, and of pages that are no longer kept, go. */
async function activate(): Promise<void> {
  await dropFormer(files)
  await dropFiles()
  // Why: who opens the application for the first time may lose the network before the page is loaded again. It only reaches pages
  // that no worker serves; those of an earlier version change hands when their person says so.
  await self.clients.claim()
}
self.addEventListener('activate', (event) => event.waitUntil(activate()))

/** Whoever hears how far the files are that are being brought: two pages that ask wait for the same. */
const hearing = new Set<MessagePort>()
let bringing: Promise<Lacking> | null = null

/** Brings what the application needs, and again what the browser has taken or somebody else has put there, so that it opens without a network. */
async function bringApp(kinds: readonly UserKind[], thorough: boolean): Promise<Lacking> {
  bringing ??= bringFiles({
    files,
    wanted: files,
    packUrl,
    kinds,
    thorough,
    onLacking: (state) => {
      for (const port of hearing) port.postMessage(state)
    },
  }).finally(() => (bringing = null))
  return bringing
}

interface AppAsked {
  /** Who works here; null before somebody has come in, who may be anybody. */
  readonly kind: UserKind | null
  /** What lacks is brought. */
  readonly bring: boolean
  /** Each file is read. */
  readonly thorough: boolean
}

/** Tells how much is lacking on this device of what its people need, while it is brought and at the end. */
async function answerApp({ kind, bring, thorough }: AppAsked, port: MessagePort): Promise<void> {
  const kinds = kind === null ? ((await kindsHere()) ?? userKinds) : await rememberKind(kind)
  hearing.add(port)
  try {
    // What another page has begun may look less closely, or for less.
    if (bring) await bringing
    if (bring) await bringApp(kinds, thorough)
    const needed = files.filter(isNeededBy(kinds))
    const lacking = (await lackingOf(files, needed, thorough)).length
    port.postMessage({ lacking, of: needed.length, isEnd: true })
  } finally {
    hearing.delete(port)
  }
}

const shellOf = (path: string): Promise<Response> => fromCaches(`${origin}${path}`, path)

async function keptAtPath(path: string): Promise<Response | undefined> {
  const file = fileAt.get(path)
  return (file && (await keptFile(file))) ?? caches.match(path)
}

/** A file from wherever it is kept, else from the server: a cache that fails keeps nothing from coming by the network. */
const fromCaches = async (url: string, path: string, bring: typeof fetchSteadily = fetch): Promise<Response> =>
  (await keptAtPath(path).catch(() => undefined)) ?? bring(url)

/** How long the network may take before a kept copy is shown in its place. */
const patienceMs = 800

const fetchPage = (url: string): Promise<Response> => fetch(url, { cache: 'no-cache', credentials: 'omit', redirect: 'manual' })

/** Keeps a page that is read, and what it shows; of one that is no longer there the copy goes. */
async function take(url: string, reply: Response): Promise<void> {
  if (!isDocument(reply)) return forgetPage(url, reply)
  const html = await keepPage(url, reply)
  if (html === '') return
  await keepFiles(html)
  await dropOldest()
}

async function keepFiles(html: string): Promise<void> {
  const cache = await caches.open(keptCaches.assets)
  const { assets, pictures } = filesIn(html)
  for (const path of assets) await keepFile(cache, path)
  // Of a picture one width is enough: that which the page has shown already, or else the narrowest.
  for (const widths of pictures) {
    const [narrowest = ''] = widths
    if (!(await keptPicture(cache, narrowest))) await keepFile(cache, narrowest)
  }
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  if (path === '' || (await cache.match(path))) return
  const reply = (await caches.match(path)) ?? (await fetch(path, { credentials: 'omit' }))
  if (isFile(reply)) await cache.put(path, new Response(await reply.blob(), { headers: headersOf(reply) }))
}

/** A picture in whichever width is kept. */
async function keptPicture(cache: Cache, path: string): Promise<Response | undefined> {
  const exact = await cache.match(path)
  if (exact) return exact
  const id = pictureId(path)
  const other = (await cache.keys()).find(({ url }) => pictureId(new URL(url).pathname) === id)
  return other && cache.match(other)
}

/** Whether a page of the site asks: what the application shows, drafts among it, is nothing that visitors read. */
async function isOfSite({ clientId }: FetchEvent): Promise<boolean> {
  const asking = await self.clients.get(clientId)
  if (!asking) return false
  const { protocol, pathname } = new URL(asking.url)
  return protocol.startsWith('http') && placeOf(pathname) === 'site'
}

/** A picture of the site: its address tells its content, so that a kept one is as good as a new one. */
async function picture(event: FetchEvent, path: string): Promise<Response> {
  const cache = await caches.open(keptCaches.assets)
  const kept = await cache.match(path)
  if (kept) return kept
  try {
    const reply = await fetch(event.request)
    if (isFile(reply) && (await isOfSite(event))) {
      const copy = reply.clone()
      event.waitUntil(copy.blob().then((body) => cache.put(path, new Response(body, { headers: headersOf(copy) }))))
    }
    return reply
  } catch (cause) {
    const other = await keptPicture(cache, path)
    if (other) return other
    throw cause
  }
}

/** The copy of a page, with the day of which it is; of one that was kept with another choice in its address only the page itself. */
async function copyOf(url: string): Promise<Response | undefined> {
  const kept = await keptAt(url)
  if (!kept) return undefined
  const html = await kept.text()
  const language = languageIn(html)
  const day = dayWords(kept.headers.get(keptHeaders.at) ?? '', language)
  const note = `<p role="status" data-copy class="bg-warm-100 px-5 py-2 text-center text-sm font-medium text-warm-900">${escaped(
    offlineWords[language].copy({ day }),
  )}</p>`
  return new Response(withNote(html, note), { headers: kept.headers })
}

/** In the place of what is not kept and cannot be asked for: that it is not here, and which pages are. */
async function absent(what: Absent, url: string): Promise<Response> {
  // An address of the application's, or of a file, is of no language: whoever comes from a page reads that one's.
  const [front] = what === 'page' ? [] : await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { language } = languageOfPath(new URL(front?.url ?? url).pathname)
  const styles = siteFiles.flatMap((file) => (file.url.endsWith('.css') ? [file.url] : []))
  return new Response(absentPage(what, language, styles, await keptPages()), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  })
}

/** A page of the site: new when the network is quick, else as it is kept, and what comes is shown the next time. */
async function sitePage(url: string, fetched: Promise<Response | null>): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  const quick = await Promise.race([fetched, late])
  if (quick && quick.status < 500) return quick
  const copy = await copyOf(url)
  if (copy) return copy
  return (await fetched) ?? absent('page', url)
}

/** A document of the application, or of a letter. */
const shellPage = (path: string, url: string): Promise<Response> => shellOf(path).catch(() => absent('application', url))

/** What the server answers itself: without a network a file is not here, and where results stand is what this site has of them. */
async function serverPage(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    const { language, path } = languageOfPath(new URL(request.url).pathname)
    if (path !== '/result') return absent('file', request.url)
    const own = `${origin}${inLanguage(sitePaths.results.path, language)}`
    return (await keptAt(own)) ? Response.redirect(own) : absent('page', request.url)
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return
  if (request.mode !== 'navigate') {
    if (pictureId(url.pathname) !== null) event.respondWith(picture(event, url.pathname))
    else if (fileAt.has(url.pathname) || /^\/(?:assets|icons)\//.test(url.pathname))
      event.respondWith(fromCaches(request.url, url.pathname, fetchSteadily))
    return
  }
  switch (placeOf(url.pathname)) {
    case 'server':
      // What a call hands out is a download, however large: the browser's own.
      return url.pathname.startsWith('/api/') ? undefined : event.respondWith(serverPage(request))
    case 'letter':
      return event.respondWith(shellPage(letterPath, request.url))
    case 'app':
      return event.respondWith(shellPage(shellPath, request.url))
    case 'site': {
      // Without a network there is no reply: what is kept, or what is not, says so.
      const fetched = fetchPage(request.url).catch(() => null)
      const taken = fetched.then((reply) => (reply ? take(request.url, reply.clone()).then(bringSite) : undefined))
      event.waitUntil(taken.catch(() => undefined))
      return event.respondWith(sitePage(request.url, fetched))
    }
  }
})

/** Keeps the page that somebody reads: the very first comes before its worker does. */
async function keepRead(address: unknown): Promise<void> {
  if (typeof address !== 'string' || !URL.canParse(address)) return
  const url = new URL(address)
  if (url.origin !== origin || placeOf(url.pathname) !== 'site') return
  await take(url.href, await fetchPage(url.href))
}

self.addEventListener('message', (event) => {
  const [port] = event.ports
  // Without an end who asked takes it that nothing is as it should be.
  if (event.data?.type === 'APP_FILES' && port) event.waitUntil(answerApp(event.data, port).catch(() => port.close()))
  if (event.data?.type === 'KEEP') event.waitUntil(keepRead(event.data.url).catch(() => undefined))
  if (event.data === 'skip-waiting' || event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
