import { envelopeErrorSchema, pathOf, type Envelope, type Route } from '#shared/contract/route.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import * as v from 'valibot'
import { language } from '#client/i18n/language.ts'
import { collected } from './collected.ts'
import { endSession, session } from './session.ts'

/** Longest wait for a reply before the network counts as absent. */
const timeoutMs = 30_000

export interface Call {
  readonly method: Route['method']
  /** Below the origin. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  /** False for calls before sign-in: no token is sent and a 401 is the call's own business. */
  readonly asUser?: boolean | undefined
  /** Longer than others for a large body. */
  readonly timeoutMs?: number | undefined
}

function urlOf({ path, query }: Call): string {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

function headersOf({ body, asUser = true }: Call): Headers {
  const headers = new Headers({ 'Accept-Language': language(), 'X-Request-Id': crypto.randomUUID() })
  const token = asUser ? session().token : null
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  return headers
}

/** The raw reply, for files. Fails: unavailable (no network, no reply in time). */
async function callRaw(call: Call, signal = AbortSignal.timeout(call.timeoutMs ?? timeoutMs)): Promise<Result<Response>> {
  try {
    const reply = await fetch(urlOf(call), {
      method: call.method,
      headers: headersOf(call),
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal,
      cache: 'no-store',
      credentials: 'omit',
    })
    return done(reply)
  } catch {
    // Every way in which fetch throws here is a network that did not answer.
    return fail('unavailable')
  }
}

const envelope = v.union([
  v.object({ success: v.literal(true), data: v.unknown() }),
  v.object({ success: v.literal(false), error: envelopeErrorSchema }),
])

async function envelopeOf(reply: Response): Promise<Envelope<unknown> | null> {
  try {
    const parsed = v.safeParse(envelope, await reply.json())
    return parsed.success ? parsed.output : null
  } catch {
    // A proxy's page instead of our JSON.
    return null
  }
}

/** One call with our envelope. A 401 of a signed-in call ends the session's right to send, and nothing else. */
export async function call(request: Call): Promise<Result<unknown>> {
  const reply = await callRaw(request)
  if (!reply.ok) return reply
  const read = await envelopeOf(reply.value)
  if (!read) return fail(reply.value.status === 413 ? 'too_large' : 'unavailable')
  if (read.success) return done(read.data)
  const { code, params } = read.error
  if (reply.value.status === 401 && request.asUser !== false && (code === 'unauthenticated' || code === 'revoked')) endSession(code)
  return { ok: false, failure: failure(code, params) }
}

/** A call of the contract: its arguments go where its path says, and its reply is parsed. `asUser`: also where anybody may call. */
export async function callRoute<Params, Query, Body, Reply>(
  route: Route<Params, Query, Body, Reply>,
  {
    params,
    query,
    body,
    asUser = route.access !== 'public',
    timeoutMs: withinMs,
  }: {
    params?: Params | undefined
    query?: Query | undefined
    body?: Body | undefined
    asUser?: boolean | undefined
    timeoutMs?: number | undefined
  } = {},
): Promise<Result<Reply>> {
  const reply = await call({
    method: route.method,
    path: pathOf(route, params as Readonly<Record<string, string | number>> | undefined),
    query: query as Readonly<Record<string, string | number | undefined>> | undefined,
    body,
    asUser,
    timeoutMs: withinMs,
  })
  if (!reply.ok) return reply
  if (!route.reply) return done(reply.value as Reply)
  const parsed = v.safeParse(route.reply, reply.value)
  if (!parsed.success) throw new Error(`reply of ${route.name} does not have its form`, { cause: parsed.issues })
  return done(parsed.output)
}

/** Name that the server gives a download, or the fallback. */
function downloadName(reply: Response, fallback: string): string {
  const header = reply.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? fallback
}

/** Fetches a file as the signed-in person and hands it to the browser's downloads. */
export async function download<Params extends Readonly<Record<string, string>>>(
  route: Pick<Route<Params>, 'method' | 'path' | 'params'>,
  params: Params,
  fallbackName: string,
): Promise<Result<string>> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const reply = await callRaw({ method: route.method, path: pathOf(route, params) }, abort.signal)
  clearTimeout(timer)
  if (!reply.ok) return reply
  if (!reply.value.ok) {
    const read = await envelopeOf(reply.value)
    return fail(read && !read.success ? read.error.code : 'internal_error')
  }
  const name = downloadName(reply.value, fallbackName)
  const file = await collected(reply.value, timeoutMs, () => abort.abort())
  if (!file.ok) return file
  saveBlob(file.value, name)
  return done(name)
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
