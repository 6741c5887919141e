import { AwsV4Signer } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { FilesLost } from './lost.ts'
import type { Kept, LinkedAs, Range, Shelf, Store } from './store.ts'

/** A bucket of a store that speaks the protocol of S3. */
export interface S3Config {
  /** Origin, without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** What every key begins with; empty, or ending with a slash. */
  readonly prefix: string
  /** Whether the bucket stands in the path, rather than before the host. */
  readonly pathStyle: boolean
  /** Whether devices read whole files at the store itself, by links that are good for a minute. */
  readonly directReads: boolean
}

/** How long a store may take, and how often it is asked. */
export interface S3Patience {
  /** Until it answers what brings no bytes. */
  readonly answerMs: number
  /** Until it has taken the bytes of one call. */
  readonly takeMs: number
  /** Between two pieces of what it gives. */
  readonly pieceMs: number
  readonly tries: number
  /** After which nothing is tried again. */
  readonly triesMs: number
  /** Before the second try; twice as long before the third. */
  readonly betweenMs: number
}

const usualPatience: S3Patience = { answerMs: 8_000, takeMs: 30_000, pieceMs: 20_000, tries: 3, triesMs: 10_000, betweenMs: 150 }

/** Bytes of one call, and what a writer has in memory at one time: the largest file of a person goes in one, what is larger in several. */
const pieceBytes = 16_777_216
/** Of what a store says of an error, no more is read. */
const errorBytes = 16_384
/** How long a link to a file is good, seconds: for a browser to follow it. */
const linkSeconds = 60

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Of the bucket itself when empty. */
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** Only once: a second time would be told that it is not there, for the first was heard. */
  readonly once?: boolean
}

interface Answered {
  readonly response: Response
  /** Ends whatever the answer still brings. */
  readonly stop: AbortController
}

/** What an operator can do about an error that the store names. */
const advice: Readonly<Record<string, string>> = {
  AccessDenied: 'S3_ACCESS_KEY_ID may not do this in S3_BUCKET',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY or S3_REGION is another one there',
  RequestTimeTooSkewed: 'the clocks of this machine and of the store differ',
  NoSuchBucket: 'S3_BUCKET is not there',
  PermanentRedirect: 'S3_BUCKET is at another endpoint, or S3_PATH_STYLE is another one there',
  AuthorizationHeaderMalformed: 'S3_REGION is another one there',
}

/** Origin at which its bucket is asked. */
export function originOf({ endpoint, bucket, pathStyle }: Pick<S3Config, 'endpoint' | 'bucket' | 'pathStyle'>): string {
  const { protocol, host } = new URL(endpoint)
  return pathStyle ? endpoint : `${protocol}//${bucket}.${host}`
}

/** Files in a bucket, whose keys are a prefix, a shelf and a name. */
export function openS3Store(config: S3Config, patience: S3Patience = usualPatience): Store {
  const { bucket, region, accessKeyId, secretAccessKey, prefix, pathStyle, directReads } = config
  const base = pathStyle ? `${originOf(config)}/${bucket}` : originOf(config)
  const keys = new Map<string, ArrayBuffer>()
  const keyOf = (shelf: Shelf, name: string): string => `${prefix}${shelf}/${name}`
  const urlOf = (key: string, query: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(key === '' ? base : `${base}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }
  const signerOf = (method: string, url: URL, rest: { headers?: Record<string, string>; signQuery?: boolean }): AwsV4Signer =>
    new AwsV4Signer({ method, url: url.href, service: 's3', region, accessKeyId, secretAccessKey, cache: keys, ...rest })

  /** Asks once. Throws FilesLost where nobody answers in time. */
  const tryOnce = async ({ method, key, query, headers, body }: Asked): Promise<Answered> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await signerOf(method, urlOf(key, query), { headers: { ...headers, 'x-amz-content-sha256': hash } }).sign()
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(), body ? patience.takeMs : patience.answerMs)
    try {
      // Elsewhere nothing is signed for.
      const init: RequestInit = { method, headers: signed.headers, redirect: 'manual', signal: stop.signal, ...(body ? { body } : {}) }
      return { response: await fetch(signed.url, init), stop }
    } catch (error) {
      throw new FilesLost(`the store of files does not answer: ${reasonOf(error, stop.signal.aborted)}`, error)
    } finally {
      clearTimeout(late)
    }
  }

  /**
   * Asks, and again where the store is busy or away. Undefined where it says that nothing is there. Throws FilesLost for whatever else is
   * not what was asked for.
   */
  const ask = async (asked: Asked): Promise<Answered | undefined> => {
    const startedMs = performance.now()
    for (let tries = 1; ; tries += 1) {
      const isLast = asked.once === true || tries >= patience.tries
      const tired = (): boolean => isLast || performance.now() - startedMs > patience.triesMs
      let answered: Answered
      try {
        answered = await tryOnce(asked)
      } catch (error) {
        if (tired()) throw error
        await pause(patience.betweenMs * 2 ** (tries - 1))
        continue
      }
      const { response } = answered
      if (response.ok) return answered
      const code = await codeIn(answered, patience.pieceMs)
      if (response.status === 404 && code !== 'NoSuchBucket') return undefined
      const isBusy = response.status >= 500 || response.status === 429
      if (!isBusy || tired()) throw new FilesLost(sentenceOf(asked.method, response.status, code))
      await pause(patience.betweenMs * 2 ** (tries - 1))
    }
  }

  /** The same where there must be an answer, and all of it is short. */
  const told = async (asked: Asked): Promise<{ readonly text: string; readonly headers: Headers }> => {
    const answered = await ask(asked)
    if (!answered) throw new FilesLost(sentenceOf(asked.method, 404, ''))
    return { text: await textIn(answered, patience.pieceMs), headers: answered.response.headers }
  }

  const put = (key: string, body: Uint8Array<ArrayBuffer>, query?: Readonly<Record<string, string>>) =>
    told({ method: 'PUT', key, body, ...(query ? { query } : {}) })

  const writeInPieces = async (key: string, pieces: AsyncIterable<Uint8Array>): Promise<number> => {
    let waiting: Uint8Array[] = []
    let bytes = 0
    let size = 0
    let upload: string | undefined
    const tags: string[] = []
    const taken = (): Uint8Array<ArrayBuffer> => {
      const [only, ...more] = waiting
      const whole = only && more.length === 0 ? new Uint8Array(only) : Buffer.concat(waiting)
      waiting = []
      bytes = 0
      return whole
    }
    const sendPart = async (uploadId: string): Promise<void> => {
      const { headers } = await put(key, taken(), { partNumber: String(tags.length + 1), uploadId })
      tags.push(headers.get('etag') ?? '')
    }
    try {
      for await (const piece of pieces) {
        waiting.push(piece)
        bytes += piece.length
        size += piece.length
        if (bytes < pieceBytes) continue
        upload ??= elementIn((await told({ method: 'POST', key, query: { uploads: '' } })).text, 'UploadId')
        await sendPart(upload)
      }
      if (upload === undefined) {
        await put(key, taken())
        return size
      }
      if (bytes > 0) await sendPart(upload)
      const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
      const body = new Uint8Array(Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`))
      const { text } = await told({ method: 'POST', key, query: { uploadId: upload }, body, once: true })
      // It may fail after it has begun to answer that it did not.
      if (!text.includes('CompleteMultipartUploadResult')) throw new FilesLost(sentenceOf('POST', 200, elementIn(text, 'Code')))
      return size
    } catch (error) {
      // What broke it is the news; what cannot be given up now the store gives up by its own rule.
      if (upload !== undefined) await ask({ method: 'DELETE', key, query: { uploadId: upload }, once: true }).catch(() => undefined)
      throw error
    }
  }

  const stat = async (name: string, key: string): Promise<Kept | undefined> => {
    const answered = await ask({ method: 'HEAD', key })
    const headers = answered?.response.headers
    return headers && { name, size: Number(headers.get('content-length')), modifiedMs: Date.parse(headers.get('last-modified') ?? '') }
  }

  const read = async (key: string, range?: Range): Promise<Readable | undefined> => {
    if (!range) {
      const answered = await ask({ method: 'GET', key })
      return answered && streamOf(answered, patience.pieceMs)
    }
    const answered = await ask({ method: 'GET', key, headers: { range: `bytes=${range.start}-${range.end}` } })
    if (!answered) return undefined
    // Some give more than was asked for, and some from the beginning.
    const given = answered.response.headers.get('content-range') ?? ''
    if (given.startsWith(`bytes ${range.start}-`))
      return streamOf(answered, patience.pieceMs, { most: range.end - range.start + 1, whole: true })
    answered.stop.abort()
    throw new FilesLost('the store of files does not give parts of a file')
  }

  const link = async (name: string, { type, disposition }: LinkedAs): Promise<string> => {
    const url = urlOf(keyOf('files', name), {
      'response-content-type': type,
      // The name for old readers alone, without the signs that some stores encode in a way of their own before they check what is signed.
      'response-content-disposition': (disposition.split('; filename*=')[0] ?? '').replaceAll(/[!'()*]/g, '_'),
      'response-cache-control': 'private, no-store',
      'X-Amz-Expires': String(linkSeconds),
    })
    const signed = await signerOf('GET', url, { signQuery: true }).sign()
    // A blank that is a plus is another character to some stores.
    return signed.url.href.replaceAll('+', '%20')
  }

  return {
    kind: 's3',
    proves: true,
    write: (shelf, name, pieces) => writeInPieces(keyOf(shelf, name), pieces),
    stat: (shelf, name) => stat(name, keyOf(shelf, name)),
    read: (shelf, name, range) => read(keyOf(shelf, name), range),
    remove: async (shelf, name) => {
      const answered = await ask({ method: 'DELETE', key: keyOf(shelf, name) })
      await answered?.response.body?.cancel()
    },
    async *list(shelf) {
      const start = keyOf(shelf, '')
      for (let next: string | undefined = ''; next !== undefined;) {
        const query: Record<string, string> = { 'list-type': '2', prefix: start, ...(next === '' ? {} : { 'continuation-token': next }) }
        const { text } = await told({ method: 'GET', key: '', query })
        for (const entry of text.split('<Contents>').slice(1)) {
          const name = elementIn(entry, 'Key').slice(start.length)
          yield { name, size: Number(elementIn(entry, 'Size')), modifiedMs: Date.parse(elementIn(entry, 'LastModified')) }
        }
        next = elementIn(text, 'IsTruncated') === 'true' ? elementIn(text, 'NextContinuationToken') : undefined
        if (next === '') throw new FilesLost('the store of files does not say how its list goes on')
      }
    },
    trouble: async () => {
      const key = `${prefix}probe`
      const bytes = new Uint8Array(Buffer.from('IIP asks whether this store takes and gives files.\n'))
      try {
        await put(key, bytes)
        const answered = await ask({ method: 'GET', key })
        if (answered && (await textIn(answered, patience.pieceMs)) === Buffer.from(bytes).toString()) return undefined
        return 'the store of files does not give back what it was given'
      } catch (error) {
        if (error instanceof FilesLost) return error.message
        throw error
      }
    },
    tidy: () => Promise.resolve(),
    ...(directReads ? { link } : {}),
  }
}

const reasonOf = (error: unknown, isLate: boolean): string => {
  if (isLate) return 'it took too long'
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error instanceof Error ? error.message : String(error)
}

function sentenceOf(method: string, status: number, code: string): string {
  const known = advice[code]
  return `the store of files answered ${status}${code === '' ? '' : ` ${code}`} to ${method}${known === undefined ? '' : `: ${known}`}`
}

/** Code of an error, as the store says it; empty where it says none. */
async function codeIn(answered: Answered, pieceMs: number): Promise<string> {
  const { status } = answered.response
  const isElsewhere = status >= 300 && status < 400
  try {
    const code = elementIn(await textIn(answered, pieceMs, errorBytes), 'Code')
    return code === '' && isElsewhere ? 'PermanentRedirect' : code
  } catch {
    // An answer that breaks off has said its status, which is enough.
    return ''
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Text of the first element of a name in a short answer; empty without one. */
function elementIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, entity) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    return hex === undefined ? (entities[entity] ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16))
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Taking {
  /** No more bytes than these are taken. */
  readonly most: number
  /** An answer that ends with fewer of them has broken off: whoever was told how many come would wait for the others. */
  readonly whole: boolean
}

/** What an answer brings, no faster than it is taken. A store that stops in the middle is given up; destroyed, the connection is free. */
function streamOf({ response, stop }: Answered, pieceMs: number, { most, whole }: Taking = { most: Infinity, whole: false }): Readable {
  const reader = response.body?.getReader()
  let left = most
  const stream: Readable = new Readable({
    read() {
      if (!reader) return void stream.push(null)
      const late = setTimeout(() => stop.abort(), pieceMs)
      reader
        .read()
        .finally(() => clearTimeout(late))
        .then(
          ({ done, value }) => {
            if (done && whole) return void stream.destroy(new FilesLost('the store of files gives less of a file than it said'))
            if (done) return void stream.push(null)
            stream.push(value.subarray(0, left))
            left -= value.length
            if (left > 0) return
            stream.push(null)
            stop.abort()
          },
          (error: unknown) => void stream.destroy(new FilesLost('the store of files broke off', error)),
        )
    },
    destroy(error, done) {
      stop.abort()
      done(error)
    },
  })
  return stream
}

/** What an answer says, or of one that is not to be believed no more than so many bytes. */
async function textIn(answered: Answered, pieceMs: number, most = Infinity): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of streamOf(answered, pieceMs, { most, whole: false })) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
