import { open, readFile, rename, rm, stat } from 'node:fs/promises'

/** The few things that are done to a disk to keep a file, each of which may fail or be the last one before the power goes. */
export interface FileDisk {
  /** Writes bytes at an offset and flushes them. Offset 0 starts the file anew; another one asks that it exists. */
  write(path: string, bytes: Uint8Array, offset: number): Promise<void>
  read(path: string): Promise<Buffer>
  /** Bytes of a file; undefined when there is none. */
  sizeOf(path: string): Promise<number | undefined>
  rename(from: string, to: string): Promise<void>
  /** Makes a rename in a folder survive a power loss. */
  flushDir(path: string): Promise<void>
  remove(path: string): Promise<void>
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export const nodeDisk: FileDisk = {
  async write(path, bytes, offset) {
    const file = await open(path, offset === 0 ? 'w' : 'r+')
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done)
        done += bytesWritten
      }
      await file.sync()
    } finally {
      await file.close()
    }
  },
  read: (path) => readFile(path),
  async sizeOf(path) {
    try {
      return (await stat(path)).size
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  rename: (from, to) => rename(from, to),
  async flushDir(path) {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  remove: (path) => rm(path, { force: true }),
}
