import { associatedWith, copyHeaderSchema, copyKeyLabel, copyKeySchema, type CopyKey, type CopyLock } from '#shared/unsent/model.ts'
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import * as v from 'valibot'
import type { MemoryServer } from './memory-server.ts'

/** What a server does to copies, with a key pair of its own. */
export function copyOpener(id = 'server-1'): NonNullable<MemoryServer['copies']> {
  const own = createECDH('prime256v1')
  own.generateKeys()
  return {
    seal: { id, publicKey: own.getPublicKey('base64'), ticket: 'ticket of ana' },
    open: ({ header, key }: CopyLock): Promise<CopyKey | null> => {
      try {
        const { server, ephemeral } = v.parse(copyHeaderSchema, JSON.parse(header))
        if (server !== id) return Promise.resolve(null)
        const point = Buffer.from(ephemeral, 'base64')
        const salt = Buffer.concat([point, own.getPublicKey()])
        const bytes = Buffer.from(key, 'base64')
        const lockKey = Buffer.from(hkdfSync('sha256', own.computeSecret(point), salt, copyKeyLabel, 32))
        const decipher = createDecipheriv('aes-256-gcm', lockKey, bytes.subarray(0, 12))
        decipher.setAAD(Buffer.from(associatedWith('key', header)))
        decipher.setAuthTag(bytes.subarray(-16))
        const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString()
        return Promise.resolve(v.parse(copyKeySchema, JSON.parse(text)))
      } catch {
        // Whatever is not right with it, it is not opened.
        return Promise.resolve(null)
      }
    },
  }
}
