import { reportHeader } from '#shared/open-data/filter.ts'
import { envelopeOf } from './request.ts'

/** Cache of what public calls told, apart from what signed-in people read: nobody's name is in it. */
const cacheName = 'iip-public-data'
/** Replies that are kept; the oldest goes first. */
const keptMost = 120
/** Longest wait for a reply before the network counts as absent. */
const waitMs = 15_000

/** keptAt: the moment at which this device read it, where the network did not answer; null of one that just came. */
export type PublicReply =
  | {
      readonly is: 'told'
      readonly value: unknown
      readonly keptAt: string | null
      /** Which report it was told of, where the reply says so. */
      readonly report: string | null
    }
  /** No network, and nothing kept. */
  | { readonly is: 'absent' }
  /** The server would not tell, and why. */
  | { readonly is: 'refused'; readonly code: string }

/** What a public call tells, by nobody: of the server, or without a network as this device read it last. */
export async function publicReply(path: string): Promise<PublicReply> {
  let reply: Response
  try {
    reply = await fetch(path, { cache: 'no-cache', credentials: 'omit', signal: AbortSignal.timeout(waitMs) })
  } catch {
    // Every way in which fetch throws here is a network that did not answer.
    return await kept(path)
  }
  const read = await envelopeOf(reply)
  // What is not ours is a network's own page; what the server cannot tell just now it told before.
  if (!read || reply.status >= 500) return await kept(path)
  if (!read.success) {
    // What the public was told once it may be told no longer.
    await forget(path)
    return { is: 'refused', code: read.error.code }
  }
  const report = reply.headers.get(reportHeader)
  await keep(path, read.data, report)
  return { is: 'told', value: read.data, keptAt: null, report }
}

async function keep(path: string, value: unknown, report: string | null): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(path, Response.json({ at: new Date().toISOString(), value, report }))
    const keys = await cache.keys()
    for (const old of keys.slice(0, Math.max(0, keys.length - keptMost))) await cache.delete(old)
  } catch {
    // No room, or storage is blocked: what came is shown all the same, and is not there without a network.
  }
}

async function forget(path: string): Promise<void> {
  try {
    await (await caches.open(cacheName)).delete(path)
  } catch {
    // Storage is blocked: nothing is kept.
  }
}

async function kept(path: string): Promise<PublicReply> {
  try {
    const found = await (await caches.open(cacheName)).match(path)
    if (!found) return { is: 'absent' }
    const { at, value, report = null }: { at: string; value: unknown; report?: string | null } = await found.json()
    return { is: 'told', value, keptAt: at, report }
  } catch {
    // Storage is blocked: nothing is kept.
    return { is: 'absent' }
  }
}
