import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** How far into the rows of some scopes a device has read, by number of the commit that wrote them, then scope, table and id. */
const keySchema = v.tuple([v.number(), v.string(), v.string(), v.string()])
export type Key = v.InferOutput<typeof keySchema>

/** Of constant size: what grows with the number of institutions is the view, which stays here. */
const cursorSchema = v.object({
  /** Epoch of the database; another one means that everything starts over. */
  e: v.string(),
  /** User whose it is: nobody reads on from somebody else's. */
  u: v.string(),
  /** Device that it was sealed for. */
  d: v.string(),
  /** Highest acknowledged sequence of the last complete pull. */
  a: v.number(),
  /** Lease: newest moment at which the device said that nothing waited on it; null before there was one. */
  l: v.nullable(v.string()),
  /** Complete pulls since a check was sent. */
  n: v.number(),
  /** Digest of the view: which scopes and parts the device holds, and which it is being given. */
  h: v.string(),
  /** Everything that it holds was read up to here. */
  k: keySchema,
  /** Scopes that it is being given were read up to here: place in the view's list, and the key in that scope. Null when there are none. */
  f: v.nullable(v.tuple([v.number(), keySchema])),
  /** Newest commit when this was sealed, with its stamp; null where that has none. */
  w: v.nullable(v.tuple([v.number(), v.string()])),
})
export type Cursor = v.InferOutput<typeof cursorSchema>

const mac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

export function sealCursor(secret: string, cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${text}.${mac(secret, text).toString('base64url')}`
}

/** The cursor that this server sealed; undefined for anything else, and for the shape of an earlier release. */
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
