import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, type FileHandle } from 'node:fs/promises'

/** A piece of a copy as it lies on the disk. */
export interface Poured {
  readonly bytes: number
  /** Of its bytes, hex. */
  readonly sha256: string
}

/** What is done to a disk to keep a copy, each of which may fail: it may be full. */
export interface CopyDisk {
  /** Writes a new file from a stream and flushes it. Throws where one of that name is there. */
  pour(path: string, source: AsyncIterable<Uint8Array>): Promise<Poured>
  /** Gives a file a second name on the same disk. Throws where it cannot. */
  link(from: string, to: string): Promise<void>
  /** Makes what is on the disk under a path survive a power loss: a file's bytes, or a folder's names. */
  flush(path: string): Promise<void>
}

export const nodeCopyDisk: CopyDisk = {
  async pour(path, source) {
    const file = await open(path, 'wx')
    try {
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of source) {
        await writeAll(file, chunk)
        hash.update(chunk)
        bytes += chunk.length
      }
      await file.sync()
      return { bytes, sha256: hash.digest('hex') }
    } finally {
      await file.close()
    }
  },
  link: (from, to) => link(from, to),
  async flush(path) {
    const file = await open(path, 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  },
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done)
    done += bytesWritten
  }
}

/** Bytes and digest of a file as the disk gives it back. */
export async function measured(path: string): Promise<Poured> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
