import * as v from 'valibot'

/** Name of every copy of unsent work. Version 1 is plain, with a checksum; this one is sealed: only the server opens it. */
export const copyFormat = 'iip-unsent'
export const sealedVersion = 2
/** One that a passphrase opens, too. */
export const lockedVersion = 3
/** What keys are derived for, so that they serve for nothing else. */
export const copyKeyLabel = 'iip-unsent 2 key'

/** Longest header and key of a copy, in characters. */
const headerMaxCharacters = 20_000
const keyMaxCharacters = 4_000

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * What a copy says in the clear, and cannot be changed without spoiling it: which server opens it, when it was made, of which
 * institutions it holds work, and how much. Whose it is, only who opens it learns.
 */
export const copyHeaderSchema = v.strictObject({
  /** Id of the server's key. */
  server: v.pipe(v.string(), v.maxLength(64)),
  /** Public key that was made for this copy alone: a point of P-256 as base64, uncompressed. */
  ephemeral: v.pipe(v.string(), v.maxLength(200)),
  at: v.pipe(v.string(), v.maxLength(40)),
  institutions: v.pipe(v.array(v.pipe(v.string(), v.maxLength(128))), v.maxLength(100)),
  changes: whole,
  texts: whole,
  files: whole,
})
export type CopyHeader = v.InferOutput<typeof copyHeaderSchema>

/** What the server needs to give the content key to whom it belongs. */
export const copyLockSchema = v.object({
  /** JSON of a CopyHeader, as it stands in the file. */
  header: v.pipe(v.string(), v.maxLength(headerMaxCharacters)),
  /** A CopyKey, encrypted for the server. */
  key: v.pipe(v.string(), v.maxLength(keyMaxCharacters)),
})
export type CopyLock = v.InferOutput<typeof copyLockSchema>

/** A sealed copy as it stands in its file, in this order. Everything but the header is base64 of 12 bytes of nonce and AES-256-GCM. */
export const sealedCopySchema = v.strictObject({
  format: v.literal(copyFormat),
  version: v.literal(sealedVersion),
  ...copyLockSchema.entries,
  /** The work without the files' bytes, under the content key. */
  work: v.string(),
  /** Bytes of each file, in the order in which the work names them. */
  files: v.array(v.string()),
})
export type SealedCopy = v.InferOutput<typeof sealedCopySchema>

/** A key under a text that somebody knows by heart. All but `rounds` is base64. */
export const wrappedKeySchema = v.strictObject({
  salt: v.pipe(v.string(), v.maxLength(100)),
  /** Turns of PBKDF2 with SHA-256. More than a browser does in a minute are nobody's. */
  rounds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  /** 12 bytes of nonce and the key under AES-256-GCM. */
  key: v.pipe(v.string(), v.maxLength(400)),
})
export type WrappedKey = v.InferOutput<typeof wrappedKeySchema>

/** The same copy with one more lock, which its author's passphrase opens; key: null where the device never heard of the server's. */
export const lockedCopySchema = v.strictObject({
  ...sealedCopySchema.entries,
  version: v.literal(lockedVersion),
  key: v.nullable(copyLockSchema.entries.key),
  passphrase: wrappedKeySchema,
})
export type LockedCopy = v.InferOutput<typeof lockedCopySchema>

/** What only the server reads of a copy's key. */
export const copyKeySchema = v.strictObject({
  authorId: v.string(),
  /** The server's own word, given to the signed-in device, for whose copy it is. */
  ticket: v.string(),
  /** 32 bytes as base64: opens work and files. */
  contentKey: v.string(),
})
export type CopyKey = v.InferOutput<typeof copyKeySchema>

/** What a signed-in device gets to seal its copies with. */
export const copySealSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  /** Point of P-256 as base64, uncompressed. */
  publicKey: v.pipe(v.string(), v.maxLength(200)),
  ticket: v.pipe(v.string(), v.maxLength(200)),
})
export type CopySeal = v.InferOutput<typeof copySealSchema>

/** Bytes that are authenticated beside a part: no part stands in another's place, nor under another header. */
export const associatedWith = (part: 'key' | 'work' | `file ${number}`, header: string): string =>
  `${copyFormat} ${sealedVersion} ${part}\n${header}`

const rowSchema = v.object({
  seq: v.number(),
  mid: v.string(),
  n: v.string(),
  v: v.number(),
  s: v.string(),
  a: v.unknown(),
  b: v.nullish(v.string()),
  t: v.string(),
  l: v.nullish(v.string()),
  entity: v.string(),
  authorId: v.string(),
  now: v.string(),
  sizeBytes: v.number(),
})
const fileSchema = v.object({
  id: v.string(),
  scope: v.string(),
  unit: v.string(),
  name: v.string(),
  mime: v.string(),
  sha256: v.string(),
})
const draftSchema = v.object({ key: v.string(), value: v.unknown(), savedAt: v.string() })

/** Files of a plain copy hold their bytes. */
export const plainFileSchema = v.object({ ...fileSchema.entries, base64: v.string() })

const about = { authorId: v.string(), deviceId: v.string(), exportedAt: v.string(), mutations: v.array(rowSchema) }
/** What was half written; copies of before have none. */
const drafts = v.optional(v.array(draftSchema), [])

/** Everything of a person that waited on a device. */
export const unsentSchema = v.object({ ...about, files: v.array(plainFileSchema), drafts })
export const sealedWorkSchema = v.object({ ...about, files: v.array(fileSchema), drafts })
export type SealedWork = v.InferOutput<typeof sealedWorkSchema>
