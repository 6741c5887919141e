import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'

/** Most mutations in one push, and most bytes of its body before gzip. */
export const pushMaxMutations = 1000
export const pushMaxBytes = 2_000_000

/** Largest arguments of one mutation, as characters of JSON, and how deep they may nest. */
export const mutationMaxCharacters = 1_000_000
export const mutationMaxDepth = 32

/** Whole numbers that both databases hold. */
export const wholeSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647))
/** Without control characters, which PostgreSQL's text cannot hold all of. '~' begins what only the server makes. */
const plain = v.regex(/^[^~\p{Cc}\p{Cs}][^\p{Cc}\p{Cs}]*$/u)
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128), plain)
const text = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))
export const deviceIdSchema = id

/**
 * One mutation on the wire. Short keys: a reconnect after a week sends thousands.
 * n name · v version of the arguments · s scope · a arguments · b base (mid of the version acted on) ·
 * t when, by the device's clock · l lease: newest server time known then.
 */
export const wireMutationSchema = v.object({
  seq: v.pipe(wholeSchema, v.minValue(1)),
  mid: id,
  n: id,
  v: v.pipe(wholeSchema, v.minValue(1)),
  s: text(200),
  a: v.unknown(),
  b: v.nullish(text(128)),
  t: text(40),
  l: v.nullish(text(40)),
})
export type WireMutation = v.InferOutput<typeof wireMutationSchema>

/** A push without its mutations' shapes: each of them is read by itself, so that one that is spoiled holds up no other. */
export const pushEnvelopeSchema = v.object({
  protocol: v.number(),
  schema: wholeSchema,
  app: text(40),
  deviceId: id,
  /** Null before the device has ever pulled. */
  epoch: v.nullable(text(128)),
  /** Highest sequence whose outcome the device has stored. */
  ackedThrough: wholeSchema,
  /** Mutations and files still waiting on the device after this push: what a sender is warned of. */
  pending: wholeSchema,
  /** The cursor that the device holds: the server's own signed word of how far the two had come. */
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(200_000))),
  /**
   * The mid of the batch in front, for one that goes ahead of the reply to it: where the ledger holds another there, a copy of the
   * profile has written, and this batch may not stand before the one that was turned away.
   */
  after: v.nullish(text(128)),
  mutations: v.pipe(is.list(v.unknown()), v.maxLength(pushMaxMutations)),
})
export type PushEnvelope = v.InferOutput<typeof pushEnvelopeSchema>
export type PushRequest = Omit<PushEnvelope, 'mutations'> & { readonly mutations: readonly WireMutation[] }

const dispositions = ['applied', 'noop', 'applied_over', 'lost', 'refused'] as const

/** Final outcome of one mutation, as the ledger holds it. */
export const pushResultSchema = v.object({
  seq: v.number(),
  mid: is.mid,
  d: v.picklist(dispositions),
  code: v.string(),
  params: v.optional(is.sentenceParams),
})
export type PushResult = Readonly<v.InferOutput<typeof pushResultSchema>>

export const pushReplySchema = v.object({
  epoch: v.string(),
  /**
   * Highest sequence of this device in the ledger. Less than the last one that was pushed when the server took only the first
   * ones in the time that a push may take: the others are to be sent again.
   */
  lastSeq: v.number(),
  /**
   * The mid that the ledger holds under lastSeq, in the reply to a push without mutations: a device that asks how far a server
   * that was put back knows it sees by it whether that was its own, or a copy of its profile.
   */
  lastMid: v.optional(v.nullable(v.string())),
  serverTime: is.instant,
  minSchema: v.number(),
  /** Every sequence up to lastSeq that this push named and whose outcome is a plain `applied` is left out. */
  results: is.list(pushResultSchema),
})
export type PushReply = Readonly<v.InferOutput<typeof pushReplySchema>>
