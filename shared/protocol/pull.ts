import * as v from 'valibot'
import type { CopySeal } from '../unsent/model.ts'
import type { TableName } from '../world.ts'
import { deviceIdSchema, wholeSchema, type PushResult } from './push.ts'

export const pullMaxRows = 5000

export const pullRequestSchema = v.object({
  protocol: v.number(),
  schema: wholeSchema,
  deviceId: deviceIdSchema,
  /** Opaque; null on a device that holds nothing. */
  cursor: v.nullable(v.pipe(v.string(), v.maxLength(200_000))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(pullMaxRows))),
  /** Highest sequence whose outcome the device has stored: older outcomes are not sent again. */
  ackedThrough: v.optional(wholeSchema),
  pending: v.optional(wholeSchema),
  /** Id of what the device seals copies of its unsent work with; null when it has nothing. Absent: it cannot seal. */
  seal: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
  /** Asks for `groups` in the place of `rows`: the same rows by columns. A server of before goes on sending rows. */
  groups: v.optional(v.boolean()),
})
export type PullRequest = v.InferOutput<typeof pullRequestSchema>

/** s scope · p part · t table · i id · r row (null: gone) · v version in its scope. */
export interface WireRow {
  readonly s: string
  readonly p: string
  readonly t: TableName
  readonly i: string
  readonly r: unknown
  readonly v: number
}

/** A scope, or one part of it, that the person no longer sees. `part` null means the whole scope. */
export interface Dropped {
  readonly scope: string
  readonly part: string | null
  readonly reason: string
}

export interface PullReply {
  readonly epoch: string
  readonly cursor: string
  readonly more: boolean
  readonly serverTime: string
  /** Highest sequence of this device whose effects are in this patch and the ones before it; none later is. */
  readonly acked: number
  /**
   * The mid that the ledger holds at `acked` for this device; null at 0. A device that sent another one under that
   * sequence is a copy: somebody goes on under the same device id. Absent from servers that do not tell.
   */
  readonly ackedMid?: string | null | undefined
  /** Outcomes of this device's mutations in (ackedThrough, acked] other than a plain `applied`. */
  readonly outcomes: readonly PushResult[]
  /** Scopes (or parts) whose rows the device must forget before it applies `rows`, because they start over. */
  readonly reset: readonly { readonly scope: string; readonly part: string | null }[]
  readonly drop: readonly Dropped[]
  readonly rows: readonly WireRow[]
  /** On the last page: rows that the device must then hold, per scope. */
  readonly check: Readonly<Record<string, { readonly count: number; readonly hash: string }>>
  /** What the device is to seal copies with from now on; absent when it holds that already. */
  readonly seal?: CopySeal | undefined
}

/** Newest version per scope that moved. */
export type Poke = Readonly<Record<string, number>>

/** Data of a `poke` event. Servers of the first release send `s` alone, as the whole of it. */
export interface PokeEvent {
  readonly s: Poke
  /** How many open streams hear of it with this one, so that as many devices do not all pull at the same moment. */
  readonly w: number
}
