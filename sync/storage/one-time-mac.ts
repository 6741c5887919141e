/** A key for one message alone: r and s, 16 bytes each. */
export const macKeyBytes = 32
export const macBytes = 16

const prime = (1n << 130n) - 5n
const clamp = 0x0ffffffc0ffffffc0ffffffc0fffffffn
const blockBytes = 16

/**
 * Poly1305 (RFC 8439): shows every change of a message to who has its key, at once, without a promise. Whoever sees the tag of one message
 * learns nothing with which to make another's, as long as no key is used twice.
 */
export function oneTimeMac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const r = numberIn(key, 0, blockBytes) & clamp
  let sum = 0n
  for (let at = 0; at < message.length; at += blockBytes) {
    const length = Math.min(blockBytes, message.length - at)
    sum = ((sum + numberIn(message, at, length) + (1n << BigInt(8 * length))) * r) % prime
  }
  let rest = sum + numberIn(key, blockBytes, blockBytes)
  const tag = new Uint8Array(macBytes)
  for (let at = 0; at < macBytes; at += 1) {
    tag[at] = Number(rest & 255n)
    rest >>= 8n
  }
  return tag
}

/** Little-endian. */
function numberIn(bytes: Uint8Array, from: number, length: number): bigint {
  let hex = ''
  for (let at = from + length - 1; at >= from; at -= 1) hex += (bytes[at] ?? 0).toString(16).padStart(2, '0')
  return BigInt(`0x${hex}`)
}

/** Takes as long whatever differs. */
export function isSameMac(one: Uint8Array, other: Uint8Array): boolean {
  let different = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) different |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return different === 0
}
