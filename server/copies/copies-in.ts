import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFile, readManifest, type Manifest } from './manifest.ts'
import { isThere } from './there.ts'

/** What the folder of a copy is called until it is complete. */
export const partSuffix = '.part'

export interface Copy {
  readonly folder: string
  readonly manifest: Manifest
}

/** Complete copies in a folder, oldest first. What is none, or has no good manifest, is left out. */
export async function completeCopies(folder: string): Promise<Copy[]> {
  const found: Copy[] = []
  for (const name of (await namesOf(folder)).filter((each) => !each.endsWith(partSuffix))) {
    const path = join(folder, name)
    if (!(await isThere(join(path, manifestFile)))) continue
    const manifest = await readManifest(path).catch(() => undefined)
    if (manifest) found.push({ folder: path, manifest })
  }
  return found.toSorted((a, b) => (a.manifest.takenAt < b.manifest.takenAt ? -1 : 1))
}

/** The newest of a folder's copies that is not after a moment; or the folder itself, where that is a copy. Throws when there is none. */
export async function copyFor(path: string, until?: string): Promise<Copy> {
  if (await isThere(join(path, manifestFile))) {
    const copy = { folder: path, manifest: await readManifest(path) }
    if (until !== undefined && copy.manifest.takenAt > until)
      throw new Error(
        `The copy ${path} is of ${copy.manifest.takenAt}, which is after ${until}: give an older one, or the folder of all copies.`,
      )
    return copy
  }
  const copies = await completeCopies(path)
  const found = copies.findLast(({ manifest }) => until === undefined || manifest.takenAt <= until)
  if (found) return found
  const [oldest] = copies
  throw new Error(
    oldest
      ? `No copy in ${path} is from ${until ?? ''} or before: the oldest is of ${oldest.manifest.takenAt}.`
      : `There is no complete copy in ${path}.`,
  )
}

/** Removes all but the newest copies, and parts that broke off more than a day ago. Returns what it removed. */
export async function keepNewest(folder: string, keep: number, nowMs: number): Promise<string[]> {
  const old = (await completeCopies(folder)).slice(0, -keep).map((copy) => copy.folder)
  for (const name of await namesOf(folder)) {
    const path = join(folder, name)
    if (name.endsWith(partSuffix) && nowMs - (await stat(path)).mtimeMs > dayMs) old.push(path)
  }
  for (const path of old) await rm(path, { recursive: true })
  return old
}
const dayMs = 86_400_000

async function namesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
