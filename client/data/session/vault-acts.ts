import { openOwnCopy } from '#shared/unsent/own-copy-routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import { fromBase64 } from '#sync/sealing/base64.ts'
import { backupText, unsentIn } from '#sync/outbox/backup.ts'
import type { Engine } from '#sync/face.ts'
import { Box } from '#sync/storage/box.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import {
  bytesByPin,
  formerUse,
  isOfFormerWay,
  keyringSchema,
  newKeyring,
  usable,
  waitMs,
  wayByPin,
  wayByServer,
  withWrongPin,
} from '#sync/storage/keyring.ts'
import type { IdleMinutes, Keyring, KeyringPorts } from '#sync/storage/keyring.ts'
import { changeKeyring, openAll, putCopy, sealAll, sealAnew, sealIn } from '#sync/storage/moving.ts'
import { isThere, removed } from '#sync/storage/standing.ts'
import { isQuotaError } from '#sync/storage/storage.ts'
import * as v from 'valibot'
import { argon2id } from './argon2id.ts'
import { callRoute } from '#client/data/server/call.ts'
import { setPinned } from './pinned.ts'
import { placesOf } from './sealed.ts'
import { noteActivity } from './shared-device.ts'
import { storedCopied } from '#client/data/storage.ts'
import { nextInClear, renewBehind, renewDue, sealToken, sealTokenAnew, watchToken } from './token-renewal.ts'
import { restMs } from './vault.ts'
import type { Vault } from './vault.ts'

export { takeSealedToken, watchToken } from './token-renewal.ts'

const ports: KeyringPorts = { crypto, argon2id }

export const boxOf = (key: CryptoKey, former: CryptoKey | null = null): Box => new Box(key, crypto, former)

const ringOf = (found: unknown): Keyring | undefined => {
  const read = v.safeParse(keyringSchema, found)
  return read.success ? read.output : undefined
}

/** How long until a PIN may be tried: null when only the password opens. */
export function waitFor(ring: unknown): number | null {
  const known = ringOf(ring)
  return known ? waitMs(known, Date.now()) : null
}

/** The keyring as it stands on the disk once it is changed there: what a page remembers of it may be of before. */
async function ringOnDisk(userId: string, change: (ring: Keyring) => Keyring | null = () => null): Promise<Keyring | undefined> {
  const stands = await changeKeyring(indexedDB, placesOf(userId).locked, (found) => {
    const ring = ringOf(found)
    return ring ? change(ring) : null
  })
  return ringOf(stands)
}

/** A clock that was put back: what is left of a wait is counted from now, as everything that was to end at an hour of before (LK4). */
export async function noticeClock(vault: Vault): Promise<void> {
  const { state } = vault
  const ring = state.kind === 'locked' ? ringOf(state.ring) : undefined
  const nowMs = Date.now()
  if (state.kind !== 'locked' || !ring || ring.wrongAt <= nowMs) return
  try {
    const stands = await ringOnDisk(vault.userId, (found) => (found.wrongAt > nowMs ? { ...found, wrongAt: nowMs } : null))
    if (stands) vault.holdsRing(stands)
  } catch (error) {
    // Whoever tries a PIN is told that the database does not work.
    console.error('vault: clock', error)
  }
}

/**
 * What came of it. wrong: the PIN · wait: too many wrong ones, for now · exhausted: only the password opens · pages: another page does not
 * let go of the data · room: the device has none · failed: the browser's database.
 */
export type PinOutcome = 'done' | 'wrong' | 'wait' | 'exhausted' | 'pages' | 'room' | 'failed'

/** Where the browser could not try it, it was not tried. */
async function bytesTried({ userId }: Vault, ring: Keyring, pin: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await bytesByPin(ring, pin, ports)
  } catch (error) {
    await ringOnDisk(userId, (found) => ({ ...found, wrong: Math.max(0, found.wrong - 1) }))
    throw error
  }
}

export async function unlockByPin(vault: Vault, pin: string): Promise<PinOutcome> {
  const { state } = vault
  if (state.kind !== 'locked') return 'exhausted'
  const nowMs = Date.now()
  let tried = false
  // Counted first, and on the disk: who ends the page while it is tried, or tries in another one, has tried it all the same.
  const ring = await ringOnDisk(vault.userId, (found) => {
    tried = waitMs(found, nowMs) === 0
    return tried ? withWrongPin(found, nowMs) : null
  })
  if (!ring) return 'exhausted'
  const bytes = tried ? await bytesTried(vault, ring, pin) : undefined
  if (bytes) {
    await opened(vault, bytes, await wayAnew(vault, ring, bytes, pin), state.left)
    return 'done'
  }
  vault.holdsRing(ring)
  if (waitMs(ring, Date.now()) === null) return 'exhausted'
  return tried ? 'wrong' : 'wait'
}

/**
 * Opens what is sealed for who just signed in: the server gives its author the key. `pin`: a new one in the place of one that was
 * forgotten. Fails: as the call.
 */
export async function unlockByServer(vault: Vault, pin: string | null): Promise<Result<null>> {
  const { state } = vault
  const ring = state.kind === 'locked' ? await ringOnDisk(vault.userId) : undefined
  if (state.kind !== 'locked' || !ring) return fail('backup_unreadable')
  const reply = await callRoute(openOwnCopy, { body: ring.server })
  if (!reply.ok) return reply
  const bytes = fromBase64(reply.value.contentKey)
  const way = pin === null ? {} : await wayByPin(bytes, pin, ports, vault.cost)
  await opened(vault, bytes, () => way, state.left)
  return done(null)
}

/** What is new of the ways to the key, by the ring that stands. */
type Ways = (found: Keyring) => Partial<Keyring>

/** A way by PIN that a release before made costs a guess less than it should: it is made anew (LK9), unless the PIN is another one by now. */
async function wayAnew({ cost }: Vault, ring: Keyring, bytes: Uint8Array<ArrayBuffer>, pin: string): Promise<Ways> {
  if (!isOfFormerWay(ring)) return () => ({})
  try {
    const way = await wayByPin(bytes, pin, ports, cost)
    return (found) => (found.pin.salt === ring.pin.salt ? way : {})
  } catch (error) {
    // The former way goes on opening.
    console.error('vault: way', error)
    return () => ({})
  }
}

/** The bytes of the key end with this call. */
async function opened(vault: Vault, bytes: Uint8Array<ArrayBuffer>, ways: Ways, left: boolean): Promise<void> {
  const key = await usable(bytes, crypto)
  const before = await ringOnDisk(vault.userId)
  let former = before?.version === 1 ? await formerUse(bytes, crypto) : null
  let box = boxOf(key, former)
  if (former && (await isSealedAnew(vault.userId, box))) {
    former = null
    box = boxOf(key)
  }
  const seal = await sealIn(indexedDB, placesOf(vault.userId).locked, box).catch(() => null)
  const renewed =
    before && seal && seal.id !== before.serverId ? await wayByServer(bytes, vault.userId, { seal, at: instantOf(Date.now()) }, crypto) : {}
  const version = former ? 1 : 2
  const ring = await ringOnDisk(vault.userId, (found) => ({ ...found, ...ways(found), ...renewed, version, wrong: 0, wrongAt: 0 }))
  if (!ring) throw new Error('the keyring is not there any more')
  noteActivity(Date.now())
  await vault.opened({ key, former, box, ring, left })
  vault.holdsRing(ring)
}

/** False when some of it has to wait for the next opening: it opens as it is. */
async function isSealedAnew(userId: string, box: Box): Promise<boolean> {
  try {
    await sealTokenAnew(userId, box)
    return await sealAnew({ browser: indexedDB, range: IDBKeyRange, places: placesOf(userId), box })
  } catch (error) {
    console.error('vault: anew', error)
    return false
  }
}

export async function changePin(vault: Vault, pin: string, next: string): Promise<PinOutcome> {
  const { state } = vault
  if (state.kind !== 'open') return 'wrong'
  const { box } = state
  const known = await ringOnDisk(vault.userId)
  const bytes = known && (await bytesByPin(known, pin, ports))
  if (!bytes) return 'wrong'
  const way = await wayByPin(bytes, next, ports, vault.cost)
  let changed = false
  const ring = await ringOnDisk(vault.userId, (found) => {
    // Another page may have chosen one meanwhile: then this one was not the PIN any more.
    changed = found.pin.salt === known.pin.salt
    return changed ? { ...found, ...way } : null
  })
  if (ring) vault.holdsRing(ring)
  if (!changed) return 'wrong'
  // Whoever knows the former PIN may have a copy of what it opened.
  await renewBehind(vault.userId, box)
  return 'done'
}

export async function changeMinutes(vault: Vault, minutes: IdleMinutes): Promise<void> {
  if (vault.state.kind !== 'open') return
  const ring = await ringOnDisk(vault.userId, (found) => ({ ...found, minutes }))
  if (ring) vault.holdsRing(ring)
}

interface Setting {
  readonly pin: string
  readonly minutes: IdleMinutes
  readonly seal: CopySeal
}

/** Seals all that the person keeps on this device behind a PIN. What cannot be done leaves all as it was. */
export async function setPin(vault: Vault, engine: Engine, { pin, minutes, seal }: Setting): Promise<PinOutcome> {
  const at = instantOf(Date.now())
  const { ring, key } = await newKeyring({ authorId: vault.userId, pin, seal, minutes, at, cost: vault.cost }, ports)
  const box = boxOf(key)
  return moveAlone(vault, engine, 'sealed', async (onProgress) => {
    // Before there is anything sealed: a browser that is killed in between leaves no token in clear, with which the server would open it.
    setPinned(vault.userId, true)
    await sealToken(vault.userId, box)
    await storedCopied()
    await sealAll({ browser: indexedDB, range: IDBKeyRange, places: placesOf(vault.userId), box, onProgress }, ring)
    noteActivity(Date.now())
    // Before anybody is told that it is set: the one that stood in clear opens nothing any more, unless there is no network.
    await renewDue(vault.userId, box)
    watchToken(vault.userId, box)
    return { kind: 'open', key, former: null, box, ring, left: false }
  })
}

/** Puts all back in clear. */
export async function removePin(vault: Vault, engine: Engine, pin: string): Promise<PinOutcome> {
  const { state } = vault
  const ring = state.kind === 'open' ? await ringOnDisk(vault.userId) : undefined
  if (state.kind !== 'open' || !ring || !(await bytesByPin(ring, pin, ports))) return 'wrong'
  const { box } = state
  try {
    // It would be in the way, and may be all that there is of what an application of before was told.
    await takeLeft(vault.userId, engine)
  } catch (error) {
    console.error('vault: left', error)
    return 'failed'
  }
  const outcome = await moveAlone(vault, engine, 'clear', async (onProgress) => {
    await renewBehind(vault.userId, box)
    await openAll({ browser: indexedDB, range: IDBKeyRange, places: placesOf(vault.userId), box, onProgress })
    await nextInClear(vault.userId, box)
    return { kind: 'plain' }
  })
  if (outcome === 'done') watchToken(vault.userId, null)
  return outcome
}

type Move = (onProgress: (done: number, all: number) => void) => Promise<Vault['state']>

/** Moves the data while no page has it open: what is half written is on the disk before, and the engine of this page begins anew after. */
async function moveAlone(vault: Vault, engine: Engine, to: 'sealed' | 'clear', move: Move): Promise<PinOutcome> {
  // Without locks nobody can tell whether another page still writes into what is being moved.
  if (!('locks' in navigator)) return 'failed'
  const before = vault.state
  await engine.settleDrafts()
  await engine.rest()
  vault.set({ kind: 'moving', to, share: 0 })
  vault.release()
  vault.askToRest()
  const result = await alone(vault.lockName, async () => {
    try {
      vault.moved(await move((ended, all) => vault.set({ kind: 'moving', to, share: all === 0 ? 1 : ended / all })))
      return 'done'
    } catch (error) {
      console.error('vault: move', error)
      return isQuotaError(error) ? 'room' : 'failed'
    }
  })
  await vault.hold()
  if (result !== 'done') await vault.standAgain(before)
  return result
}

/** `pages` when another one does not let go in time. */
async function alone(name: string, work: () => Promise<PinOutcome>): Promise<PinOutcome> {
  const tooLate = new AbortController()
  const timer = setTimeout(() => tooLate.abort(), restMs)
  try {
    return await navigator.locks.request(name, { signal: tooLate.signal }, () => {
      clearTimeout(timer)
      return work()
    })
  } catch (error) {
    if (!tooLate.signal.aborted) throw error
    return 'pages'
  }
}

/** Takes over what a copy in clear still holds beside what is sealed, and then it goes. What could not be taken over stays for the next time. */
export const takeLeft = (userId: string, engine: Engine): Promise<void> =>
  // One page of them that were opened together.
  'locks' in navigator ? navigator.locks.request(`iip-left:${userId}`, () => taken(userId, engine)) : taken(userId, engine)

async function taken(userId: string, engine: Engine): Promise<void> {
  const { plain } = placesOf(userId)
  if (!(await isThere(indexedDB, plain))) return
  const storage = dexieStorage({ name: plain, indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  try {
    await storage.open('left')
    const body = await unsentIn(storage, userId, instantOf(Date.now()), { parked: true })
    const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
      Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const result = await engine.importUnsent(await backupText(body, sha256))
    if (!result.ok) throw new Error(result.failure.code)
  } finally {
    storage.close()
  }
  await removed(indexedDB, plain)
}

/** Keeps what was never sent as a copy that the server opens. Without room for it the PIN still opens what is sealed. */
export async function keepCopy(userId: string, engine: Engine): Promise<void> {
  try {
    const { text, sealed } = await engine.exportUnsent()
    if (sealed) await putCopy(indexedDB, placesOf(userId).locked, text)
  } catch (error) {
    console.error('vault: copy', error)
  }
}
