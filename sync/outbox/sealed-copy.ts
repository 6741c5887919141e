import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import {
  associatedWith,
  copyFormat,
  copyKeyLabel,
  sealedCopySchema,
  sealedVersion,
  sealedWorkSchema,
  type CopyHeader,
  type CopyKey,
  type CopySeal,
  type SealedCopy,
  type SealedWork,
} from '#shared/unsent/model.ts'
import * as v from 'valibot'
import type { Ports } from '../ports.ts'
import type { BackupBody } from './backup.ts'
import { fromBase64, toBase64 } from './base64.ts'

const nonceBytes = 12
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/**
 * A copy that only the server opens: a key made for it alone and the server's public one give the key of its lock, and that holds
 * the key of its content. Needs no network.
 */
export async function sealCopy(body: BackupBody, seal: CopySeal, crypto: Ports['crypto']): Promise<string> {
  const { subtle } = crypto
  const serverPoint = fromBase64(seal.publicKey)
  const serverKey = await subtle.importKey('raw', serverPoint, curve, false, [])
  const own = await subtle.generateKey(curve, false, ['deriveBits'])
  const ownPoint = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const shared = await subtle.deriveBits({ name: 'ECDH', public: serverKey }, own.privateKey, 256)
  const lockKey = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: joined(ownPoint, serverPoint), info: utf8(copyKeyLabel) },
    await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const content = crypto.getRandomValues(new Uint8Array(32))
  const contentKey = await subtle.importKey('raw', content, 'AES-GCM', false, ['encrypt'])
  const header = JSON.stringify(headerOf(body, seal.id, toBase64(ownPoint)))
  const sealed = async (key: CryptoKey, part: Parameters<typeof associatedWith>[0], bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
    const encrypted = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(associatedWith(part, header)) }, key, bytes)
    return toBase64(joined(iv, new Uint8Array(encrypted)))
  }
  const inLock: CopyKey = { authorId: body.authorId, ticket: seal.ticket, contentKey: toBase64(content) }
  const work: SealedWork = { ...body, files: body.files.map(({ base64: _bytes, ...file }) => file) }
  const files: string[] = []
  for (const [at, file] of body.files.entries()) files.push(await sealed(contentKey, `file ${at}`, fromBase64(file.base64)))
  return written({
    format: copyFormat,
    version: sealedVersion,
    header,
    key: await sealed(lockKey, 'key', utf8(JSON.stringify(inLock))),
    work: await sealed(contentKey, 'work', utf8(JSON.stringify(work))),
    files,
  })
}

/** The sealed copy that a text is; undefined when it is none, or is not written as one is. */
export function sealedCopyIn(text: string): SealedCopy | undefined {
  const parsed = v.safeParse(sealedCopySchema, json(text))
  return parsed.success && written(parsed.output) === text ? parsed.output : undefined
}

/** A text as a copy of somebody else's. Fails: copy_not_sealed (a plain one, which proves nothing about its author), backup_unreadable. */
export function copyToRecover(text: string): Result<SealedCopy> {
  const sealed = sealedCopyIn(text)
  if (sealed) return done(sealed)
  return fail(
    v.is(v.object({ format: v.literal(copyFormat), version: v.literal(1) }), json(text)) ? 'copy_not_sealed' : 'backup_unreadable',
  )
}

/** What a copy holds, with the key that the server gave for it. Fails: backup_unreadable. */
export async function openedCopy(copy: SealedCopy, contentKey: string, { subtle }: Ports['crypto']): Promise<Result<BackupBody>> {
  try {
    const key = await subtle.importKey('raw', fromBase64(contentKey), 'AES-GCM', false, ['decrypt'])
    const opened = async (part: Parameters<typeof associatedWith>[0], text: string): Promise<Uint8Array<ArrayBuffer>> => {
      const bytes = canonical(text)
      const additionalData = utf8(associatedWith(part, copy.header))
      const iv = bytes.subarray(0, nonceBytes)
      return new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes.subarray(nonceBytes)))
    }
    const work = v.safeParse(sealedWorkSchema, json(new TextDecoder().decode(await opened('work', copy.work))))
    if (!work.success || work.output.files.length !== copy.files.length) return fail('backup_unreadable')
    const files: BackupBody['files'] = []
    for (const [at, file] of work.output.files.entries()) {
      files.push({ ...file, base64: toBase64(await opened(`file ${at}`, copy.files[at] ?? '')) })
    }
    return done({ ...work.output, files })
  } catch {
    // What does not decrypt was changed, whichever way the browser says so.
    return fail('backup_unreadable')
  }
}

function headerOf(body: BackupBody, server: string, ephemeral: string): CopyHeader {
  const institutions = new Set<string>()
  for (const text of [...body.mutations.map((row) => row.s), ...body.files.map((file) => file.scope)]) {
    const scope = parseScope(text)
    if (scope && 'institutionId' in scope) institutions.add(scope.institutionId)
  }
  return {
    server,
    ephemeral,
    at: body.exportedAt,
    institutions: [...institutions].toSorted().slice(0, 100),
    changes: body.mutations.length,
    texts: body.drafts.length,
    files: body.files.length,
  }
}

/** A copy has one writing: whoever reads it takes no other. */
const written = ({ format, version, header, key, work, files }: SealedCopy): string =>
  JSON.stringify({ format, version, header, key, work, files })

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/** Bits that belong to no byte are zero, or the text was changed where nothing else would tell. */
function canonical(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text)
  const rest = bytes.length % 3
  if (rest > 0 && toBase64(bytes.subarray(bytes.length - rest)) !== text.slice(-4)) throw new TypeError('not canonical base64')
  return bytes
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A text that is not JSON is refused by the schema like any other stranger.
    return undefined
  }
}
