import { Zip, ZipPassThrough, type ZipInputFile } from 'fflate'
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive, with its content piece by piece. */
export interface ZipEntry {
  /** Name inside the archive; no two alike. */
  readonly name: string
  /** Whether it is worth making smaller: a photograph or a document is packed already. */
  readonly deflate: boolean
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** For what goes out as it is made a little work on each piece is worth most of the size. */
const level = 4
/** The same content gives the same bytes on every day. */
const stamp = new Date(2025, 0, 15, 12)
const nothing = new Uint8Array(0)

/** A zip that is made as it is asked for: never more of it is in memory than some pieces of one entry. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const made: Uint8Array[] = []
  let broken: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) broken = error
    else made.push(chunk)
  })
  const taken = (): Uint8Array[] => {
    if (broken) throw broken
    return made.splice(0)
  }
  for await (const { name, deflate, pieces } of entries) {
    const entry = deflate ? new DeflatedEntry(name) : new ZipPassThrough(name)
    entry.mtime = stamp
    zip.add(entry)
    for await (const piece of entry instanceof DeflatedEntry ? entry.packed(pieces) : pieces) {
      entry.push(piece)
      yield* taken()
    }
    entry.push(nothing, true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

/** An entry whose content is made smaller by the threads beside the event loop: half a million rows would take it for half a minute. */
class DeflatedEntry implements ZipInputFile {
  readonly filename: string
  readonly compression = 8
  mtime: Date = stamp
  size = 0
  crc = 0
  /** The archive's, which sets it when the entry is added. */
  ondata?: NonNullable<ZipInputFile['ondata']>

  constructor(filename: string) {
    this.filename = filename
  }

  /** What the pieces come to, smaller. Whoever stops reading ends the pieces where they stand. */
  packed(pieces: ZipEntry['pieces']): AsyncIterable<Uint8Array> {
    const packed = createDeflateRaw({ level })
    // What breaks on the way breaks what is read.
    pipeline(Readable.from(this.#weighed(pieces), { objectMode: false }), packed, () => undefined)
    return packed
  }

  push(packed: Uint8Array, final = false): void {
    this.ondata?.(null, new Uint8Array(packed), final)
  }

  async *#weighed(pieces: ZipEntry['pieces']): AsyncGenerator<Uint8Array, void> {
    for await (const piece of pieces) {
      this.size += piece.byteLength
      this.crc = crc32(piece, this.crc)
      yield piece
    }
  }
}
