import { editionIn, keptCaches, keptHeaders, keptKey } from './kept-pages.ts'
import { dropFiles, dropPages, headersOf, isDocument, isFile, keepPage, planCopy } from './kept-site.ts'

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

/**
 * Keeps the whole site, one file after the other; `onProgress` is told the bytes that are there. What is there already is not fetched
 * again: a page of this edition, and a file, whose address tells its content. Whatever ends it early leaves what was kept, and it goes on
 * from there the next time; once all is there, what the site no longer has goes.
 */
export async function keepSite(copy: SiteCopy, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<CopyEnd> {
  const pages = await caches.open(keptCaches.pages)
  const assets = await caches.open(keptCaches.assets)
  let kept = 0
  const keyOf = (url: string): string => keptKey(new URL(url, location.origin).href)
  const bringFile = async (url: string): Promise<void> => {
    if (await assets.match(url)) return
    const reply = await fetch(url, { credentials: 'omit', signal })
    // What was published meanwhile may have taken a file away: then it is no part of the site.
    if (reply.status === 404) return
    if (!isFile(reply)) throw new Error(`${url} was answered with ${reply.status}`)
    await assets.put(url, new Response(await reply.blob(), { headers: headersOf(reply) }))
  }
  const bringPage = async (url: string): Promise<void> => {
    const there = await pages.match(keyOf(url))
    if (there?.headers.get(keptHeaders.edition) === String(copy.edition)) return
    const reply = await fetch(url, { cache: 'no-cache', credentials: 'omit', signal })
    const isElsewhere = reply.redirected && isDocument(reply) && editionIn(await reply.clone().text()) !== ''
    if (reply.status === 404 || isElsewhere) return void (await pages.delete(keyOf(url)))
    // Of what stands between nothing is kept in the place of a page.
    if (!isDocument(reply) || (await keepPage(new URL(url, location.origin).href, reply)) === '')
      throw new Error(`${url} was answered with ${reply.status}`)
  }
  try {
    await planCopy(copy)
    const all = [...copy.files.map((file) => ({ ...file, bring: bringFile })), ...copy.pages.map((page) => ({ ...page, bring: bringPage }))]
    for (const { url, bytes, bring } of all) {
      if (signal.aborted) return 'stopped'
      await bring(url)
      kept += bytes
      onProgress(kept)
    }
    const named = new Set(copy.pages.map(({ url }) => new URL(url, location.origin).pathname))
    await dropPages(({ url, edition }) => edition <= copy.edition && !named.has(new URL(url).pathname))
    await dropFiles()
    const mark = { at: new Date().toISOString(), edition: copy.edition }
    await (await caches.open(keptCaches.copy)).put(markKey, Response.json(mark))
    return 'done'
  } catch (cause) {
    if (signal.aborted) return 'stopped'
    return isFull(cause) ? 'room' : 'network'
  }
}
