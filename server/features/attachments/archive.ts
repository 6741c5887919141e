import { composed } from '#shared/kernel/marks.ts'
import { withoutEnding } from '#shared/kernel/cut.ts'
import { zipOf, type ZipEntry } from '../../http/zip.ts'
import type { Files } from '../../files/store.ts'
import { wholeOf } from '../../files/whole.ts'

export interface Packed {
  /** Name inside the archive; no two alike. */
  readonly name: string
  readonly sha256: string
}

/** A zip of files as it is made: one is in memory at a time, read when its turn comes. What is not there, or not what it was, is left out. */
export const archiveOf = (files: Pick<Files, 'read'>, packed: AsyncIterable<Packed> | Iterable<Packed>): AsyncGenerator<Uint8Array, void> =>
  zipOf(entriesOf(files, packed))

/** Files as entries of a zip. What is not there is left out, and so is what is not what it was: it would break all that comes after it. */
export async function* entriesOf(
  files: Pick<Files, 'read'>,
  packed: AsyncIterable<Packed> | Iterable<Packed>,
): AsyncGenerator<ZipEntry, void> {
  for await (const { name, sha256 } of packed) {
    const pieces = await wholeOf(files, sha256)
    if (pieces !== 'gone' && pieces !== 'damaged') yield { name, deflate: false, pieces }
  }
}

/** Longest name of a file or a folder, of the 255 bytes that file systems take: a letter may have four. */
const nameMost = 60
/** What leads elsewhere, what systems refuse in a name, and what turns a name around so that it reads as another. */
const unsafe = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu
/** Names that are devices of Windows, whatever extension they have. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Without the dots and blanks at its end that Windows takes away. */
const ended = (name: string): string => withoutEnding(name, /[. ]/)

/** Names of one folder of an archive: such as every system can write, and no two that one of them takes for the same. */
export class Names {
  readonly #used = new Set<string>()

  unused(wanted: string): string {
    const safe = ended(composed(wanted).toWellFormed().replace(unsafe, '_').trim())
    const [, stem = '', extension = ''] = /^(.*?)(\.\w{1,10})?$/su.exec(safe) ?? []
    // As it is cut: what is left may end as no name may, or be a device's.
    const short = ended([...stem].slice(0, nameMost).join('')).replace(device, '_$&') || 'archivo'
    let name = short + extension
    for (let at = 2; this.#used.has(name.toLowerCase()); at += 1) name = `${short} (${at})${extension}`
    this.#used.add(name.toLowerCase())
    return name
  }
}
