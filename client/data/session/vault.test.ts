import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStorageOver } from '#client/data/testing/local-storage.ts'
import type { Engine } from '#sync/face.ts'
import type { PinCost } from '#sync/storage/keyring.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import { toBase64 } from '#sync/sealing/base64.ts'
import { Box } from '#sync/storage/box.ts'
import { formerUse, usable } from '#sync/storage/keyring.ts'
import type { Keyring } from '#sync/storage/keyring.ts'
import { standingOf } from '#sync/storage/standing.ts'
import { copyOpener } from '#sync/testing/copy-opener.ts'
import { canary, fill } from '#sync/testing/sealing.ts'
import { ana } from '#client/data/testing/ana.ts'
import type { Vault } from './vault.ts'

const pin = '480 271'
const places = { plain: 'iip-ana', locked: 'iip-locked-ana' }
const setting = { pin, minutes: 15, seal: copyOpener().seal } as const

/** Without a network: what becomes of tokens then and otherwise has a test of its own. */
vi.mock('./argon2id.ts', async () => {
  const { argon2id } = await import('hash-wasm')
  const how = { parallelism: 1, hashLength: 32, outputType: 'binary' } as const
  return {
    argon2id: (password: Uint8Array, salt: Uint8Array, { memoryKiB, turns }: PinCost) =>
      argon2id({ ...how, password, salt, memorySize: memoryKiB, iterations: turns }),
  }
})
vi.mock('#client/data/server/online.ts', () => ({ connection: { online: false, subscribe: () => undefined } }))

const kept = new Map<string, string>()
/** What pages tell each other, until they hear nothing of each other any more. */
class AChannel extends EventTarget {
  constructor() {
    super()
    channels.add(this)
  }

  postMessage(data: unknown): void {
    if (!channels.has(this)) return
    for (const other of channels) if (other !== this) queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data })))
  }
}
const channels = new Set<AChannel>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('BroadcastChannel', AChannel)
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
  vi.stubGlobal('location', { reload: () => undefined, origin: 'http://localhost' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('localStorage', localStorageOver(kept))
})
const pages: { readonly vault: Vault }[] = []
afterEach(() => {
  for (const { vault } of pages.splice(0)) vault.release()
  channels.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The unsent changes of an unlocked page, as JSON. */
async function outboxBehind({ vault: { state } }: { readonly vault: Vault }): Promise<string> {
  if (state.kind !== 'open') throw new Error('it is not open')
  const { lockedStorage } = await import('#sync/storage/locked.ts')
  const inner = dexieStorage({ name: places.locked, indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  const storage = lockedStorage(inner, state.box)
  await storage.open('x')
  const waiting = JSON.stringify(await storage.outbox(0))
  storage.close()
  return waiting
}

/** A page of this person's, loaded on the device as it stands, and beside those that are open. A guess of a PIN that it sets costs little. */
async function aPage(cost: 'least' | 'usual' = 'least') {
  vi.resetModules()
  const [session, acts, { vaultOf }] = await Promise.all([import('./session.ts'), import('./vault-acts.ts'), import('./vault.ts')])
  const vault = vaultOf('ana', cost === 'usual' ? undefined : { memoryKiB: 8, turns: 1 })
  await vault.look()
  const taken: string[] = []
  const engine = {
    settleDrafts: () => Promise.resolve(),
    rest: () => Promise.resolve(),
    importUnsent: (text: string) => {
      taken.push(text)
      return Promise.resolve({ ok: true, value: { mutations: 0, files: 0, drafts: 0 } })
    },
  } as unknown as Engine
  const page = { vault, session, acts, engine, taken }
  pages.push(page)
  return page
}
type Page = Awaited<ReturnType<typeof aPage>>

const until = (vault: Vault, kind: Vault['state']['kind']): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (vault.state.kind !== kind) return
      stop()
      resolve()
    }
    const stop = vault.subscribe(look)
    queueMicrotask(look)
  })

async function fillPlace(name: string): Promise<void> {
  const storage = dexieStorage({ name, indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  await storage.open(`device of ${name}`)
  await fill(storage)
  storage.close()
}

const ringNow = async (): Promise<Keyring> => {
  const standing = await standingOf(indexedDB, places)
  if (standing.kind !== 'locked') throw new Error('it is not sealed')
  return standing.ring as Keyring
}

async function changedRing(change: Partial<Keyring>): Promise<void> {
  const { changeKeyring } = await import('#sync/storage/moving.ts')
  const ring = await ringNow()
  await changeKeyring(indexedDB, places.locked, () => ({ ...ring, ...change }))
}

/** A device with a PIN, and no page open. */
async function aLockedDevice(): Promise<void> {
  await fillPlace(places.plain)
  const page = await aPage()
  page.session.openSession(ana, 'token-1')
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  close(page)
}

/** Ended by the browser. */
function close({ vault }: Page): void {
  vault.release()
  channels.clear()
}

/** Pages that know nothing of each other but through the disk. */
async function deafPages(): Promise<readonly [Page, Page]> {
  const first = await aPage()
  const second = await aPage()
  channels.clear()
  return [first, second]
}

test('[LK4] wrong PINs count together in whichever page they are tried', async () => {
  await aLockedDevice()
  const [first, second] = await deafPages()
  expect(await first.acts.unlockByPin(first.vault, 'otro uno')).toBe('wrong')
  expect(await second.acts.unlockByPin(second.vault, 'otro dos')).toBe('wrong')
  expect(await first.acts.unlockByPin(first.vault, 'otro tres')).toBe('wrong')
  expect(await ringNow()).toMatchObject({ wrong: 3 })
  // The second page has seen one of them.
  expect(await second.acts.unlockByPin(second.vault, pin)).toBe('wait')
  expect(await ringNow()).toMatchObject({ wrong: 3 })
})

test('[LK4] a PIN that was changed in one page stays so, whatever another page remembers', async () => {
  await aLockedDevice()
  const [first, second] = await deafPages()
  expect(await first.acts.unlockByPin(first.vault, pin)).toBe('done')
  expect(await second.acts.unlockByPin(second.vault, pin)).toBe('done')
  expect(await first.acts.changePin(first.vault, pin, 'cuatro gatos')).toBe('done')
  await second.acts.changeMinutes(second.vault, 5)
  expect(await second.acts.changePin(second.vault, pin, 'de antes')).toBe('wrong')
  close(first)
  close(second)
  const third = await aPage()
  expect(await third.acts.unlockByPin(third.vault, pin)).toBe('wrong')
  expect(await third.acts.unlockByPin(third.vault, 'cuatro gatos')).toBe('done')
  expect(await ringNow()).toMatchObject({ minutes: 5, wrong: 0 })
})

test('[LK4] of two pages that change the PIN at once one does, and the other is told that it was not the PIN any more', async () => {
  await aLockedDevice()
  const [first, second] = await deafPages()
  expect(await first.acts.unlockByPin(first.vault, pin)).toBe('done')
  expect(await second.acts.unlockByPin(second.vault, pin)).toBe('done')
  const chosen = ['cuatro gatos', 'siete perros'] as const
  const outcomes = await Promise.all([
    first.acts.changePin(first.vault, pin, chosen[0]),
    second.acts.changePin(second.vault, pin, chosen[1]),
  ])
  expect(outcomes.toSorted()).toEqual(['done', 'wrong'])
  close(first)
  close(second)
  const third = await aPage()
  expect(await third.acts.unlockByPin(third.vault, chosen[outcomes.indexOf('done')] ?? '')).toBe('done')
})

test('[LK4] a clock that was put back makes nobody wait until the hour that it said before', async () => {
  await aLockedDevice()
  const page = await aPage()
  const ring = await ringNow()
  vi.useFakeTimers({ toFake: ['Date'] })
  const nowMs = Date.now()
  const { changeKeyring } = await import('#sync/storage/moving.ts')
  const late = { ...ring, wrong: 4, wrongAt: nowMs + 86_400_000 }
  await changeKeyring(indexedDB, places.locked, () => late)
  page.vault.holdsRing(late)
  await page.acts.noticeClock(page.vault)
  expect(page.vault.state.kind === 'locked' && page.acts.waitFor(page.vault.state.ring)).toBe(10_000)
  vi.setSystemTime(nowMs + 10_000)
  expect(page.vault.state.kind === 'locked' && page.acts.waitFor(page.vault.state.ring)).toBe(0)
  expect(await page.acts.unlockByPin(page.vault, pin)).toBe('done')
})

test('[LK3] two pages that set a PIN at once: one of them does, and what it sealed stays', async () => {
  await fillPlace(places.plain)
  const [first, second] = await deafPages()
  const begun = first.acts.setPin(first.vault, first.engine, setting)
  const late = second.acts.setPin(second.vault, second.engine, { ...setting, pin: 'cuatro gatos' })
  const outcomes = await Promise.all([begun, late])
  expect(outcomes.toSorted()).toEqual(['done', 'failed'])
  const [winner, loser] = outcomes[0] === 'done' ? [first, second] : [second, first]
  expect(winner.vault.state.kind).toBe('open')
  expect(loser.vault.state.kind).toBe('locked')
  close(first)
  close(second)
  const third = await aPage()
  expect(await third.acts.unlockByPin(third.vault, winner === first ? pin : 'cuatro gatos')).toBe('done')
  expect(await outboxBehind(third)).toContain(canary)
})

test('[LK9] whoever guesses a PIN that was set here moves 64 MiB three times a guess, and it opens', async () => {
  await fillPlace(places.plain)
  const page = await aPage('usual')
  page.session.openSession(ana, 'token-1')
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  expect((await ringNow()).pin).toMatchObject({ kind: 'argon2id', memoryKiB: 65_536, turns: 3 })
  close(page)
  const again = await aPage('usual')
  expect(await again.acts.unlockByPin(again.vault, pin)).toBe('done')
})

test('[LK4] a PIN that the browser could not try counts as none', async () => {
  await aLockedDevice()
  const page = await aPage()
  await changedRing({ wrong: 2, wrongAt: 1 })
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('not in this browser'))
  await expect(page.acts.unlockByPin(page.vault, pin)).rejects.toThrow('not in this browser')
  expect(await ringNow()).toMatchObject({ wrong: 2 })
})

/** A device whose PIN a release before set: behind PBKDF2, and sealed as that did. */
async function aDeviceOfBefore(): Promise<void> {
  await fillPlace(places.plain)
  const [{ formerBox }, { newKeyring, bytesByPin }, { wrapped }, { sealAll }] = await Promise.all([
    import('#sync/testing/former-seal.ts'),
    import('#sync/storage/keyring.ts'),
    import('#sync/sealing/passphrase.ts'),
    import('#sync/storage/moving.ts'),
  ])
  const ports = { crypto, argon2id: () => Promise.resolve(new Uint8Array(32)) }
  const { ring } = await newKeyring({ authorId: 'ana', ...setting, at: '2026-03-02T12:00:00.000Z' }, ports)
  const bytes = await bytesByPin(ring, pin, ports)
  if (!bytes) throw new Error('the PIN')
  const box = await formerBox(bytes)
  const opening = new Box(await usable(bytes, crypto), crypto, await formerUse(bytes, crypto))
  const both = { seal: box.seal, sealNow: box.sealNow, open: opening.open.bind(opening) } as unknown as Box
  const former: Keyring = { ...ring, version: 1, pin: await wrapped(bytes, pin, crypto, 10) }
  await sealAll({ browser: indexedDB, range: IDBKeyRange, places, box: both }, former)
  kept.set('iip_user', JSON.stringify(ana))
  kept.set('iip_pinned', 'ana')
  kept.set('iip_sealed_token_ana', toBase64(await box.seal('token', [], 'token-1')))
}

test('[LK8] [LK9] a device of a release before opens by its PIN, is sealed anew, and costs the next guess what it should', async () => {
  await aDeviceOfBefore()
  const page = await aPage()
  expect(await page.acts.unlockByPin(page.vault, 'otro uno')).toBe('wrong')
  expect(await page.acts.unlockByPin(page.vault, pin)).toBe('done')
  expect(page.session.session().token).toBe('token-1')
  expect(await ringNow()).toMatchObject({ version: 2, pin: { kind: 'argon2id' }, wrong: 0 })
  close(page)
  const again = await aPage()
  expect(await again.acts.unlockByPin(again.vault, 'otro uno')).toBe('wrong')
  expect(await again.acts.unlockByPin(again.vault, pin)).toBe('done')
  expect(again.session.session().token).toBe('token-1')
  const { state } = again.vault
  expect(state.kind === 'open' && state.former).toBeNull()
  expect(await outboxBehind(again)).toContain(canary)
})

test('[LK8] where it cannot be sealed anew, what a release before sealed opens all the same, and so it does in another page', async () => {
  await aDeviceOfBefore()
  vi.spyOn(console, 'error').mockReturnValue()
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === 'outbox') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, args)
  })
  const page = await aPage()
  expect(await page.acts.unlockByPin(page.vault, pin)).toBe('done')
  expect(await ringNow()).toMatchObject({ version: 1 })
  const other = await aPage()
  await until(other.vault, 'open')
  expect(other.vault.state.kind === 'open' && other.vault.state.former !== null).toBe(true)
  full.mockRestore()
  close(page)
  const later = await aPage()
  expect(await later.acts.unlockByPin(later.vault, pin)).toBe('done')
  expect(await ringNow()).toMatchObject({ version: 2 })
})

test('[LK3] a PIN that is taken off leaves nothing behind of what an application of before wrote in clear meanwhile', async () => {
  await aLockedDevice()
  const page = await aPage()
  expect(await page.acts.unlockByPin(page.vault, pin)).toBe('done')
  expect(page.vault.state).toMatchObject({ kind: 'open', left: false })
  // A window of before this, which knows nothing of PINs, is still open.
  await fillPlace(places.plain)
  expect(await page.acts.removePin(page.vault, page.engine, pin)).toBe('done')
  expect(page.taken).toHaveLength(1)
  expect(page.taken[0]).toContain(canary)
})

test('[LK3] where what was left in clear cannot be taken over, the PIN stays and both stay', async () => {
  await aLockedDevice()
  const page = await aPage()
  expect(await page.acts.unlockByPin(page.vault, pin)).toBe('done')
  await fillPlace(places.plain)
  vi.spyOn(console, 'error').mockReturnValue()
  const refused = { ...page.engine, importUnsent: () => Promise.resolve({ ok: false, failure: { code: 'backup_unreadable' } }) }
  expect(await page.acts.removePin(page.vault, refused as unknown as Engine, pin)).toBe('failed')
  expect(await standingOf(indexedDB, places)).toMatchObject({ kind: 'locked', left: true })
})

test('[LK1] while a PIN is being set no token stands on the device in clear, and it is back where that failed', async () => {
  await fillPlace(places.plain)
  const page = await aPage()
  page.session.openSession(ana, 'token-1')
  expect([...kept.values()]).toContain('token-1')
  const clear: boolean[] = []
  page.vault.subscribe(() => {
    const { state } = page.vault
    if (state.kind === 'moving' && state.share > 0) clear.push([...kept.values()].includes('token-1'))
  })
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.transaction.db.name === places.locked && this.name === 'upload') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, args)
  })
  vi.spyOn(console, 'error').mockReturnValue()
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('room')
  expect(clear.length).toBeGreaterThan(0)
  expect(clear).not.toContain(true)
  expect(page.vault.state.kind).toBe('plain')
  expect([...kept.values()]).toContain('token-1')
  full.mockRestore()
  expect(await page.acts.setPin(page.vault, page.engine, setting)).toBe('done')
  expect([...kept.values()].join()).not.toContain('token-1')
})

test('[LK4] a token that lies on the device in clear opens nothing: the PIN is asked for', async () => {
  await aLockedDevice()
  kept.set('iip_local_token', 'token-1')
  const { session, vault } = await aPage()
  expect(vault.state.kind).toBe('locked')
  expect(session.session().token).toBe('token-1')
  expect(session.signedInHere()).toBe(false)
  session.openSession(ana, 'token-2')
  expect(session.signedInHere()).toBe(true)
})

test('[LK1] a page that begins beside an open one is given the key, and stands open', async () => {
  await aLockedDevice()
  const first = await aPage()
  expect(await first.acts.unlockByPin(first.vault, pin)).toBe('done')
  const second = await aPage()
  await until(second.vault, 'open')
  expect(second.vault.state).toMatchObject({ kind: 'open', former: null, left: false })
})

test('[LK6] a page that begins while all are locked is not opened by a key that was on its way', async () => {
  await aLockedDevice()
  const open = await aPage()
  expect(await open.acts.unlockByPin(open.vault, pin)).toBe('done')
  const { state } = open.vault
  if (state.kind !== 'open') throw new Error('it is not open')
  const beginning = await aPage()
  beginning.vault.set({ kind: 'locked', ring: state.ring, left: false })
  const opening = beginning.vault.opened({ ...state, left: false })
  await beginning.vault.lock()
  await opening
  expect(beginning.vault.state.kind).toBe('locked')
})

test('[ST13] a database that does not answer is told in bounded time where one looks for a sealed one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockReturnValue()
  const answering = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest)
  vi.resetModules()
  const { vaultOf } = await import('./vault.ts')
  const vault = vaultOf('ana')
  pages.push({ vault })
  const looked = vault.look()
  await vi.advanceTimersByTimeAsync(10_000)
  await looked
  expect(vault.state).toEqual({ kind: 'unreadable', silent: true })
  answering.mockRestore()
  vi.useRealTimers()
  vault.lookAgain()
  await until(vault, 'plain')
})

test('[LK3] where the browser cannot say how what is sealed stands, nothing in clear is made beside it', async () => {
  await aLockedDevice()
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })
  const { vault } = await aPage()
  expect(vault.state).toEqual({ kind: 'unreadable', silent: false })
})
