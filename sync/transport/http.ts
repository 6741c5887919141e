import * as attachments from '#shared/attachments/bytes-routes.ts'
import { pathOf, type Route } from '#shared/contract/route.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { definition } from '#shared/forms/routes.ts'
import { rowsOfGroups } from '#shared/protocol/columns.ts'
import { presentSchema, type PresentEvent } from '#shared/presence/model.ts'
import { stand } from '#shared/presence/routes.ts'
import * as v from 'valibot'
import type { Poke, PullReply, PullWire } from '#shared/protocol/pull.ts'
import type { PushReply } from '#shared/protocol/push.ts'
import * as sync from '#shared/protocol/routes.ts'
import { openOwnCopy } from '#shared/unsent/own-copy-routes.ts'
import type { Clock } from '../ports.ts'
import type { Reply, Transport, UploadState } from './transport.ts'

/** Longest that a call may take before it counts as offline; a part of a file gets longer, and less than a server gives it. */
const callTimeoutMs = 30_000
const partTimeoutMs = 50_000
/** Bodies below this are smaller on the wire without gzip. */
const gzipAboveBytes = 1024

export interface HttpOptions {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** Origin of the API, without a slash at its end; '' for the page's own. */
  readonly origin: string
  readonly clock: Clock
  /** The session's bearer token; null when there is none. */
  token(): string | null
  /** The header that names a call's trace, anew for each; without it the server names it. */
  readonly traceparent?: (() => string) | undefined
  /** False where somebody reads along: bodies then go as they are, and rows come one by one. */
  readonly gzip?: boolean | undefined
}

/** The engine's only way to the network. */
export function httpTransport(options: HttpOptions): Transport {
  const headers = (extra: Record<string, string> = {}): Record<string, string> => {
    const token = options.token()
    const named = options.traceparent ? { ...extra, traceparent: options.traceparent() } : extra
    return token === null ? named : { ...named, authorization: `Bearer ${token}` }
  }

  /** What the server says of a token whose place another one took meanwhile says nothing of that one: the call is made again. */
  const unlessRenewed = <T>(token: string | null, reply: Reply<T>): Reply<T> => {
    const now = options.token()
    const isStale = reply.kind === 'refused' && reply.status === 401 && now !== null && now !== token
    return isStale ? { kind: 'offline', reason: 'another_token' } : reply
  }

  const underWay = new Set<AbortController>()

  async function call<T>(
    { method, path }: Address,
    init: Omit<RequestInit, 'method'>,
    read: (response: Response) => Promise<Reply<T>>,
    timeoutMs = callTimeoutMs,
  ): Promise<Reply<T>> {
    const abort = new AbortController()
    const token = options.token()
    underWay.add(abort)
    const cancel = options.clock.later(() => abort.abort(), timeoutMs)
    try {
      const response = await options.fetch(options.origin + path, {
        ...init,
        method,
        signal: abort.signal,
        cache: 'no-store',
        credentials: 'omit',
      })
      return unlessRenewed(token, await read(response))
    } catch (error) {
      // fetch rejects for every kind of broken network, and reading a cut body does too.
      return { kind: 'offline', reason: error instanceof Error ? error.name : 'unknown' }
    } finally {
      cancel()
      underWay.delete(abort)
    }
  }

  const packing = new WeakMap<object, Promise<Packed>>()
  const pack = async (body: unknown): Promise<Packed> => {
    const text = JSON.stringify(body)
    return options.gzip !== false && text.length > gzipAboveBytes ? { body: await gzip(text), gzip: true } : { body: text, gzip: false }
  }

  /** A call of the contract with a body, read with a look at what the engine needs of the reply: rows are not parsed one by one. */
  async function post<Body extends object, T>(
    address: Address<Body>,
    body: Body,
    isReply: (value: unknown) => value is T,
  ): Promise<Reply<T>> {
    const packed = await (packing.get(body) ?? pack(body))
    const extra = { 'content-type': 'application/json', ...(packed.gzip ? { 'content-encoding': 'gzip' } : {}) }
    return call(address, { headers: headers(extra), body: packed.body }, (response) => envelope(response, isReply))
  }

  return {
    hangUp: () => {
      for (const abort of underWay) abort.abort()
    },
    prepare: (request) => void packing.set(request, pack(request)),
    push: (request) => post(addressOf(sync.push), request, isPushReply),
    pull: async (request) =>
      withRows(await post(addressOf(sync.pull), options.gzip === false ? request : { ...request, groups: true }, isPullReply)),
    definition: (versionId) =>
      call(addressOf(definition, { version: versionId }), { headers: headers() }, (response) => envelope(response, isDefinition)),
    startUpload: ({ id, sha256, sizeBytes, mime }) =>
      post(addressOf(attachments.beginUpload, { id }), { sha256, size: sizeBytes, mime }, isUploadReply).then(uploadState),
    uploadOffset: (id) =>
      call(addressOf(attachments.uploadOffset, { id }), { headers: headers() }, (response) =>
        response.ok || !isJson(response) ? offsetOf(response) : Promise.resolve(unsaid(response.status)),
      ),
    sendPart: (id, offset, bytes, sha256) =>
      call(
        addressOf(attachments.uploadPart, { id }),
        {
          headers: headers({
            'content-type': 'application/offset+octet-stream',
            'upload-offset': String(offset),
            'upload-checksum': `sha256 ${base64OfHex(sha256)}`,
          }),
          body: bytes,
        },
        offsetOf,
        partTimeoutMs,
      ),

    stand: (at) => post(addressOf(stand), { at }, isNothing),
    openCopy: (lock) => post(addressOf(openOwnCopy), lock, isContentKey),

    async events(signal, heard) {
      const token = options.token()
      try {
        const response = await options.fetch(options.origin + addressOf(sync.events).path, {
          headers: headers({ accept: 'text/event-stream' }),
          signal,
          cache: 'no-store',
          credentials: 'omit',
        })
        if (!response.ok) return unlessRenewed(token, await refusal(response))
        if (!response.body || !(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
          return { kind: 'offline', reason: 'not_a_stream' }
        }
        heard.opened()
        await readEvents(response.body, heard)
        return { kind: 'ok', value: null }
      } catch (error) {
        return { kind: 'offline', reason: error instanceof Error ? error.name : 'unknown' }
      }
    },
  }
}

/** Method and path of a call of the contract, and what it takes. */
interface Address<Body = unknown> {
  readonly method: Route['method']
  readonly path: string
  readonly '~body'?: Body
}

const addressOf = <Params, Query, Body, Reply>(
  route: Route<Params, Query, Body, Reply>,
  ...[params]: unknown extends Params ? [] : [Params & Readonly<Record<string, string>>]
): Address<Body> => ({ method: route.method, path: pathOf(route, params) })

interface Packed {
  readonly body: string | ArrayBuffer
  readonly gzip: boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const isJson = (response: Response): boolean => (response.headers.get('content-type') ?? '').startsWith('application/json')

async function envelope<T>(response: Response, isReply: (value: unknown) => value is T): Promise<Reply<T>> {
  if (!response.ok) return refusal(response)
  if (!isJson(response)) return { kind: 'offline', reason: 'not_json' }
  const body: unknown = await response.json()
  if (!isRecord(body) || body['success'] !== true || !isReply(body['data'])) return { kind: 'offline', reason: 'not_ours' }
  return { kind: 'ok', value: body['data'] }
}

/** A refusal counts only in our own envelope: a proxy's error page is the network being away. */
async function refusal(response: Response): Promise<Reply<never>> {
  if (!isJson(response)) return { kind: 'offline', reason: `status_${response.status}` }
  const body: unknown = await response.json()
  const error = isRecord(body) && body['success'] === false ? body['error'] : undefined
  if (!isRecord(error) || typeof error['code'] !== 'string') return { kind: 'offline', reason: `status_${response.status}` }
  return {
    kind: 'refused',
    status: response.status,
    code: error['code'],
    params: plainParams(error['params']),
    retryAfterMs: retryAfter(response.headers.get('retry-after')),
  }
}

function plainParams(value: unknown): Readonly<Record<string, string | number>> {
  const params: Record<string, string | number> = {}
  if (!isRecord(value)) return params
  for (const [key, one] of Object.entries(value)) if (typeof one === 'string' || typeof one === 'number') params[key] = one
  return params
}

function retryAfter(header: string | null): number | null {
  const seconds = Number(header)
  return header === null || !Number.isFinite(seconds) ? null : Math.max(0, seconds * 1000)
}

const isPushReply = (value: unknown): value is PushReply =>
  isRecord(value) && typeof value['epoch'] === 'string' && typeof value['lastSeq'] === 'number' && Array.isArray(value['results'])

/** A server of before sends rows, whatever is asked for. */
function withRows(reply: Reply<PullWire>): Reply<PullReply> {
  if (reply.kind !== 'ok') return reply
  const { groups, rows = rowsOfGroups(groups), ...rest } = reply.value
  return rows ? { kind: 'ok', value: { ...rest, rows } } : { kind: 'offline', reason: 'not_ours' }
}

const isPullReply = (value: unknown): value is PullWire =>
  isRecord(value) &&
  typeof value['epoch'] === 'string' &&
  typeof value['cursor'] === 'string' &&
  typeof value['acked'] === 'number' &&
  (Array.isArray(value['rows']) || Array.isArray(value['groups'])) &&
  Array.isArray(value['reset']) &&
  Array.isArray(value['drop'])

const isDefinition = (value: unknown): value is FormDefinition =>
  isRecord(value) && typeof value['versionId'] === 'string' && Array.isArray(value['questions']) && Array.isArray(value['dimensions'])

const isNothing = (value: unknown): value is null => value === null

const isContentKey = (value: unknown): value is { readonly contentKey: string } =>
  isRecord(value) && typeof value['contentKey'] === 'string'

type UploadReply = { readonly offset?: number | undefined; readonly state?: string | undefined }
const isUploadReply = (value: unknown): value is UploadReply =>
  isRecord(value) && (typeof value['offset'] === 'number' || value['state'] === 'ready')

function uploadState(reply: Reply<UploadReply>): Reply<UploadState> {
  if (reply.kind !== 'ok') return reply
  return { kind: 'ok', value: reply.value.state === 'ready' ? { ready: true } : { ready: false, offset: reply.value.offset ?? 0 } }
}

async function offsetOf(response: Response): Promise<Reply<UploadState>> {
  if (!response.ok) return refusal(response)
  if (response.headers.get('upload-state') === 'ready') return { kind: 'ok', value: { ready: true } }
  const header = response.headers.get('upload-offset')
  if (header === null || !/^\d+$/.test(header)) return { kind: 'offline', reason: 'not_ours' }
  return { kind: 'ok', value: { ready: false, offset: Number(header) } }
}

/** A HEAD has no body to read a code from; that it is ours, its content type says. */
const unsaid = (status: number): Reply<never> => ({ kind: 'refused', status, code: 'attachment_missing', params: {}, retryAfterMs: null })

/** Without a Blob: its way through another process takes longer than the packing. */
async function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new CompressionStream('gzip')
  const packed = new Response(stream.readable).arrayBuffer()
  const writer = stream.writable.getWriter()
  await Promise.all([writer.write(new TextEncoder().encode(text)), writer.close(), packed])
  return packed
}

function base64OfHex(hex: string): string {
  let binary = ''
  for (let at = 0; at < hex.length; at += 2) binary += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16))
  return btoa(binary)
}

/** Reads server-sent events: blocks of `event:` and `data:` lines, a comment being a heartbeat. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  heard: { poke(poke: Poke, hearers?: number): void; beat(): void; present(present: PresentEvent): void },
): Promise<void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard.beat()
    buffered = (buffered + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
    for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n')) {
      const { name, data } = eventIn(buffered.slice(0, end))
      buffered = buffered.slice(end + 2)
      if (name === 'poke') {
        const { scopes, hearers } = pokeOf(data)
        heard.poke(scopes, hearers)
      } else if (name === 'present') {
        const present = presentOf(data)
        if (present) heard.present(present)
      }
    }
  }
}

/** Name and data of one block; a comment has neither. */
function eventIn(block: string): { readonly name: string | undefined; readonly data: string } {
  const lines = block.split('\n')
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
  return { name: lines.find((line) => line.startsWith('event:'))?.replace(/^event: ?/, ''), data }
}

/** The poke in an event's data. */
function pokeOf(data: string): { scopes: Poke; hearers?: number } {
  try {
    const parsed: unknown = JSON.parse(data)
    if (!isRecord(parsed)) return { scopes: {} }
    const moved = isRecord(parsed['s']) ? parsed['s'] : parsed
    const scopes = Object.fromEntries(Object.entries(moved).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
    return moved !== parsed && typeof parsed['w'] === 'number' ? { scopes, hearers: parsed['w'] } : { scopes }
  } catch {
    // A garbled poke still says that something moved: pull.
    return { scopes: {} }
  }
}

/** Who is present by an event's data; null when it is garbled, and the next one says it again. */
function presentOf(data: string): PresentEvent | null {
  try {
    const parsed = v.safeParse(presentSchema, JSON.parse(data))
    return parsed.success ? parsed.output : null
  } catch {
    // Not JSON.
    return null
  }
}
