import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

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

/** A zip that is made as it is asked for: never more of it is in memory than one piece of one entry. */
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
    const entry = deflate ? new ZipDeflate(name, { level }) : new ZipPassThrough(name)
    entry.mtime = stamp
    zip.add(entry)
    for await (const piece of pieces) {
      entry.push(piece)
      yield* taken()
    }
    entry.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
