import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files by the SHA-256 of their content, under the data directory. A name here is never a person's.
 * A blob is on the disk, whole and flushed, before any row speaks of it (reliability 1.4).
 */
export interface Blobs {
  /** Keeps bytes and returns their SHA-256, hex. */
  put(bytes: Uint8Array): Promise<string>
  /** Makes a finished upload the blob of that hash. */
  adopt(uploadPath: string, sha256: string): Promise<void>
  has(sha256: string): Promise<boolean>
  /** Bytes from `start` to `end`, both included. */
  read(sha256: string, range?: { start: number; end: number }): ReadStream
  /** Where an unfinished upload grows. */
  uploadPath(attachmentId: string): string
  /** Removes unfinished uploads that nobody has touched since, and blobs that no row names. Returns how many. */
  sweep(keep: { readonly uploads: ReadonlySet<string>; readonly blobs: ReadonlySet<string> }, olderThanMs: number): Promise<number>
}

export async function createBlobs(dataDir: string): Promise<Blobs> {
  const files = join(dataDir, 'files')
  const uploads = join(dataDir, 'tmp')
  await mkdir(files, { recursive: true })
  await mkdir(uploads, { recursive: true })
  const pathOf = (sha256: string): string => {
    if (!/^[\da-f]{64}$/.test(sha256)) throw new Error('not a hash')
    return join(files, sha256)
  }

  const adopt = async (uploadPath: string, sha256: string): Promise<void> => {
    const file = await open(uploadPath, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(uploadPath, pathOf(sha256))
    await flushDir(files)
  }

  return {
    put: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = join(uploads, randomUUID())
      const file = await open(path, 'wx')
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
      await adopt(path, sha256)
      return sha256
    },
    adopt,
    has: async (sha256) => exists(pathOf(sha256)),
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    uploadPath: (attachmentId) => join(uploads, createHash('sha256').update(attachmentId).digest('hex')),
    sweep: async (keep, olderThanMs) => {
      const kept = new Set([...keep.uploads].map((id) => createHash('sha256').update(id).digest('hex')))
      return (await sweepDir(uploads, kept, olderThanMs)) + (await sweepDir(files, keep.blobs, olderThanMs))
    },
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    // Not there.
    return false
  }
}

/** Makes a rename in a folder survive a power loss. */
async function flushDir(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function sweepDir(dir: string, keep: ReadonlySet<string>, olderThanMs: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(dir)) {
    if (keep.has(name)) continue
    const path = join(dir, name)
    if ((await stat(path)).mtimeMs > olderThanMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
