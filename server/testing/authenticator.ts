import { stepAt, totpCode } from '../features/accounts/totp.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes of a key as a person types it into an authenticator. */
export function typedKey(key: string): Buffer {
  const bits = [...key.replaceAll(' ', '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator shows at a moment, in milliseconds, or some periods away from it. */
export const shownCode = (key: string, ms: number, by = 0): string => totpCode(typedKey(key), stepAt(ms) + by)
