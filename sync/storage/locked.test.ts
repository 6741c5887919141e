import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { storageContract } from '../testing/storage-contract.ts'
import { patch } from '../testing/patch.ts'
import { aBox, canary, clearTextOn, fill } from '../testing/sealing.ts'
import { dexieStorage } from './dexie.ts'
import { lockedStorage } from './locked.ts'
import type { Storage } from './storage.ts'

/** How the browser's cipher and the box itself refuse. */
const refused = /operation|not sealed|was changed/i

const onDisk = (indexedDB: IDBFactory): Storage =>
  dexieStorage({ name: 'iip-locked-ana', knownAs: 'iip-ana', indexedDB, IDBKeyRange, onSuperseded: () => undefined })

storageContract('sealed', async () => {
  const indexedDB = new IDBFactory()
  const box = await aBox()
  return { storage: lockedStorage(onDisk(indexedDB), box), reopen: async () => lockedStorage(onDisk(indexedDB), box) }
})

test('[LK1] of all that a device keeps nothing that anybody wrote or read stands on the disk in clear', async () => {
  const indexedDB = new IDBFactory()
  const storage = lockedStorage(onDisk(indexedDB), await aBox())
  await storage.open('device-1')
  await fill(storage)
  storage.close()
  expect(await clearTextOn(indexedDB)).not.toContain(canary)
  const plain = dexieStorage({ name: 'iip-ana', indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  await plain.open('device-1')
  await fill(plain)
  plain.close()
  // What is looked for would be found.
  expect((await clearTextOn(indexedDB)).split(canary).length).toBeGreaterThan(10)
})

test('[LK1] another key opens nothing, and what it cannot open it does not change', async () => {
  const indexedDB = new IDBFactory()
  const box = await aBox()
  const storage = lockedStorage(onDisk(indexedDB), box)
  await storage.open('device-1')
  await fill(storage)
  const other = lockedStorage(onDisk(indexedDB), await aBox())
  await other.open('device-2')
  await expect(other.outbox(0)).rejects.toThrow(/operation/i)
  await expect(other.rowsOf('inst:north:f1')).rejects.toThrow(/operation/i)
  expect(await storage.outbox(0)).toHaveLength(2)
})

/** Changes rows of a store on the disk, as somebody does who has the disk and not the key. */
async function tamper(indexedDB: IDBFactory, store: string, change: (rows: Record<string, unknown>[]) => unknown[]): Promise<void> {
  const answered = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)))
  const database = await answered(indexedDB.open('iip-locked-ana'))
  const rows = database.transaction(store, 'readwrite').objectStore(store)
  for (const row of change((await answered(rows.getAll())) as Record<string, unknown>[])) await answered(rows.put(row))
  database.close()
}

test('[LK8] of whatever table, what was changed on the disk, moved to another row or put back in clear is not taken', async () => {
  const swapped = (field: string) => (rows: Record<string, unknown>[]) =>
    rows.length < 2
      ? []
      : [
          { ...rows[0], [field]: rows[1]?.[field] },
          { ...rows[1], [field]: rows[0]?.[field] },
        ]
  const inClear = (field: string) => (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, [field]: { value: 'de nadie' } }))
  const firstOf = (change: (row: Record<string, unknown>) => Record<string, unknown>) => (rows: Record<string, unknown>[]) =>
    rows.map((row) => ({ ...row, rows: (row['rows'] as Record<string, unknown>[]).map(change) }))
  const work = (storage: Storage) => storage.outbox(0)
  const rows = (storage: Storage) => storage.rowsOf('inst:north:f1')
  const cases: readonly (readonly [what: string, store: string, Parameters<typeof tamper>[2], (storage: Storage) => Promise<unknown>])[] = [
    ['two changes that wait', 'outbox', swapped('a'), work],
    ['a change in clear', 'outbox', inClear('a'), work],
    ['the name of a change', 'outbox', (all) => all.map((row) => ({ ...row, n: 'answer.clear' })), work],
    ['whose a change is', 'outbox', (all) => all.map((row) => ({ ...row, authorId: 'berta' })), work],
    ['two drafts', 'draft', swapped('value'), (storage) => storage.drafts()],
    ['a draft in clear', 'draft', inClear('value'), (storage) => storage.drafts()],
    ['the version of a row', 'segment', firstOf((row) => ({ ...row, v: 9 })), rows],
    ['the key of a row', 'segment', firstOf((row) => ({ ...row, i: 'q9' })), rows],
    ['a row in clear', 'segment', firstOf((row) => ({ ...row, r: { value: 'de nadie' } })), rows],
    ['a file', 'blob', inClear('bytes'), (storage) => storage.blobPart('file-1', 0)],
    ['an outcome', 'outcome', (all) => all.map((row) => ({ ...row, code: 'locked' })), (storage) => storage.outcomes()],
    ['name and digest of a file', 'upload', (all) => all.map((row) => ({ ...row, name: row['sha256'] })), (storage) => storage.uploads()],
    ['the questions', 'form', (all) => all.map((row) => ({ ...row, formId: 'f2' })), (storage) => storage.definition('v1')],
    [
      'two notes',
      'meta',
      (all) => swapped('value')(all.filter(({ k }) => String(k).startsWith('note:'))),
      (storage) => storage.note('readings'),
    ],
  ]
  for (const [what, store, change, read] of cases) {
    const indexedDB = new IDBFactory()
    const box = await aBox()
    const storage = lockedStorage(onDisk(indexedDB), box)
    await storage.open('device-1')
    await fill(storage)
    expect(await read(storage), what).toBeDefined()
    storage.close()
    await tamper(indexedDB, store, change)
    const again = lockedStorage(onDisk(indexedDB), box)
    await again.open('device-2')
    await expect(read(again), what).rejects.toThrow(refused)
    again.close()
  }
})

test('[LK8] an older value under a newer version is not taken; a whole older row cannot be told from one that never changed', async () => {
  const indexedDB = new IDBFactory()
  const box = await aBox()
  const storage = lockedStorage(onDisk(indexedDB), box)
  await storage.open('device-1')
  const at = { s: 'inst:north:f1', p: 's1', t: 'answer' as const, i: 'q1' }
  const patched = async (v: number): Promise<void> => {
    const { position } = await storage.position()
    await storage.applyPull(patch({ from: position.cursor, cursor: `c${v}`, rows: [{ ...at, r: { value: `versión ${v}` }, v }] }), null)
  }
  await patched(1)
  let older: unknown
  const oldest = (rows: Record<string, unknown>[]) => (must(rows[0], 'a segment')['rows'] as { readonly r: unknown }[])[0]?.r
  await tamper(indexedDB, 'segment', (rows) => {
    older = oldest(rows)
    return []
  })
  await patched(2)
  await tamper(indexedDB, 'segment', (rows) => rows.map((row) => ({ ...row, rows: [{ ...at, r: older, v: 2 }] })))
  await expect(storage.rowsOf(at.s)).rejects.toThrow(refused)
  await tamper(indexedDB, 'segment', (rows) => rows.map((row) => ({ ...row, rows: [{ ...at, r: older, v: 1 }] })))
  expect(await storage.rowsOf(at.s)).toMatchObject([{ r: { value: 'versión 1' } }])
})

test('[LK8] a draft that another page takes over opens under its new key, and one that is given another value too', async () => {
  const storage = lockedStorage(onDisk(new IDBFactory()), await aBox())
  await storage.open('device-1')
  await storage.saveDraft({ key: 'answer:inst:north:f1:q1#former', value: 'a medio', savedAt: '1' })
  await storage.moveDraft('answer:inst:north:f1:q1#former', 'answer:inst:north:f1:q1#me')
  expect(await storage.drafts()).toMatchObject([{ key: 'answer:inst:north:f1:q1#me', value: 'a medio' }])
  await storage.moveDraft('answer:inst:north:f1:q1#me', 'comment:inst:north:f1:q1#me', 'otro')
  expect(await storage.drafts()).toMatchObject([{ key: 'comment:inst:north:f1:q1#me', value: 'otro' }])
})

test('[LK2] what is typed stands on the disk at once, in the same turn, however much is being sealed before it', async () => {
  const indexedDB = new IDBFactory()
  const inner = onDisk(indexedDB)
  const begun: string[] = []
  const box = await aBox()
  const storage = lockedStorage(
    {
      ...inner,
      saveDraft: (draft) => {
        begun.push(draft.key)
        return inner.saveDraft(draft)
      },
    },
    box,
  )
  await storage.open('device-1')
  await box.ahead()
  const busy = storage.saveNote('large', 'x'.repeat(2_000_000))
  const saved = storage.saveDraft({ key: 'answer:1', value: { value: 'a medio escribir' }, savedAt: '1' })
  expect(begun).toEqual(['answer:1'])
  await Promise.all([busy, saved])
  expect((await storage.draft('answer:1'))?.value).toEqual({ value: 'a medio escribir' })
})

test('[LK2] a text that is typed while the one before it becomes an answer stays', async () => {
  const indexedDB = new IDBFactory()
  const box = await aBox()
  const storage = lockedStorage(onDisk(indexedDB), box)
  await storage.open('device-1')
  await box.ahead()
  const given = storage.enqueue({ add: [], replace: [], clearDrafts: ['answer:1'] })
  const typed = storage.saveDraft({ key: 'answer:1', value: 'lo nuevo', savedAt: '2' })
  await Promise.all([given, typed])
  expect((await storage.draft('answer:1'))?.value).toBe('lo nuevo')
})

type Step = { readonly kind: 'save' | 'clear' | 'give' | 'note'; readonly key: string; readonly text: string }

test('[LK2] whatever is asked at once, and however long the sealing of each takes, the disk says what was asked last', async () => {
  const key = fc.constantFrom('a', 'b', 'c')
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('save', 'save', 'save', 'clear', 'give', 'note'),
    key,
    text: fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 30_000, maxLength: 50_000 })),
  })
  await assertProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const storage = lockedStorage(onDisk(new IDBFactory()), await aBox())
      await storage.open('device-1')
      const wanted = new Map<string, string>()
      const asked = steps.map(({ kind, key: at, text }) => {
        if (kind === 'save') {
          wanted.set(at, text)
          return storage.saveDraft({ key: at, value: text, savedAt: '1' })
        }
        if (kind === 'note') return storage.saveNote(at, text)
        wanted.delete(at)
        return kind === 'clear' ? storage.clearDraft(at) : storage.enqueue({ add: [], replace: [], clearDrafts: [at] })
      })
      await Promise.all(asked)
      expect(Object.fromEntries((await storage.drafts()).map((draft) => [draft.key, draft.value]))).toEqual(Object.fromEntries(wanted))
      storage.close()
    }),
    { runs: 12, shrink: false },
  )
})

test('[LK2] a page that is put away begins nothing more of what was being sealed, and can save its texts when it comes back', async () => {
  const indexedDB = new IDBFactory()
  const box = await aBox()
  const storage = lockedStorage(onDisk(indexedDB), box)
  await storage.open('device-1')
  await box.ahead()
  const late = storage.saveNote('n', 1)
  storage.giveUp()
  await expect(late).rejects.toThrow('put away')
  await storage.saveDraft({ key: 'k', value: 'vuelve', savedAt: '1' })
  expect(must(await storage.draft('k'), 'the draft').value).toBe('vuelve')
})

test('[LK1] no two texts that are sealed at once are hidden by the same stream, also when more come than were prepared', async () => {
  const box = await aBox()
  const nonces = new Set<string>()
  let sealedAtOnce = 0
  for (let round = 0; round < 3; round += 1) {
    await box.ahead()
    for (let n = 0; n < 6; n += 1) {
      const sealed = box.sealNow('draft', ['k'], `texto ${round} ${n}`)
      if (sealed === null) continue
      sealedAtOnce += 1
      nonces.add(sealed.slice(1, 13).join())
      expect(await box.open('draft', ['k'], sealed)).toBe(`texto ${round} ${n}`)
    }
  }
  expect(sealedAtOnce).toBeGreaterThan(8)
  expect(nonces.size).toBe(sealedAtOnce)
})
