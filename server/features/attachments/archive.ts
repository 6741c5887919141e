import { zipOf, type ZipEntry } from '../../http/zip.ts'
import type { Blobs } from './blobs.ts'

export interface Packed {
  /** Name inside the archive; no two alike. */
  readonly name: string
  readonly sha256: string
}

/** A zip of files as it is made: each is read from the disk a piece at a time, and closed wherever its reader stops. */
export const archiveOf = (blobs: Pick<Blobs, 'has' | 'read'>, files: readonly Packed[]): AsyncGenerator<Uint8Array, void> =>
  zipOf(entriesOf(blobs, files))

async function* entriesOf(blobs: Pick<Blobs, 'has' | 'read'>, files: readonly Packed[]): AsyncGenerator<ZipEntry, void> {
  for (const { name, sha256 } of files) if (await blobs.has(sha256)) yield { name, deflate: false, pieces: piecesOf(blobs, sha256) }
}

async function* piecesOf(blobs: Pick<Blobs, 'read'>, sha256: string): AsyncGenerator<Uint8Array, void> {
  const source = blobs.read(sha256)
  try {
    for await (const piece of source) yield new Uint8Array(piece)
  } finally {
    source.destroy()
  }
}
