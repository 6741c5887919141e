import * as v from 'valibot'
import { isErrorCode, type ErrorCode } from '../errors.ts'

/** Envelope of every reply. `data` beside an error tells what was wrong, in the form of the reply. */
export type Envelope<T> = { success: true; data: T } | { success: false; error: EnvelopeError; data?: T }

/** `message` is in the caller's language; `requestId` is what a person reads out to support. */
export const envelopeErrorSchema = v.object({
  code: v.string(),
  message: v.string(),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  requestId: v.optional(v.string()),
})
export type EnvelopeError = Readonly<v.InferOutput<typeof envelopeErrorSchema>>

/** Where every path begins. */
export const apiBase = '/api/v1'

/** Most bytes of a JSON body for which its route says nothing else. */
export const usualBodyBytes = 1_000_000

export interface Limits {
  /** Most bytes of the body, after it was unpacked. */
  readonly bodyBytes?: number | undefined
  /** Calls of one session: so many at once, and so many a second from then on. */
  readonly pace?: { readonly burst: number; readonly perSecond: number } | undefined
}

/**
 * An HTTP call as a value: the server mounts it, the client and the engine call it, openapi.json and the page of the API list it.
 * What it says of who may call, of failures and of limits is what the server does. Paths are below `apiBase` and name parameters as `:id`.
 */
export interface Route<Params = unknown, Query = unknown, Body = unknown, Reply = unknown> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly path: string
  readonly summary: { readonly es: string; readonly en: string }
  /** Who may call at all; what they may do there is the handler's business. */
  readonly access: 'public' | 'session' | 'administrator'
  readonly params?: v.GenericSchema<unknown, Params> | undefined
  readonly query?: v.GenericSchema<unknown, Query> | undefined
  /** Fields of the query that are lists between commas: named several times they are one. */
  readonly lists?: readonly string[] | undefined
  readonly body?: v.GenericSchema<unknown, Body> | undefined
  /** Shape of `data`; undefined for raw replies (files, streams). */
  readonly reply?: v.GenericSchema<unknown, Reply> | undefined
  /** Media types of a body and a reply that are not JSON in our envelope, the usual one first; null for a reply of headers alone. */
  readonly raw?:
    | { readonly body?: string | readonly string[] | undefined; readonly reply?: string | readonly string[] | null | undefined }
    | undefined
  /** A file that a page shows, or the wire itself: who asks for it takes nothing away. What any other raw reply brings is in the audit. */
  readonly shown?: true | undefined
  /** A file that no page holds in its memory: a browser also fetches it by an address, with a pass in the place of a token. */
  readonly byPass?: true | undefined
  /** A file that may be led to where files are kept, by a 302 that is good for a minute; who asks for it `through=server` is not. */
  readonly linked?: true | undefined
  /** Codes with which the call may be refused, beside those that follow from its form (`failuresOf`). */
  readonly fails: readonly ErrorCode[]
  readonly limits?: Limits | undefined
}

export const route = <Params, Query, Body, Reply>(definition: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> =>
  definition

type ForAll = Pick<Route, 'access' | 'params' | 'query' | 'body' | 'raw' | 'fails' | 'limits'>

/** Media types in which a raw reply comes; none when it is of headers alone, or in our envelope. */
export const rawRepliesOf = ({ raw }: Pick<ForAll, 'raw'>): readonly string[] => [raw?.reply ?? []].flat()

/** Media types in which a raw body is taken; none when it takes none. */
export const rawBodiesOf = ({ raw }: Pick<ForAll, 'raw'>): readonly string[] => [raw?.body ?? []].flat()

/** Most bytes of a body that the route takes; 0 when it takes none. */
export const bodyBytesOf = ({ body, raw, limits }: Pick<ForAll, 'body' | 'raw' | 'limits'>): number =>
  limits?.bodyBytes ?? (body || raw?.body !== undefined ? usualBodyBytes : 0)

/** Every code with which a call can be refused: what it says itself, and what its body, its pace and its access bring with them. */
export function failuresOf(route: ForAll): ReadonlySet<ErrorCode> {
  const found = new Set<ErrorCode>([...route.fails, 'malformed', 'text_broken', 'internal_error', 'unavailable', 'no_space'])
  if (route.access !== 'public') for (const code of ['unauthenticated', 'revoked'] as const) found.add(code)
  if (route.access === 'administrator') found.add('administrators_only')
  if (bodyBytesOf(route) > 0) found.add('too_large')
  if (route.body) found.add('unsupported_media')
  if (route.limits?.pace) found.add('too_many_requests')
  if (route.access !== 'public' && (route.body || route.raw?.body !== undefined)) found.add('too_much_work')
  for (const schema of [route.params, route.query, route.body]) for (const code of codesIn(schema)) found.add(code)
  return found
}

/** Codes that a schema says as its messages. */
function codesIn(part: unknown, seen = new Set<unknown>()): ErrorCode[] {
  if (part === null || typeof part !== 'object' || seen.has(part)) return []
  seen.add(part)
  const own = 'message' in part && typeof part.message === 'string' && isErrorCode(part.message) ? [part.message] : []
  return [...own, ...Object.values(part).flatMap((each) => codesIn(each, seen))]
}

/** Address of a call below the origin, its parameters in their places. */
export function pathOf(route: Pick<Route, 'path'>, params: Readonly<Record<string, string | number>> = {}): string {
  return `${apiBase}/${route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))}`
}
