import { textOf, type Decode } from '#shared/kernel/alphabets.ts'
import type { Result } from '#shared/kernel/result.ts'

export const decode: Decode = (bytes, alphabet, fatal) => new TextDecoder(alphabet, { fatal }).decode(bytes)

/** What a file of text says, whichever alphabet it is written in. Fails: what `textOf` fails with. */
export const decoded = (given: Uint8Array): Result<string> => textOf(given, decode)
