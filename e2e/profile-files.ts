import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Words that a browser's profile still holds, by the file: every file, whole, also what its databases have packed or marked as gone. */
export async function filesThatHold(profile: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(unlessGone)
    if (!bytes) continue
    const texts = readings(entry.name, bytes)
    for (const word of words) if (holds(texts, word)) found.push(`${word} in ${relative(profile, path)}`)
  }
  return found.toSorted((a, b) => a.localeCompare(b))
}

/** A browser that runs takes files away while one looks. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

const holds = (texts: readonly Buffer[], word: string): boolean =>
  (['latin1', 'utf8', 'utf16le'] as const).some((encoding) => {
    const sought = Buffer.from(word, encoding)
    return texts.some((text) => text.includes(sought))
  })

/** All that the bytes of a file say: as they are, and as LevelDB and the browser packed them. */
function readings(name: string, bytes: Buffer): Buffer[] {
  const found = [bytes]
  if (name.endsWith('.log')) found.push(recordsOf(bytes))
  if (name.endsWith('.ldb')) found.push(...blocksOf(bytes))
  return [...found, ...found.flatMap(packedValues)]
}

/** LevelDB's log, without the heads that stand every 32 KiB and may part a word. */
function recordsOf(bytes: Buffer): Buffer {
  const pageBytes = 32 * 1024
  const headBytes = 7
  const parts: Buffer[] = []
  for (let at = 0; at + headBytes <= bytes.length;) {
    const left = pageBytes - (at % pageBytes)
    if (left < headBytes) {
      at += left
      continue
    }
    const length = bytes.readUInt16LE(at + 4)
    parts.push(bytes.subarray(at + headBytes, at + headBytes + length))
    at += headBytes + length
  }
  return Buffer.concat(parts)
}

interface Reader {
  readonly bytes: Buffer
  at: number
}

function varint(reader: Reader): number {
  let value = 0
  for (let shift = 1; ; shift *= 128) {
    const byte = reader.bytes[reader.at] ?? 0
    reader.at += 1
    value += (byte & 127) * shift
    if (byte < 128) return value
  }
}

/** The blocks of one of LevelDB's tables, unpacked: those that its index names. */
function blocksOf(bytes: Buffer): Buffer[] {
  const footerBytes = 48
  const tailBytes = 1
  const block = (offset: number, size: number): Buffer => {
    const raw = bytes.subarray(offset, offset + size)
    return bytes[offset + size] === tailBytes ? (unpacked(raw) ?? raw) : raw
  }
  if (bytes.length < footerBytes) return []
  const footer: Reader = { bytes, at: bytes.length - footerBytes }
  varint(footer)
  varint(footer)
  const index = block(varint(footer), varint(footer))
  const found: Buffer[] = []
  const entries: Reader = { bytes: index, at: 0 }
  const end = index.length - 4 * (index.readUInt32LE(index.length - 4) + 1)
  while (entries.at < end) {
    varint(entries)
    const keyLength = varint(entries)
    varint(entries)
    entries.at += keyLength
    found.push(block(varint(entries), varint(entries)))
  }
  return found
}

/** Values that the browser packs before its database does: 255, 17, 3, and then what is packed. */
function packedValues(bytes: Buffer): Buffer[] {
  const mark = Buffer.from([255, 17, 3])
  const found: Buffer[] = []
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    const value = unpacked(bytes.subarray(at + mark.length))
    if (value) found.push(value)
  }
  return found
}

/** What Snappy packed; undefined for what it did not. Bytes behind its end are passed over. */
function unpacked(bytes: Buffer): Buffer | undefined {
  const reader: Reader = { bytes, at: 0 }
  const length = varint(reader)
  if (length > 64 * 1024 * 1024) return undefined
  const out = Buffer.alloc(length)
  let to = 0
  while (to < length && reader.at < bytes.length) {
    const tag = bytes[reader.at] ?? 0
    reader.at += 1
    const kind = tag & 3
    if (kind === 0) {
      let size = tag >> 2
      if (size >= 60) {
        const more = size - 59
        if (reader.at + more > bytes.length) return undefined
        size = bytes.readUIntLE(reader.at, more)
        reader.at += more
      }
      size += 1
      bytes.copy(out, to, reader.at, reader.at + size)
      reader.at += size
      to += size
      continue
    }
    const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const width = kind === 1 ? 1 : kind === 2 ? 2 : 4
    if (reader.at + width > bytes.length) return undefined
    const back = bytes.readUIntLE(reader.at, width) + (kind === 1 ? (tag >> 5) * 256 : 0)
    reader.at += width
    if (back === 0 || back > to) return undefined
    for (let copied = 0; copied < size && to < length; copied += 1, to += 1) out[to] = out[to - back] ?? 0
  }
  return to === length ? out : undefined
}
