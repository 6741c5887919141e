import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipOf, type ZipEntry } from './zip.ts'

/** The end of an archive, and how long it is. */
async function endOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Promise<{ tail: DataView; length: number }> {
  let length = 0
  let kept: Uint8Array[] = []
  for await (const piece of zipOf(entries)) {
    length += piece.length
    // What large files hold is of no interest.
    if (piece.length > 1_000_000) kept = []
    else kept.push(piece)
    if (kept.length > 1000) kept = kept.slice(-500)
  }
  const tail = Buffer.concat(kept)
  return { tail: new DataView(tail.buffer, tail.byteOffset, tail.length), length }
}

/** What the last bytes of an archive say, in the fields of PKWARE’s 4.3.14 to 4.3.16. */
function saidIn({ tail, length }: { tail: DataView; length: number }) {
  const start = length - tail.byteLength
  const end = tail.byteLength - 22
  const locator = end - 20
  const last = { signature: tail.getUint32(end, true), entries: tail.getUint16(end + 10, true), offset: tail.getUint32(end + 16, true) }
  if (tail.getUint32(locator, true) !== 0x07064b50) return { last, wide: null, first: null }
  const record = Number(tail.getBigUint64(locator + 8, true)) - start
  const wide = {
    signature: tail.getUint32(record, true),
    entries: Number(tail.getBigUint64(record + 32, true)),
    bytes: Number(tail.getBigUint64(record + 40, true)),
    offset: Number(tail.getBigUint64(record + 48, true)),
  }
  // The list stands right before it, and is as long as it says.
  expect(wide.offset + wide.bytes - start).toBe(record)
  const first = wide.offset - start
  return { last, wide, first: first < 0 ? null : tail.getUint32(first, true) }
}

test('[UP4] an archive opens as it was packed, small files and large, packed or not, whatever they are called', async () => {
  const content = new Uint8Array(200_000).map((_, at) => at % 251)
  const entries: ZipEntry[] = [
    { name: 'Norte/1_acta de sesión ñ.pdf', deflate: false, pieces: [content.subarray(0, 3), content.subarray(3)] },
    { name: 'vacío.txt', deflate: false, pieces: [] },
    { name: 'hoja.xml', deflate: true, pieces: [content, content] },
  ]
  const made: Uint8Array[] = []
  for await (const piece of zipOf(entries)) made.push(piece)
  const opened = unzipSync(Buffer.concat(made))
  expect(Object.keys(opened)).toEqual(entries.map(({ name }) => name))
  expect(opened['Norte/1_acta de sesión ñ.pdf']).toEqual(content)
  expect(opened['vacío.txt']).toHaveLength(0)
  expect(opened['hoja.xml']).toEqual(new Uint8Array([...content, ...content]))
})

test('[UP4] an archive of more files than its short form counts says how many there are', async () => {
  const many = 65_536
  const entries = Array.from({ length: many }, (_, at) => ({ name: String(at), deflate: false, pieces: [] }))
  const { last, wide } = saidIn(await endOf(entries))
  expect(last).toMatchObject({ signature: 0x06054b50, entries: 0xffff })
  expect(wide).toMatchObject({ signature: 0x06064b50, entries: many })
})

test('[UP4] an archive beyond four gigabytes says where its last files are', async () => {
  const piece = new Uint8Array(64 * 2 ** 20)
  const each = 22
  const large = ['a', 'b', 'c'].map((name) => ({ name, deflate: false, pieces: Array.from({ length: each }, () => piece) }))
  const archive = await endOf([...large, { name: 'last', deflate: false, pieces: [new Uint8Array(1)] }])
  const { last, wide, first } = saidIn(archive)
  expect(archive.length).toBeGreaterThan(2 ** 32)
  expect(last).toMatchObject({ offset: 0xffff_ffff })
  expect(wide).toMatchObject({ entries: 4 })
  expect(first).toBe(0x02014b50)
  // The last file's place is beyond what 32 bits say, and stands beside its name.
  const { tail, length } = archive
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  const listed = bytes.lastIndexOf('last')
  expect(tail.getUint32(listed - 4, true)).toBe(0xffff_ffff)
  expect([tail.getUint16(listed + 4, true), tail.getUint16(listed + 6, true)]).toEqual([1, 8])
  const place = Number(tail.getBigUint64(listed + 8, true))
  expect(tail.getUint32(place - (length - tail.byteLength), true)).toBe(0x04034b50)
})

test('[UP4] a file that is said to be large opens whatever its size is, and tells one beyond four gigabytes where eight bytes do', async () => {
  const content = new Uint8Array(200_000).map((_, at) => at % 251)
  const made: Uint8Array[] = []
  const small = [
    { name: 'filas.csv', deflate: true, large: true, pieces: [content] },
    { name: 'plain', deflate: false, large: true, pieces: [content] },
    { name: 'next', deflate: false, pieces: [content] },
  ]
  for await (const piece of zipOf(small)) made.push(piece)
  expect(unzipSync(Buffer.concat(made))).toEqual({ 'filas.csv': content, plain: content, next: content })

  const piece = new Uint8Array(128 * 2 ** 20)
  const count = 33
  const rows = { name: 'rows', deflate: false, large: true, pieces: Array.from({ length: count }, () => piece) }
  const { tail } = await endOf([rows, { name: 'next', deflate: false, pieces: [new Uint8Array(1)] }])
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  const listed = bytes.lastIndexOf('rows')
  // Packed, plain: both stand beside its name, and what follows the content has them in eight bytes, too.
  expect([tail.getUint32(listed - 26, true), tail.getUint32(listed - 22, true)]).toEqual([0xffff_ffff, 0xffff_ffff])
  expect([tail.getUint16(listed + 4, true), tail.getUint16(listed + 6, true)]).toEqual([1, 16])
  expect([tail.getBigUint64(listed + 8, true), tail.getBigUint64(listed + 16, true)]).toEqual([
    BigInt(count * piece.length),
    BigInt(count * piece.length),
  ])
  const follows = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x07, 0x08]))
  expect(tail.getBigUint64(follows + 8, true)).toBe(BigInt(count * piece.length))
  expect(tail.getUint32(follows + 24, true)).toBe(0x04034b50)
})

test('[UP4] a file that its place in an archive cannot tell the size of breaks the download, and is not told wrongly', async () => {
  const piece = new Uint8Array(128 * 2 ** 20)
  const large = { name: 'a', deflate: false, pieces: Array.from({ length: 33 }, () => piece) }
  await expect(endOf([large])).rejects.toThrow('too large')
})
