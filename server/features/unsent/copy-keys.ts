import { parsedAs } from '#shared/kernel/parsed.ts'
import { copyHeaderSchema, copyKeyLabel, copyKeySchema, associatedWith } from '#shared/unsent/model.ts'
import type { CopyHeader, CopyLock, CopySeal } from '#shared/unsent/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { createDecipheriv, createECDH, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** Order of the group P-256 (FIPS 186-5). */
const order = 0xffff_ffff_0000_0000_ffff_ffff_ffff_ffff_bce6_faad_a717_9e84_f3b9_cac2_fc63_2551n
const nonceBytes = 12
const tagBytes = 16

/** What the lock of a copy holds, for whom the server lets know. */
export interface OpenedLock {
  readonly header: CopyHeader
  readonly authorId: string
  readonly contentKey: Buffer
}

export interface CopyKeys {
  /** What a device of a person seals copies with. */
  sealFor(userId: string): CopySeal
  /** Fails: backup_unreadable (not one, or damaged), copy_other_server. */
  open(lock: CopyLock): Result<OpenedLock>
}

/**
 * Keys of sealed copies, made from the server's secret: whatever holds that, every copy of the database since its first start,
 * opens what was ever sealed for this server. Nothing of it is stored or logged.
 */
export function createCopyKeys(secret: string): CopyKeys {
  const own = createECDH('prime256v1')
  own.setPrivateKey(scalarFrom(secret))
  const publicKey = own.getPublicKey()
  const id = createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
  const ticketOf = (userId: string): string => createHmac('sha256', secret).update(`iip-unsent author\n${userId}`).digest('base64url')

  return {
    sealFor: (userId) => ({ id, publicKey: publicKey.toString('base64'), ticket: ticketOf(userId) }),
    open(lock) {
      const header = headerOf(lock.header)
      if (!header) return fail('backup_unreadable')
      if (header.server !== id) return fail('copy_other_server')
      const ephemeral = bytesOf(header.ephemeral)
      const shared = ephemeral && agreed(own, ephemeral)
      if (!shared) return fail('backup_unreadable')
      const key = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, publicKey]), copyKeyLabel, 32))
      const text = unsealed(key, lock.key, associatedWith('key', lock.header))
      const held = text && v.safeParse(copyKeySchema, jsonOf(text))
      if (!held?.success) return fail('backup_unreadable')
      const { authorId, ticket, contentKey } = held.output
      const given = Buffer.from(ticket)
      const expected = Buffer.from(ticketOf(authorId))
      // Anybody can seal something: only who was signed in as the author has this.
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return fail('backup_unreadable')
      const content = bytesOf(contentKey)
      return content?.length === 32 ? done({ header, authorId, contentKey: content }) : fail('backup_unreadable')
    },
  }
}

/** A private key of P-256 between 1 and the order, evenly enough: 384 bits are reduced. */
function scalarFrom(secret: string): Buffer {
  const wide = Buffer.from(hkdfSync('sha256', secret, '', 'iip-unsent private key of P-256', 48)).toString('hex')
  const scalar = (BigInt(`0x${wide}`) % (order - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
}

/** Content of a sealed part; undefined when it is not one under this key and beside this text. */
export function unsealed(key: Buffer, sealed: string, associated: string): Buffer | undefined {
  const bytes = bytesOf(sealed)
  if (!bytes || bytes.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(associated))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    // The tag does not fit: sealed for somebody else, or changed since.
    return undefined
  }
}

function agreed(own: ReturnType<typeof createECDH>, ephemeral: Buffer): Buffer | undefined {
  try {
    return own.computeSecret(ephemeral)
  } catch {
    // No point of the curve.
    return undefined
  }
}

function headerOf(text: string): CopyHeader | undefined {
  const parsed = parsedAs(copyHeaderSchema, jsonOf(text))
  return parsed.success ? parsed.output : undefined
}

function jsonOf(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    // A stranger's text is refused by the schema.
    return undefined
  }
}

/** Bytes of base64 in its one canonical writing. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}
