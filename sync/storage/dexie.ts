import { namesFile } from '#shared/attachments/rules.ts'
import { Dexie } from 'dexie'
import { freshDevice, freshPosition, paperPrefix, readingsNote, StorageLostError, withinBytes } from './storage.ts'
import type { Device, Fenced, Loaded, OutboxRow, Position, PullPatch, Storage, Upload } from './storage.ts'
import { atOnce, enqueueIn } from './enqueue.ts'
import { keyringKey, notePrefix, Tables, type TableName } from './tables.ts'
import { versions } from './versions.ts'

export interface DexieOptions {
  readonly name: string
  /** Name by which its tabs know each other, where it is another one: whether a database is sealed changes nothing for them. */
  readonly knownAs?: string
  /** What a sealed database is worth nothing without; null for one that is not sealed. Written with the first row of a new one. */
  readonly keyring?: () => unknown
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
  /** Another tab wants to upgrade or delete the database: this one has closed it. */
  onSuperseded(): void
}

const withoutBytes = (upload: Upload): Upload =>
  upload.state === 'uploaded' ? upload : { ...upload, state: 'parked', lastError: 'file_unreadable' }

/** The device's database (OB1). Strict: a promise resolves when the operating system has the bytes. */
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
  const running = new Set<IDBTransaction>()
  const begun = (transaction: IDBTransaction): IDBTransaction => {
    const over = (): void => void running.delete(transaction)
    transaction.addEventListener('complete', over)
    transaction.addEventListener('abort', over)
    running.add(transaction)
    return transaction
  }
  db.use({
    stack: 'dbcore',
    name: 'running',
    // Below what the library adds to a transaction.
    level: -10,
    create: (core) => ({ ...core, transaction: (stores, mode, how) => begun(db.backendDB().transaction(stores, mode, how)) }),
  })
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

  /** A transaction of the browser's own, strict. Fails: DatabaseClosedError. */
  const begin = (stores: string[]): IDBTransaction => {
    if (!db.isOpen()) throw new Dexie.DatabaseClosedError()
    return begun(db.backendDB().transaction(stores, 'readwrite', { durability: 'strict' }))
  }

  const onDrafts = (act: (drafts: IDBObjectStore) => void): Promise<void> =>
    again(async () => {
      const transaction = begin(['draft'])
      await atOnce(transaction, () => act(transaction.objectStore('draft')))
    })

  const direct = new Tables(db)

  const same = async (): Promise<void> => {
    if (birth === null || (await direct.bornAs()) === birth) return
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
  const writing = <T>(names: readonly TableName[], work: (tables: Tables) => Promise<T>): Promise<T> =>
    Promise.resolve(db.transaction('rw!', [...names], (transaction) => work(new Tables(transaction))))
  const write = <T>(names: readonly TableName[], work: (tables: Tables) => Promise<T>): Promise<T> => again(() => writing(names, work))

  // Of one moment: a pull may join segments between two looks at them.
  const readConfirmed = <T>(work: (tables: Tables) => Promise<T>): Promise<T> =>
    again(() => Promise.resolve(db.transaction('r!', ['segment'], (transaction) => work(new Tables(transaction)))))

  return {
    name: options.knownAs ?? options.name,

    async open(newDeviceId): Promise<Loaded> {
      await db.open()
      return write(['meta'], async (tables) => {
        const known = await tables.storedDevice()
        birth = (await tables.bornAs()) ?? newDeviceId
        await tables.put('birth', birth)
        if (known) return { created: false, device: known, position: await tables.position() }
        const fresh = freshDevice(newDeviceId)
        if (options.keyring) await tables.put(keyringKey, options.keyring())
        await tables.meta.bulkPut([
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
      await writing(['meta', 'segment', 'outbox', 'sent', 'outcome', 'draft', 'upload', 'form'], async (tables) => {
        const known = await tables.storedDevice()
        const before = known ?? freshDevice(newDeviceId)
        birth = (await tables.bornAs()) ?? newDeviceId
        await tables.put('birth', birth)
        if (options.keyring && !(await tables.meta.get(keyringKey))) await tables.put(keyringKey, options.keyring())
        const there = new Set((await tables.outbox.toArray()).map((one) => one.mid))
        for (const pack of await tables.sent.toArray()) for (const one of pack.rows) there.add(one.mid)
        const missing = kept.queue.filter(({ row }) => !there.has(row.mid))
        await tables.outbox.bulkPut(missing.map(({ row }, at) => ({ ...row, seq: before.nextSeq + at })))
        const flown = missing.findLastIndex((one) => one.flown)
        await tables.put('device', {
          ...before,
          nextSeq: before.nextSeq + missing.length,
          inFlightThrough: flown < 0 ? before.inFlightThrough : before.nextSeq + flown,
          lastMid: missing.at(-1)?.row.mid ?? before.lastMid,
        } satisfies Device)
        const drafted = new Set(await tables.draft.toCollection().primaryKeys())
        await tables.draft.bulkPut(kept.drafts.filter((one) => !drafted.has(one.key)))
        await tables.outcome.bulkPut([...kept.outcomes])
        if (kept.leader !== null) await tables.put('leader', kept.leader)
        if (known) return
        await tables.upload.bulkPut(kept.uploads.map(withoutBytes))
        await tables.form.bulkPut([...kept.definitions])
        await tables.confirmed.add(kept.rows)
        const { serverTime, offsetMs } = kept.position
        await tables.put('position', { ...freshPosition, serverTime, offsetMs, scopes: [...new Set(kept.rows.map((row) => row.s))] })
      })
    },
    close() {
      ended = true
      db.close()
    },
    wipe: () => Promise.resolve(db.delete()),
    seal: () =>
      write(['meta', 'segment', 'staged', 'form'], async (tables) => {
        await tables.segment.clear()
        await tables.staged.clear()
        await tables.form.clear()
        await tables.put(`${notePrefix}${readingsNote}`, [])
        await tables.meta.where('k').startsWith(`${notePrefix}${paperPrefix}`).delete()
        // What is read again one day is read from nothing.
        await tables.put('position', { ...(await tables.position()), cursor: null, scopes: [], staged: 0 })
      }),

    position: () => again(async () => ({ device: await direct.device(), position: await direct.position() })),

    enqueue: (order) => again(async () => enqueueIn(begin, order)),

    outbox: (after) => again(() => Promise.resolve(direct.outbox.where('seq').above(after).toArray())),

    takeForFlight: (after, limits, leader) =>
      write(['meta', 'outbox'], async (tables): Promise<Fenced<OutboxRow[]>> => {
        if (!(await tables.leads(leader))) return { kind: 'fenced' }
        const rows = await tables.outbox.where('seq').above(after).limit(limits.count).toArray()
        const taken = withinBytes(rows, limits.bytes)
        const last = taken.at(-1)
        const now = await tables.device()
        if (last && last.seq > now.inFlightThrough) await tables.put('device', { ...now, inFlightThrough: last.seq })
        return { kind: 'written', value: taken }
      }),

    recordReply: (reply, leader) =>
      write(['meta', 'outcome'], async (tables): Promise<Fenced<Position>> => {
        if (!(await tables.leads(leader))) return { kind: 'fenced' }
        const now = await tables.position()
        const next: Position = {
          ...now,
          epoch: now.epoch ?? reply.epoch,
          ledgerThrough: Math.max(now.ledgerThrough, reply.through),
          serverTime: later(now.serverTime, reply.serverTime),
          offsetMs: reply.offsetMs,
        }
        if (reply.outcomes.length > 0) await tables.outcome.bulkPut([...reply.outcomes])
        await tables.put('position', next)
        return { kind: 'written', value: next }
      }),

    applyPull: (patch: PullPatch, leader) =>
      write(
        ['meta', 'segment', 'staged', 'outbox', 'sent', 'outcome'],
        async (tables): Promise<Fenced<Position> | { readonly kind: 'stale' | 'forked' | 'unproved' }> => {
          const now = await tables.position()
          if (!(await tables.leads(leader))) return { kind: 'fenced' }
          if (now.cursor !== patch.from) return { kind: 'stale' }
          if (await tables.forked(patch, now)) return { kind: 'forked' }
          if (patch.acked > now.ledgerThrough) return { kind: 'unproved' }
          const { from, reset, drop, rows: fresh } = patch
          if (from === null) await tables.staged.clear()
          const waiting = from === null ? 0 : now.staged
          const startsOver = from === null || reset.length > 0
          const aside = patch.more && (waiting > 0 || (startsOver && now.scopes.length > 0))
          let { scopes } = now
          if (aside) {
            // What was taken away leaves at once.
            for (const one of drop) await tables.confirmed.forget(one.scope, one.part)
            await tables.staged.put({ n: waiting + 1, from, reset, drop, rows: fresh })
          } else {
            for (const page of waiting > 0 ? [...(await tables.staged.toArray()), patch] : [patch]) {
              await tables.takeOver(page)
              scopes = scopesAfter(scopes, page)
            }
            if (waiting > 0) await tables.staged.clear()
          }
          if (patch.acked > now.acked && !aside) {
            const rows = await tables.outbox.where('seq').belowOrEqual(patch.acked).toArray()
            const [first] = rows
            if (first) {
              await tables.sent.put({ deviceId: (await tables.device()).deviceId, from: first.seq, rows, at: patch.serverTime })
              await tables.outbox.where('seq').belowOrEqual(patch.acked).delete()
            }
          }
          if (patch.outcomes.length > 0) await tables.outcome.bulkPut([...patch.outcomes])
          const next: Position = {
            epoch: patch.epoch,
            cursor: patch.cursor,
            ledgerThrough: now.ledgerThrough,
            acked: aside ? now.acked : Math.max(now.acked, patch.acked),
            serverTime: later(now.serverTime, patch.serverTime),
            offsetMs: patch.offsetMs,
            pulledAt: patch.pulledAt,
            scopes,
            staged: aside ? waiting + 1 : 0,
          }
          await tables.put('position', next)
          return { kind: 'written', value: next }
        },
      ),

    quarantine: (row, kept) =>
      write(['outbox', 'outcome'], async (tables) => {
        await tables.outbox.put(row)
        await tables.outcome.put(kept)
      }),

    discard: (mid) =>
      write(['meta', 'outbox'], async (tables) => {
        const now = await tables.device()
        const unsent = await tables.outbox.where('seq').above(now.inFlightThrough).toArray()
        const found = unsent.findIndex((one) => one.mid === mid)
        const target = unsent[found]
        if (!target) return false
        const rest = unsent.slice(found + 1).map((one) => ({ ...one, seq: one.seq - 1, b: one.b === mid ? (target.b ?? null) : one.b }))
        await tables.outbox.where('seq').aboveOrEqual(target.seq).delete()
        await tables.outbox.bulkPut(rest)
        await tables.put('device', { ...now, nextSeq: now.nextSeq - 1 })
        return true
      }),

    rewind: ({ through, mid, fork, restart, newDeviceId }) =>
      write(['meta', 'outbox', 'sent', 'upload'], async (tables) => {
        const now = await tables.device()
        const at = await tables.position()
        const packs = (await tables.sent.toArray()).toSorted((a, b) => (a.at === b.at ? a.from - b.from : a.at < b.at ? -1 : 1))
        const own = packs.filter((pack) => pack.deviceId === now.deviceId)
        const returning = own.flatMap((pack) => pack.rows.filter((one) => one.seq > through))
        const waiting = await tables.outbox.toArray()
        const first = (returning[0] ?? waiting[0])?.seq ?? now.nextSeq
        const reaches = first <= through + 1 && through < now.nextSeq && (!restart || own.length === packs.length)
        const moved = restart ? { ...at, epoch: null, cursor: null, staged: 0 } : at
        if (restart)
          await tables.upload
            .where('id')
            .above('')
            .modify((one: { state: Upload['state'] }) => void (one.state = 'waiting'))
        const there = mid ? await tables.ackedRow(now.deviceId, through) : undefined
        const twin = fork || (there !== undefined && there.mid !== mid)
        if (!twin && reaches) {
          for (const pack of own) {
            const rows = pack.rows.filter((one) => one.seq <= through)
            if (rows.length === 0) await tables.sent.delete([pack.deviceId, pack.from])
            else if (rows.length < pack.rows.length) await tables.sent.put({ ...pack, rows })
          }
          await tables.outbox.bulkPut(returning)
          await tables.put('position', { ...moved, ledgerThrough: Math.min(at.ledgerThrough, through), acked: Math.min(at.acked, through) })
          return
        }
        const resent = restart ? packs.flatMap((pack) => pack.rows) : own.flatMap((pack) => pack.rows.filter((one) => one.seq > through))
        const all = [...resent, ...waiting].map((one, index) => ({ ...one, seq: index + 1 }))
        if (restart) await tables.sent.clear()
        await tables.outbox.clear()
        await tables.outbox.bulkPut(all)
        // Any of them may be in the ledger under its mid already, so none may change.
        const next: Device = { deviceId: newDeviceId, nextSeq: all.length + 1, inFlightThrough: all.length, lastMid: now.lastMid }
        await tables.put('device', next)
        await tables.put('position', { ...moved, ledgerThrough: 0, acked: 0 })
      }),

    restartPull: () => write(['meta'], async (tables) => tables.put('position', { ...(await tables.position()), cursor: null, staged: 0 })),
    forgetSent: (before) => write(['sent'], async (tables) => void (await tables.sent.filter((pack) => pack.at < before).delete())),
    lead: (token) => write(['meta'], (tables) => tables.put('leader', token)),

    rowsOf: (scope) => again(() => direct.confirmed.of(scope)),
    rowsOfTable: (scopes, table) => readConfirmed((tables) => tables.confirmed.ofTable(scopes, table)),
    rowsAt: (keys) => readConfirmed((tables) => tables.confirmed.at(keys)),
    countRows: () => readConfirmed((tables) => tables.confirmed.count()),

    holdsMid: (mid) => again(async () => (await direct.whereKept((row) => row.mid === mid)) !== null),
    whereFileIsNamed: (id) => again(() => direct.whereKept((row) => namesFile(row, id))),

    outcomes: () => again(() => Promise.resolve(direct.outcome.toArray())),
    dismissOutcome: (mid) => write(['outcome'], async (tables) => void (await tables.outcome.update(mid, { dismissed: true }))),

    drafts: () => again(() => Promise.resolve(direct.draft.toArray())),
    draft: (key) => again(() => Promise.resolve(direct.draft.get(key))),
    saveDraft: (one) => onDrafts((drafts) => drafts.put(one)),
    // In the order in which they were asked for: what is cleared and typed again stays.
    clearDraft: (key) => onDrafts((drafts) => drafts.delete(key)),
    moveDraft: (from, to, value) =>
      write(['draft'], async (tables) => {
        const found = await tables.draft.get(from)
        if (!found) return undefined
        const moved = { ...found, key: to, ...(value === undefined ? {} : { value }) }
        await tables.draft.delete(from)
        await tables.draft.put(moved)
        return moved
      }),
    addDrafts: (drafts) =>
      write(['draft'], async (tables) => {
        for (const one of drafts) {
          const standing = await tables.draft.get(one.key)
          if (!standing || standing.savedAt < one.savedAt) await tables.draft.put(one)
        }
      }),

    definition: (versionId) => again(() => Promise.resolve(direct.form.get(versionId))),
    definitionOf: (formId) => again(() => Promise.resolve(direct.form.filter((each) => each.formId === formId).last())),
    saveDefinition: (definition) => write(['form'], async (tables) => void (await tables.form.put(definition))),
    definitionIds: () => again(() => Promise.resolve(direct.form.toCollection().primaryKeys())),
    forgetDefinitions: (versionIds) => write(['form'], (tables) => tables.form.bulkDelete([...versionIds])),

    uploads: () => again(() => Promise.resolve(direct.upload.toArray())),
    addUpload: (one, parts) =>
      write(['upload', 'blob'], async (tables) => {
        await tables.blob.bulkPut(parts.map((bytes, part) => ({ id: one.id, part, bytes })))
        await tables.upload.put(one)
      }),
    updateUpload: (id, change) => write(['upload'], async (tables) => void (await tables.upload.update(id, change))),
    blobPart: (id, part) => again(async () => (await direct.blob.get([id, part]))?.bytes),
    removeUpload: (id) =>
      write(['upload', 'blob'], async (tables) => {
        await tables.upload.delete(id)
        await tables.blob.where('[id+part]').between([id, Dexie.minKey], [id, Dexie.maxKey]).delete()
      }),

    giveUp() {
      for (const transaction of running) abortUnlessCommitting(transaction)
      db.close({ disableAutoOpen: false })
    },

    note: (key) => again(async () => (await direct.meta.get(`${notePrefix}${key}`))?.value),
    saveNote: (key, value) => write(['meta'], (tables) => tables.put(`${notePrefix}${key}`, value)),
    forgetNote: (key) => write(['meta'], (tables) => tables.meta.delete(`${notePrefix}${key}`)),
  }
}

/** The browser let go of the database while the page slept (ST13). */
const lostConnection = (error: unknown): boolean =>
  error instanceof Error && ['DatabaseClosedError', 'InvalidStateError', 'UnknownError'].includes(error.name)

function abortUnlessCommitting(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    // It commits, and needs nothing of this page any more.
    if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw error
  }
}

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b)

function scopesAfter(before: readonly string[], patch: Pick<PullPatch, 'from' | 'reset' | 'drop' | 'rows'>): readonly string[] {
  const scopes = new Set(patch.from === null ? [] : before)
  for (const one of patch.reset) scopes.add(one.scope)
  for (const one of patch.rows) scopes.add(one.s)
  for (const one of patch.drop) if (one.part === null) scopes.delete(one.scope)
  return scopes.size === before.length && before.every((scope) => scopes.has(scope)) ? before : [...scopes]
}
