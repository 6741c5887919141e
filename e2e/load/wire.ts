// Calls and streams over node:http, counted where they cross the wire: bytes of sockets, headers and all.
import { Agent, request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const inflate = promisify(gunzip)
const deflate = promisify(gzip)

/** Bodies below this go as they are, as the engine's do. */
const packAboveBytes = 1024
/** Longest that a call may take before it counts as lost, as for the engine. */
const callTimeoutMs = 30_000

export interface Call {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** The network of one process's devices. */
export class Wire {
  readonly #agent: Agent
  readonly #sockets = new Set<Socket>()
  #sent = 0
  #received = 0

  /** `most`: connections to each server beside those of streams, as a browser's or a proxy's. */
  constructor(most: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: most })
  }

  /** Bytes that have crossed so far, both ways. */
  get bytes(): number {
    let sum = this.#sent + this.#received
    for (const socket of this.#sockets) sum += socket.bytesRead + socket.bytesWritten
    return sum
  }

  /** One call with all of its reply. Throws when the network breaks. */
  async call(call: Call): Promise<Reply> {
    const response = await this.#ask(call, this.#agent)
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part as Buffer)
    const raw = Buffer.concat(parts)
    const body = response.headers['content-encoding'] === 'gzip' ? await inflate(raw) : raw
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  }

  /** A call with a body of JSON, packed as the engine packs it. */
  async post(url: string, token: string, body: object): Promise<Reply> {
    const text = JSON.stringify(body)
    const packed = text.length > packAboveBytes
    const headers = { 'content-type': 'application/json', ...(packed ? { 'content-encoding': 'gzip' } : {}) }
    return this.call({ method: 'POST', url, token, headers, body: packed ? await deflate(text) : text })
  }

  /** A stream on a connection of its own, once its headers are there. */
  async stream(call: Call): Promise<IncomingMessage> {
    return this.#ask(call, new Agent({ keepAlive: false, maxSockets: 1 }))
  }

  /** What the engine's transport asks for in the place of `fetch`. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    const { body } = init
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof ArrayBuffer) && !ArrayBuffer.isView(body))
      throw new TypeError('only texts and bytes are sent')
    const headers: Record<string, string> = {}
    new Headers(init.headers).forEach((value, name) => (headers[name] = value))
    const token = headers['authorization']?.slice('Bearer '.length) ?? ''
    const call: Call = {
      method: init.method ?? 'GET',
      url,
      token,
      headers,
      body:
        body instanceof ArrayBuffer
          ? new Uint8Array(body)
          : ArrayBuffer.isView(body)
            ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
            : (body ?? undefined),
      signal: init.signal ?? undefined,
    }
    if (headers['accept'] === 'text/event-stream') {
      const response = await this.stream(call)
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          response.on('data', (part: Buffer) => controller.enqueue(part))
          response.on('end', () => controller.close())
          response.on('error', (error) => controller.error(error))
        },
        cancel: () => void response.destroy(),
      })
      return new Response(stream, { status: response.statusCode ?? 0, headers: plain(response.headers) })
    }
    const reply = await this.call(call)
    const { 'content-encoding': _packed, 'content-length': _length, ...rest } = plain(reply.headers)
    const isEmpty = reply.status === 204 || reply.status === 304
    return new Response(isEmpty ? null : new Uint8Array(reply.body), { status: reply.status, headers: rest })
  }

  close(): void {
    this.#agent.destroy()
    for (const socket of this.#sockets) socket.destroy()
  }

  async #ask({ method, url, token, headers = {}, body, signal }: Call, agent: Agent): Promise<IncomingMessage> {
    const asked = request(url, {
      agent,
      method,
      headers: {
        'accept-encoding': 'gzip',
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      ...(signal ? { signal } : {}),
    })
    if (agent === this.#agent) asked.setTimeout(callTimeoutMs, () => asked.destroy(new Error('no reply came')))
    asked.on('socket', (socket: Socket) => this.#count(socket))
    asked.end(body)
    const [response]: [IncomingMessage] = (await once(asked, 'response')) as [IncomingMessage]
    // What breaks later is told where the body is read.
    asked.on('error', () => undefined)
    return response
  }

  #count(socket: Socket): void {
    if (this.#sockets.has(socket)) return
    this.#sockets.add(socket)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      this.#sent += socket.bytesWritten
      this.#received += socket.bytesRead
    })
  }
}

const plain = (headers: Reply['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
