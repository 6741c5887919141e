import { decomposed } from '#shared/kernel/marks.ts'
import { Names } from '../features/attachments/archive.ts'

/** Letters that lose nothing but their accent; of any other sign of another alphabet a line stands. */
const plain = (name: string): string =>
  decomposed(name)
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')

/**
 * Names of one folder of an archive in ASCII, so that a manifest fits whatever alphabet the system unpacks names in: what things are
 * called stands in the tables and on the pages.
 */
export class PlainNames {
  readonly #names = new Names()

  unused(wanted: string): string {
    return this.#names.unused(plain(wanted))
  }
}
