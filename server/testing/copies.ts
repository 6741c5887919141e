import {
  associatedWith,
  copyFormat,
  copyKeyLabel,
  sealedVersion,
  type CopyKey,
  type CopySeal,
  type SealedCopy,
  type SealedWork,
} from '#shared/unsent/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { PullReply } from '#shared/protocol/pull.ts'
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Called, TestApp } from './app.ts'

type Row = SealedWork['mutations'][number]

/** What a device of somebody hears that it is to seal copies with. */
export async function sealOf(server: TestApp, userId: string): Promise<CopySeal> {
  const body = { protocol: 1, schema: 1, deviceId: `dev-${userId}`, cursor: null, seal: null }
  const { data } = (await server.call('POST', 'sync/pull', { token: await server.token(userId), body })) as Called<PullReply>
  return must(data.seal, 'no seal in the pull')
}

/** What waited on a device, as its engine would write it. */
export const unsentRow = (seq: number, n: string, a: unknown, more: Partial<Row> = {}): Row => ({
  seq,
  mid: `run-of-the-device-0001-${seq}`,
  n,
  v: 1,
  s: 'inst:norte:tiny',
  a,
  b: null,
  t: '2026-03-10T11:00:00.000Z',
  l: null,
  entity: 'q1',
  authorId: 'berta',
  now: '2026-03-10T11:00:00.000Z',
  sizeBytes: 100,
  ...more,
})

export const unsentWork = (authorId: string, mutations: readonly Row[], more: Partial<SealedWork> = {}): SealedWork => ({
  authorId,
  deviceId: 'device-1',
  exportedAt: '2026-03-10T11:30:00.000Z',
  mutations: [...mutations],
  files: [],
  drafts: [],
  ...more,
})

/** Seals work as a device does, written a second time from the description of the format. `lies` stand in the lock in the place of what is true. */
export function sealed(
  seal: CopySeal,
  work: unknown,
  authorId: string,
  { lies = {}, files = [] }: { readonly lies?: Partial<CopyKey>; readonly files?: readonly Uint8Array[] } = {},
): SealedCopy {
  const own = createECDH('prime256v1')
  const point = own.generateKeys()
  const serverPoint = Buffer.from(seal.publicKey, 'base64')
  const lockKey = Buffer.from(hkdfSync('sha256', own.computeSecret(serverPoint), Buffer.concat([point, serverPoint]), copyKeyLabel, 32))
  const content = randomBytes(32)
  const header = JSON.stringify({
    server: seal.id,
    ephemeral: point.toString('base64'),
    at: '2026-03-10T11:30:00.000Z',
    institutions: ['norte'],
    changes: 1,
    texts: 0,
    files: 0,
  })
  const put = (key: Buffer, part: Parameters<typeof associatedWith>[0], bytes: Uint8Array): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(Buffer.from(associatedWith(part, header)))
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }
  const lock: CopyKey = { authorId, ticket: seal.ticket, contentKey: content.toString('base64'), ...lies }
  return {
    format: copyFormat,
    version: sealedVersion,
    header,
    key: put(lockKey, 'key', Buffer.from(JSON.stringify(lock))),
    work: put(content, 'work', Buffer.from(JSON.stringify(work))),
    files: files.map((bytes, place) => put(content, `file ${place}`, bytes)),
  }
}
