import { configOf } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { copyBetween } from '../files/copy.ts'
import { openFiles } from '../files/open.ts'
import type { StoreKind } from '../files/store.ts'

const kinds: readonly StoreKind[] = ['disk', 'database', 's3']
const usage = 'usage: files copy [disk | database | s3]: from where, and FILES says where to'

/**
 * Copies every file to where FILES says, from the disk or from where else it is said, while the server runs: each by its hash, and what is
 * there already is left. Nothing is removed where it comes from (FS8). Ends with another code than 0 when a file could not be copied.
 */
export async function copyFiles([what, given = 'disk']: readonly string[]): Promise<void> {
  const from = kinds.find((kind) => kind === given)
  if (what !== 'copy' || from === undefined) throw new Error(usage)
  const config = configOf(process.env)
  const { kind: to, s3 } = config.fileStore
  if (from === to) throw new Error(`FILES is ${to} already, and the files would be copied from there: say where to with FILES.`)
  if (from === 's3' && !s3) throw new Error('To copy from a bucket, name it with the settings that begin with S3_.')
  const db = openDatabase(config.databaseUrl, config.dataDir)
  try {
    const deps = { dataDir: config.dataDir, db }
    const source = await openFiles({ kind: from, s3 }, { ...deps, toLook: true })
    const target = await openFiles(config.fileStore, deps)
    const trouble = await target.trouble()
    if (trouble !== undefined) throw new Error(trouble)
    const { copied, there, wrong } = await copyBetween(source, target)
    for (const { name, why } of wrong) process.stdout.write(`${name}: ${why}\n`)
    process.stdout.write(`Copied from ${from} to ${to}: ${copied}; there already: ${there}; not copied: ${wrong.length}.\n`)
    if (wrong.length > 0) throw new Error('Some files were not copied: run npm run doctor with FILES as it was, and this again.')
  } finally {
    await db.close()
  }
}
