import { textOf } from '#shared/kernel/csv.ts'

/** What a file of text says, whichever alphabet it is written in. */
export const decoded = (given: Uint8Array): string =>
  textOf(given, (bytes, alphabet, fatal) => new TextDecoder(alphabet, { fatal }).decode(bytes))
