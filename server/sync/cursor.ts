import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** How far into a scope's rows, ordered by version, table and id, a device has read. */
const keySchema = v.tuple([v.number(), v.string(), v.string()])
export type Key = v.InferOutput<typeof keySchema>

/** Rows of some parts of a scope that are read in one go; '*' is every part. */
const trackSchema = v.object({ p: v.union([v.literal('*'), v.array(v.string())]), k: keySchema })
export type Track = v.InferOutput<typeof trackSchema>

const cursorSchema = v.object({
  /** Epoch of the database; another one means that everything starts over. */
  e: v.string(),
  /** User whose it is: nobody reads on from somebody else's. */
  u: v.string(),
  /** Device that it was sealed for; absent in cursors of the first release. */
  d: v.optional(v.string()),
  /** Highest acknowledged sequence of the last complete pull. */
  a: v.number(),
  /** Lease: newest moment at which the device said that nothing waited on it; null or absent before there was one. */
  l: v.nullish(v.string()),
  /** Complete pulls since a check was sent. */
  n: v.number(),
  s: v.record(v.string(), v.array(trackSchema)),
  /** Per scope the version that it had when this was sealed, and that version's stamp; absent in older cursors. */
  w: v.optional(v.record(v.string(), v.tuple([v.number(), v.string()]))),
})
export type Cursor = v.InferOutput<typeof cursorSchema>

const mac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

export function sealCursor(secret: string, cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${text}.${mac(secret, text).toString('base64url')}`
}

/** The cursor that this server sealed; undefined for anything else. */
export function openCursor(secret: string, sealed: string): Cursor | undefined {
  const [text, signature, ...rest] = sealed.split('.')
  if (!text || !signature || rest.length > 0) return undefined
  const given = Buffer.from(signature, 'base64url')
  const expected = mac(secret, text)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Signed, so written here: it is JSON.
  const parsed = v.safeParse(cursorSchema, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return parsed.success ? parsed.output : undefined
}
