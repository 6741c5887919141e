import { must } from '#shared/kernel/assert.ts'
import type { TestBrowser } from '#sync/testing/browser.ts'

/** What a browser has on its disk. */
export interface Disk {
  readonly databases: ReadonlyMap<string, RawDatabase>
  readonly marks: ReadonlyMap<string, string>
}

export const emptyDisk: Disk = { databases: new Map(), marks: new Map() }

/** The test database's own inside: it has no way to copy a database. */
interface RawDatabase {
  readonly name: string
  readonly version: number
  readonly rawObjectStores: Map<string, RawStore>
}
interface RawStore {
  readonly name: string
  readonly keyPath: unknown
  readonly autoIncrement: boolean
  readonly rawIndexes: ReadonlyMap<string, unknown>
  readonly records: { put(record: RawRecord): void; values(): Iterable<RawRecord> }
}
interface RawRecord {
  readonly key: unknown
  readonly value: unknown
}

const databasesOf = (browser: TestBrowser): Map<string, RawDatabase> => Reflect.get(browser.indexedDB, '_databases')

/** The disk of a browser, as it is now and will become. */
export const diskOf = (browser: TestBrowser): Disk => ({ databases: databasesOf(browser), marks: browser.marks })

/** Puts a copy of a disk into a browser that has not been used. */
export function layDisk(disk: Disk, browser: TestBrowser): void {
  for (const [name, database] of disk.databases) databasesOf(browser).set(name, copyOf(database))
  for (const [key, value] of disk.marks) browser.marks.set(key, value)
}

function copyOf(database: RawDatabase): RawDatabase {
  const copy = made<RawDatabase>(database, [database.name, database.version])
  for (const [name, store] of database.rawObjectStores) {
    if (store.rawIndexes.size > 0) throw new Error(`${name} has an index, which is not copied`)
    const fresh = made<RawStore>(store, [copy, name, store.keyPath, store.autoIncrement])
    // Records are replaced, never changed: what they hold is shared.
    for (const { key, value } of store.records.values()) fresh.records.put({ key, value })
    copy.rawObjectStores.set(name, fresh)
  }
  return copy
}

/** Another one of the same class. */
function made<T extends object>(like: T, args: readonly unknown[]): T {
  const found: unknown = Reflect.get(like, 'constructor')
  if (typeof found !== 'function') throw new TypeError('not made by a class')
  return Reflect.construct(found, args)
}

/** Everything in a store, in the order of its keys. */
export function recordsOf<T>(disk: Disk, store: string): T[] {
  return [...disk.databases.values()].flatMap((database) =>
    [...must(database.rawObjectStores.get(store), `no store ${store}`).records.values()].map(({ value }) => value as T),
  )
}

/** All that a disk holds, as one text. */
export function contentOf(disk: Disk): string {
  const stores = [...disk.databases.values()].flatMap((database) =>
    [...database.rawObjectStores].map(([name, store]) => [database.name, name, [...store.records.values()]]),
  )
  return JSON.stringify([[...disk.marks], stores], (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}
