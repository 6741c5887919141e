import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#shared/kernel/instant.ts'

/** How long files of a build are served after it was replaced, milliseconds. */
export const keptMs = 30 * 24 * 60 * 60_000
/** Files of a build are marked at one moment, give or take how long that takes, milliseconds: those of one mark are of one build. */
export const markMs = 60 * 60_000
/** So much before it the build is marked whose place another takes: the newest mark is of nothing but what is served. */
export const beforeMs = 2_000
/** Most bytes of them, beside those of the build that is served. */
export const keptBytes = 200_000_000

/** Where they stand below the data folder. */
export const formerAssetsDir = (dataDir: string): string => join(dataDir, 'former-assets')

/**
 * Keeps the files of the build that is served, whose names tell their content: a page of before, open or kept by whatever stands between,
 * still finds what it names once a later build is served. It is asked for when a build begins to be served and daily while it is. When a
 * file was last of the build is the time of its copy; of the build before it is when another took its place, however long nobody served it.
 * What no build of the last thirty days had goes, and the oldest of what is too much. Safe beside another process that does the same.
 */
export async function keepAssets(clientDir: string, dataDir: string, now: Instant): Promise<void> {
  const [from, to] = [join(clientDir, 'assets'), formerAssetsDir(dataDir)]
  await mkdir(to, { recursive: true })
  const at = new Date(now)
  const current = new Set((await readdir(from, { withFileTypes: true })).flatMap((file) => (file.isFile() ? [file.name] : [])))
  const before = await filesIn(to)
  const newestMs = before.reduce((newest, { mtimeMs }) => Math.max(newest, mtimeMs), 0)
  const known = before.filter(({ name, mtimeMs }) => current.has(name) && mtimeMs === newestMs)
  // First: a run that ends early is found to have taken nobody's place yet.
  if (known.length < current.size)
    for (const { name, mtimeMs } of before)
      if (!current.has(name) && mtimeMs >= newestMs - markMs) await marked(join(to, name), new Date(at.getTime() - beforeMs))
  for (const name of current) {
    const kept = join(to, name)
    if (!(await sizeOf(kept))) {
      // Whole or not there: it is served as soon as it has its name.
      const halfway = join(to, `.${randomUUID()}`)
      await copyFile(join(from, name), halfway)
      await rename(halfway, kept)
    }
    await marked(kept, at)
  }
  const former = (await filesIn(to)).filter(({ name }) => !current.has(name))
  let bytes = 0
  for (const { name, mtimeMs, size } of former.toSorted((one, other) => other.mtimeMs - one.mtimeMs)) {
    bytes += size
    if (at.getTime() - mtimeMs > keptMs || bytes > keptBytes) await rm(join(to, name), { force: true })
  }
}

interface KeptFile {
  readonly name: string
  readonly mtimeMs: number
  readonly size: number
}

async function filesIn(dir: string): Promise<readonly KeptFile[]> {
  const files: KeptFile[] = []
  for (const name of await readdir(dir)) {
    const found = await sizeOf(join(dir, name))
    if (found) files.push({ name, ...found })
  }
  return files
}

/** Says of a file when it was last of a build. */
async function marked(path: string, at: Date): Promise<void> {
  try {
    await utimes(path, at, at)
  } catch (error) {
    // Another process took it away meanwhile: it was too old, or too much.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
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
