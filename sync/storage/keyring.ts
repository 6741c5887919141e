import { copyLockSchema, wrappedKeySchema, type CopySeal } from '#shared/unsent/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import * as v from 'valibot'
import { unwrapped, wrapped } from '../outbox/by-heart.ts'
import { lockFor } from '../outbox/sealed-copy.ts'
import type { Ports } from '../ports.ts'

const keyBytes = 32

/** Wrong PINs that cost nothing, and from how many on the password alone opens. */
const freeTries = 3
export const mostTries = 10
const firstWaitMs = 5_000
const longestWaitMs = 5 * 60_000

const pinMin = 6
/** After how many minutes without a sign of life a device may lock. */
export const idleMinutes = [5, 10, 15, 30] as const

/** What stands beside sealed data: two ways to its key, neither of which is the key. */
export const keyringSchema = v.object({
  /** 1: a program of before sealed some of it, and this one has not sealed that anew. */
  version: v.picklist([1, 2]),
  authorId: v.string(),
  pin: wrappedKeySchema,
  /** Opened by the server, for its author. */
  server: copyLockSchema,
  /** Which server that is. */
  serverId: v.string(),
  /** Wrong PINs since the last right one, and when the last was, by the device's clock. */
  wrong: v.number(),
  wrongAt: v.number(),
  minutes: v.picklist(idleMinutes),
})
export type Keyring = v.InferOutput<typeof keyringSchema>
export type IdleMinutes = Keyring['minutes']

interface NewKeyring {
  readonly authorId: string
  readonly pin: string
  readonly seal: CopySeal
  readonly minutes: IdleMinutes
  readonly at: Instant
  /** What one guess of the PIN costs; the usual unless it is said. */
  readonly rounds?: number | undefined
}

/** A new key, and a ring with both ways to it. */
export async function newKeyring(
  { authorId, pin, seal, minutes, at, rounds }: NewKeyring,
  crypto: Ports['crypto'],
): Promise<{ readonly ring: Keyring; readonly key: CryptoKey }> {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  const ring: Keyring = {
    version: 2,
    authorId,
    pin: await wrapped(bytes, pin, crypto, rounds),
    ...(await wayByServer(bytes, authorId, { seal, at }, crypto)),
    wrong: 0,
    wrongAt: 0,
    minutes,
  }
  return { ring, key: await usable(bytes, crypto) }
}

/** The bytes of the key, for as long as it takes to use them; undefined for a wrong PIN. */
export const bytesByPin = (ring: Keyring, pin: string, crypto: Ports['crypto']): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  unwrapped(ring.pin, pin, crypto)

/** The key as the page keeps it: for use, and not to be read. */
export const usable = (bytes: Uint8Array<ArrayBuffer>, { subtle }: Ports['crypto']): Promise<CryptoKey> =>
  subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])

/** The same key as a program of before used it, to read what that sealed. */
export const formerUse = (bytes: Uint8Array<ArrayBuffer>, { subtle }: Ports['crypto']): Promise<CryptoKey> =>
  subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Another way by PIN, with no wrong one counted. `rounds`: what one guess costs; the usual unless it is said. */
export const wayByPin = async (
  bytes: Uint8Array<ArrayBuffer>,
  pin: string,
  crypto: Ports['crypto'],
  rounds?: number,
): Promise<Pick<Keyring, 'pin' | 'wrong' | 'wrongAt'>> => ({ pin: await wrapped(bytes, pin, crypto, rounds), wrong: 0, wrongAt: 0 })

export const withWrongPin = (ring: Keyring, nowMs: number): Keyring => ({ ...ring, wrong: ring.wrong + 1, wrongAt: nowMs })

/**
 * How long until a PIN may be tried again, in milliseconds; null when only the password opens. A clock that jumps makes it no longer
 * than it would have been; whoever notices one that was put back counts from there (`wrongAt`), or it would not end before that hour.
 */
export function waitMs({ wrong, wrongAt }: Keyring, nowMs: number): number | null {
  if (wrong >= mostTries) return null
  if (wrong < freeTries) return 0
  const whole = Math.min(longestWaitMs, firstWaitMs * 2 ** (wrong - freeTries))
  return Math.min(whole, Math.max(0, wrongAt + whole - nowMs))
}

/** Why a text may not be a PIN; null for one that may. */
export function pinProblem(pin: string): 'pin_short' | 'pin_simple' | null {
  if (pin.length < pinMin) return 'pin_short'
  const codes = Array.from(pin, (letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  // 111111, 123456, 987654, abcdef.
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1) ? 'pin_simple' : null
}

/** A way through the server that stands now: one that was set up anew does not open what was made for the former. */
export async function wayByServer(
  bytes: Uint8Array,
  authorId: string,
  { seal, at }: { readonly seal: CopySeal; readonly at: Instant },
  crypto: Ports['crypto'],
): Promise<Pick<Keyring, 'server' | 'serverId'>> {
  const about = { at, institutions: [], changes: 0, texts: 0, files: 0 }
  return { server: await lockFor(seal, { authorId, contentKey: bytes, about }, crypto), serverId: seal.id }
}
