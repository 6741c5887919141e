import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import fc from 'fast-check'
import { storageContract } from '../testing/storage-contract.ts'
import { aBox, canary, clearTextOn, fill } from '../testing/sealing.ts'
import { dexieStorage } from './dexie.ts'
import { lockedStorage } from './locked.ts'
import type { Storage } from './storage.ts'

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
      const sealed = box.sealNow(`texto ${round} ${n}`)
      if (sealed === null) continue
      sealedAtOnce += 1
      nonces.add(sealed.slice(1, 13).join())
      expect(await box.open('draft', sealed)).toBe(`texto ${round} ${n}`)
    }
  }
  expect(sealedAtOnce).toBeGreaterThan(8)
  expect(nonces.size).toBe(sealedAtOnce)
})
