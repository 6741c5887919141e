/** A file that is packed with others; `url` as the list of a build has it, without a slash in front. */
export interface PackedFile<Bytes extends ArrayBufferLike = ArrayBufferLike> {
  readonly url: string
  readonly bytes: Uint8Array<Bytes>
}

const lineEnd = 0x0a

/**
 * Many files as one: a line of JSON that names them with their sizes, in their order, and then their bytes. Whoever brings the application
 * asks once, and not some hundred times, each of which waits for the network and costs more than it carries.
 */
export function packOf(files: readonly PackedFile[]): Uint8Array {
  const list = new TextEncoder().encode(`${JSON.stringify(files.map(({ url, bytes }) => [url, bytes.length]))}\n`)
  const pack = new Uint8Array(list.length + files.reduce((sum, { bytes }) => sum + bytes.length, 0))
  pack.set(list)
  let at = list.length
  for (const { bytes } of files) {
    pack.set(bytes, at)
    at += bytes.length
  }
  return pack
}

/** What `packOf` made, again. Throws where it is not whole. */
export function filesOfPack(pack: Uint8Array<ArrayBuffer>): readonly PackedFile<ArrayBuffer>[] {
  const end = pack.indexOf(lineEnd)
  const list: unknown = JSON.parse(new TextDecoder().decode(pack.subarray(0, Math.max(end, 0))))
  if (!Array.isArray(list)) throw new TypeError('what was packed has no list')
  let at = end + 1
  const files = list.map((entry: unknown) => {
    const [url, size]: unknown[] = Array.isArray(entry) ? entry : []
    if (typeof url !== 'string' || typeof size !== 'number') throw new TypeError('what was packed has a list that names nothing')
    const bytes = pack.subarray(at, (at += size))
    return { url, bytes }
  })
  if (at !== pack.length) throw new RangeError('what was packed is not whole')
  return files
}
