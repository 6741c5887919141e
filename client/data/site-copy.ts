import { editionIn, keptCaches, keptHeaders, keptKey } from './kept-pages.ts'

/** Everything of the public site, with sizes in bytes: pages in both languages, and the files that they show. */
export interface SiteCopy {
  readonly edition: number
  readonly pages: readonly KeptFile[]
  readonly files: readonly KeptFile[]
}
interface KeptFile {
  readonly url: string
  readonly bytes: number
}

/** Why a copy did not come to its end: what was kept until then stays. */
export type CopyEnd = 'done' | 'stopped' | 'network' | 'room'

export const sizeOf = ({ pages, files }: SiteCopy): number => [...pages, ...files].reduce((sum, { bytes }) => sum + bytes, 0)

/** What the server has to keep now. Null: it did not say. */
export async function askForCopy(): Promise<SiteCopy | null> {
  try {
    const reply = await fetch('/api/v1/public/copy', { cache: 'no-cache', credentials: 'omit' })
    const { success, data }: { success?: boolean; data?: SiteCopy } = await reply.json()
    return reply.ok && success === true && data !== undefined ? data : null
  } catch {
    // No network, or an answer that is none of the server's.
    return null
  }
}

/** Bytes that the browser gives this site yet; null where it does not tell. */
export async function roomLeft(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined ? null : Math.max(0, quota - (usage ?? 0))
}

/** Under which a whole copy is remembered, with its edition and its moment. */
const markKey = '/copy'

/** The whole copy that this device has. */
export async function keptCopy(): Promise<{ readonly at: string; readonly edition: number } | null> {
  if (!(await caches.has(keptCaches.copy))) return null
  const mark = await (await caches.open(keptCaches.copy)).match(markKey)
  return mark ? mark.json() : null
}

export async function removeCopy(): Promise<void> {
  await caches.delete(keptCaches.copy)
  await caches.delete(keptCaches.pages)
  await caches.delete(keptCaches.assets)
}

const isFull = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'QuotaExceededError'

/** What a copy needs of its reply: nothing that tells of who asked. */
function headersOf(reply: Response): Headers {
  const headers = new Headers()
  for (const name of ['Content-Type', 'Content-Security-Policy', 'X-Content-Type-Options', 'Referrer-Policy', 'Permissions-Policy']) {
    const value = reply.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/**
 * Keeps the whole site, one file after the other; `onProgress` is told the bytes that are there. What is there already is not fetched
 * again: a page of this edition, and a file, whose address tells its content. Whatever ends it early leaves what was kept, and it goes on
 * from there the next time.
 */
export async function keepSite(copy: SiteCopy, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<CopyEnd> {
  const pages = await caches.open(keptCaches.pages)
  const assets = await caches.open(keptCaches.assets)
  let kept = 0
  const bring = async (url: string, cache: Cache, isPage: boolean): Promise<void> => {
    const key = isPage ? keptKey(new URL(url, location.origin).href) : url
    const there = await cache.match(key)
    if (there && (!isPage || there.headers.get(keptHeaders.edition) === String(copy.edition))) return
    const reply = await fetch(url, { cache: isPage ? 'no-cache' : 'default', credentials: 'omit', signal })
    // What was published meanwhile may have taken a page or a file away: then it is no part of the site.
    if (reply.status === 404 || reply.redirected) return
    if (!reply.ok) throw new Error(`${url} was answered with ${reply.status}`)
    const headers = headersOf(reply)
    if (!isPage) return cache.put(key, new Response(await reply.blob(), { headers }))
    const html = await reply.text()
    headers.set(keptHeaders.at, new Date().toISOString())
    headers.set(keptHeaders.edition, editionIn(html))
    await cache.put(key, new Response(html, { headers }))
  }
  const all = [...copy.files.map((file) => ({ ...file, isPage: false })), ...copy.pages.map((page) => ({ ...page, isPage: true }))]
  try {
    for (const { url, bytes, isPage } of all) {
      if (signal.aborted) return 'stopped'
      await bring(url, isPage ? pages : assets, isPage)
      kept += bytes
      onProgress(kept)
    }
    const mark = { at: new Date().toISOString(), edition: copy.edition }
    await (await caches.open(keptCaches.copy)).put(markKey, Response.json(mark))
    return 'done'
  } catch (cause) {
    if (signal.aborted) return 'stopped'
    return isFull(cause) ? 'room' : 'network'
  }
}
