import { Dexie } from 'dexie'
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { settle } from '../testing/manual-clock.ts'
import { storageContract } from '../testing/storage-contract.ts'
import { dexieStorage } from './dexie.ts'
import { versions } from './versions.ts'

const aStorage = (indexedDB: IDBFactory, onSuperseded = (): void => undefined) =>
  dexieStorage({ name: 'iip-test', indexedDB, IDBKeyRange, onSuperseded })

storageContract('dexie', async () => {
  const indexedDB = new IDBFactory()
  return { storage: aStorage(indexedDB), reopen: async () => aStorage(indexedDB) }
})

test('every transaction that writes is strict: durable when its promise resolves', async () => {
  const spied = spyOnTransactions()
  const storage = aStorage(new IDBFactory())
  await storage.open('device-1')
  await storage.saveDraft({ key: 'k', value: 1, savedAt: '' })
  spied.stop()
  expect(spied.asked).toContainEqual([['draft'], 'readwrite', { durability: 'strict' }])
  expect(spied.asked.filter(([, mode, how]) => mode === 'readwrite' && JSON.stringify(how) !== '{"durability":"strict"}')).toEqual([])
})

test('a database that the browser closed under a sleeping page is opened again once', async () => {
  const spied = spyOnTransactions()
  const storage = aStorage(new IDBFactory())
  await storage.open('device-1')
  await storage.saveDraft({ key: 'k', value: 1, savedAt: '' })
  spied.stop()
  for (const db of spied.databases) db.close()
  expect((await storage.draft('k'))?.value).toBe(1)
})

test('another version of the application may upgrade: this one closes, says so, and writes nothing more', async () => {
  const indexedDB = new IDBFactory()
  let superseded = 0
  const storage = aStorage(indexedDB, () => (superseded += 1))
  await storage.open('device-1')
  const newer = new Dexie('iip-test', { indexedDB, IDBKeyRange })
  newer.version(99).stores({ meta: 'k', extra: 'id' })
  await newer.open()
  await settle()
  expect(superseded).toBe(1)
  await expect(storage.saveDraft({ key: 'k', value: 1, savedAt: '' })).rejects.toThrow('closed')
  newer.close()
})

test('versions only ever grow, and none drops what a person has not sent', () => {
  const kept = ['outbox', 'sent', 'draft', 'blob', 'upload']
  versions.forEach(({ version, stores }, at) => {
    expect(version).toBe(at + 1)
    for (const [table, schema] of Object.entries(stores)) if (kept.includes(table)) expect(schema).not.toBeNull()
  })
  expect(Object.keys(versions[0]?.stores ?? {})).toEqual(expect.arrayContaining(kept))
})

/** Sees every transaction that is opened, and on which connection. Dexie keeps the method as it is when it opens. */
function spyOnTransactions(): { asked: unknown[][]; databases: Set<IDBDatabase>; stop(): void } {
  const asked: unknown[][] = []
  const databases = new Set<IDBDatabase>()
  const original = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')
  const transaction: unknown = original?.value
  if (!original || typeof transaction !== 'function') throw new Error('no method to look at')
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args: unknown[]): IDBTransaction {
    asked.push(args)
    databases.add(this)
    return Reflect.apply(transaction, this, args) as IDBTransaction
  }
  return { asked, databases, stop: () => Object.defineProperty(IDBDatabase.prototype, 'transaction', original) }
}
