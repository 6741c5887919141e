import { parsedAs } from '#shared/kernel/parsed.ts'
import { apiBase, bodyBytesOf, type Route } from '#shared/contract/route.ts'
import { fail, failure, type Failure } from '#shared/kernel/failure.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import type { Context as HonoContext, Hono } from 'hono'
import * as v from 'valibot'
import { isTaken, noteDownload } from '../audit/downloads.ts'
import type { Database } from '../db/open.ts'
import { bytesOf, jsonOf, jsonReply, JsonText } from './body.ts'
import { envelopeError, languageOf, statusOf, type Language } from './failures.ts'
import { Pace } from './pace.ts'
import type { Passes } from './passes.ts'
import { queryValues } from './query-values.ts'
import { sessionKept, sessionOf, type Session } from './session.ts'

/** What was asked for, whole: where, and with which body. A body that the handler reads itself is what it says it is. */
export interface Said {
  readonly request: Request
  readonly body: unknown
}

/** What a handler knows of the call. `session` is of the caller, or absent on public routes. */
export interface Call<Params, Query, Body, Who> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly session: Who
  readonly request: Request
  readonly said: Said
  /** A raw body, up to the limit of its route. Fails: too_large. */
  readonly bytes: () => Promise<Result<Buffer>>
  readonly language: Language
  readonly requestId: string
  /** Network address of who calls; a forwarded one only on the word of a trusted proxy. Empty where nothing connects. */
  readonly address: string
  /** Headers to add to the reply. */
  readonly reply: Headers
}

/** A refusal that tells in the form of its reply what was wrong: `data` stands beside the error. */
export class RefusedReply<Reply> {
  readonly failure: Failure
  readonly data: Reply

  constructor(refused: Failure, data: Reply) {
    this.failure = refused
    this.data = data
  }
}

type Answer<Reply> = Result<Reply | JsonText> | Response | RefusedReply<Reply>

export type Handler<Params, Query, Body, Reply, Who> = (call: Call<Params, Query, Body, Who>) => Promise<Answer<Reply>>

/** What a request brings beside itself, and what is learned about it for its log line. */
export interface Bindings {
  readonly requestId: string
  readonly address: string
  user?: { id: string; kind: string } | undefined
  route?: string | undefined
}
export type Api = Hono<{ Bindings: Bindings }>

export interface MountDeps {
  readonly api: Api
  readonly db: Database
  readonly now: () => Instant
  readonly passes: Passes
  /** Every route that was mounted, for 405 and for openapi.json. */
  readonly routes: Route[]
}

export interface MountOptions {
  /** One part of the body that is too deep, or no text, refuses no other: the handler looks at each. */
  readonly bodyInParts?: boolean | undefined
}

/** A route on which one must be signed in, and where it says so be an administrator: whoever may not call is told before their body is read. */
export function mount<Params, Query, Body, Reply>(
  deps: MountDeps,
  route: Route<Params, Query, Body, Reply> & { readonly access: string },
  handler: Handler<Params, Query, Body, Reply, Session>,
  options: MountOptions = {},
): void {
  const pace = paceOf(route)
  place(deps, route, async (context, parts) => {
    const session = await callerOf(deps, route, context)
    if (!session.ok) return session
    context.env.user = { id: session.value.user.id, kind: session.value.user.kind }
    const held = pace?.take(session.value.tokenHash, deps.now())
    if (held) return { ok: false, failure: held }
    if (route.access === 'administrator' && session.value.user.kind !== 'Administrator') return fail('administrators_only')
    return withParsed(route, parts, context, options, async (parsed) => {
      const answer = await handler({ ...parsed, session: session.value })
      if (answer instanceof Response && isTaken(route, answer))
        await noteDownload(deps, route, { ...parsed, session: session.value }, answer)
      return answer
    })
  })
}

/** Who calls: by the token of their session or, where the route takes one, by a pass to it. */
function callerOf(deps: MountDeps, route: Pick<Route, 'byPass'>, { req, env }: ApiContext): Promise<Result<Session>> {
  const now = deps.now()
  const { pathname, searchParams } = new URL(req.url)
  const pass = route.byPass === true ? searchParams.get('pass') : null
  if (pass === null) return sessionOf(deps.db, req.header('authorization'), now, env.address)
  const tokenHash = deps.passes.sessionIn(pass, pathname, now)
  return tokenHash === undefined ? Promise.resolve(fail('unauthenticated')) : sessionKept(deps.db, tokenHash, now, env.address)
}

/** A route for anybody; the session is there when a good token came along. */
export function mountPublic<Params, Query, Body, Reply>(
  deps: MountDeps,
  route: Route<Params, Query, Body, Reply> & { readonly access: string },
  handler: Handler<Params, Query, Body, Reply, Session | undefined>,
  options: MountOptions = {},
): void {
  place(deps, route, async (context, parts) => {
    const authorization = context.req.header('authorization')
    const session = authorization ? await sessionOf(deps.db, authorization, deps.now()) : undefined
    return withParsed(route, parts, context, options, (parsed) => handler({ ...parsed, session: session?.ok ? session.value : undefined }))
  })
}

type ApiContext = HonoContext<{ Bindings: Bindings }>
const paceOf = ({ limits }: Pick<Route, 'limits'>): Pace | undefined => limits?.pace && new Pace(limits.pace.burst, limits.pace.perSecond)

type Common = Pick<Call<unknown, unknown, unknown, unknown>, 'request' | 'bytes' | 'language' | 'requestId' | 'address' | 'reply'>

function place<Params, Query, Body, Reply>(
  deps: MountDeps,
  route: Route<Params, Query, Body, Reply>,
  run: (context: ApiContext, common: Common) => Promise<Answer<Reply>>,
): void {
  deps.routes.push(route)
  // Hono answers HEAD through the GET of the same path, without its body.
  deps.api.on(route.method === 'HEAD' ? 'GET' : route.method, `${apiBase}/${route.path}`, async (context) => {
    context.env.route = route.name
    const common: Common = {
      request: context.req.raw,
      bytes: () => bytesOf(context.req.raw, bodyBytesOf(route)),
      language: languageOf(context.req.header('accept-language')),
      requestId: context.env.requestId,
      address: context.env.address,
      reply: new Headers(),
    }
    const answer = await run(context, common)
    if (answer instanceof Response) {
      // Nobody reads the body of a HEAD: what makes it is told at once, and holds nothing.
      if (common.request.method === 'HEAD') await answer.body?.cancel()
      return answer
    }
    if (answer instanceof RefusedReply) return failed(answer.failure, common, answer.data)
    if (!answer.ok) return failed(answer.failure, common)
    return ok(answer.value, common)
  })
}

async function withParsed<Params, Query, Body, Reply>(
  route: Route<Params, Query, Body, Reply>,
  common: Common,
  context: ApiContext,
  options: MountOptions,
  handle: (parsed: Common & { params: Params; query: Query; body: Body; said: Said }) => Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  const params = parsed(route.params, context.req.param())
  if (!params.ok) return params
  const query = parsed(route.query, queryValues(context.req.queries(), route.lists))
  if (!query.ok) return query
  let body: Result<Body> = { ok: true, value: undefined as Body }
  if (route.body) {
    const read = await jsonOf(context.req.raw, bodyBytesOf(route), options.bodyInParts)
    if (!read.ok) return read
    body = parsed(route.body, read.value ?? {})
    if (!body.ok) return body
  }
  const said = { request: common.request, body: body.value }
  return handle({ ...common, params: params.value, query: query.value, body: body.value, said })
}

/** Value of a schema; without one, nothing was asked for and undefined is the value. */
function parsed<T>(schema: v.GenericSchema<unknown, T> | undefined, input: unknown): Result<T> {
  if (!schema) return { ok: true, value: undefined as T }
  const found = parsedAs(schema, input)
  if (found.success) return { ok: true, value: found.output }
  const issue = found.issues[0]
  // A schema that knows a better word for what is wrong says it as its message.
  if (isErrorCode(issue.message)) return { ok: false, failure: failure(issue.message) }
  return { ok: false, failure: failure('malformed', { field: v.getDotPath(issue) ?? '' }) }
}

async function ok(value: unknown, common: Common): Promise<Response> {
  const data = value instanceof JsonText ? value.text : JSON.stringify(value ?? null)
  const { body, headers } = await jsonReply(`{"success":true,"data":${data}}`, common.request.headers.get('accept-encoding'))
  const all = new Headers(headers)
  for (const [name, text] of common.reply) all.set(name, text)
  return new Response(body, { headers: all })
}

/** Reply of a refusal, in the envelope and in the caller's language. `data`: what was wrong, in the form of the reply. */
export async function failed(
  found: Failure,
  common: Pick<Common, 'request' | 'language' | 'requestId'>,
  data?: unknown,
): Promise<Response> {
  const error = envelopeError(found, common.language, common.requestId)
  const { body, headers } = await jsonReply(JSON.stringify({ success: false, error, data }), common.request.headers.get('accept-encoding'))
  const all = new Headers(headers)
  const retry = isErrorCode(found.code) && errors[found.code].retry === 'later'
  if (retry) all.set('Retry-After', String(found.params?.['seconds'] ?? 1))
  return new Response(body, { status: statusOf(found), headers: all })
}
