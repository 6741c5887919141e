import type { FileDisk } from '#server/features/attachments/disk.ts'

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

  #known(path: string): Buffer {
    const known = this.#files.get(path)
    if (!known) throw Object.assign(new Error(`no such file, ${path}`), { code: 'ENOENT' })
    return known
  }

  async write(path: string, bytes: Uint8Array, offset: number): Promise<void> {
    const before = offset === 0 ? Buffer.alloc(0) : this.#known(path)
    return this.#with((files) => files.set(path, Buffer.concat([before.subarray(0, offset), bytes])))
  }

  async read(path: string): Promise<Buffer> {
    return this.#known(path)
  }

  sizeOf(path: string): Promise<number | undefined> {
    return Promise.resolve(this.#files.get(path)?.length)
  }

  async rename(from: string, to: string): Promise<void> {
    const bytes = this.#known(from)
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
}
