import { canonicalIn, editionIn, filesIn, keptCaches, keptHeaders, keptKey, keptLimits, pictureId } from './kept-pages.ts'
import type { KeptPage } from './kept-pages.ts'
import type { SiteCopy } from './site-copy.ts'

/*
 * Pages of the site in this device's caches: how they are kept, how they go, and what goes with them (WO5, WO7). The worker does it with
 * what is read, and the offer to keep the whole site with everything.
 */

/** What a page or a file was answered with that its copy needs: nothing that tells of who asked. `Vary` would hide it from who asks otherwise. */
const keptOfReply = [
  'Content-Type',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'X-Frame-Options',
]

export function headersOf(reply: Response): Headers {
  const headers = new Headers()
  for (const name of keptOfReply) {
    const value = reply.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/** Whether a reply can be a document of this server at the very address that was asked for, or where a redirect led. */
export const isDocument = (reply: Response): boolean =>
  reply.status === 200 && reply.type === 'basic' && (reply.headers.get('Content-Type') ?? '').startsWith('text/html')
/** Whether a reply can be a file of this server: what stands between may answer with a page of its own. */
export const isFile = (reply: Response): boolean =>
  reply.status === 200 && !reply.redirected && !(reply.headers.get('Content-Type') ?? '').startsWith('text/html')

/** Under which the copy that is being kept, or was, stands: what belongs to it is not pushed out by what is read. */
const planKey = '/copy/plan'

export async function planCopy(copy: SiteCopy): Promise<void> {
  await (await caches.open(keptCaches.copy)).put(planKey, Response.json(copy))
}
async function plannedCopy(): Promise<Pick<SiteCopy, 'pages' | 'files'>> {
  const plan = (await caches.has(keptCaches.copy)) ? await (await caches.open(keptCaches.copy)).match(planKey) : undefined
  return plan ? plan.json() : { pages: [], files: [] }
}

export async function keptPages(): Promise<readonly KeptPage[]> {
  if (!(await caches.has(keptCaches.pages))) return []
  const pages = await caches.open(keptCaches.pages)
  return Promise.all(
    (await pages.keys()).map(async (request) => {
      const reply = await pages.match(request)
      return { url: request.url, at: reply?.headers.get(keptHeaders.at) ?? '', html: (await reply?.text()) ?? '' }
    }),
  )
}

/**
 * Keeps a page as it arrived under its own address, which its document says: whatever was added to it on the way here makes no other page.
 * What is no document of this site, though it is answered in its place, is not kept. Returns the document, '' of one that is not.
 */
export async function keepPage(url: string, reply: Response): Promise<string> {
  const html = await reply.text()
  const edition = editionIn(html)
  if (edition === '') return ''
  const asked = keptKey(url)
  const key = canonicalIn(html, location.origin) ?? asked
  const headers = headersOf(reply)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(keptHeaders.at, new Date().toISOString())
  headers.set(keptHeaders.edition, edition)
  const pages = await caches.open(keptCaches.pages)
  if (asked !== key) {
    // Who asks for the same choice in the same other words is shown it, and no longer what stood at that address before.
    headers.set(keptHeaders.asked, asked)
    await pages.delete(asked)
  }
  await pages.put(key, new Response(html, { headers }))
  return html
}

/** What is kept of an address: the page itself, what was last read under these words, or the page without a choice. */
export async function keptAt(url: string): Promise<Response | undefined> {
  if (!(await caches.has(keptCaches.pages))) return undefined
  const pages = await caches.open(keptCaches.pages)
  const key = keptKey(url)
  const exact = await pages.match(key)
  if (exact) return exact
  for (const request of await pages.keys()) {
    const page = pathOf(request.url) === pathOf(key) ? await pages.match(request) : undefined
    if (page?.headers.get(keptHeaders.asked) === key) return page
  }
  return pages.match(key.split('?')[0] ?? '')
}
const pathOf = (url: string): string => new URL(url).pathname

/** Of everything that is kept those go that an address says; and then what only they showed. Returns whether any was. */
export async function dropPages(leaves: (page: { readonly url: string; readonly edition: number }) => boolean): Promise<void> {
  if (!(await caches.has(keptCaches.pages))) return
  const pages = await caches.open(keptCaches.pages)
  let left = 0
  for (const request of await pages.keys()) {
    const edition = Number((await pages.match(request))?.headers.get(keptHeaders.edition) ?? 0)
    if (leaves({ url: request.url, edition }) && (await pages.delete(request))) left += 1
  }
  if (left > 0) await dropFiles()
}

/**
 * A page was answered as one that is no longer there, so that no copy of it is shown again, whatever was chosen on it. Where the answer
 * leads elsewhere it is believed once this site stands there: what stands between may lead somewhere, too.
 */
export async function forgetPage(url: string, reply: Response): Promise<void> {
  const isGone = reply.status === 404 || reply.status === 410
  if (!isGone && reply.type !== 'opaqueredirect') return
  // A page of this site that says that what its address names is not there speaks of that address alone.
  if (isGone && editionIn(await reply.clone().text()) !== '') return dropPages((page) => page.url === keptKey(url))
  const path = pathOf(keptKey(url))
  if (!(await caches.has(keptCaches.pages))) return
  if (!(await (await caches.open(keptCaches.pages)).keys()).some((request) => pathOf(request.url) === path)) return
  if (!isGone) {
    const there = await fetch(url, { cache: 'no-cache', credentials: 'omit' })
    // One that leads to the same page in other words takes nothing away.
    if (!there.redirected || pathOf(keptKey(there.url)) === path) return
    if (!isDocument(there) || editionIn(await there.text()) === '') return
  }
  await dropPages((page) => pathOf(page.url) === path)
}

/** What was read longest ago goes, when there is too much of it; what belongs to a whole copy is not counted and stays. */
export async function dropOldest(): Promise<void> {
  const pages = await caches.open(keptCaches.pages)
  const planned = new Set((await plannedCopy()).pages.map(({ url }) => keptKey(new URL(url, location.origin).href)))
  const read = (await pages.keys()).filter(({ url }) => !planned.has(url))
  const dated = await Promise.all(
    read.map(async (request) => ({ url: request.url, at: (await pages.match(request))?.headers.get(keptHeaders.at) ?? '' })),
  )
  const oldestFirst = dated.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const queried = oldestFirst.filter(({ url }) => new URL(url).search !== '')
  const leaving = new Set([
    ...queried.slice(0, Math.max(0, queried.length - keptLimits.withQuery)).map(({ url }) => url),
    ...oldestFirst.slice(0, Math.max(0, oldestFirst.length - keptLimits.pages)).map(({ url }) => url),
  ])
  if (leaving.size > 0) await dropPages(({ url }) => leaving.has(url))
}

/** Files that no kept page shows, and no copy that is on its way, go. */
export async function dropFiles(): Promise<void> {
  if (!(await caches.has(keptCaches.assets))) return
  const named = new Set((await plannedCopy()).files.map(({ url }) => pictureId(url) ?? url))
  for (const { html } of await keptPages())
    for (const path of [filesIn(html)].flatMap(({ assets, pictures }) => [...assets, ...pictures.flat()]))
      named.add(pictureId(path) ?? path)
  const cache = await caches.open(keptCaches.assets)
  for (const request of await cache.keys()) {
    const path = pathOf(request.url)
    if (!named.has(pictureId(path) ?? path)) await cache.delete(request)
  }
}
