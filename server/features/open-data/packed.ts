import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const deflate = promisify(gzip)

/** For how long what is public may be kept: browsers ask each time, what stands between them and us for a minute and no longer: a report may be withdrawn. */
export const publicCaching = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'public, max-age=60',
} as const

export interface Packed {
  readonly text: string
  readonly etag: string
  /** Packed once, however often it is asked for. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
}

/** Weak: the same text is sent packed in one way or another. */
export function packed(text: string): Packed {
  let kept: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    text,
    etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    gzipped: () => (kept ??= deflate(text).then((bytes) => new Uint8Array(bytes))),
  }
}

/** Texts that were made of one workbook, the least recently asked for going first. */
export class Texts {
  readonly #most: number
  #of = ''
  readonly #kept = new Map<string, Packed>()

  constructor(most: number) {
    this.#most = most
  }

  /** The text under a key, made where it is not kept. Another `of` empties everything: what was made of the former is nobody's. */
  get(of: string, key: string, make: () => string): Packed {
    if (of !== this.#of) this.#kept.clear()
    this.#of = of
    const found = this.#kept.get(key) ?? packed(make())
    this.#kept.delete(key)
    this.#kept.set(key, found)
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= this.#most) break
      this.#kept.delete(oldest)
    }
    return found
  }
}
