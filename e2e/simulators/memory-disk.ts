import type { FileDisk } from '#server/files/file-disk.ts'
import { Readable } from 'node:stream'

/** The server's files in memory: nothing waits for a real disk, so that a seed stays the same history. */
export class MemoryDisk implements FileDisk {
  #files: ReadonlyMap<string, Buffer> = new Map()

  /** All files as they are now, to be put back. */
  get image(): ReadonlyMap<string, Buffer> {
    return this.#files
  }

  putBack(image: ReadonlyMap<string, Buffer>): void {
    this.#files = image
  }

  #with(change: (files: Map<string, Buffer>) => void): Promise<void> {
    const files = new Map(this.#files)
    change(files)
    this.#files = files
    return Promise.resolve()
  }

  async write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
    const bytes = Buffer.concat(await Array.fromAsync(pieces))
    await this.#with((files) => files.set(path, bytes))
    return bytes.length
  }

  read(path: string, range?: { readonly start: number; readonly end: number }): Promise<Readable | undefined> {
    const bytes = this.#files.get(path)
    return Promise.resolve(bytes && Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]))
  }

  stat(path: string): Promise<{ readonly size: number; readonly modifiedMs: number } | undefined> {
    const bytes = this.#files.get(path)
    return Promise.resolve(bytes && { size: bytes.length, modifiedMs: 0 })
  }

  rename(from: string, to: string): Promise<void> {
    const bytes = this.#files.get(from)
    if (!bytes) return Promise.reject(Object.assign(new Error(`no such file, ${from}`), { code: 'ENOENT' }))
    return this.#with((files) => {
      files.delete(from)
      files.set(to, bytes)
    })
  }

  flushDir(): Promise<void> {
    return Promise.resolve()
  }

  remove(path: string): Promise<void> {
    return this.#with((files) => files.delete(path))
  }

  names(path: string): Promise<readonly string[]> {
    return Promise.resolve([...this.#files.keys()].flatMap((each) => (each.startsWith(`${path}/`) ? [each.slice(path.length + 1)] : [])))
  }
}
