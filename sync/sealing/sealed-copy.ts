import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import {
  associatedWith,
  copyFormat,
  copyKeyLabel,
  lockedCopySchema,
  lockedVersion,
  sealedCopySchema,
  sealedVersion,
  sealedWorkSchema,
  type unsentSchema,
  type CopyHeader,
  type CopyKey,
  type CopyLock,
  type CopySeal,
  type LockedCopy,
  type SealedCopy,
  type SealedWork,
} from '#shared/unsent/model.ts'
import * as v from 'valibot'
import type { Ports } from '../ports.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { unwrapped, wrapped } from './passphrase.ts'

/** What a copy holds. */
export type BackupBody = v.InferOutput<typeof unsentSchema>

const nonceBytes = 12
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/**
 * A copy that only the server opens: a key made for it alone and the server's public one give the key of its lock, and that holds
 * the key of its content. Needs no network. With a passphrase there is a second lock, which needs no server; without a seal that alone.
 */
export async function sealCopy(
  body: BackupBody,
  { seal, passphrase }: { readonly seal: CopySeal | null; readonly passphrase: string | null },
  crypto: Ports['crypto'],
): Promise<string> {
  const content = crypto.getRandomValues(new Uint8Array(32))
  const about = aboutOf(body)
  const forServer = seal && (await lockFor(seal, { authorId: body.authorId, contentKey: content, about }, crypto))
  const nobodys: CopyHeader = { server: '', ephemeral: '', ...about }
  const { header, key } = forServer ?? { header: JSON.stringify(nobodys), key: null }
  const contentKey = await crypto.subtle.importKey('raw', content, 'AES-GCM', false, ['encrypt'])
  const work: SealedWork = { ...body, files: body.files.map(({ base64: _bytes, ...file }) => file) }
  const files: string[] = []
  for (const [at, file] of body.files.entries())
    files.push(await sealedPart(contentKey, associatedWith(`file ${at}`, header), fromBase64(file.base64), crypto))
  const inside = { header, work: await sealedPart(contentKey, associatedWith('work', header), utf8(JSON.stringify(work)), crypto), files }
  if (passphrase !== null) {
    const lock = await wrapped(content, passphrase, crypto)
    return writtenLocked({ format: copyFormat, version: lockedVersion, key, passphrase: lock, ...inside })
  }
  if (key === null) throw new TypeError('a copy that nobody could open')
  return written({ format: copyFormat, version: sealedVersion, key, ...inside })
}

interface ToLock {
  readonly authorId: string
  /** 32 bytes. */
  readonly contentKey: Uint8Array
  readonly about: Omit<CopyHeader, 'server' | 'ephemeral'>
}

/** A key that the server opens for its author, and for nobody else (OB40). */
export async function lockFor(seal: CopySeal, { authorId, contentKey, about }: ToLock, crypto: Ports['crypto']): Promise<CopyLock> {
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
  const inside: CopyHeader = { server: seal.id, ephemeral: toBase64(ownPoint), ...about }
  const header = JSON.stringify(inside)
  const inLock: CopyKey = { authorId, ticket: seal.ticket, contentKey: toBase64(contentKey) }
  return { header, key: await sealedPart(lockKey, associatedWith('key', header), utf8(JSON.stringify(inLock)), crypto) }
}

/** Base64 of a nonce and what AES-GCM makes of bytes beside an associated text. */
async function sealedPart(key: CryptoKey, associated: string, bytes: Uint8Array<ArrayBuffer>, crypto: Ports['crypto']): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(associated) }, key, bytes)
  return toBase64(joined(iv, new Uint8Array(encrypted)))
}

/** The sealed copy that a text is; undefined when it is none, or is not written as one is. */
export function sealedCopyIn(text: string): SealedCopy | undefined {
  const parsed = v.safeParse(sealedCopySchema, json(text))
  return parsed.success && written(parsed.output) === text ? parsed.output : undefined
}

/** The copy with a passphrase that a text is; undefined when it is none, or is not written as one is. */
export function lockedCopyIn(text: string): LockedCopy | undefined {
  const parsed = v.safeParse(lockedCopySchema, json(text))
  return parsed.success && writtenLocked(parsed.output) === text ? parsed.output : undefined
}

/** The content key of a copy, by the passphrase it was made with. Fails: copy_passphrase_wrong. */
export async function keyByPassphrase({ passphrase }: LockedCopy, given: string, crypto: Ports['crypto']): Promise<Result<string>> {
  const key = await unwrapped(passphrase, given, crypto).catch(() => undefined)
  return key ? done(toBase64(key)) : fail('copy_passphrase_wrong')
}

/** A text as a copy of somebody else's. Fails: copy_not_sealed (a plain one, which proves nothing about its author), backup_unreadable. */
export function copyToRecover(text: string): Result<SealedCopy> {
  const sealed = sealedCopyIn(text)
  if (sealed) return done(sealed)
  const locked = lockedCopyIn(text)
  // What its author's passphrase opens, the server does too, where it was told of at all.
  if (locked && locked.key !== null) {
    const { format, header, key, work, files } = locked
    return done({ format, version: sealedVersion, header, key, work, files })
  }
  return fail(
    v.is(v.object({ format: v.literal(copyFormat), version: v.picklist([1, lockedVersion]) }), json(text))
      ? 'copy_not_sealed'
      : 'backup_unreadable',
  )
}

/** What a copy holds, with the key that the server gave for it. Fails: backup_unreadable. */
export async function openedCopy(
  copy: Pick<SealedCopy, 'header' | 'work' | 'files'>,
  contentKey: string,
  { subtle }: Ports['crypto'],
): Promise<Result<BackupBody>> {
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

function aboutOf(body: BackupBody): ToLock['about'] {
  const institutions = new Set<string>()
  for (const text of [...body.mutations.map((row) => row.s), ...body.files.map((file) => file.scope)]) {
    const scope = parseScope(text)
    if (scope && 'institutionId' in scope) institutions.add(scope.institutionId)
  }
  return {
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

const writtenLocked = ({ format, version, header, key, passphrase: { salt, rounds, key: wrappedKey }, work, files }: LockedCopy): string =>
  JSON.stringify({ format, version, header, key, passphrase: { salt, rounds, key: wrappedKey }, work, files })

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
