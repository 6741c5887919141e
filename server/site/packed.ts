import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { EditionCache } from '../http/edition-cache.ts'
import { isKnownTo } from '../http/known-to.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
/** Of a page that is packed once and sent thousands of times, without keeping whoever asked first waiting. */
const brotliQuality = 6
const packedFrom = 512

/** A reply's body in each form in which it may be asked for. */
export interface Packed {
  readonly type: string
  readonly language: string | undefined
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
  /** Of what it says; of a document its edition is part. */
  readonly etag: string
  /** 404: what the address names is not there, and the page says so. */
  readonly status: 200 | 404
}

export async function packedOf(text: string, type: string, language?: string, status: Packed['status'] = 200): Promise<Packed> {
  const plain = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  if (plain.length < packedFrom) return { type, language, plain, br: undefined, gzip: undefined, etag, status }
  const [br, gz] = await Promise.all([brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }), deflate(plain)])
  return { type, language, plain, br, gzip: gz, etag, status }
}

/** Longest Accept-Encoding and If-None-Match that are read, characters. */
const headerMost = 500

/** The form that a caller takes, smallest first; plain where they take none, or what they say is nothing that can be read. */
export function encodingFor(accepted: string | null, { br, gzip: gz }: Pick<Packed, 'br' | 'gzip'>): 'br' | 'gzip' | undefined {
  if (accepted === null || accepted === '') return undefined
  const taken = new Map<string, boolean>()
  for (const part of accepted.slice(0, headerMost).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))
    taken.set(name, weight === undefined || Number(weight.slice(2)) > 0)
  }
  const takes = (name: string): boolean => taken.get(name) ?? taken.get('*') ?? false
  if (br && takes('br')) return 'br'
  return gz && takes('gzip') ? 'gzip' : undefined
}

/**
 * For browsers: ask each time, and be told that it is the same. For what stands between: a minute, and of pages of words a day while it asks
 * anew. Figures that were taken back are given out by nobody for a day.
 */
const caching = {
  words: { 'Cache-Control': 'public, max-age=0, must-revalidate', 'CDN-Cache-Control': 'public, max-age=60, stale-while-revalidate=86400' },
  figures: { 'Cache-Control': 'public, max-age=0, must-revalidate', 'CDN-Cache-Control': 'public, max-age=60' },
} as const

/** The reply that is made of packed bytes; 304 to who has them. */
export function replyOf(request: Request, packed: Packed, of: keyof typeof caching = 'words'): Response {
  const headers: Record<string, string> = { ...caching[of], ETag: packed.etag, Vary: 'Accept-Encoding' }
  if (packed.status === 200 && isKnownTo(request, packed)) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(request.headers.get('accept-encoding'), packed)
  const bytes = (encoding && packed[encoding]) ?? packed.plain
  headers['Content-Type'] = packed.type
  if (packed.language !== undefined) headers['Content-Language'] = packed.language
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(bytes.length)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length), {
    status: packed.status,
    headers,
  })
}

/** Replies that were made once, by address. */
export class PackedCache extends EditionCache<Packed> {}
