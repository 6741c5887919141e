import type { Table, Transaction } from 'dexie'
import type { FormDefinition } from '#shared/forms/model.ts'
import { freshPosition, StorageLostError } from './storage.ts'
import type { Device, Draft, OutboxRow, Position, PullPatch, StoredOutcome, Upload } from './storage.ts'
import { Segments, type Segment, type SegmentKey } from './segments.ts'

/** What a pull confirmed, kept to replay to a server restored from an older copy. */
interface SentPack {
  readonly deviceId: string
  readonly from: number
  readonly rows: readonly OutboxRow[]
  readonly at: string
}
export interface BlobPart {
  readonly id: string
  readonly part: number
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** One page of a pull that starts over. */
interface StagedPage extends Pick<PullPatch, 'from' | 'reset' | 'drop' | 'rows'> {
  readonly n: number
}
/** Where a sealed database keeps the ways to its key. A database that has none is not whole, or not sealed. */
export const keyringKey = 'keyring'
/** Beginning of the notes in meta. */
export const notePrefix = 'note:'

interface Meta {
  readonly k: string
  readonly value: unknown
}

export type TableName = 'meta' | 'segment' | 'staged' | 'outbox' | 'sent' | 'outcome' | 'draft' | 'blob' | 'upload' | 'form'

/**
 * The database's tables as one transaction sees them, or each call by itself. They are asked of the transaction itself:
 * the library finds "the current transaction" by following promises, and loses it now and then when much is under way.
 */
export class Tables {
  readonly #source: Pick<Transaction, 'table'>

  constructor(source: Pick<Transaction, 'table'>) {
    this.#source = source
  }

  // Made when they are asked for: a transaction needs one or two, and each costs more than what is read of it.
  get meta(): Table<Meta, string> {
    return this.#source.table('meta')
  }
  get segment(): Table<Segment, SegmentKey> {
    return this.#source.table('segment')
  }
  get staged(): Table<StagedPage, number> {
    return this.#source.table('staged')
  }
  get outbox(): Table<OutboxRow, number> {
    return this.#source.table('outbox')
  }
  get sent(): Table<SentPack, [string, number]> {
    return this.#source.table('sent')
  }
  get outcome(): Table<StoredOutcome, string> {
    return this.#source.table('outcome')
  }
  get draft(): Table<Draft, string> {
    return this.#source.table('draft')
  }
  get blob(): Table<BlobPart, [string, number]> {
    return this.#source.table('blob')
  }
  get upload(): Table<Upload, string> {
    return this.#source.table('upload')
  }
  get form(): Table<FormDefinition, string> {
    return this.#source.table('form')
  }
  get confirmed(): Segments {
    return new Segments(this.segment)
  }

  async bornAs(): Promise<string | undefined> {
    return (await this.meta.get('birth'))?.value as string | undefined
  }
  async storedDevice(): Promise<Device | undefined> {
    return (await this.meta.get('device'))?.value as Device | undefined
  }
  async device(): Promise<Device> {
    const known = await this.storedDevice()
    if (!known) throw new StorageLostError('the database is empty')
    return known
  }
  async position(): Promise<Position> {
    return { ...freshPosition, ...((await this.meta.get('position'))?.value as Position | undefined) }
  }
  async put(k: string, value: unknown): Promise<void> {
    await this.meta.put({ k, value })
  }
  async leads(token: string | null): Promise<boolean> {
    return token === null || (await this.meta.get('leader'))?.value === token
  }

  async takeOver({ from, reset, drop, rows }: Pick<PullPatch, 'from' | 'reset' | 'drop' | 'rows'>): Promise<void> {
    if (from === null) await this.confirmed.clear()
    else for (const one of reset) await this.confirmed.forget(one.scope, one.part)
    for (const one of drop) await this.confirmed.forget(one.scope, one.part)
    await this.confirmed.add(rows)
  }

  /** The acknowledged mutation as this device knows it; undefined when it is not there any more, or never was. */
  async ackedRow(deviceId: string, seq: number): Promise<OutboxRow | undefined> {
    const waiting = await this.outbox.get(seq)
    if (waiting) return waiting
    const pack = await this.sent.where('[deviceId+from]').between([deviceId, 0], [deviceId, seq], true, true).last()
    return pack?.rows.find((row) => row.seq === seq)
  }

  /** In this order, for what is acknowledged goes from the one to the other. */
  async whereKept(is: (row: OutboxRow) => boolean): Promise<'waiting' | 'sent' | null> {
    if ((await this.outbox.filter(is).count()) > 0) return 'waiting'
    return (await this.sent.filter((pack) => pack.rows.some(is)).count()) > 0 ? 'sent' : null
  }

  /** A twin sends under this device's name when the server acknowledges what was never on the wire here, or another mutation. */
  async forked(patch: PullPatch, now: Position): Promise<boolean> {
    const own = await this.device()
    if (patch.acked > own.inFlightThrough) return true
    if (patch.ackedMid === null) return false
    const row = await this.ackedRow(own.deviceId, patch.acked)
    return row ? row.mid !== patch.ackedMid : patch.acked > now.acked
  }
}
