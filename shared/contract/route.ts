import type * as v from 'valibot'

/** Envelope of every reply (institution-area §7). */
export type Envelope<T> = { success: true; data: T } | { success: false; error: EnvelopeError }
/** `message` is in the caller's language; `requestId` is what a person reads out to support. */
export interface EnvelopeError {
  readonly code: string
  readonly message: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly requestId?: string | undefined
}

/**
 * An HTTP call as a value: the server mounts it, the client calls it, openapi.json lists it.
 * Paths are below /api/v1 and name parameters as `:id`.
 */
export interface Route<Params = unknown, Query = unknown, Body = unknown, Reply = unknown> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly path: string
  readonly summary: string
  /** Who may call at all; what they may do there is the handler's business. */
  readonly access: 'public' | 'session'
  readonly params?: v.GenericSchema<unknown, Params> | undefined
  readonly query?: v.GenericSchema<unknown, Query> | undefined
  readonly body?: v.GenericSchema<unknown, Body> | undefined
  /** Shape of `data`; undefined for raw replies (files, streams). */
  readonly reply?: v.GenericSchema<unknown, Reply> | undefined
}

export const route = <Params, Query, Body, Reply>(definition: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> =>
  definition
