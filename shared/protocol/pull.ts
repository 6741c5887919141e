import * as v from 'valibot'
import * as is from '../kernel/schemas.ts'
import { copySealSchema } from '../unsent/model.ts'
import { rowSchemas, tableNames, type TableName } from '../world.ts'
import { deviceIdSchema, pushResultSchema, wholeSchema } from './push.ts'

export const pullMaxRows = 5000
/** Most institutions that a device may ask for at once. */
export const openMaxScopes = 5000

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
  /**
   * Institutions in forms, by their scope, that one of the lab's people opened here or prepares for a journey, and that are to come
   * from now on; with a null cursor, those that the device holds as well. Absent: none.
   */
  open: v.optional(v.pipe(is.list(v.pipe(v.string(), v.maxLength(300))), v.maxLength(openMaxScopes))),
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

/** A row of each table, with the schema of its content. A device takes what it knows of it, and keeps the rest. */
const wireRowSchema: v.GenericSchema<unknown, WireRow> = v.variant(
  't',
  tableNames.map((t) =>
    v.object({ s: v.string(), p: v.string(), t: v.literal(t), i: v.string(), r: v.nullable(rowSchemas[t]), v: v.number() }),
  ),
)

/**
 * One column of a group: all values in order · one value that all rows share · texts after what all of them begin with · the
 * number of an earlier column with the same values.
 */
const columnSchema = v.union([is.list(v.unknown()), v.number(), v.object({ p: v.string(), v: is.list(v.string()) })])
export type Column = v.InferOutput<typeof columnSchema>

/**
 * Rows of one table of one scope whose contents have the same keys: s scope · t table · n how many · k keys of the content, null
 * for rows that are gone · c columns: part, id, version, then the content's in the order of k.
 */
const rowGroupSchema = v.object({
  s: v.string(),
  t: v.picklist(tableNames),
  n: v.number(),
  k: v.nullable(is.list(v.string())),
  c: is.list(columnSchema),
})
export type RowGroup = Readonly<v.InferOutput<typeof rowGroupSchema>>

/** A scope, or one part of it, that the person no longer sees. `part` null means the whole scope. */
const droppedSchema = v.object({ scope: v.string(), part: v.nullable(v.string()), reason: v.string() })
export type Dropped = Readonly<v.InferOutput<typeof droppedSchema>>

/** A page as it crosses the wire: with rows, or with groups in their place. */
export const pullWireSchema = v.object({
  epoch: v.string(),
  cursor: v.string(),
  more: v.boolean(),
  serverTime: is.instant,
  /** Highest sequence of this device whose effects are in this patch and the ones before it; none later is. */
  acked: v.number(),
  /**
   * The mid that the ledger holds at `acked` for this device; null at 0. A device that sent another one under that
   * sequence is a copy: somebody goes on under the same device id. Absent from servers that do not tell.
   */
  ackedMid: v.optional(v.nullable(v.string())),
  /** Outcomes of this device's mutations in (ackedThrough, acked] other than a plain `applied`. */
  outcomes: is.list(pushResultSchema),
  /** Scopes (or parts) whose rows the device must forget before it applies `rows`, because they start over. */
  reset: is.list(v.object({ scope: v.string(), part: v.nullable(v.string()) })),
  drop: is.list(droppedSchema),
  rows: v.optional(is.list(wireRowSchema)),
  groups: v.optional(is.list(rowGroupSchema)),
  /** On the last page: rows that the device must then hold, per scope. */
  check: is.dictionary(v.object({ count: v.number(), hash: v.string() })),
  /** What the device is to seal copies with from now on; absent when it holds that already. */
  seal: v.optional(copySealSchema),
})
export type PullWire = Readonly<v.InferOutput<typeof pullWireSchema>>

/** A page as the device reads it. */
export type PullReply = Omit<PullWire, 'rows' | 'groups'> & { readonly rows: readonly WireRow[] }

/** Newest version per scope that moved. */
export type Poke = Readonly<Record<string, number>>

/** Data of a `poke` event. Servers of the first release send `s` alone, as the whole of it. */
export interface PokeEvent {
  readonly s: Poke
  /** How many open streams hear of it with this one, so that as many devices do not all pull at the same moment. */
  readonly w: number
}
