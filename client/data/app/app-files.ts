import type { UserKind } from '#shared/access/actor.ts'
import { collected } from './collected.ts'
import { keptCaches } from './kept-pages.ts'
import { isFile } from './kept-site.ts'
import { filesOfPack } from '#client/data/server/pack.ts'

/*
 * The application's files on this device: which are lacking, and how they come (NV4, NV5). The worker alone uses it.
 */

/** A file of the build. */
export interface AppFile {
  /** Path. */
  readonly url: string
  /** Under which it is kept: what may change under its name carries its revision. */
  readonly key: string
  readonly cache: (typeof keptCaches)['app' | 'site']
  /** Size; a document has none, for whoever stands between here and the server may put something into it. */
  readonly bytes?: number | undefined
  /** Initials of the kinds of people who cannot work without it; where none are said, nobody can. */
  readonly of?: string | undefined
}

export const shellPath = '/index.html'
export const letterPath = '/public.html'

/** How much of what somebody needs is not on the device. The whole of it, to say it with. */
export interface Lacking {
  readonly lacking: number
  readonly of: number
}

export const isNeededBy =
  (kinds: readonly UserKind[]) =>
  ({ of }: AppFile): boolean =>
    of === undefined || kinds.some((kind) => of.includes(kind.charAt(0)))

/** How many files come at a time. */
const lanes = 6
/** When more than so many are lacking they are brought as one file. */
const fewFiles = 30
/** How long a file may say nothing before it is given up. */
const silentMs = 30_000

const isDocument = ({ url }: AppFile): boolean => url.endsWith('.html')
const typeOf = (url: string): string => (url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')

/** Whether a reply can be a file, by what it says of itself: a filter may have answered with a page of its own. */
const seemsRight = (file: AppFile, reply: Response): boolean => (isDocument(file) ? reply.status === 200 : isFile(reply))

/** Whether a document's files are those of this version. What else stands in it somebody between here and the server may have put there. */
function namesOnly(files: readonly AppFile[], html: string): boolean {
  const named = [...html.matchAll(/(?<=["'])\/assets\/[\w.-]+/g)].map(([path]) => path)
  return named.length > 0 && named.every((path) => files.some(({ url }) => url === path))
}

async function isWhole(file: AppFile, body: Blob, files: readonly AppFile[]): Promise<boolean> {
  return isDocument(file) ? namesOnly(files, await body.text()) : file.bytes === undefined || body.size === file.bytes
}

export async function keptFile(file: AppFile): Promise<Response | undefined> {
  return (await caches.has(file.cache)) ? (await caches.open(file.cache)).match(file.key) : undefined
}

/**
 * Files that are not on this device as they are. `thorough`: every one is read, and one that is something else than what the build made goes,
 * so that it is brought again.
 */
export async function lackingOf(files: readonly AppFile[], wanted: readonly AppFile[], thorough: boolean): Promise<readonly AppFile[]> {
  const lacks = async (file: AppFile): Promise<boolean> => {
    const kept = await keptFile(file)
    if (!kept) return true
    if (seemsRight(file, kept) && (!thorough || (await isWhole(file, await kept.blob(), files)))) return false
    await (await caches.open(file.cache)).delete(file.key)
    return true
  }
  const lacking = await Promise.all(wanted.map(async (file) => ((await lacks(file)) ? [file] : [])))
  return lacking.flat()
}

interface Bringing {
  /** All of the build: a document may name no other. */
  readonly files: readonly AppFile[]
  /** Those to bring. */
  readonly wanted: readonly AppFile[]
  /** Where many of them are one file. */
  readonly packUrl: string | undefined
  /** Who works here: what they need comes first. */
  readonly kinds: readonly UserKind[]
  readonly thorough?: boolean
  readonly onLacking?: (state: Lacking) => void
}

/**
 * Brings files that this device lacks: first what its people need, then the document that opens the application, so that whoever finds it
 * finds everything; then the rest, which keeps nothing back. Resolves to what its people need and did not come.
 */
export async function bringFiles({ files, wanted, packUrl, kinds, thorough = false, onLacking }: Bringing): Promise<Lacking> {
  const needed = new Set(wanted.filter(isNeededBy(kinds)))
  const lacking = new Set(await lackingOf(files, wanted, thorough))
  const state = (): Lacking => ({ lacking: [...needed].filter((file) => lacking.has(file)).length, of: needed.size })
  const came = (file: AppFile): void => {
    lacking.delete(file)
    if (needed.has(file)) onLacking?.(state())
  }
  const bringSome = async (some: readonly AppFile[]): Promise<void> => {
    const waiting = [...some]
    const bringNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) if (await brings(next, files)) came(next)
    }
    await Promise.all(Array.from({ length: lanes }, bringNext))
  }
  onLacking?.(state())
  if (packUrl !== undefined && lacking.size > fewFiles) await unpack(packUrl, [...lacking], came)
  await bringSome([...lacking].filter((file) => needed.has(file) && file.url !== shellPath))
  const documents = [...lacking].filter(({ url }) => url === shellPath)
  if (state().lacking === documents.length) await bringSome(documents)
  await bringSome([...lacking].filter((file) => !needed.has(file)))
  return state()
}

/** Brings one file; false where it does not come, or something else comes in its place. */
async function brings(file: AppFile, files: readonly AppFile[]): Promise<boolean> {
  const { url, key } = file
  try {
    // Of a file whose name tells its content any copy will do: the version before may have it.
    const copy = url === key ? await caches.match(url) : undefined
    if (copy && (await takes(file, copy, files))) return true
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), silentMs)
    const reply = await fetch(url, { cache: 'no-cache', credentials: 'same-origin', signal: stop.signal }).finally(() =>
      clearTimeout(timer),
    )
    return !reply.redirected && (await takes(file, reply, files, () => stop.abort()))
  } catch {
    // No network, no room, or silence: who asked for it hears that it is lacking, and asks again.
    return false
  }
}

async function takes(file: AppFile, reply: Response, files: readonly AppFile[], hush = (): void => undefined): Promise<boolean> {
  if (!seemsRight(file, reply)) return false
  const body = await collected(reply, silentMs, hush)
  // A server that was not renewed yet has the document of the version before: with the files of this one it would open nothing.
  if (!body.ok || !(await isWhole(file, body.value, files))) return false
  // The headers go with it: without its policy and its type a document is another one.
  await (await caches.open(file.cache)).put(file.key, new Response(body.value, { headers: plainHeaders(reply) }))
  return true
}

/** Takes at once what is lacking of the files whose names tell their content. What does not come this way comes one by one. */
async function unpack(packUrl: string, lacking: readonly AppFile[], came: (file: AppFile) => void): Promise<void> {
  try {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), silentMs)
    const reply = await fetch(packUrl, { credentials: 'same-origin', signal: stop.signal }).finally(() => clearTimeout(timer))
    if (!isFile(reply)) return
    const pack = await collected(reply, silentMs, () => stop.abort())
    if (!pack.ok) return
    const named = new Map(lacking.filter(({ url, key }) => url === key).map((file) => [file.url, file]))
    for (const { url, bytes } of filesOfPack(new Uint8Array(await pack.value.arrayBuffer()))) {
      const file = named.get(`/${url}`)
      if (!file || file.bytes !== bytes.length) continue
      await (await caches.open(file.cache)).put(file.key, new Response(bytes, { headers: { 'Content-Type': typeOf(url) } }))
      came(file)
    }
  } catch {
    // A server that does not have it, or a network that cut it: each file is asked for by itself.
  }
}

/** After how long a file is asked for again that a page waits for. */
const againMs = [300, 900] as const

/**
 * A file of the server's that a page asks for, asked for again where it did not come. Why here: a browser remembers for as long as a page
 * lives that a script did not come, also one on which the wanted one stands, and whose address nobody can change (NV2).
 */
export async function fetchSteadily(url: string): Promise<Response> {
  for (const pauseMs of againMs) {
    const reply = await fetchWhole(url).catch(() => null)
    if (reply && reply.status < 500) return reply
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return fetchWhole(url)
}

/** What breaks off half-way has not come. */
async function fetchWhole(url: string): Promise<Response> {
  const reply = await fetch(url)
  const { status, statusText } = reply
  return new Response(await reply.blob(), { status, statusText, headers: plainHeaders(reply) })
}

/** Headers of a reply whose body was read: those that told how it came go. */
function plainHeaders(reply: Response): Headers {
  const headers = new Headers(reply.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) headers.delete(name)
  return headers
}

/** Under which this device remembers which kinds of people work here: a new version has to bring what they need. */
const kindsKey = '/app/kinds'

/** Null where nobody has said so: a version before kept it of nobody. */
export async function kindsHere(): Promise<readonly UserKind[] | null> {
  const kept = (await caches.has(keptCaches.app)) ? await (await caches.open(keptCaches.app)).match(kindsKey) : undefined
  return kept ? kept.json() : null
}

export async function rememberKind(kind: UserKind): Promise<readonly UserKind[]> {
  const before = (await kindsHere()) ?? []
  if (before.includes(kind)) return before
  const kinds = [...before, kind]
  await (await caches.open(keptCaches.app)).put(kindsKey, Response.json(kinds))
  return kinds
}

/** Files of a version that is no longer go. */
export async function dropFormer(files: readonly AppFile[]): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('workbox-precache')) await caches.delete(name)
  for (const name of [keptCaches.app, keptCaches.site] as const) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    const kept = new Set(files.filter((file) => file.cache === name).map(({ key }) => key))
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (pathname !== kindsKey && !kept.has(pathname + search)) await cache.delete(request)
    }
  }
}
