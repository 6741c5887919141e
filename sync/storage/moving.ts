import { Dexie } from 'dexie'
import type { CopySeal } from '#shared/unsent/model.ts'
import { sealFrom, sealNote } from '../sealing/copy-seal.ts'
import { isOfFormerSeal, type Box } from './box.ts'
import type { Keyring } from './keyring.ts'
import { rowsIn } from './locked.ts'
import { answered, copyKey, isThere, opened, removed, standingOf, valueIn, type Browser, type Places } from './standing.ts'
import type { Upload } from './storage.ts'
import { keyringKey, notePrefix } from './tables.ts'
import { versions } from './versions.ts'

interface Move {
  readonly browser: IDBFactory
  readonly range: typeof IDBKeyRange
  readonly places: Places
  readonly box: Box
  /** Rows that stand in their new place, of all. */
  onProgress?(done: number, all: number): void
}

/** Rows that are moved by one transaction, and parts of files, which are large. */
const rowsAtOnce = 200
const blobsAtOnce = 2

/** What was to be moved stands otherwise than who asked thought: another page was faster. Nothing was moved. */
class StandsOtherwiseError extends Error {
  override readonly name = 'StandsOtherwiseError'
}

/**
 * Seals everything that a person keeps on this device (LK3). Nobody else may have it open. Fails: QuotaExceededError,
 * StandsOtherwiseError, and then all is as it was.
 */
export async function sealAll(move: Move, ring: Keyring): Promise<void> {
  const { browser, places, box } = move
  const standing = await standingOf(browser, places)
  // Where it is sealed, with whichever key, what a new one begins would take its place.
  if (standing.kind === 'locked' || !(await isThere(browser, places.plain)))
    throw new StandsOtherwiseError('there is nothing in clear to be sealed')
  const rows = rowsIn(box)
  await moved({ ...move, from: places.plain, to: places.locked, there: sealing(rows), read: opening(rows), is: 'sealed' })
  await putKeyring(browser, places.locked, ring)
  await removed(browser, places.plain)
}

/** Puts everything back in clear (LK3). Fails: as `sealAll`; what an application of before left in clear is in the way. */
export async function openAll(move: Move): Promise<void> {
  const { browser, places, box } = move
  const standing = await standingOf(browser, places)
  if (standing.kind === 'plain') throw new StandsOtherwiseError('there is nothing sealed to be opened')
  if (standing.left) throw new StandsOtherwiseError('what stands in clear was not taken over')
  const rows = rowsIn(box)
  await moved({
    ...move,
    from: places.locked,
    to: places.plain,
    there: opening(rows),
    read: (_store, row) => Promise.resolve(row),
    is: 'clear',
  })
  await removed(browser, places.locked)
}

/** How often all is looked over: what other pages move meanwhile may come behind the place where one was. */
const mostLooks = 5

/**
 * Seals anew what a program of before sealed, each value where it stands (LK8), also while pages have it open: what one of them changed
 * meanwhile is sealed as it is to be. Cut off at any step all opens with the same key. False when something is left.
 */
export async function sealAnew({ browser, range, places, box }: Omit<Move, 'onProgress'>): Promise<boolean> {
  await withTables(browser, range, places.locked)
  const database = await opened(browser, places.locked)
  if (!database) throw new Error('the sealed database is not there')
  const rows = rowsIn(box)
  const [open, seal] = [opening(rows), sealing(rows)]
  try {
    for (let look = 0; look < mostLooks; look += 1) {
      let found = 0
      for (const store of database.objectStoreNames) {
        for (let after: IDBValidKey | null = null; ;) {
          const all: Found[] = await rowsAfter(database, store, after, range)
          const former = all.filter(({ value }) => holdsFormerSeal(value))
          found += former.length
          const next = await Promise.all(former.map(async ({ value }) => seal(store, (await open(store, value as never)) as never)))
          await putInPlace(database, store, former, next)
          const last: Found | undefined = all.at(-1)
          if (!last) break
          after = last.key
        }
      }
      if (found === 0) return true
    }
    return false
  } finally {
    database.close()
  }
}

const holdsFormerSeal = (value: unknown): boolean =>
  value instanceof Uint8Array
    ? isOfFormerSeal(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((each) => holdsFormerSeal(each))

/** Each in the place of what was read, if that is still what stands there. */
async function putInPlace(database: IDBDatabase, store: string, former: readonly Found[], next: readonly unknown[]): Promise<void> {
  if (former.length === 0) return
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  const over = ended(transaction)
  const there = transaction.objectStore(store)
  for (const [at, { key, value }] of former.entries()) {
    const asked = there.get(key)
    asked.addEventListener('success', () => {
      if (isSame(asked.result, value)) there.put(next[at])
    })
  }
  await over
}

async function putKeyring(browser: Browser, name: string, ring: Keyring): Promise<void> {
  await inMeta(browser, name, (meta) => meta.put({ k: keyringKey, value: ring }))
}

/**
 * Changes the keyring that stands on the disk at that moment, whatever a page remembers of it: another page may have counted a wrong PIN,
 * or chosen another one. `change` says what is to stand, or null for what is there. The one that stands afterwards.
 */
export async function changeKeyring(browser: Browser, name: string, change: (ring: unknown) => Keyring | null): Promise<unknown> {
  let stands: unknown
  await inMeta(browser, name, (meta) => {
    const asked = meta.get(keyringKey)
    asked.addEventListener('success', () => {
      stands = valueIn(asked.result)
      const next = change(stands)
      if (next === null) return
      stands = next
      meta.put({ k: keyringKey, value: next })
    })
  })
  return stands
}

/** Keeps beside sealed data what its author is given without the key: a copy that is sealed for the server. */
export const putCopy = (browser: Browser, name: string, text: string): Promise<void> =>
  inMeta(browser, name, (meta) => meta.put({ k: copyKey, value: text }))

/** What a sealed database would seal copies with. */
export async function sealIn(browser: Browser, name: string, box: Box): Promise<CopySeal | null> {
  const database = await opened(browser, name)
  if (!database) return null
  const row: unknown = await answered(
    database
      .transaction('meta')
      .objectStore('meta')
      .get(notePrefix + sealNote),
  )
  database.close()
  return sealFrom(await rowsIn(box).openNote(sealNote, valueIn(row)))
}

type Rows = ReturnType<typeof rowsIn>
type ByStore = (store: string, row: never) => Promise<unknown>

const sealing =
  (rows: Rows): ByStore =>
  (store, row) =>
    changed(store, row, {
      row: rows.sealRow,
      work: rows.sealWork,
      outcome: rows.sealOutcome,
      draft: rows.sealDraft,
      upload: (upload: Upload) => rows.sealUpload(upload.id, upload),
      bytes: rows.sealBytes,
      form: rows.sealForm,
      note: rows.sealNote,
    })
const opening =
  (rows: Rows): ByStore =>
  (store, row) =>
    changed(store, row, {
      row: rows.openRow,
      work: rows.openWork,
      outcome: rows.openOutcome,
      draft: rows.openDraft,
      upload: rows.openUpload,
      bytes: rows.openBytes,
      form: rows.openForm,
      note: rows.openNote,
    })

interface Each extends Readonly<Record<'row' | 'work' | 'outcome' | 'draft' | 'upload' | 'form', (value: never) => Promise<unknown>>> {
  bytes(id: string, part: number, bytes: never): Promise<unknown>
  note(key: string, value: never): Promise<unknown>
}

const isNote = (key: unknown): key is string => typeof key === 'string' && key.startsWith(notePrefix)

/** A row of a store, by what it is made of. */
async function changed(store: string, row: never, by: Each): Promise<unknown> {
  const whole: Readonly<Record<string, unknown>> = row
  const list = (rows: unknown, each: (value: never) => Promise<unknown>): Promise<unknown[]> => Promise.all((rows as never[]).map(each))
  switch (store) {
    case 'segment':
    case 'staged':
      return { ...whole, rows: await list(whole['rows'], by.row) }
    case 'outbox':
      return by.work(row)
    case 'sent':
      return { ...whole, rows: await list(whole['rows'], by.work) }
    case 'outcome':
      return by.outcome(row)
    case 'draft':
      return by.draft(row)
    case 'upload':
      return by.upload(row)
    case 'blob':
      return { ...whole, bytes: await by.bytes(String(whole['id']), Number(whole['part']), whole['bytes'] as never) }
    case 'form':
      return by.form(row)
    case 'meta':
      return isNote(whole['k']) ? { ...whole, value: await by.note(whole['k'].slice(notePrefix.length), whole['value'] as never) } : row
    default:
      throw new Error(`nobody said how to seal ${store}`)
  }
}

interface Moving extends Move {
  readonly from: string
  readonly to: string
  readonly there: ByStore
  /** What stands in the new place, read again in clear before the old one goes. */
  readonly read: ByStore
  /** What the new place holds. */
  readonly is: 'sealed' | 'clear'
}

/** Copies every row into a database of its own, which is not there before. What was begun goes when it cannot be ended. */
async function moved({ browser, range, from, to, there, read, is, onProgress }: Moving): Promise<void> {
  await removed(browser, to)
  const source = await opened(browser, from)
  await withTables(browser, range, to)
  const target = await opened(browser, to)
  if (!target) throw new Error('the database that was made is not there')
  try {
    if (!source) return
    const stores = [...target.objectStoreNames].filter((store) => source.objectStoreNames.contains(store))
    const counts = await Promise.all(stores.map((store) => answered(source.transaction(store).objectStore(store).count())))
    const all = counts.reduce((sum, count) => sum + count, 0)
    let done = 0
    for (const store of stores) {
      for (let after: IDBValidKey | null = null; ;) {
        const rows = await rowsAfter(source, store, after, range)
        const kept = rows.filter((row) => !isOfSealing(store, row.value))
        const written = await Promise.all(kept.map((row) => there(store, row.value as never)))
        await put(target, store, written)
        await check({ target, store, clear: is === 'sealed' ? kept.map((row) => row.value) : written, read, range, after })
        done += rows.length
        onProgress?.(done, all)
        const last = rows.at(-1)
        if (!last) break
        after = last.key
      }
    }
  } catch (error) {
    source?.close()
    target.close()
    // What it cannot take away is not whole, and goes when it is looked at next.
    await removed(browser, to).catch(() => undefined)
    throw error
  }
  source.close()
  target.close()
}

const isOfSealing = (store: string, row: unknown): boolean => {
  const key: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'k') : undefined
  return store === 'meta' && (key === keyringKey || key === copyKey)
}

interface Found {
  readonly key: IDBValidKey
  readonly value: unknown
}

async function rowsAfter(database: IDBDatabase, store: string, after: IDBValidKey | null, range: typeof IDBKeyRange): Promise<Found[]> {
  const most = store === 'blob' ? blobsAtOnce : rowsAtOnce
  const from = after === null ? null : range.lowerBound(after, true)
  const found = database.transaction(store).objectStore(store)
  const [keys, values] = await Promise.all([answered(found.getAllKeys(from, most)), answered(found.getAll(from, most))])
  return keys.map((key, at) => ({ key, value: values[at] as unknown }))
}

async function put(database: IDBDatabase, store: string, rows: readonly unknown[]): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  const over = ended(transaction)
  try {
    for (const row of rows) transaction.objectStore(store).put(row)
  } catch (error) {
    over.catch(() => undefined)
    transaction.abort()
    throw error
  }
  await over
}

interface Check {
  readonly target: IDBDatabase
  readonly store: string
  /** What was to be moved, in clear. */
  readonly clear: readonly unknown[]
  readonly read: ByStore
  readonly range: typeof IDBKeyRange
  readonly after: IDBValidKey | null
}

/** What stands there, read again, is what was to be moved. */
async function check({ target, store, clear, read, range, after }: Check): Promise<void> {
  const found = clear.length === 0 ? [] : await rowsAfter(target, store, after, range)
  const there = await Promise.all(found.map((row) => read(store, row.value as never)))
  if (there.length !== clear.length || clear.some((row, at) => !isSame(row, there[at])))
    throw new Error(`what stands in ${store} is not what was moved`)
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (one instanceof Uint8Array && other instanceof Uint8Array)
    return one.length === other.length && one.every((byte, at) => byte === other[at])
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Number.isNaN(one) && Number.isNaN(other)
  const keys = (of: object): string[] => Object.keys(of).filter((key) => Reflect.get(of, key) !== undefined)
  return keys(one).length === keys(other).length && keys(one).every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)))
}

/** Makes it, or brings it up, with the tables of the application, whichever they are by now. */
async function withTables(browser: IDBFactory, range: typeof IDBKeyRange, name: string): Promise<void> {
  const db = new Dexie(name, { indexedDB: browser, IDBKeyRange: range })
  for (const { version, stores } of versions) db.version(version).stores(stores)
  await db.open()
  db.close()
}

async function inMeta(browser: Browser, name: string, write: (meta: IDBObjectStore) => void): Promise<void> {
  const database = await opened(browser, name)
  if (!database) throw new Error('the sealed database is not there')
  try {
    const transaction = database.transaction('meta', 'readwrite', { durability: 'strict' })
    const over = ended(transaction)
    write(transaction.objectStore('meta'))
    await over
  } finally {
    database.close()
  }
}

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('aborted', 'AbortError')))
  })
