import * as v from 'valibot'

/** Most mutations in one push (reliability 1.7), and most bytes of its body before gzip. */
export const pushMaxMutations = 1000
export const pushMaxBytes = 2_000_000

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
const instant = v.pipe(v.string(), v.maxLength(40))

/**
 * One mutation on the wire. Short keys: a reconnect after a week sends thousands.
 * n name · v version of the arguments · s scope · a arguments · b base (mid of the version acted on) ·
 * t when, by the device's clock · l lease: newest server time known then.
 */
export const wireMutationSchema = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  mid: id,
  n: id,
  v: v.pipe(v.number(), v.integer(), v.minValue(1)),
  s: v.pipe(v.string(), v.maxLength(200)),
  a: v.unknown(),
  b: v.nullish(id),
  t: instant,
  l: v.nullish(instant),
})
export type WireMutation = v.InferOutput<typeof wireMutationSchema>

export const pushRequestSchema = v.object({
  protocol: v.number(),
  schema: v.number(),
  app: v.pipe(v.string(), v.maxLength(40)),
  deviceId: id,
  /** Null before the device has ever pulled. */
  epoch: v.nullable(id),
  /** Highest sequence whose outcome the device has stored. */
  ackedThrough: v.number(),
  /** Mutations and files still waiting on the device after this push: what a sender is warned of. */
  pending: v.number(),
  /** The cursor that the device holds: the server's own signed word of how far the two had come. */
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(200_000))),
  mutations: v.pipe(v.array(wireMutationSchema), v.maxLength(pushMaxMutations)),
})
export type PushRequest = v.InferOutput<typeof pushRequestSchema>

export type Disposition = 'applied' | 'noop' | 'applied_over' | 'lost' | 'refused'

/** Final outcome of one mutation, as the ledger holds it. */
export interface PushResult {
  readonly seq: number
  readonly mid: string
  readonly d: Disposition
  readonly code: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

export interface PushReply {
  readonly epoch: string
  /** Highest sequence of this device in the ledger. */
  readonly lastSeq: number
  readonly serverTime: string
  readonly minSchema: number
  /** Every sequence up to lastSeq that this push named and whose outcome is a plain `applied` is left out. */
  readonly results: readonly PushResult[]
}
