import { copyLockSchema, wrappedKeySchema, type CopySeal } from '#shared/unsent/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import * as v from 'valibot'
import { fromBase64, toBase64 } from '../sealing/base64.ts'
import { unwrapped } from '../sealing/passphrase.ts'
import { lockFor } from '../sealing/sealed-copy.ts'
import type { Ports } from '../ports.ts'

const keyBytes = 32

/** Wrong PINs that cost nothing, and from how many on the password alone opens. */
const freeTries = 3
export const mostTries = 10
const firstWaitMs = 5_000
const longestWaitMs = 5 * 60_000

/** After how many minutes without a sign of life a device may lock. */
export const idleMinutes = [5, 10, 15, 30] as const

/** What one guess of a PIN costs. */
export interface PinCost {
  readonly memoryKiB: number
  readonly turns: number
}
/** 64 MiB, three times over: about a second of a browser, and what a graphics card has to move for each guess. */
export const usualCost: PinCost = { memoryKiB: 65_536, turns: 3 }

/** Argon2id (RFC 9106) of 32 bytes, in one lane. Rejects where the browser cannot. */
export type Argon2id = (secret: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, cost: PinCost) => Promise<Uint8Array<ArrayBuffer>>

export interface KeyringPorts {
  readonly crypto: Ports['crypto']
  readonly argon2id: Argon2id
}

const saltBytes = 16
const nonceBytes = 12

/** A key under a PIN. What is more than a browser does in a minute is nobody's. */
const pinWaySchema = v.strictObject({
  kind: v.literal('argon2id'),
  salt: v.pipe(v.string(), v.maxLength(100)),
  memoryKiB: v.pipe(v.number(), v.integer(), v.minValue(8), v.maxValue(1_048_576)),
  turns: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
  /** 12 bytes of nonce and the key under AES-256-GCM, in base64. */
  key: v.pipe(v.string(), v.maxLength(400)),
})

/** What stands beside sealed data: two ways to its key, neither of which is the key. */
export const keyringSchema = v.object({
  /** 1: a program of before sealed some of it, and this one has not sealed that anew. */
  version: v.picklist([1, 2]),
  authorId: v.string(),
  /** A release before made it with PBKDF2: it is made anew when the PIN is given next. */
  pin: v.union([pinWaySchema, wrappedKeySchema]),
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
  /** The usual unless it is said. */
  readonly cost?: PinCost | undefined
}

/** A new key, and a ring with both ways to it. */
export async function newKeyring(
  { authorId, pin, seal, minutes, at, cost }: NewKeyring,
  ports: KeyringPorts,
): Promise<{ readonly ring: Keyring; readonly key: CryptoKey }> {
  const { crypto } = ports
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  const ring: Keyring = {
    version: 2,
    authorId,
    ...(await wayByPin(bytes, pin, ports, cost)),
    ...(await wayByServer(bytes, authorId, { seal, at }, crypto)),
    minutes,
  }
  return { ring, key: await usable(bytes, crypto) }
}

/** The bytes of the key, for as long as it takes to use them; undefined for a wrong PIN. */
export async function bytesByPin(
  { pin: way }: Keyring,
  pin: string,
  { crypto, argon2id }: KeyringPorts,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!('kind' in way)) return unwrapped(way, pin, crypto)
  const bytes = fromBase64(way.key)
  const key = await keyOf(pin, fromBase64(way.salt), way, { crypto, argon2id })
  try {
    const how = { name: 'AES-GCM', iv: bytes.subarray(0, nonceBytes) }
    return new Uint8Array(await crypto.subtle.decrypt(how, key, bytes.subarray(nonceBytes)))
  } catch {
    // The tag does not fit: another PIN.
    return undefined
  }
}

/** Whether a release before made the way by PIN. */
export const isOfFormerWay = ({ pin }: Keyring): boolean => !('kind' in pin)

async function keyOf(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  { memoryKiB, turns }: PinCost,
  { crypto, argon2id }: KeyringPorts,
): Promise<CryptoKey> {
  const made = await argon2id(new TextEncoder().encode(pin.normalize('NFKC')), salt, { memoryKiB, turns })
  return crypto.subtle.importKey('raw', made, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** The key as the page keeps it: for use, and not to be read. */
export const usable = (bytes: Uint8Array<ArrayBuffer>, { subtle }: Ports['crypto']): Promise<CryptoKey> =>
  subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])

/** The same key as a program of before used it, to read what that sealed. */
export const formerUse = (bytes: Uint8Array<ArrayBuffer>, { subtle }: Ports['crypto']): Promise<CryptoKey> =>
  subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** Another way by PIN, with no wrong one counted. */
export async function wayByPin(
  bytes: Uint8Array<ArrayBuffer>,
  pin: string,
  ports: KeyringPorts,
  cost = usualCost,
): Promise<Pick<Keyring, 'pin' | 'wrong' | 'wrongAt'>> {
  const { crypto } = ports
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await keyOf(pin, salt, cost, ports)
  const made = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes))
  return {
    pin: { kind: 'argon2id', salt: toBase64(salt), ...cost, key: toBase64(Uint8Array.of(...iv, ...made)) },
    wrong: 0,
    wrongAt: 0,
  }
}

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
