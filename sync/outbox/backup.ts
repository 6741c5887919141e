import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { copyFormat, unsentSchema, type CopySeal, type plainFileSchema } from '#shared/unsent/model.ts'
import * as v from 'valibot'
import type { Ports } from '../ports.ts'
import type { Storage, Upload } from '../storage/storage.ts'
import { fromBase64, toBase64 } from '../sealing/base64.ts'
import { sealCopy, type BackupBody } from '../sealing/sealed-copy.ts'

const backupSchema = v.object({ format: v.literal(copyFormat), version: v.literal(1), checksum: v.string(), body: v.string() })

export type BackupFile = v.InferOutput<typeof plainFileSchema>

/** What waits on a device, as one plain text that the same person can bring to another device (OB18). */
export async function backupText(body: BackupBody, sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>): Promise<string> {
  const text = JSON.stringify(body)
  return JSON.stringify({ format: copyFormat, version: 1, checksum: await sha256(new TextEncoder().encode(text)), body: text })
}

/** A copy of what waits, and whether only the server can open it. */
export interface UnsentCopy {
  readonly text: string
  readonly sealed: boolean
  /** Its author's passphrase is the only way into it. */
  readonly alone?: boolean
}

/**
 * A copy of what waits: sealed for the server, or plain where the device never heard of its key, or its browser cannot seal.
 * A copy that others might read is better than none, and who takes it is told.
 */
export async function copyOf(
  body: BackupBody,
  seal: CopySeal | null,
  ports: Pick<Ports, 'sha256' | 'crypto'>,
  passphrase: string | null = null,
): Promise<UnsentCopy> {
  if (seal || passphrase !== null) {
    try {
      return { text: await sealCopy(body, { seal, passphrase }, ports.crypto), sealed: true, ...(seal ? {} : { alone: true }) }
    } catch {
      // Not a key that this browser takes, or too much for it at once: the plain one follows.
    }
  }
  return { text: await backupText(body, ports.sha256), sealed: false }
}

/** Reads a plain text back. Fails: backup_unreadable (not one, or damaged), backup_other_author. */
export async function readBackup(
  text: string,
  authorId: string,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
): Promise<Result<BackupBody>> {
  const outer = v.safeParse(backupSchema, json(text))
  if (!outer.success) return fail('backup_unreadable')
  if ((await sha256(new TextEncoder().encode(outer.output.body))) !== outer.output.checksum) return fail('backup_unreadable')
  const body = v.safeParse(unsentSchema, json(outer.output.body))
  if (!body.success) return fail('backup_unreadable')
  return body.output.authorId === authorId ? done(body.output) : fail('backup_other_author')
}

/** Everything of a person that never reached the server, read from the device's database alone: no tab of theirs need be open. */
export async function unsentIn(
  storage: Storage,
  authorId: string,
  exportedAt: string,
  { parked = false }: { readonly parked?: boolean } = {},
): Promise<BackupBody> {
  const [{ device }, mutations, uploads, drafts] = await Promise.all([
    storage.position(),
    storage.outbox(0),
    storage.uploads(),
    storage.drafts(),
  ])
  const files: BackupFile[] = []
  for (const upload of uploads) {
    if (upload.state === 'uploaded' || (upload.state === 'parked' && !parked)) continue
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
  base64: toBase64(bytes),
})

export const bytesOf = (file: BackupFile): Uint8Array<ArrayBuffer> => fromBase64(file.base64)
