import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { aBox, canary, clearTextOn, fill } from '../testing/sealing.ts'
import { formerBox } from '../testing/former-seal.ts'
import { copyOpener } from '../testing/copy-opener.ts'
import { Box } from './box.ts'
import { dexieStorage } from './dexie.ts'
import { formerUse, newKeyring, usable, type Keyring, type KeyringPorts } from './keyring.ts'
import { lockedStorage } from './locked.ts'
import { changeKeyring, openAll, sealAll, sealAnew } from './moving.ts'
import { isThere, removed, standingOf } from './standing.ts'
import type { Storage } from './storage.ts'

/** How the browser's cipher and the box itself refuse. */
const refused = /operation|not sealed|was changed/i

const places = { plain: 'iip-ana', locked: 'iip-locked-ana' }
const bare = (indexedDB: IDBFactory, name: string): Storage =>
  dexieStorage({ name, knownAs: places.plain, indexedDB, IDBKeyRange, onSuperseded: () => undefined })

afterEach(() => {
  vi.restoreAllMocks()
})

/** What a guess costs has tests of its own. */
const ports: KeyringPorts = { crypto, argon2id: () => Promise.resolve(new Uint8Array(32)) }

const made = newKeyring({ authorId: 'ana', pin: '480 271', seal: copyOpener().seal, minutes: 15, at: '2026-03-02T12:00:00.000Z' }, ports)
const aRing = async (): Promise<Keyring> => (await made).ring

/** All that a device holds, as the engine reads it. */
async function heldBy(storage: Storage): Promise<unknown> {
  await storage.open('another')
  const held = {
    at: await storage.position(),
    outbox: await storage.outbox(0),
    rows: await storage.rowsOf('inst:north:f1'),
    outcomes: await storage.outcomes(),
    drafts: await storage.drafts(),
    uploads: await storage.uploads(),
    bytes: await storage.blobPart('file-1', 0),
    form: await storage.definition('v1'),
    readings: await storage.note('readings'),
    paper: await storage.note('paper:bytes 1'),
    sent: await storage.holdsMid('m1'),
    named: await storage.whereFileIsNamed('file-1'),
  }
  storage.close()
  return held
}

/** What the application would find, and open with the key, when it is opened now. */
async function foundOn(indexedDB: IDBFactory, box: Box): Promise<{ readonly kind: 'plain' | 'locked'; readonly held: unknown }> {
  const { kind } = await standingOf(indexedDB, places)
  const storage = kind === 'plain' ? bare(indexedDB, places.plain) : lockedStorage(bare(indexedDB, places.locked), box)
  return { kind, held: await heldBy(storage) }
}

async function aFilledDevice(): Promise<{ indexedDB: IDBFactory; box: Box; ring: Keyring; before: unknown }> {
  const indexedDB = new IDBFactory()
  const storage = bare(indexedDB, places.plain)
  await storage.open('device-1')
  await fill(storage)
  storage.close()
  const before = await heldBy(bare(indexedDB, places.plain))
  return { indexedDB, box: await aBox(), ring: await aRing(), before }
}

test('[LK3] sealing and opening again give back everything as it was, and leave nothing in clear between', async () => {
  const { indexedDB, box, ring, before } = await aFilledDevice()
  const move = { browser: indexedDB, range: IDBKeyRange, places, box }
  const told: number[] = []
  await sealAll({ ...move, onProgress: (done, all) => void told.push(done / all) }, ring)
  expect(told.at(-1)).toBe(1)
  expect(await clearTextOn(indexedDB)).not.toContain(canary)
  expect(await isThere(indexedDB, places.plain)).toBe(false)
  expect(await foundOn(indexedDB, box)).toEqual({ kind: 'locked', held: before })
  await openAll(move)
  expect(await foundOn(indexedDB, box)).toEqual({ kind: 'plain', held: before })
  expect(await isThere(indexedDB, places.locked)).toBe(false)
})

/** From the nth write on the process is gone, or, with `once`, that one alone finds no room. */
function failing(n: number, how: 'dead' | 'full'): { readonly reached: () => boolean } {
  let count = 0
  const fault = (): void => {
    count += 1
    if (how === 'full' ? count === n : count >= n)
      throw new DOMException(how === 'full' ? 'no room' : 'gone', how === 'full' ? 'QuotaExceededError' : 'UnknownError')
  }
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    fault()
    return put.apply(this, args)
  })
  const { deleteDatabase, open } = IDBFactory.prototype
  vi.spyOn(IDBFactory.prototype, 'deleteDatabase').mockImplementation(function (this: IDBFactory, ...args) {
    if (how === 'dead') fault()
    return deleteDatabase.apply(this, args)
  })
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    if (how === 'dead') fault()
    return open.apply(this, args)
  })
  return { reached: () => count >= n }
}

for (const how of ['dead', 'full'] as const) {
  for (const way of ['seal', 'open'] as const) {
    test(`[LK3] ${how === 'dead' ? 'a browser that is killed' : 'a disk that is full'} at any step of ${way === 'seal' ? 'sealing' : 'opening'} leaves everything, in clear or sealed, and the next try ends it`, async () => {
      for (let n = 1; ; n += 1) {
        const { indexedDB, box, ring, before } = await aFilledDevice()
        const move = { browser: indexedDB, range: IDBKeyRange, places, box }
        if (way === 'open') await sealAll(move, ring)
        const go = (): Promise<void> => (way === 'seal' ? sealAll(move, ring) : openAll(move))
        const fault = failing(n, how)
        const ended = await go().then(
          () => true,
          () => false,
        )
        const reached = fault.reached()
        vi.restoreAllMocks()
        const found = await foundOn(indexedDB, box)
        expect(found.held, `after step ${n}`).toEqual(before)
        if (ended) expect(found.kind).toBe(way === 'seal' ? 'locked' : 'plain')
        if (found.kind === (way === 'seal' ? 'plain' : 'locked')) {
          // What a cut opening left in clear is taken over before the next one begins.
          if (way === 'open') await removed(indexedDB, places.plain)
          await go()
        }
        expect((await foundOn(indexedDB, box)).held, `again after step ${n}`).toEqual(before)
        if (!reached) return
      }
    })
  }
}

/** A device as a program of before sealed it, with what opens it during and after its sealing anew. */
async function aFormerDevice() {
  const { indexedDB, ring, before } = await aFilledDevice()
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const during = new Box(await usable(bytes, crypto), crypto, await formerUse(bytes, crypto))
  const seals = await formerBox(bytes)
  const both = { open: during.open.bind(during), seal: seals.seal, sealNow: seals.sealNow } as unknown as Box
  await sealAll({ browser: indexedDB, range: IDBKeyRange, places, box: both }, { ...ring, version: 1 })
  return { indexedDB, before, during, after: new Box(await usable(bytes, crypto), crypto), range: IDBKeyRange, places }
}

test('[LK8] what a program of before sealed is sealed anew where it stands, all of it, and opens as it was', async () => {
  const { indexedDB, before, during, after, ...where } = await aFormerDevice()
  await expect(foundOn(indexedDB, after)).rejects.toThrow(refused)
  expect(await foundOn(indexedDB, during)).toEqual({ kind: 'locked', held: before })
  expect(await sealAnew({ ...where, browser: indexedDB, box: during })).toBe(true)
  expect(await foundOn(indexedDB, after)).toEqual({ kind: 'locked', held: before })
  // The rows of a pull that had not ended, too.
  const storage = lockedStorage(bare(indexedDB, places.locked), after)
  await storage.open('x')
  expect(await storage.rowsOfTable(['inst:north:f1'], 'answer')).toHaveLength(1)
  storage.close()
  expect(await clearTextOn(indexedDB)).not.toContain(canary)
})

for (const how of ['dead', 'full'] as const)
  test(`[LK8] ${how === 'dead' ? 'a browser that is killed' : 'a disk that is full'} at any step of sealing anew leaves what opens with the same key, and the next try ends it`, async () => {
    for (let n = 1; ; n += 1) {
      const { indexedDB, before, during, after, ...where } = await aFormerDevice()
      const fault = failing(n, how)
      await sealAnew({ ...where, browser: indexedDB, box: during }).catch(() => undefined)
      const reached = fault.reached()
      vi.restoreAllMocks()
      expect(await foundOn(indexedDB, during), `after step ${n}`).toEqual({ kind: 'locked', held: before })
      expect(await sealAnew({ ...where, browser: indexedDB, box: during })).toBe(true)
      expect(await foundOn(indexedDB, after), `again after step ${n}`).toEqual({ kind: 'locked', held: before })
      if (!reached) return
    }
  })

test('[LK8] what an open page writes while all is sealed anew stands', async () => {
  const { indexedDB, during, after, ...where } = await aFormerDevice()
  const storage = lockedStorage(bare(indexedDB, places.locked), during)
  await storage.open('x')
  const key = 'answer:inst:north:f1:q1'
  const { get } = IDBObjectStore.prototype
  let typed: Promise<void> | undefined
  // Between the reading of the drafts and their writing.
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'draft') typed ??= storage.saveDraft({ key, value: 'lo nuevo', savedAt: '2' })
    return get.apply(this, args)
  })
  const begun = sealAnew({ ...where, browser: indexedDB, box: during })
  await begun
  await typed
  vi.restoreAllMocks()
  storage.close()
  const again = lockedStorage(bare(indexedDB, places.locked), after)
  await again.open('y')
  expect((await again.draft(key))?.value).toBe('lo nuevo')
  again.close()
})

test('[LK3] a row that does not arrive as it was stops the sealing, and what is in clear stays', async () => {
  const { indexedDB, box, ring, before } = await aFilledDevice()
  const seal = box.seal.bind(box)
  vi.spyOn(box, 'seal').mockImplementation((kind, place, value) => seal(kind, place, kind === 'draft' ? 'otra cosa' : value))
  await expect(sealAll({ browser: indexedDB, range: IDBKeyRange, places, box }, ring)).rejects.toThrow('is not what was moved')
  expect(await foundOn(indexedDB, box)).toEqual({ kind: 'plain', held: before })
})

test('[LK3] of two pages that set a PIN the first seals: what it sealed is not taken for a beginning by the other', async () => {
  const { indexedDB, box, ring, before } = await aFilledDevice()
  const move = { browser: indexedDB, range: IDBKeyRange, places }
  await sealAll({ ...move, box }, ring)
  const second = await newKeyring(
    { authorId: 'ana', pin: 'cuatro gatos', seal: copyOpener().seal, minutes: 15, at: '2026-03-02T12:00:00.000Z' },
    ports,
  )
  await expect(sealAll({ ...move, box: await aBox() }, second.ring)).rejects.toThrow('nothing in clear')
  expect(await foundOn(indexedDB, box)).toEqual({ kind: 'locked', held: before })
  expect(await standingOf(indexedDB, places)).toMatchObject({ ring })
})

test('[LK3] of two pages that take a PIN off the first opens: what it opened is not taken away by the other', async () => {
  const { indexedDB, box, ring, before } = await aFilledDevice()
  const move = { browser: indexedDB, range: IDBKeyRange, places, box }
  await sealAll(move, ring)
  await openAll(move)
  await expect(openAll(move)).rejects.toThrow('nothing sealed')
  expect(await foundOn(indexedDB, box)).toEqual({ kind: 'plain', held: before })
})

test('[LK3] what an application of before left in clear is not written over by a PIN that is taken off', async () => {
  const { indexedDB, box, ring, before } = await aFilledDevice()
  const move = { browser: indexedDB, range: IDBKeyRange, places, box }
  await sealAll(move, ring)
  const former = bare(indexedDB, places.plain)
  await former.open('device-2')
  await fill(former)
  former.close()
  const left = await heldBy(bare(indexedDB, places.plain))
  await expect(openAll(move)).rejects.toThrow('not taken over')
  expect(await heldBy(bare(indexedDB, places.plain))).toEqual(left)
  expect(await foundOn(indexedDB, box)).toEqual({ kind: 'locked', held: before })
})

test('[LK4] a keyring is changed as it stands on the disk: what another page counted or chose is not undone', async () => {
  const { indexedDB, box, ring } = await aFilledDevice()
  await sealAll({ browser: indexedDB, range: IDBKeyRange, places, box }, ring)
  const counting = (): Promise<unknown> =>
    changeKeyring(indexedDB, places.locked, (stands) => ({ ...ring, wrong: Number(Reflect.get(Object(stands), 'wrong')) + 1 }))
  const counts = await Promise.all([counting(), counting(), counting()])
  expect(counts.map((each) => Reflect.get(Object(each), 'wrong'))).toEqual([1, 2, 3])
  expect(await changeKeyring(indexedDB, places.locked, () => null)).toMatchObject({ wrong: 3 })
  expect(await standingOf(indexedDB, places)).toMatchObject({ ring: { ...ring, wrong: 3 } })
})

test('[LK3] what is sealed without a keyring is not taken away where nothing stands beside it', async () => {
  const indexedDB = new IDBFactory()
  const box = await aBox()
  const storage = lockedStorage(bare(indexedDB, places.locked), box)
  await storage.open('device-1')
  await fill(storage)
  storage.close()
  expect(await standingOf(indexedDB, places)).toEqual({ kind: 'plain' })
  expect(await isThere(indexedDB, places.locked)).toBe(true)
})

test('[LK3] looking where data stands makes no database', async () => {
  const indexedDB = new IDBFactory()
  expect(await standingOf(indexedDB, places)).toEqual({ kind: 'plain' })
  expect(await indexedDB.databases()).toEqual([])
})

test('[LK3] a sealed database that the browser took away is made anew with its keyring', async () => {
  const { indexedDB, box, ring } = await aFilledDevice()
  await sealAll({ browser: indexedDB, range: IDBKeyRange, places, box }, ring)
  const storage = lockedStorage(
    dexieStorage({
      name: places.locked,
      knownAs: places.plain,
      keyring: () => ring,
      indexedDB,
      IDBKeyRange,
      onSuperseded: () => undefined,
    }),
    box,
  )
  const { position } = await storage.open('x')
  const rows = (await storage.outbox(0)).map((row) => ({ row, flown: false }))
  await removed(indexedDB, places.locked)
  await expect(storage.check()).rejects.toThrow('not there')
  await storage.putBack(
    { queue: rows, drafts: [], outcomes: [], uploads: [], rows: [], definitions: [], position, leader: null },
    'device-9',
  )
  storage.close()
  expect(await standingOf(indexedDB, places)).toMatchObject({ kind: 'locked' })
  expect(await clearTextOn(indexedDB)).not.toContain(canary)
  expect((await foundOn(indexedDB, box)).held).toMatchObject({ outbox: [{ mid: 'm2' }, { mid: 'm3' }] })
})
