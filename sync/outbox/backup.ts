import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import * as v from 'valibot'
import type { Storage, Upload } from '../storage/storage.ts'

const format = 'iip-unsent'

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
  base64: v.string(),
})
const draftSchema = v.object({ key: v.string(), value: v.unknown(), savedAt: v.string() })
const bodySchema = v.object({
  authorId: v.string(),
  deviceId: v.string(),
  exportedAt: v.string(),
  mutations: v.array(rowSchema),
  files: v.array(fileSchema),
  /** What was half written; copies of before have none. */
  drafts: v.optional(v.array(draftSchema), []),
})
const backupSchema = v.object({ format: v.literal(format), version: v.literal(1), checksum: v.string(), body: v.string() })

export type BackupBody = v.InferOutput<typeof bodySchema>
export type BackupFile = v.InferOutput<typeof fileSchema>

/** What waits on a device, as one text that the same person can bring to another device (sync.md §2.8). */
export async function writeBackup(body: BackupBody, sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>): Promise<string> {
  const text = JSON.stringify(body)
  return JSON.stringify({ format, version: 1, checksum: await sha256(new TextEncoder().encode(text)), body: text })
}

/** Reads such a text back. Fails: backup_unreadable (not one, or damaged), backup_other_author. */
export async function readBackup(
  text: string,
  authorId: string,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
): Promise<Result<BackupBody>> {
  const outer = v.safeParse(backupSchema, json(text))
  if (!outer.success) return fail('backup_unreadable')
  if ((await sha256(new TextEncoder().encode(outer.output.body))) !== outer.output.checksum) return fail('backup_unreadable')
  const body = v.safeParse(bodySchema, json(outer.output.body))
  if (!body.success) return fail('backup_unreadable')
  return body.output.authorId === authorId ? done(body.output) : fail('backup_other_author')
}

/** Everything of a person that never reached the server, read from the device's database alone: no tab of theirs need be open. */
export async function unsentIn(storage: Storage, authorId: string, exportedAt: string): Promise<BackupBody> {
  const [{ device }, mutations, uploads, drafts] = await Promise.all([
    storage.position(),
    storage.outbox(0),
    storage.uploads(),
    storage.drafts(),
  ])
  const files: BackupFile[] = []
  for (const upload of uploads) {
    if (upload.state === 'uploaded' || upload.state === 'parked') continue
    const bytes = new Uint8Array(upload.sizeBytes)
    let filled = 0
    for (let part = 0; filled < upload.sizeBytes; part += 1) {
      const next = await storage.blobPart(upload.id, part)
      if (!next) break
      bytes.set(next, filled)
      filled += next.length
    }
    if (filled === upload.sizeBytes) files.push(backupFile(upload, bytes))
  }
  return { authorId, deviceId: device.deviceId, exportedAt, mutations, files, drafts }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A text that is not JSON is refused by the schema like any other stranger.
    return undefined
  }
}

export const backupFile = (upload: Upload, bytes: Uint8Array): BackupFile => ({
  id: upload.id,
  scope: upload.scope,
  unit: upload.unit,
  name: upload.name,
  mime: upload.mime,
  sha256: upload.sha256,
  base64: encode(bytes),
})

export function bytesOf(file: BackupFile): Uint8Array<ArrayBuffer> {
  const binary = atob(file.base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

function encode(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}
