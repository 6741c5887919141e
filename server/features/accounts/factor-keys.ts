import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** Seals the secrets of second factors, each for its person alone. */
export interface FactorKeys {
  seal(userId: string, secret: Buffer): string
  /** Undefined when it was sealed by another server, for somebody else, or was changed. */
  open(userId: string, sealed: string): Buffer | undefined
}

/** With a key made from the server's secret: a table of factors without that opens nothing. */
export function createFactorKeys(serverSecret: string): FactorKeys {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'iip second factors', 32))
  return {
    seal(userId, secret) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open(userId, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < nonceBytes + tagBytes) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(userId))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
      } catch {
        // The tag does not fit.
        return undefined
      }
    },
  }
}
