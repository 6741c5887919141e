import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeDisk, type FileDisk } from './disk.ts'

/**
 * Files by the SHA-256 of their content, under the data directory. A name here is never a person's.
 * A blob is on the disk, whole and flushed, before any row speaks of it (UP1).
 */
export interface Blobs {
  /** Keeps bytes and returns their SHA-256, hex. */
  put(bytes: Uint8Array): Promise<string>
  has(sha256: string): Promise<boolean>
  /** Bytes of what is kept; undefined where nothing is. */
  size(sha256: string): Promise<number | undefined>
  /** Bytes from `start` to `end`, both included. */
  read(sha256: string, range?: { start: number; end: number }): ReadStream
  /** What has come of an unfinished upload, by the disk and nothing else; 0 when it has nothing, or lost it. */
  arrived(attachmentId: string): Promise<number>
  /** Adds a part to an unfinished upload, flushed. */
  append(attachmentId: string, offset: number, bytes: Uint8Array): Promise<void>
  /** All of an unfinished upload. */
  collected(attachmentId: string): Promise<Buffer>
  /** Makes a finished upload the blob of that hash. */
  adopt(attachmentId: string, sha256: string): Promise<void>
  /** Forgets an unfinished upload. */
  drop(attachmentId: string): Promise<void>
  /** Removes unfinished uploads that nobody has touched since, and blobs that no row names. Returns how many. */
  sweep(keep: { readonly uploads: ReadonlySet<string>; readonly blobs: ReadonlySet<string> }, olderThanMs: number): Promise<number>
}

export async function createBlobs(dataDir: string, disk: FileDisk = nodeDisk): Promise<Blobs> {
  const files = join(dataDir, 'files')
  const uploads = join(dataDir, 'tmp')
  await mkdir(files, { recursive: true })
  await mkdir(uploads, { recursive: true })
  const pathOf = (sha256: string): string => {
    if (!/^[\da-f]{64}$/.test(sha256)) throw new Error('not a hash')
    return join(files, sha256)
  }
  const nameOf = (attachmentId: string): string => createHash('sha256').update(attachmentId).digest('hex')
  const growing = (attachmentId: string): string => join(uploads, nameOf(attachmentId))
  // The bytes are flushed by whoever wrote them; the name is durable before this resolves.
  const place = async (path: string, sha256: string): Promise<void> => {
    await disk.rename(path, pathOf(sha256))
    await disk.flushDir(files)
  }

  return {
    put: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = join(uploads, randomUUID())
      await disk.write(path, bytes, 0)
      await place(path, sha256)
      return sha256
    },
    has: async (sha256) => (await disk.sizeOf(pathOf(sha256))) !== undefined,
    size: async (sha256) => disk.sizeOf(pathOf(sha256)),
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    arrived: async (attachmentId) => (await disk.sizeOf(growing(attachmentId))) ?? 0,
    append: (attachmentId, offset, bytes) => disk.write(growing(attachmentId), bytes, offset),
    collected: (attachmentId) => disk.read(growing(attachmentId)),
    adopt: (attachmentId, sha256) => place(growing(attachmentId), sha256),
    drop: (attachmentId) => disk.remove(growing(attachmentId)),
    sweep: async (keep, olderThanMs) => {
      const kept = new Set([...keep.uploads].map(nameOf))
      return (await sweepDir(disk, uploads, kept, olderThanMs)) + (await sweepDir(disk, files, keep.blobs, olderThanMs))
    },
  }
}

async function sweepDir(disk: FileDisk, dir: string, keep: ReadonlySet<string>, olderThanMs: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(dir)) {
    if (keep.has(name)) continue
    const path = join(dir, name)
    if ((await stat(path)).mtimeMs > olderThanMs) continue
    await disk.remove(path)
    removed += 1
  }
  return removed
}
