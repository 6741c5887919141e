import { FileDamaged } from './lost.ts'
import type { Files } from './store.ts'

/**
 * The pieces of a kept file as it was kept, in memory: none is larger than what is taken of a file at all. For who has begun to write something that a
 * file which cannot be had must not break. Fails: gone, damaged. Throws what a store that cannot be reached throws.
 */
export async function wholeOf(files: Pick<Files, 'read'>, sha256: string): Promise<readonly Uint8Array[] | 'gone' | 'damaged'> {
  const source = await files.read(sha256)
  if (!source) return 'gone'
  const pieces: Uint8Array[] = []
  try {
    for await (const given of source) {
      const piece: Uint8Array = given
      pieces.push(piece)
    }
    return pieces
  } catch (error) {
    if (error instanceof FileDamaged) return 'damaged'
    throw error
  } finally {
    source.destroy()
  }
}
