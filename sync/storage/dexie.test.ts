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

test('what a transaction reads and writes stays in it, also when the library loses sight of which one is under way', async () => {
  const spied = spyOnTransactions()
  const storage = aStorage(new IDBFactory())
  await storage.open('device-1')
  const row = {
    n: 'answer.set',
    v: 1,
    s: 'inst:north:f1',
    a: {},
    b: null,
    t: '',
    l: null,
    entity: 'q1',
    authorId: 'ana',
    now: '',
    sizeBytes: 1,
  }
  await storage.enqueue({ add: [{ ...row, mid: 'm1' }], replace: [], clearDrafts: [] })
  const nowhere: unknown = Reflect.get(Dexie.Promise, 'PSD')
  let turns = 20
  const lose = (ticks: number): void => {
    Reflect.set(Dexie.Promise, 'PSD', nowhere)
    if (ticks > 0) queueMicrotask(() => lose(ticks - 1))
    else if (turns-- > 0) setImmediate(() => lose(40))
  }
  const before = spied.asked.length
  lose(40)
  const taken = await storage.takeForFlight(0, { count: 10, bytes: 100 }, null)
  spied.stop()
  expect(taken).toMatchObject({ kind: 'written', value: [{ mid: 'm1' }] })
  expect(spied.asked.slice(before).map(([stores]) => stores)).toEqual([['meta', 'outbox']])
  expect((await storage.position()).device.inFlightThrough).toBe(1)
})

test('a half-written text that was handed over as the page is put away is kept all the same: its commit asks nothing more of the page', async () => {
  const indexedDB = new IDBFactory()
  const storage = aStorage(indexedDB)
  await storage.open('device-1')
  const kept = storage.saveDraft({ key: 'k', value: 'half', savedAt: '' })
  storage.giveUp()
  storage.close()
  await kept
  const other = aStorage(indexedDB)
  await other.open('device-2')
  expect((await other.draft('k'))?.value).toBe('half')
})

test('what a page has under way when it is put away is given up, whoever began it, and the database is everybody’s again', async () => {
  const indexedDB = new IDBFactory()
  const storage = aStorage(indexedDB)
  await storage.open('device-1')
  const spied = spyOnTransactions()
  const works = [
    storage.addDrafts([{ key: 'k', value: 1, savedAt: '' }]),
    storage.enqueue({ add: [], replace: [], clearDrafts: [] }),
    storage.takeForFlight(0, { count: 10, bytes: 100 }, null),
    storage.position(),
    storage.rowsOf('inst:north:f1'),
    storage.rowsAt([['inst:north:f1', 'answer', 'q1']]),
  ]
  const ended = Promise.allSettled(works)
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  storage.giveUp()
  const abandoned = spied.asked.length
  spied.stop()
  expect(abandoned).toBeGreaterThanOrEqual(works.length)
  expect((await ended).map(({ status }) => status)).toEqual(works.map(() => 'rejected'))
  const other = aStorage(indexedDB)
  await other.open('device-2')
  expect(await other.draft('k')).toBeUndefined()
  await storage.saveDraft({ key: 'k', value: 'back again', savedAt: '' })
  expect((await other.draft('k'))?.value).toBe('back again')
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
