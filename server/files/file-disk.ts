import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Range } from './store.ts'

/** The few things that are done to a disk to keep a file, each of which may fail or be the last one before the power goes. */
export interface FileDisk {
  /** Writes a file anew and flushes it: how many bytes. */
  write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** Undefined when there is none. */
  read(path: string, range?: Range): Promise<Readable | undefined>
  stat(path: string): Promise<{ readonly size: number; readonly modifiedMs: number } | undefined>
  rename(from: string, to: string): Promise<void>
  /** Makes a rename in a folder survive a power loss. */
  flushDir(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Names in a folder; none when it is not there. */
  names(path: string): Promise<readonly string[]>
}

/** What is there; undefined where nothing is. */
async function found<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export const nodeDisk: FileDisk = {
  async write(path, pieces) {
    const file = await open(path, 'w')
    try {
      let written = 0
      for await (const piece of pieces) {
        for (let done = 0; done < piece.length;) {
          const { bytesWritten } = await file.write(piece, done, piece.length - done, written + done)
          done += bytesWritten
        }
        written += piece.length
      }
      await file.sync()
      return written
    } finally {
      await file.close()
    }
  },
  async read(path, range) {
    const file = await found(open(path, 'r'))
    return file?.createReadStream(range)
  },
  async stat(path) {
    const known = await found(stat(path))
    return known && { size: known.size, modifiedMs: known.mtimeMs }
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
  names: async (path) => (await found(readdir(path))) ?? [],
}
