import { join } from 'node:path'
import { openForReading, type Database } from '../db/open.ts'
import { openDatabaseStore } from '../files/database.ts'
import { filesOf, isFileName, type Files } from '../files/store.ts'
import { filesInFolder } from './files-of.ts'
import { manifestFile, readManifest } from './manifest.ts'
import { sourceOf, withCopy, type Source } from './pieces.ts'
import { bringFiles, isWhole } from './restore.ts'
import { isThere } from './there.ts'
import { verifyCopy } from './verify.ts'
import { within } from './within.ts'

/**
 * Works with a later state of the same platform, which is only read: a copy, a data directory or a PostgreSQL database. Files that lie in
 * its folder, or that it keeps in its database, are brought to `files` first. Throws one sentence when it is damaged.
 */
export async function withLater<T>(path: string, files: Files, work: (later: Source) => Promise<T>): Promise<T> {
  if (/^postgres(ql)?:\/\//.test(path)) return fromDatabase(openForReading(path, ''), files, work)
  if (await isThere(join(path, manifestFile))) {
    const { findings } = await verifyCopy(path)
    const broken = findings.filter(({ lost }) => !lost)
    if (broken.length > 0) throw new Error(`The later copy is damaged: ${broken.map(({ what }) => what).join('; ')}.`)
    const manifest = await readManifest(path)
    await bringFiles(files, path, manifest.files.list)
    return withCopy(path, manifest, work)
  }
  const list: [string, number][] = []
  for await (const { name, size } of filesInFolder(path).list()) if (isFileName(name)) list.push([name, size])
  await bringFiles(files, path, list)
  return fromDatabase(openForReading(undefined, path), files, work)
}

async function fromDatabase<T>(later: Database, files: Files, work: (later: Source) => Promise<T>): Promise<T> {
  return within(later, async (db) => {
    // One of an older schema has no place for files, and is refused by who decides.
    const { tables } = await db.read((tx) => sourceOf(tx))
    if (tables.some(({ shape }) => shape.name === 'file_body')) await bringKept(filesOf(openDatabaseStore(db)), files)
    return db.read(async (tx) => work(await sourceOf(tx)))
  })
}

async function bringKept(from: Files, files: Files): Promise<void> {
  for await (const { name, size } of from.list()) {
    if (!isFileName(name) || (await isWhole(files, name, size))) continue
    const source = await from.read(name)
    // Removed since it was listed.
    if (source) await files.put(name, size, () => source)
  }
}
