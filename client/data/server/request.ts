import { envelopeErrorSchema, pathOf, type Envelope, type Route } from '#shared/contract/route.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Result } from '#shared/kernel/result.ts'
import * as v from 'valibot'
import { language } from '#client/i18n/language.ts'
import { traceparent } from './traceparent.ts'

/** Longest wait for a reply before the network counts as absent. */
export const timeoutMs = 30_000

/** What a call takes along of who makes it; strangers have none. */
export interface Identity {
  readonly token: string
  /** The server does not take the token any more. */
  readonly onEnded: (code: 'unauthenticated' | 'revoked') => void
}

export interface Call {
  readonly method: Route['method']
  /** Below the origin. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  /** A file, as it is, in place of a JSON body. */
  readonly file?: Blob | undefined
  /** Parts of a multipart call. */
  readonly form?: FormData | undefined
  /** What stands for the call however often it is made. */
  readonly key?: string | undefined
  readonly identity?: Identity | null | undefined
  /** Longer than others for a large body. */
  readonly timeoutMs?: number | undefined
}

function urlOf({ path, query }: Call): string {
  const url = new URL(path, location.origin)
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

function headersOf({ body, file, key, identity }: Call): Headers {
  const headers = new Headers({ 'Accept-Language': language(), traceparent: traceparent() })
  if (identity) headers.set('Authorization', `Bearer ${identity.token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (file !== undefined) headers.set('Content-Type', 'application/octet-stream')
  if (key !== undefined) headers.set('Idempotency-Key', key)
  return headers
}

let callEnded: (answered: boolean) => void = () => undefined

/** From now on `told` hears how every call ended: answered in our envelope, even if refused, or not. The bytes of a file say neither. */
export const tellCalls = (told: (answered: boolean) => void): void => {
  callEnded = told
}

/** The raw reply, for files. Fails: unavailable (no network, no reply in time). */
export async function requestRaw(call: Call, signal = AbortSignal.timeout(call.timeoutMs ?? timeoutMs)): Promise<Result<Response>> {
  const reply = await fetched(call, signal)
  if (!reply.ok) callEnded(false)
  return reply
}

async function fetched(call: Call, signal: AbortSignal): Promise<Result<Response>> {
  try {
    const reply = await fetch(urlOf(call), {
      method: call.method,
      headers: headersOf(call),
      body: call.form ?? call.file ?? (call.body === undefined ? null : JSON.stringify(call.body)),
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
  v.object({ success: v.literal(false), error: envelopeErrorSchema, data: v.optional(v.unknown()) }),
])

/** The envelope of a reply; null if something other than our server answered. */
export async function envelopeOf(reply: Response): Promise<Envelope<unknown> | null> {
  const read = await envelopeIn(reply)
  callEnded(read !== null)
  return read
}

async function envelopeIn(reply: Response): Promise<Envelope<unknown> | null> {
  try {
    const parsed = v.safeParse(envelope, await reply.json())
    return parsed.success ? parsed.output : null
  } catch {
    // A proxy's page instead of our JSON.
    return null
  }
}

/** Whether our server answers a call without parameters, whatever it says. Never rejects. Not reported by `tellCalls`. */
export async function isAnswered({ method, path }: Pick<Route, 'method' | 'path'>, signal: AbortSignal): Promise<boolean> {
  const reply = await fetched({ method, path: pathOf({ path }) }, signal)
  return reply.ok && (await envelopeIn(reply.value)) !== null
}

/** One call with our envelope. A 401 tells whose call it was, and nothing else. */
async function request(call: Call): Promise<Result<unknown>> {
  const reply = await requestRaw(call)
  if (!reply.ok) return reply
  const read = await envelopeOf(reply.value)
  if (!read) return fail(reply.value.status === 413 ? 'too_large' : 'unavailable')
  // A refusal that tells what was wrong in the form of the reply is read as one.
  if (read.success || read.data !== undefined) return done(read.data)
  const { code, params, requestId } = read.error
  if (reply.value.status === 401 && (code === 'unauthenticated' || code === 'revoked')) call.identity?.onEnded(code)
  return { ok: false, failure: failure(code, params, requestId) }
}

export interface RouteArguments<Params, Query, Body> {
  readonly params?: Params | undefined
  readonly query?: Query | undefined
  readonly body?: Body | undefined
  readonly file?: Blob | undefined
  readonly form?: FormData | undefined
  readonly key?: string | undefined
  readonly timeoutMs?: number | undefined
}

/** A call of the contract: its arguments go where its path says, and its reply is parsed. */
export async function requestRoute<Params, Query, Body, Reply>(
  route: Route<Params, Query, Body, Reply>,
  { params, query, body, file, form, key, timeoutMs: withinMs }: RouteArguments<Params, Query, Body> = {},
  identity: Identity | null = null,
): Promise<Result<Reply>> {
  const reply = await request({
    method: route.method,
    path: pathOf(route, params as Readonly<Record<string, string | number>> | undefined),
    query: query as Readonly<Record<string, string | number | undefined>> | undefined,
    body,
    file,
    form,
    key,
    identity,
    timeoutMs: withinMs,
  })
  if (!reply.ok) return reply
  if (!route.reply) return done(reply.value as Reply)
  const parsed = v.safeParse(route.reply, reply.value)
  if (!parsed.success) throw new Error(`reply of ${route.name} does not have its form`, { cause: parsed.issues })
  return done(parsed.output)
}
