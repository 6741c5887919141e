import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#shared/kernel/instant.ts'

/** How long files of a build are served after it was replaced, milliseconds. */
export const keptMs = 30 * 24 * 60 * 60_000
/** Most bytes of them, beside those of the build that is served. */
export const keptBytes = 200_000_000

/** Where they stand below the data folder. */
export const formerAssetsDir = (dataDir: string): string => join(dataDir, 'former-assets')

/**
 * Keeps the files of the build that is served, whose names tell their content: a page of before, open or kept by whatever stands between,
 * still finds what it names once a later build is served. When a file was last of the build is the time of its copy. What no build of the
 * last thirty days had goes, and the oldest of what is too much. Safe beside another process that does the same.
 */
export async function keepAssets(clientDir: string, dataDir: string, now: Instant): Promise<void> {
  const [from, to] = [join(clientDir, 'assets'), formerAssetsDir(dataDir)]
  await mkdir(to, { recursive: true })
  const at = new Date(now)
  const current = new Set((await readdir(from, { withFileTypes: true })).flatMap((file) => (file.isFile() ? [file.name] : [])))
  for (const name of current) {
    const kept = join(to, name)
    if (!(await sizeOf(kept))) {
      // Whole or not there: it is served as soon as it has its name.
      const halfway = join(to, `.${randomUUID()}`)
      await copyFile(join(from, name), halfway)
      await rename(halfway, kept)
    }
    await utimes(kept, at, at)
  }
  const former = []
  for (const name of await readdir(to)) {
    const found = current.has(name) ? undefined : await sizeOf(join(to, name))
    if (found) former.push({ name, ...found })
  }
  let bytes = 0
  for (const { name, mtimeMs, size } of former.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
    bytes += size
    if (at.getTime() - mtimeMs > keptMs || bytes > keptBytes) await rm(join(to, name), { force: true })
  }
}

/** Undefined of what is not there. */
async function sizeOf(path: string): Promise<{ readonly mtimeMs: number; readonly size: number } | undefined> {
  try {
    const { mtimeMs, size } = await stat(path)
    return { mtimeMs, size }
  } catch {
    // Not there, or taken away by another process that swept: either way there is nothing to keep.
    return undefined
  }
}
