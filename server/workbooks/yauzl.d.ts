declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface Entry {
    readonly fileName: string
    readonly uncompressedSize: number
    isEncrypted(): boolean
  }

  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
    close(): void
  }

  /** The same of a file, which is read as it is asked for, and closed by who opened it. */
  export function openPromise(
    path: string,
    options: { readonly lazyEntries: true; readonly validateEntrySizes: true; readonly autoClose: false },
  ): Promise<ZipFile>

  /** Rejects when the bytes are no archive. Entries and their content reject when they are not what the directory says. */
  export function fromBufferPromise(
    buffer: Buffer,
    options: { readonly lazyEntries: true; readonly validateEntrySizes: true },
  ): Promise<ZipFile>
}
