import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { letterPageAt, pinWorker } from '#shared/addresses.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.pack': 'application/octet-stream',
}
const packable = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.map', '.pack'])
/** Vite puts a hash of the content into the names in this folder. */
const hashed = /^\/assets\//
/** Files of former builds that are held in memory: of the one before, mostly. */
const formerMost = 100
/** Files of former builds stand in one folder, under the name that they had. */
const ofFormer = /^\/assets\/(\w[\w.-]*)$/

const pinWorkerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Smaller forms, by the name under which a request accepts them, the smallest first. */
const packers = {
  br: (plain: Buffer) => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (plain: Buffer) => deflate(plain),
} as const
type Packer = keyof typeof packers
const packerNames = Object.keys(packers) as readonly Packer[]

interface Asset {
  readonly plain: Buffer
  readonly mtimeMs: number
  /** Its smaller forms, made for the first who accepts one and kept; undefined where they would not be smaller. */
  readonly packed: ((as: Packer) => Promise<Buffer>) | undefined
}

/** Where files of other builds are. */
export interface OtherBuilds {
  readonly former?: string | undefined
  elsewhere?(name: string): Promise<Buffer | undefined>
}

export type ServeFiles = (request: Request, only?: 'files') => Promise<Response | undefined>

/**
 * Serves the built client from memory. Unknown paths without an extension are pages: those of letters are a document of their own, and
 * every other is the application's. `only`: whoever has pages of their own asks for files alone. `former`: a folder with files of builds
 * before, which pages of theirs name yet (WF9). `elsewhere`: what other servers' builds have (MS4).
 */
export function createStatic(dir: string, { former, elsewhere }: OtherBuilds = {}): ServeFiles {
  const built = new Map<string, Asset>()
  const before = new Map<string, Asset>()

  const load = async (path: string, file = join(dir, path), assets = built): Promise<Asset | undefined> => {
    let info
    try {
      info = await stat(file)
    } catch {
      // Not there: the caller decides what that means.
      return undefined
    }
    if (!info.isFile()) return undefined
    const known = assets.get(path)
    if (known?.mtimeMs === info.mtimeMs) return known
    return keep(path, await readFile(file), info.mtimeMs, assets)
  }

  const keep = (path: string, plain: Buffer, mtimeMs: number, assets: Map<string, Asset>): Asset => {
    const made = new Map<Packer, Promise<Buffer>>()
    const packed = async (as: Packer): Promise<Buffer> => {
      const known = made.get(as) ?? packers[as](plain)
      made.set(as, known)
      return known
    }
    const asset: Asset = { plain, mtimeMs, packed: packable.has(extname(path)) && plain.length > 1024 ? packed : undefined }
    assets.set(path, asset)
    const [oldest] = assets.keys()
    if (assets === before && assets.size > formerMost && oldest !== undefined) assets.delete(oldest)
    return asset
  }

  /** A file that this build does not have: of a build before, or of another server's. */
  const loadOther = async (path: string): Promise<Asset | undefined> => {
    const name = ofFormer.exec(path)?.[1]
    if (name === undefined) return undefined
    const kept = former === undefined ? undefined : await load(path, join(former, name), before)
    if (kept || !elsewhere) return kept
    // What stands under such a name never changes.
    const held = before.get(path)
    if (held) return held
    const bytes = await elsewhere(name)
    return bytes && keep(path, bytes, 0, before)
  }

  return async (request, only) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const wanted = safePath(new URL(request.url).pathname)
    if (wanted === undefined) return undefined
    const found = wanted === '/' ? undefined : ((await load(wanted)) ?? (await loadOther(wanted)))
    if (found) return respond(request, wanted, found)
    if (extname(wanted) !== '' || only === 'files') return undefined
    const path = letterPageAt(wanted) ? '/public.html' : '/index.html'
    const page = await load(path)
    return page && respond(request, path, page)
  }
}

/** Path below the folder; undefined when it leads out of it or is no path. */
function safePath(pathname: string): string | undefined {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  const path = normalize(decoded)
  // What begins with a dot is of the build: nobody asks for it.
  return path.includes('..') || path.includes('/.') || path.includes('\0') || !path.startsWith('/') ? undefined : path
}

async function respond(request: Request, path: string, asset: Asset): Promise<Response> {
  const headers = new Headers({
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
  })
  // No page may run what is not a script of ours; this worker does nothing else, and reaches nothing.
  if (path.startsWith(`/assets/${pinWorker}`)) headers.set('Content-Security-Policy', pinWorkerPolicy)
  const accepted = request.headers.get('accept-encoding') ?? ''
  const as = asset.packed && packerNames.find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  if (as) headers.set('Content-Encoding', as)
  const bytes = (as && (await asset.packed?.(as))) ?? asset.plain
  headers.set('Content-Length', String(bytes.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}
