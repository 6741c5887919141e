import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive, with its content piece by piece. */
export interface ZipEntry {
  /** Name inside the archive; no two alike. */
  readonly name: string
  /** Whether it is worth making smaller: a photograph or a document is packed already. */
  readonly deflate: boolean
  /** It may have more than 4 GB. Not said of every entry: programs of before 2001 do not read one. */
  readonly large?: boolean
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** For what goes out as it is made a little work on each piece is worth most of the size. */
const level = 4
/** The same content gives the same bytes on every day: noon of the 15th of January of 2025, as DOS writes it. */
const stamp = { time: 12 << 11, date: ((2025 - 1980) << 9) | (1 << 5) | 15 }
/** What two and four bytes cannot say is said elsewhere, and these stand in its place. */
const most16 = 0xffff
const most32 = 0xffff_ffff
/** Names are UTF-8, and sizes follow the content. */
const flags = 0x0808

/** An entry that is in the archive, as its list tells of it. */
interface Packed {
  readonly name: Buffer
  readonly method: 0 | 8
  readonly large: boolean
  readonly crc: number
  /** Bytes within the archive, and of the content. */
  readonly packed: number
  readonly size: number
  readonly at: number
}

/** Numbers of two, four and eight bytes, one after the other, and bytes as they are. */
function bytesOf(...fields: readonly (readonly [width: 2 | 4 | 8, value: number] | Buffer)[]): Buffer {
  const parts = fields.map((field) => {
    if (Buffer.isBuffer(field)) return field
    const [width, value] = field
    const part = Buffer.alloc(width)
    if (width === 8) part.writeBigUInt64LE(BigInt(value))
    else part.writeUIntLE(value, 0, width)
    return part
  })
  return Buffer.concat(parts)
}

/**
 * A zip that is made as it is asked for: never more of it is in memory than some pieces of one entry, and the list of what it holds. One of
 * more than 4 GB, or of more than 65,535 files, says so in the wide form (zip64), and so does a file that is said to be large: APPNOTE 6.3.10
 * of PKWARE, 4.3.9.2 and 4.5.3. Throws where another one alone has more than 4 GB.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  const list: Packed[] = []
  let at = 0
  const counted = (bytes: Buffer): Buffer => {
    at += bytes.length
    return bytes
  }
  for await (const { name: text, deflate, large = false, pieces } of entries) {
    const place = at
    const name = Buffer.from(text)
    const method = deflate ? 8 : 0
    const head = [
      [2, flags],
      [2, method],
      [2, stamp.time],
      [2, stamp.date],
    ] as const
    // Of what size it is follows the content, and how wide that is written is said here.
    const more = large ? bytesOf([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0)
    const sizes = large ? most32 : 0
    const start = [[4, 0x04034b50], [2, large ? 45 : 20], ...head, [4, 0], [4, sizes], [4, sizes]] as const
    yield counted(bytesOf(...start, [2, name.length], [2, more.length], name, more))
    const weighed = new Weighed(pieces)
    let packed = 0
    for await (const piece of deflate ? weighed.deflated() : weighed.plain()) {
      packed += piece.byteLength
      at += piece.byteLength
      yield piece
    }
    const { crc, size } = weighed
    if (!large && (packed >= most32 || size >= most32)) throw new RangeError('a file of an archive is too large')
    const width = large ? 8 : 4
    yield counted(bytesOf([4, 0x08074b50], [4, crc], [width, packed], [width, size]))
    list.push({ name, method, large, crc, packed, size, at: place })
  }
  const start = at
  for (const each of list) yield counted(listed(each))
  yield ending(list.length, start, at - start)
}

/** What the list of an archive says of one of its files. */
function listed({ name, method, large, crc, packed, size, at }: Packed): Buffer {
  // In this order, and only what stands in no four bytes.
  const wide = [size, packed, at].filter((value) => value >= most32)
  const more = wide.length > 0 ? bytesOf([2, 1], [2, 8 * wide.length], ...wide.map((value) => [8, value] as const)) : Buffer.alloc(0)
  const version = large || wide.length > 0 ? 45 : 20
  const narrow = (value: number): readonly [4, number] => [4, Math.min(value, most32)]
  return bytesOf(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flags],
    [2, method],
    [2, stamp.time],
    [2, stamp.date],
    [4, crc],
    narrow(packed),
    narrow(size),
    [2, name.length],
    [2, more.length],
    // No comment, on the first disk, nothing said of its kind.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    narrow(at),
    name,
    more,
  )
}

/** How an archive ends: how many files its list tells of, and where that one stands. */
function ending(count: number, at: number, bytes: number): Buffer {
  const isWide = count >= most16 || at >= most32 || bytes >= most32
  const wide = isWide
    ? bytesOf(
        [4, 0x06064b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, bytes],
        [8, at],
        // Where this form begins, for who reads from the end.
        [4, 0x07064b50],
        [4, 0],
        [8, at + bytes],
        [4, 1],
      )
    : Buffer.alloc(0)
  const n = Math.min(count, most16)
  return bytesOf(wide, [4, 0x06054b50], [2, 0], [2, 0], [2, n], [2, n], [4, Math.min(bytes, most32)], [4, Math.min(at, most32)], [2, 0])
}

/** Pieces that are weighed as they go by. */
class Weighed {
  readonly #pieces: ZipEntry['pieces']
  size = 0
  crc = 0

  constructor(pieces: ZipEntry['pieces']) {
    this.#pieces = pieces
  }

  async *plain(): AsyncGenerator<Uint8Array, void> {
    for await (const piece of this.#pieces) {
      this.size += piece.byteLength
      this.crc = crc32(piece, this.crc)
      yield piece
    }
  }

  /** The same, smaller, by the threads beside the event loop: half a million rows would take it for half a minute. Whoever stops reading ends the pieces where they stand. */
  deflated(): AsyncIterable<Uint8Array> {
    const packed = createDeflateRaw({ level })
    // What breaks on the way breaks what is read.
    pipeline(Readable.from(this.plain(), { objectMode: false }), packed, () => undefined)
    return packed
  }
}
