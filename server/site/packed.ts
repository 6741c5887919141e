import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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
  /** Of what it says: the same words have the same, whatever edition they are of. */
  readonly etag: string
}

export async function packedOf(text: string, type: string, language?: string): Promise<Packed> {
  const plain = Buffer.from(text)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  if (plain.length < packedFrom) return { type, language, plain, br: undefined, gzip: undefined, etag }
  const [br, gz] = await Promise.all([brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }), deflate(plain)])
  return { type, language, plain, br, gzip: gz, etag }
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

/** Whether what a caller has is what would be sent. */
export const isKnownTo = (request: Request, { etag }: Pick<Packed, 'etag'>): boolean => {
  const known = request.headers.get('if-none-match')
  return (
    known !== null &&
    known
      .slice(0, headerMost)
      .split(',')
      .some((each) => each.trim() === etag || each.trim() === '*')
  )
}

/** For browsers: ask each time, and be told that it is the same. For what stands between: a minute, and a day while it asks anew. */
const caching = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'public, max-age=60, stale-while-revalidate=86400',
}

/** The reply that is made of packed bytes; 304 to who has them. */
export function replyOf(request: Request, packed: Packed): Response {
  const headers: Record<string, string> = { ...caching, ETag: packed.etag, Vary: 'Accept-Encoding' }
  if (isKnownTo(request, packed)) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(request.headers.get('accept-encoding'), packed)
  const bytes = (encoding && packed[encoding]) ?? packed.plain
  headers['Content-Type'] = packed.type
  if (packed.language !== undefined) headers['Content-Language'] = packed.language
  if (encoding !== undefined) headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(bytes.length)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length), {
    headers,
  })
}

interface Entry {
  readonly edition: number
  readonly madeAt: number
  readonly packed: Packed
}

interface Making {
  readonly edition: number
  readonly made: Promise<Packed>
}

/** Replies that were made once, by address: the least recently used goes, and of one address one is made at a time. */
export class PackedCache {
  readonly #most: number
  readonly #elapsed: () => number
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Making>()

  constructor(most: number, elapsed: () => number) {
    this.#most = most
    this.#elapsed = elapsed
  }

  get size(): number {
    return this.#entries.size
  }

  /** What is kept of an address in an edition and is not older than it may be, milliseconds. */
  kept(key: string, edition: number, freshMs: number): Packed | undefined {
    const entry = this.#entries.get(key)
    if (entry?.edition !== edition || this.#elapsed() - entry.madeAt > freshMs) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.packed
  }

  /** What was last kept of an address, of whichever edition. */
  last(key: string): Packed | undefined {
    return this.#entries.get(key)?.packed
  }

  /** Makes it, or waits for who makes it already. Fails as `make` does, and keeps nothing then. */
  async make(key: string, edition: number, make: () => Promise<Packed>): Promise<Packed> {
    const making = this.#making.get(key)
    if (making?.edition === edition) return making.made
    const startedAt = this.#elapsed()
    const mine: Making = { edition, made: make() }
    this.#making.set(key, mine)
    try {
      const packed = await mine.made
      const entry = this.#entries.get(key)
      // One of a later edition that was ready before stays.
      if (!entry || entry.madeAt <= startedAt) {
        this.#entries.delete(key)
        this.#entries.set(key, { edition, madeAt: startedAt, packed })
      }
      const [oldest] = this.#entries.keys()
      if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest)
      return packed
    } finally {
      if (this.#making.get(key) === mine) this.#making.delete(key)
    }
  }

  /** Forgets everything: what an edition is called may stand for something else. */
  clear(): void {
    this.#entries.clear()
    this.#making.clear()
  }
}
