import { openOwnCopy } from '#shared/unsent/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { CopySeal } from '#shared/unsent/model.ts'
import { fromBase64, toBase64 } from '#sync/outbox/base64.ts'
import { backupText, unsentIn } from '#sync/outbox/backup.ts'
import type { Engine } from '#sync/face.ts'
import { Box } from '#sync/storage/box.ts'
import { dexieStorage } from '#sync/storage/dexie.ts'
import { bytesByPin, keyringSchema, newKeyring, usable, waitMs, withPin, withServer, withWrongPin } from '#sync/storage/keyring.ts'
import type { IdleMinutes, Keyring } from '#sync/storage/keyring.ts'
import { openAll, putCopy, putKeyring, sealAll, sealIn } from '#sync/storage/moving.ts'
import { removed } from '#sync/storage/standing.ts'
import { isQuotaError } from '#sync/storage/storage.ts'
import * as v from 'valibot'
import { callRoute } from './call.ts'
import { sealedToken, setPinned } from './pinned.ts'
import { placesOf } from './sealed.ts'
import { hideToken, session, takeToken } from './session.ts'
import { noteActivity } from './shared-device.ts'
import { keepAllDrafts } from './use-drafts.ts'
import { restMs } from './vault.ts'
import type { Vault } from './vault.ts'

export const boxOf = (key: CryptoKey): Box => new Box(key, crypto)

/** Brings a session's token together with what was sealed: what the page holds is sealed, else what was sealed is what it holds. */
export async function takeSealedToken(userId: string, box: Box): Promise<void> {
  const { token, user } = session()
  if (user?._id !== userId) return
  if (token !== null) return hideToken(userId, toBase64(await box.seal('token', token)))
  const sealed = sealedToken(userId)
  if (sealed === null) return
  const read = await box.open('token', fromBase64(sealed)).catch(() => null)
  if (typeof read === 'string') takeToken(userId, read)
}

const ringOf = (found: unknown): Keyring | undefined => {
  const read = v.safeParse(keyringSchema, found)
  return read.success ? read.output : undefined
}

/** How long until a PIN may be tried: null when only the password opens. */
export function waitFor(ring: unknown): number | null {
  const known = ringOf(ring)
  return known ? waitMs(known, Date.now()) : null
}

async function keep(vault: Vault, ring: Keyring): Promise<void> {
  await putKeyring(indexedDB, placesOf(vault.userId).locked, ring)
}

/**
 * What came of it. wrong: the PIN · wait: too many wrong ones, for now · exhausted: only the password opens · pages: another page does not
 * let go of the data · room: the device has none · failed: the browser's database.
 */
export type PinOutcome = 'done' | 'wrong' | 'wait' | 'exhausted' | 'pages' | 'room' | 'failed'

export async function unlockByPin(vault: Vault, pin: string): Promise<PinOutcome> {
  const { state } = vault
  const ring = state.kind === 'locked' ? ringOf(state.ring) : undefined
  if (state.kind !== 'locked' || !ring) return 'exhausted'
  const wait = waitMs(ring, Date.now())
  if (wait === null) return 'exhausted'
  if (wait > 0) return 'wait'
  // Counted first: who ends the page while it is tried has tried it all the same.
  const counted = withWrongPin(ring, Date.now())
  await keep(vault, counted)
  const bytes = await bytesByPin(ring, pin, crypto)
  if (!bytes) {
    vault.set({ ...state, ring: counted })
    return waitMs(counted, Date.now()) === null ? 'exhausted' : 'wrong'
  }
  await opened(vault, bytes, { ...ring, wrong: 0, wrongAt: 0 }, state.left)
  return 'done'
}

/**
 * Opens what is sealed for who just signed in: the server gives its author the key. `pin`: a new one in the place of one that was
 * forgotten. Fails: as the call.
 */
export async function unlockByServer(vault: Vault, pin: string | null): Promise<Result<null>> {
  const { state } = vault
  const ring = state.kind === 'locked' ? ringOf(state.ring) : undefined
  if (state.kind !== 'locked' || !ring) return fail('backup_unreadable')
  const reply = await callRoute(openOwnCopy, { body: ring.server })
  if (!reply.ok) return reply
  const bytes = fromBase64(reply.value.contentKey)
  const next = pin === null ? { ...ring, wrong: 0, wrongAt: 0 } : await withPin(ring, bytes, pin, crypto)
  await opened(vault, bytes, next, state.left)
  return done(null)
}

/** The bytes of the key end with this call. */
async function opened(vault: Vault, bytes: Uint8Array<ArrayBuffer>, ring: Keyring, left: boolean): Promise<void> {
  const key = await usable(bytes, crypto)
  const box = boxOf(key)
  const seal = await sealIn(indexedDB, placesOf(vault.userId).locked, box).catch(() => null)
  const renewed = seal && seal.id !== ring.serverId ? await withServer(ring, bytes, { seal, at: instantOf(Date.now()) }, crypto) : ring
  await keep(vault, renewed)
  noteActivity(Date.now())
  await vault.opened({ key, box, ring: renewed, left })
}

export async function changePin(vault: Vault, pin: string, next: string): Promise<PinOutcome> {
  const { state } = vault
  const bytes = state.kind === 'open' ? await bytesByPin(state.ring, pin, crypto) : undefined
  if (state.kind !== 'open' || !bytes) return 'wrong'
  const ring = await withPin(state.ring, bytes, next, crypto)
  await keep(vault, ring)
  vault.set({ ...state, ring })
  return 'done'
}

export async function changeMinutes(vault: Vault, minutes: IdleMinutes): Promise<void> {
  const { state } = vault
  if (state.kind !== 'open') return
  const ring = { ...state.ring, minutes }
  await keep(vault, ring)
  vault.set({ ...state, ring })
}

interface Setting {
  readonly pin: string
  readonly minutes: IdleMinutes
  readonly seal: CopySeal
}

/** Seals all that the person keeps on this device behind a PIN. What cannot be done leaves all as it was. */
export async function setPin(vault: Vault, engine: Engine, { pin, minutes, seal }: Setting): Promise<PinOutcome> {
  const at = instantOf(Date.now())
  const { ring, key } = await newKeyring({ authorId: vault.userId, pin, seal, minutes, at }, crypto)
  const box = boxOf(key)
  return moveAlone(vault, engine, 'sealed', async (onProgress) => {
    await sealAll({ browser: indexedDB, range: IDBKeyRange, places: placesOf(vault.userId), box, onProgress }, ring)
    noteActivity(Date.now())
    const { token } = session()
    if (token === null) setPinned(vault.userId, true)
    else hideToken(vault.userId, toBase64(await box.seal('token', token)))
    return { kind: 'open', key, box, ring, left: false }
  })
}

/** Puts all back in clear. */
export async function removePin(vault: Vault, engine: Engine, pin: string): Promise<PinOutcome> {
  const { state } = vault
  if (state.kind !== 'open' || !(await bytesByPin(state.ring, pin, crypto))) return 'wrong'
  const { box } = state
  return moveAlone(vault, engine, 'clear', async (onProgress) => {
    await openAll({ browser: indexedDB, range: IDBKeyRange, places: placesOf(vault.userId), box, onProgress })
    return { kind: 'plain' }
  })
}

type Move = (onProgress: (done: number, all: number) => void) => Promise<Vault['state']>

/** Moves the data while no page has it open: what is half written is on the disk before, and the engine of this page begins anew after. */
async function moveAlone(vault: Vault, engine: Engine, to: 'sealed' | 'clear', move: Move): Promise<PinOutcome> {
  const before = vault.state
  await keepAllDrafts()
  await engine.rest()
  vault.set({ kind: 'moving', to, share: 0 })
  vault.release()
  vault.askToRest()
  const end = async (): Promise<PinOutcome> => {
    try {
      vault.moved(await move((ended, all) => vault.set({ kind: 'moving', to, share: all === 0 ? 1 : ended / all })))
      return 'done'
    } catch (error) {
      console.error('vault: move', error)
      return isQuotaError(error) ? 'room' : 'failed'
    }
  }
  const result = 'locks' in navigator ? await alone(vault.lockName, end) : await end()
  await vault.hold()
  if (result !== 'done') vault.set(before)
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
export async function takeLeft(userId: string, engine: Engine): Promise<void> {
  const { plain } = placesOf(userId)
  const storage = dexieStorage({ name: plain, indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  try {
    await storage.open('left')
    const body = await unsentIn(storage, userId, instantOf(Date.now()), { parked: true })
    const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
      Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const taken = await engine.importUnsent(await backupText(body, sha256))
    if (!taken.ok) throw new Error(taken.failure.code)
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
