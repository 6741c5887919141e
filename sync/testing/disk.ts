import { must } from '#shared/kernel/assert.ts'

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

interface WithDisk {
  readonly indexedDB: IDBFactory
  readonly marks: Map<string, string>
}

const databasesOf = ({ indexedDB }: WithDisk): Map<string, RawDatabase> => Reflect.get(indexedDB, '_databases')

/** The disk of a browser, as it is now and will become. */
export const diskOf = (browser: WithDisk): Disk => ({ databases: databasesOf(browser), marks: browser.marks })

/** Puts a copy of a disk into a browser that has not been used. What runs on it now must have come to rest. */
export function layDisk(disk: Disk, browser: WithDisk): void {
  for (const [name, database] of disk.databases) databasesOf(browser).set(name, copyOf(database))
  for (const [key, value] of disk.marks) browser.marks.set(key, value)
}

/** Puts a copy of what a browser has kept into one that has not been used, whatever its tabs are about to write. */
export async function copyDisk(from: WithDisk, to: WithDisk): Promise<void> {
  for (const [key, value] of from.marks) to.marks.set(key, value)
  for (const [name, database] of databasesOf(from)) {
    const opened = await answered(from.indexedDB.open(name))
    const [first, ...others] = opened.objectStoreNames
    // What writes to any of its stores came before this, or waits for it: nothing is half written when it is looked at.
    if (first !== undefined)
      await answered(
        opened
          .transaction([first, ...others], 'readwrite')
          .objectStore(first)
          .count(),
      )
    databasesOf(to).set(name, copyOf(database))
    opened.close()
  }
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })

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
