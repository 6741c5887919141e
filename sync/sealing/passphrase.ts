import type { WrappedKey } from '#shared/unsent/model.ts'
import type { Ports } from '../ports.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** Rounds of PBKDF2 with SHA-256 between a PIN, or a passphrase, and its key: what one guess costs. A key keeps its own. */
const usualRounds = 600_000
const saltBytes = 16
const nonceBytes = 12

/** A key under what somebody knows by heart. */
export async function wrapped(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string,
  crypto: Ports['crypto'],
  rounds = usualRounds,
): Promise<WrappedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(secret, salt, rounds, crypto), bytes))
  return { salt: toBase64(salt), rounds, key: toBase64(Uint8Array.of(...iv, ...key)) }
}

/** Undefined when it is not what it was wrapped with. */
export async function unwrapped(given: WrappedKey, secret: string, crypto: Ports['crypto']): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = fromBase64(given.key)
  const key = await keyOf(secret, fromBase64(given.salt), given.rounds, crypto)
  try {
    const iv = bytes.subarray(0, nonceBytes)
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(nonceBytes)))
  } catch {
    // The tag does not fit: another secret.
    return undefined
  }
}

async function keyOf(secret: string, salt: Uint8Array<ArrayBuffer>, iterations: number, { subtle }: Ports['crypto']): Promise<CryptoKey> {
  const known = await subtle.importKey('raw', new TextEncoder().encode(secret.normalize('NFKC')), 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return subtle.deriveKey(how, known, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
