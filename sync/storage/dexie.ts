import { Dexie, type Table } from 'dexie'
import type { FormDefinition } from '#shared/forms/model.ts'
import { freshDevice, freshPosition, StorageLostError, withinBytes } from './storage.ts'
import type { Device, Draft, Fenced, Loaded, OutboxRow, Position, PullPatch, Storage, StoredOutcome, Upload } from './storage.ts'
import { namesFile } from '../attention.ts'
import { enqueueIn } from './enqueue.ts'
import { Segments, type Segment, type SegmentKey } from './segments.ts'
import { versions } from './versions.ts'

/** What a pull confirmed, kept to replay to a server restored from an older copy. */
interface SentPack {
  readonly deviceId: string
  readonly from: number
  readonly rows: readonly OutboxRow[]
  readonly at: string
}
interface BlobPart {
  readonly id: string
  readonly part: number
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** One page of a pull that starts over. */
interface StagedPage extends Pick<PullPatch, 'from' | 'reset' | 'drop' | 'rows'> {
  readonly n: number
}
interface Meta {
  readonly k: string
  readonly value: unknown
}

export interface DexieOptions {
  readonly name: string
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
  /** Another tab wants to upgrade or delete the database: this one has closed it. */
  onSuperseded(): void
}

const withoutBytes = (upload: Upload): Upload =>
  upload.state === 'uploaded' ? upload : { ...upload, state: 'parked', lastError: 'file_unreadable' }

/** The device's database (sync.md §2.8). Strict: a promise resolves when the operating system has the bytes. */
export function dexieStorage(options: DexieOptions): Storage {
  const db = new Dexie(options.name, {
    indexedDB: options.indexedDB,
    IDBKeyRange: options.IDBKeyRange,
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
    // Opening it by itself would make an empty one where the browser has cleared it.
    autoOpen: false,
  })
  for (const { version, stores } of versions) db.version(version).stores(stores)
  let ended = false
  /** Tells this database from another of the same name; null before the first opening. */
  let birth: string | null = null
  let onClosed = (): void => undefined
  let reopening: Promise<void> | null = null
  db.on('versionchange', (event) => {
    // Deleted, not upgraded: it makes way, and may be made anew.
    if (event.newVersion === null) {
      db.close({ disableAutoOpen: false })
      return false
    }
    ended = true
    db.close()
    options.onSuperseded()
    return false
  })
  db.on('close', () => {
    if (!ended && !reopening) onClosed()
  })

  const meta: Table<Meta, string> = db.table('meta')
  const segment: Table<Segment, SegmentKey> = db.table('segment')
  const confirmed = new Segments(segment)
  const staged: Table<StagedPage, number> = db.table('staged')
  const outbox: Table<OutboxRow, number> = db.table('outbox')
  const sent: Table<SentPack, [string, number]> = db.table('sent')
  const outcome: Table<StoredOutcome, string> = db.table('outcome')
  const draft: Table<Draft, string> = db.table('draft')
  const blob: Table<BlobPart, [string, number]> = db.table('blob')
  const upload: Table<Upload, string> = db.table('upload')
  const form: Table<FormDefinition, string> = db.table('form')

  const bornAs = async (): Promise<string | undefined> => (await meta.get('birth'))?.value as string | undefined
  const same = async (): Promise<void> => {
    if (birth === null || (await bornAs()) === birth) return
    throw new StorageLostError('another database is in its place')
  }

  /** Opening would make an empty database where there is none: somebody may just have signed out in another tab. */
  async function exists(): Promise<void> {
    // Older browsers cannot say; there the name inside the database tells.
    if (!('databases' in options.indexedDB)) return
    const found = await options.indexedDB.databases()
    if (!found.some((one) => one.name === options.name)) throw new StorageLostError('the database is not there')
  }

  /** `anew`: whatever is there is taken. */
  function reopen(anew = false): Promise<void> {
    reopening ??= (async () => {
      db.close({ disableAutoOpen: false })
      if (!anew) await exists()
      await db.open()
      try {
        if (!anew) await same()
      } catch (error) {
        // Nothing may be written into what somebody else has made, or what is empty.
        db.close({ disableAutoOpen: false })
        throw error
      }
    })().finally(() => (reopening = null))
    return reopening
  }

  /** Mobile browsers close the database under a sleeping page: one reopening, then the error is the caller's. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (ended || !lostConnection(error)) throw error
      await reopen()
      return work()
    }
  }
  const write = <T>(tables: readonly Table[], work: () => Promise<T>): Promise<T> =>
    again(() => Promise.resolve(db.transaction('rw', [...tables], work)))

  // Of one moment: a pull may join segments between two looks at them.
  const readConfirmed = <T>(work: () => Promise<T>): Promise<T> => again(() => Promise.resolve(db.transaction('r', [segment], work)))
  const storedDevice = async (): Promise<Device | undefined> => (await meta.get('device'))?.value as Device | undefined
  async function device(): Promise<Device> {
    const known = await storedDevice()
    if (!known) throw new StorageLostError('the database is empty')
    return known
  }
  const position = async (): Promise<Position> => ({ ...freshPosition, ...((await meta.get('position'))?.value as Position | undefined) })
  const put = (k: string, value: unknown): Promise<unknown> => Promise.resolve(meta.put({ k, value }))
  async function leads(token: string | null): Promise<boolean> {
    return token === null || (await meta.get('leader'))?.value === token
  }

  async function takeOver({ from, reset, drop, rows }: Pick<PullPatch, 'from' | 'reset' | 'drop' | 'rows'>): Promise<void> {
    if (from === null) await confirmed.clear()
    else for (const one of reset) await confirmed.forget(one.scope, one.part)
    for (const one of drop) await confirmed.forget(one.scope, one.part)
    await confirmed.add(rows)
  }

  /** The acknowledged mutation as this device knows it; undefined when it is not there any more, or never was. */
  async function ackedRow(deviceId: string, seq: number): Promise<OutboxRow | undefined> {
    const waiting = await outbox.get(seq)
    if (waiting) return waiting
    const pack = await sent.where('[deviceId+from]').between([deviceId, 0], [deviceId, seq], true, true).last()
    return pack?.rows.find((row) => row.seq === seq)
  }

  /** In this order, for what is acknowledged goes from the one to the other. */
  async function whereKept(is: (row: OutboxRow) => boolean): Promise<'waiting' | 'sent' | null> {
    if ((await outbox.filter(is).count()) > 0) return 'waiting'
    return (await sent.filter((pack) => pack.rows.some(is)).count()) > 0 ? 'sent' : null
  }

  /** A twin sends under this device's name when the server acknowledges what was never on the wire here, or another mutation. */
  async function forked(patch: PullPatch, now: Position): Promise<boolean> {
    const own = await device()
    if (patch.acked > own.inFlightThrough) return true
    if (patch.ackedMid === null) return false
    const row = await ackedRow(own.deviceId, patch.acked)
    return row ? row.mid !== patch.ackedMid : patch.acked > now.acked
  }

  return {
    name: options.name,

    async open(newDeviceId): Promise<Loaded> {
      await db.open()
      return write([meta], async () => {
        const known = await storedDevice()
        birth = (await bornAs()) ?? newDeviceId
        await put('birth', birth)
        if (known) return { created: false, device: known, position: await position() }
        const fresh = freshDevice(newDeviceId)
        await meta.bulkPut([
          { k: 'device', value: fresh },
          { k: 'position', value: freshPosition },
        ])
        return { created: true, device: fresh, position: freshPosition }
      })
    },
    watch: (closed) => void (onClosed = closed),
    check: () => again(same),
    async putBack(kept, newDeviceId) {
      if (ended) throw new Dexie.DatabaseClosedError()
      await reopening?.catch(() => undefined)
      await reopen(true)
      await db.transaction('rw', [meta, segment, outbox, sent, outcome, draft, upload, form], async () => {
        const known = await storedDevice()
        const before = known ?? freshDevice(newDeviceId)
        birth = (await bornAs()) ?? newDeviceId
        await put('birth', birth)
        const there = new Set((await outbox.toArray()).map((one) => one.mid))
        for (const pack of await sent.toArray()) for (const one of pack.rows) there.add(one.mid)
        const missing = kept.queue.filter(({ row }) => !there.has(row.mid))
        await outbox.bulkPut(missing.map(({ row }, at) => ({ ...row, seq: before.nextSeq + at })))
        const flown = missing.findLastIndex((one) => one.flown)
        await put('device', {
          ...before,
          nextSeq: before.nextSeq + missing.length,
          inFlightThrough: flown < 0 ? before.inFlightThrough : before.nextSeq + flown,
          lastMid: missing.at(-1)?.row.mid ?? before.lastMid,
        } satisfies Device)
        const drafted = new Set(await draft.toCollection().primaryKeys())
        await draft.bulkPut(kept.drafts.filter((one) => !drafted.has(one.key)))
        await outcome.bulkPut([...kept.outcomes])
        if (kept.leader !== null) await put('leader', kept.leader)
        if (known) return
        await upload.bulkPut(kept.uploads.map(withoutBytes))
        await form.bulkPut([...kept.definitions])
        await confirmed.add(kept.rows)
        const { serverTime, offsetMs } = kept.position
        await put('position', { ...freshPosition, serverTime, offsetMs, scopes: [...new Set(kept.rows.map((row) => row.s))] })
      })
    },
    close() {
      ended = true
      db.close()
    },
    wipe: () => Promise.resolve(db.delete()),
    seal: () =>
      write([meta, segment, staged, form], async () => {
        await segment.clear()
        await staged.clear()
        await form.clear()
        // What is read again one day is read from nothing.
        await put('position', { ...(await position()), cursor: null, scopes: [], staged: 0 })
      }),

    position: () => again(async () => ({ device: await device(), position: await position() })),

    enqueue: (order) =>
      again(async () => {
        if (!db.isOpen()) throw new Dexie.DatabaseClosedError()
        return enqueueIn(db.backendDB(), order)
      }),

    outbox: (after) => again(() => Promise.resolve(outbox.where('seq').above(after).toArray())),

    takeForFlight: (after, limits, leader) =>
      write([meta, outbox], async (): Promise<Fenced<OutboxRow[]>> => {
        if (!(await leads(leader))) return { kind: 'fenced' }
        const rows = await outbox.where('seq').above(after).limit(limits.count).toArray()
        const taken = withinBytes(rows, limits.bytes)
        const last = taken.at(-1)
        const now = await device()
        if (last && last.seq > now.inFlightThrough) await put('device', { ...now, inFlightThrough: last.seq })
        return { kind: 'written', value: taken }
      }),

    recordReply: (reply, leader) =>
      write([meta, outcome], async (): Promise<Fenced<Position>> => {
        if (!(await leads(leader))) return { kind: 'fenced' }
        const now = await position()
        const next: Position = {
          ...now,
          epoch: now.epoch ?? reply.epoch,
          ledgerThrough: Math.max(now.ledgerThrough, reply.through),
          serverTime: later(now.serverTime, reply.serverTime),
          offsetMs: reply.offsetMs,
        }
        if (reply.outcomes.length > 0) await outcome.bulkPut([...reply.outcomes])
        await put('position', next)
        return { kind: 'written', value: next }
      }),

    applyPull: (patch: PullPatch, leader) =>
      write([meta, segment, staged, outbox, sent, outcome], async (): Promise<Fenced<Position> | { readonly kind: 'stale' | 'forked' }> => {
        const now = await position()
        if (!(await leads(leader))) return { kind: 'fenced' }
        if (now.cursor !== patch.from) return { kind: 'stale' }
        if (await forked(patch, now)) return { kind: 'forked' }
        const { from, reset, drop, rows: fresh } = patch
        if (from === null) await staged.clear()
        const waiting = from === null ? 0 : now.staged
        const startsOver = from === null || reset.length > 0
        const aside = patch.more && (waiting > 0 || (startsOver && now.scopes.length > 0))
        let { scopes } = now
        if (aside) {
          // What was taken away leaves at once.
          for (const one of drop) await confirmed.forget(one.scope, one.part)
          await staged.put({ n: waiting + 1, from, reset, drop, rows: fresh })
        } else {
          for (const page of waiting > 0 ? [...(await staged.toArray()), patch] : [patch]) {
            await takeOver(page)
            scopes = scopesAfter(scopes, page)
          }
          if (waiting > 0) await staged.clear()
        }
        if (patch.acked > now.acked && !aside) {
          const rows = await outbox.where('seq').belowOrEqual(patch.acked).toArray()
          const [first] = rows
          if (first) {
            await sent.put({ deviceId: (await device()).deviceId, from: first.seq, rows, at: patch.serverTime })
            await outbox.where('seq').belowOrEqual(patch.acked).delete()
          }
        }
        if (patch.outcomes.length > 0) await outcome.bulkPut([...patch.outcomes])
        const next: Position = {
          epoch: patch.epoch,
          cursor: patch.cursor,
          ledgerThrough: Math.max(now.ledgerThrough, patch.acked),
          acked: aside ? now.acked : Math.max(now.acked, patch.acked),
          serverTime: later(now.serverTime, patch.serverTime),
          offsetMs: patch.offsetMs,
          pulledAt: patch.pulledAt,
          scopes,
          staged: aside ? waiting + 1 : 0,
        }
        await put('position', next)
        return { kind: 'written', value: next }
      }),

    quarantine: (row, kept) =>
      write([outbox, outcome], async () => {
        await outbox.put(row)
        await outcome.put(kept)
      }),

    discard: (mid) =>
      write([meta, outbox], async () => {
        const now = await device()
        const unsent = await outbox.where('seq').above(now.inFlightThrough).toArray()
        const found = unsent.findIndex((one) => one.mid === mid)
        const target = unsent[found]
        if (!target) return false
        const rest = unsent.slice(found + 1).map((one) => ({ ...one, seq: one.seq - 1, b: one.b === mid ? (target.b ?? null) : one.b }))
        await outbox.where('seq').aboveOrEqual(target.seq).delete()
        await outbox.bulkPut(rest)
        await put('device', { ...now, nextSeq: now.nextSeq - 1 })
        return true
      }),

    rewind: ({ through, fork, restart, newDeviceId }) =>
      write([meta, outbox, sent, upload], async () => {
        const now = await device()
        const at = await position()
        const packs = (await sent.toArray()).toSorted((a, b) => (a.at === b.at ? a.from - b.from : a.at < b.at ? -1 : 1))
        const own = packs.filter((pack) => pack.deviceId === now.deviceId)
        const returning = own.flatMap((pack) => pack.rows.filter((one) => one.seq > through))
        const waiting = await outbox.toArray()
        const first = (returning[0] ?? waiting[0])?.seq ?? now.nextSeq
        const reaches = first <= through + 1 && through < now.nextSeq && (!restart || own.length === packs.length)
        const moved = restart ? { ...at, epoch: null, cursor: null, staged: 0 } : at
        if (restart)
          await upload
            .where('id')
            .above('')
            .modify((one: { state: Upload['state'] }) => void (one.state = 'waiting'))
        if (!fork && reaches) {
          for (const pack of own) {
            const rows = pack.rows.filter((one) => one.seq <= through)
            if (rows.length === 0) await sent.delete([pack.deviceId, pack.from])
            else if (rows.length < pack.rows.length) await sent.put({ ...pack, rows })
          }
          await outbox.bulkPut(returning)
          await put('position', { ...moved, ledgerThrough: Math.min(at.ledgerThrough, through), acked: Math.min(at.acked, through) })
          return
        }
        const resent = restart ? packs.flatMap((pack) => pack.rows) : own.flatMap((pack) => pack.rows.filter((one) => one.seq > through))
        const all = [...resent, ...waiting].map((one, index) => ({ ...one, seq: index + 1 }))
        if (restart) await sent.clear()
        await outbox.clear()
        await outbox.bulkPut(all)
        // Any of them may be in the ledger under its mid already, so none may change.
        const next: Device = { deviceId: newDeviceId, nextSeq: all.length + 1, inFlightThrough: all.length, lastMid: now.lastMid }
        await put('device', next)
        await put('position', { ...moved, ledgerThrough: 0, acked: 0 })
      }),

    restartPull: () => write([meta], async () => void (await put('position', { ...(await position()), cursor: null, staged: 0 }))),
    forgetSent: (before) => write([sent], async () => void (await sent.filter((pack) => pack.at < before).delete())),
    lead: (token) => write([meta], async () => void (await put('leader', token))),

    rowsOf: (scope) => again(() => confirmed.of(scope)),
    rowsOfTable: (scope, table) => again(() => confirmed.of(scope, table)),
    rowsAt: (keys) => readConfirmed(() => confirmed.at(keys)),
    countRows: () => readConfirmed(() => confirmed.count()),

    holdsMid: (mid) => again(async () => (await whereKept((row) => row.mid === mid)) !== null),
    whereFileIsNamed: (id) => again(() => whereKept((row) => namesFile(row, id))),

    outcomes: () => again(() => Promise.resolve(outcome.toArray())),
    dismissOutcome: (mid) => write([outcome], async () => void (await outcome.update(mid, { dismissed: true }))),

    drafts: () => again(() => Promise.resolve(draft.toArray())),
    draft: (key) => again(() => Promise.resolve(draft.get(key))),
    saveDraft: (one) => write([draft], async () => void (await draft.put(one))),
    clearDraft: (key) => write([draft], () => Promise.resolve(draft.delete(key))),
    moveDraft: (from, to) =>
      write([draft], async () => {
        const found = await draft.get(from)
        if (!found) return undefined
        const moved = { ...found, key: to }
        await draft.delete(from)
        await draft.put(moved)
        return moved
      }),
    addDrafts: (drafts) =>
      write([draft], async () => {
        for (const one of drafts) {
          const standing = await draft.get(one.key)
          if (!standing || standing.savedAt < one.savedAt) await draft.put(one)
        }
      }),

    definition: (versionId) => again(() => Promise.resolve(form.get(versionId))),
    saveDefinition: (definition) => write([form], async () => void (await form.put(definition))),
    definitionIds: () => again(() => Promise.resolve(form.toCollection().primaryKeys())),

    uploads: () => again(() => Promise.resolve(upload.toArray())),
    addUpload: (one, parts) =>
      write([upload, blob], async () => {
        await blob.bulkPut(parts.map((bytes, part) => ({ id: one.id, part, bytes })))
        await upload.put(one)
      }),
    updateUpload: (id, change) => write([upload], async () => void (await upload.update(id, change))),
    blobPart: (id, part) => again(async () => (await blob.get([id, part]))?.bytes),
    removeUpload: (id) =>
      write([upload, blob], async () => {
        await upload.delete(id)
        await blob.where('[id+part]').between([id, Dexie.minKey], [id, Dexie.maxKey]).delete()
      }),

    note: (key) => again(async () => (await meta.get(`note:${key}`))?.value),
    saveNote: (key, value) => write([meta], async () => void (await put(`note:${key}`, value))),
  }
}

/** The browser let go of the database while the page slept (sync.md §4 row 8). */
const lostConnection = (error: unknown): boolean =>
  error instanceof Error && ['DatabaseClosedError', 'InvalidStateError', 'UnknownError'].includes(error.name)

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b)

function scopesAfter(before: readonly string[], patch: Pick<PullPatch, 'from' | 'reset' | 'drop' | 'rows'>): readonly string[] {
  const scopes = new Set(patch.from === null ? [] : before)
  for (const one of patch.reset) scopes.add(one.scope)
  for (const one of patch.rows) scopes.add(one.s)
  for (const one of patch.drop) if (one.part === null) scopes.delete(one.scope)
  return scopes.size === before.length && before.every((scope) => scopes.has(scope)) ? before : [...scopes]
}
