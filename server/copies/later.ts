import { join } from 'node:path'
import { openForReading } from '../db/open.ts'
import type { Files } from '../files/store.ts'
import { filesInFolder } from './files-of.ts'
import { manifestFile, readManifest } from './manifest.ts'
import { sourceOf, withCopy, type Source } from './pieces.ts'
import { bringFiles } from './restore.ts'
import { isThere } from './there.ts'
import { verifyCopy } from './verify.ts'
import { within } from './within.ts'

/**
 * Works with a later state of the same platform, which is only read: a copy, a data directory or a PostgreSQL database. Files that lie in
 * its folder are brought to `files` first. Throws one sentence when it is damaged.
 */
export async function withLater<T>(path: string, files: Files, work: (later: Source) => Promise<T>): Promise<T> {
  if (/^postgres(ql)?:\/\//.test(path)) return within(openForReading(path, ''), (db) => db.read(async (tx) => work(await sourceOf(tx))))
  if (await isThere(join(path, manifestFile))) {
    const { findings } = await verifyCopy(path)
    const broken = findings.filter(({ lost }) => !lost)
    if (broken.length > 0) throw new Error(`The later copy is damaged: ${broken.map(({ what }) => what).join('; ')}.`)
    const manifest = await readManifest(path)
    await bringFiles(files, path, manifest.files.list)
    return withCopy(path, manifest, work)
  }
  const list: [string, number][] = []
  for await (const { name, size } of filesInFolder(path).list()) if (/^[\da-f]{64}$/.test(name)) list.push([name, size])
  await bringFiles(files, path, list)
  return within(openForReading(undefined, path), (db) => db.read(async (tx) => work(await sourceOf(tx))))
}
