import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { isOfText, isWithinDepth } from './json.ts'

const inflate = promisify(gunzip)
const deflate = promisify(gzip)

/** Reads a body up to a limit, counted while it streams. Fails: too_large. */
export async function bytesOf(request: Request, maxBytes: number): Promise<Result<Buffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) return fail('too_large', { bytes: maxBytes })
  if (!request.body) return done(Buffer.alloc(0))
  const parts: Uint8Array[] = []
  let total = 0
  for await (const part of request.body) {
    total += part.byteLength
    if (total > maxBytes) return fail('too_large', { bytes: maxBytes })
    parts.push(part)
  }
  return done(Buffer.concat(parts))
}

/** How deep a body may nest: what reads it recurses. */
const maxDepth = 64

/** Up to this length, bytes, the length bounds what parsing a body costs. */
const shortBytes = 2_100_000
/** Most values and names of a longer one: bodies are long because of a text or a picture in them. */
const maxParts = 500_000
const mark = { quote: 34, comma: 44, list: 91, backslash: 92, object: 123 } as const

/** Whether JSON has fewer than `max` texts, lists, objects and commas outside its texts. */
function isWithinParts(json: Buffer, max: number): boolean {
  let left = max
  for (let at = 0; at < json.length && left > 0; at += 1) {
    const byte = json[at]
    if (byte === mark.comma || byte === mark.list || byte === mark.object || byte === mark.quote) left -= 1
    if (byte === mark.quote) at = endOfText(json, at + 1)
  }
  return left > 0
}

/** Where a text ends that begins at `from`. */
function endOfText(json: Buffer, from: number): number {
  for (let end = json.indexOf(mark.quote, from); end >= 0; end = json.indexOf(mark.quote, end + 1)) {
    let first = end
    while (first > from && json[first - 1] === mark.backslash) first -= 1
    if ((end - first) % 2 === 0) return end
  }
  return json.length
}

/**
 * A JSON body, gzip or not; the limit holds for what it inflates to. `inParts`: depth and text are looked at where each part is read.
 * A long one of too many parts is not parsed. Fails: too_large, malformed, text_broken, unsupported_media. An empty body is undefined.
 */
export async function jsonOf(request: Request, maxBytes: number, inParts = false): Promise<Result<unknown>> {
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'gzip' && encoding !== 'identity') return fail('unsupported_media')
  const raw = await bytesOf(request, maxBytes)
  if (!raw.ok) return raw
  if (raw.value.byteLength === 0) return done(undefined)
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) return fail('unsupported_media')
  try {
    const bytes = encoding === 'gzip' ? await inflate(raw.value, { maxOutputLength: maxBytes }) : raw.value
    if (bytes.length > shortBytes && !isWithinParts(bytes, maxParts)) return fail('malformed', { field: 'length' })
    const text = bytes.toString('utf8')
    const parsed: unknown = JSON.parse(text)
    if (inParts) return done(parsed)
    if (!isWithinDepth(parsed, maxDepth)) return fail('malformed', { field: 'depth' })
    return isOfText(text) ? done(parsed) : fail('text_broken')
  } catch (error) {
    if (error instanceof RangeError) return fail('too_large', { bytes: maxBytes })
    // Neither gzip nor JSON: the caller's doing, whatever exactly it is.
    return fail('malformed')
  }
}

/** Replies shorter than this are not worth compressing. */
const gzipFromBytes = 1024

/** A reply that is JSON already: rows that the database holds as JSON go out as they are. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Body and headers of a JSON reply, gzip when the caller takes it and it is long. */
export async function jsonReply(
  text: string,
  acceptEncoding: string | null,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept-Encoding, Authorization' }
  if (text.length < gzipFromBytes || !/\bgzip\b/.test(acceptEncoding ?? '')) return { body: text, headers }
  const packed = await deflate(text, { level: 6 })
  return { body: new Uint8Array(packed), headers: { ...headers, 'Content-Encoding': 'gzip' } }
}
