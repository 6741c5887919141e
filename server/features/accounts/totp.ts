import { createHmac, timingSafeEqual } from 'node:crypto'

/** What every authenticator does unless it is told otherwise (RFC 6238): a code of six digits for each 30 seconds, by HMAC-SHA-1. */
const periodMs = 30_000
const digits = 6
/** Periods that a telephone's clock may be off, to either side. */
const slack = 1
/** As long as what SHA-1 gives out (RFC 4226). */
export const totpSecretBytes = 20

/** Period of a moment, counted from 1970. */
export const stepAt = (ms: number): number => Math.floor(ms / periodMs)

/** The code of a period. `length`: its digits, which only the vectors of the standard ask otherwise. */
export function totpCode(secret: Buffer, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** length).padStart(length, '0')
}

/**
 * Period that a code is of, one that is later than the last one that let somebody in; undefined when it is of none.
 * Every period that may be is looked at, whichever fits. A last one that is still to come was taken while the clock was ahead: it keeps
 * nobody out.
 */
export function matchedStep(secret: Buffer, code: string, atMs: number, lastStep: number): number | undefined {
  const given = Buffer.from(code)
  const taken = lastStep > stepAt(atMs) + slack ? 0 : lastStep
  let matched: number | undefined
  for (let step = stepAt(atMs) - slack; step <= stepAt(atMs) + slack; step += 1) {
    const right = Buffer.from(totpCode(secret, step))
    const same = given.length === right.length && timingSafeEqual(given, right)
    if (same && step > taken) matched ??= step
  }
  return matched
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as authenticators take them typed (RFC 4648), without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += base32Letters.charAt((held >>> (bits - 5)) & 31)
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + base32Letters.charAt((held << (5 - bits)) & 31) : text
}

const issuer = 'IIP'

/** Address that a telephone's authenticator opens. */
export const totpLink = (secret: Buffer, email: string): string =>
  `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${digits}&period=${periodMs / 1000}`
