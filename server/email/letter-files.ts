import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where letters are files, because no mail server is named. */
export const letterDir = (dataDir: string): string => join(dataDir, 'mail')

/** File of a letter, without what says that it is whole. */
export const letterFile = (id: string): string => id.replace(/[^\w.-]/g, '_')

/** Removes letters that were written into files, where they are. */
export async function removeLetterFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) for (const end of ['eml', 'part']) await rm(join(letterDir(dataDir), `${letterFile(id)}.${end}`), { force: true })
}

/** Removes letters that were written into files before a moment of the disk's clock. Returns how many. */
export async function removeOldLetterFiles(dataDir: string, beforeMs: number): Promise<number> {
  let removed = 0
  for (const name of await namesIn(letterDir(dataDir))) {
    const path = join(letterDir(dataDir), name)
    const writtenMs = await writtenAt(path)
    if (writtenMs === undefined || writtenMs >= beforeMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Undefined of one that is gone, or has its whole name, since it was listed. */
async function writtenAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    // With a mail server there is none.
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
