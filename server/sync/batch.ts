import type { ErrorCode } from '#shared/errors.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import type { Database, Tx } from '../db/open.ts'
import type { WorldKey } from '../world/store.ts'
import type { Stored } from './ledger.ts'

/** A mutation as a door hands it in. Without `seq` it takes its device's next one. */
export interface Asked {
  readonly seq?: number | undefined
  readonly mid: string
  readonly n: string
  readonly v: number
  readonly s: string
  readonly a: unknown
  readonly b?: string | null | undefined
  readonly t: string
  readonly l?: string | null | undefined
  /** Digest of the call that brought its own key, as the whole of what was asked for; undefined for what came any other way. */
  readonly call?: string | undefined
  /** Its arguments as JSON, when that is known already. */
  readonly text?: string | undefined
  /**
   * JSON of the whole mutation, when it does not have the shape of one: it is kept so and refused. `said`: digest of what once came, where
   * this is what a ledger kept of it.
   */
  readonly spoiled?: { readonly text: string; readonly code: ErrorCode; readonly said?: string } | undefined
}

export interface Batch {
  readonly device: { readonly id: string; readonly app: string; readonly schema: number; readonly pending: number }
  /** Whose session it is; never anything that the request says. */
  readonly userId: string
  /** What the server itself signed about when this person's device was last heard of with nothing waiting. */
  readonly known?: { readonly deviceId: string; readonly contactAt: Instant | null } | undefined
  readonly asked: readonly Asked[]
  /** The mid that the ledger must hold before the first of them, when the device has not heard yet that it does. */
  readonly after?: string | undefined
  /** Written in the same transaction before what was decided: what its rows lead to. */
  readonly ahead?: ((tx: Tx) => Promise<void>) | undefined
  /** Written in the same transaction once all is decided: secrets, which no ledger keeps. A Refusal that it throws undoes everything. */
  readonly also?: ((tx: Tx, results: readonly Stored[]) => Promise<void>) | undefined
  /** A device keeps a card for what was refused; a REST caller is told at once. */
  readonly door: 'sync' | 'rest' | 'system'
}

export interface Executed {
  readonly lastSeq: number
  /** Of every mutation that was asked for, in their order. */
  readonly results: readonly Stored[]
}

/** A mutation with its place in its device's order. */
export interface Numbered extends Asked {
  readonly seq: number
  /** Its arguments as JSON, as the ledger keeps them. */
  readonly text: string
  /** When the person acted, by the device's clock; undefined when it says nothing readable. */
  readonly at: Instant | undefined
}

/** A bug that mutations ran into: everything is rolled back and their sequences are counted. */
export class Crash extends Error {
  readonly seqs: readonly number[]
  constructor(seqs: readonly number[], cause: unknown) {
    super('a mutation broke its rule', { cause })
    this.seqs = seqs
  }
}

/** An expected refusal of a whole push, thrown to roll its transaction back. */
export class Refusal extends Error {
  readonly failure: Failure
  constructor(reason: Failure) {
    super(reason.code)
    this.failure = reason
  }
}

/** Does something in one transaction, which a Refusal takes back. */
export async function inOne<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<Result<T>> {
  try {
    return done(await db.write(work))
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, failure: error.failure }
    throw error
  }
}

/** The server's own devices: no push can name what begins so. */
export const ownDevices = { system: '~system', rest: '~rest' } as const

/** Shortest text before a mid's last dash that counts as a run: an engine's has 22 characters. */
const shortestRun = 16

/** The run that a mid is of; undefined for one that is of none. */
export function runOf(mid: string): string | undefined {
  const end = mid.lastIndexOf('-')
  return end >= shortestRun ? mid.slice(0, end) : undefined
}

/** Worlds that a batch is about, each once. */
export function worldKeysOf(asked: readonly Asked[]): WorldKey[] {
  const found = new Map<string, WorldKey>()
  for (const { s } of asked) {
    if (found.has(s)) continue
    const scope = parseScope(s)
    if (scope?.kind === 'inst' || scope?.kind === 'eval' || scope?.kind === 'results')
      found.set(s, { institutionId: scope.institutionId, formId: scope.formId })
  }
  return [...found.values()]
}

/** A moment that a device wrote, in this program's form; undefined when it is none. */
export function instantFrom(text: string): Instant | undefined {
  if (written.test(text) && Number.isFinite(epochMs(text))) return text
  const ms = epochMs(text)
  return Number.isFinite(ms) && Math.abs(ms) < maxMs ? instantOf(ms) : undefined
}
const maxMs = 8_640_000_000_000_000
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
