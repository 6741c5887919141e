import { instantOf } from '#shared/kernel/instant.ts'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { configOf } from '../config.ts'
import { backUp } from '../copies/backup.ts'
import { filesToRead } from '../copies/files-of.ts'
import { keepNewest } from '../copies/copies-in.ts'
import { nodeCopyDisk } from '../copies/copy-disk.ts'
import { note } from '../copies/noted.ts'
import { programVersion } from '../copies/program.ts'
import { openForReading } from '../db/open.ts'

const usage = 'usage: backup <folder> [--files-from <former copy>] [--keep <copies>]'

/** Findings that are named one by one. */
const maxNamed = 50

/**
 * Copies database, files and keys into a new folder while the server runs, and verifies it (BK1). Ends with another code than 0 when there is
 * no copy, or the copy says that the server itself has lost something.
 */
export async function backup(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'files-from': { type: 'string' }, keep: { type: 'string' } },
  })
  const [folder, ...more] = positionals
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (folder === undefined || more.length > 0 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0))) throw new Error(usage)
  const config = configOf(process.env)
  const db = openForReading(config.databaseUrl, config.dataDir)
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    const made = await backUp({
      db,
      files: await filesToRead(config, db),
      folder,
      from: values['files-from'],
      program: programVersion(),
      disk: nodeCopyDisk,
      nowMs: () => Date.now(),
    })
    const { manifest, linked, wrong } = made
    const { files, ledger, audit } = manifest
    say(`Copied to ${made.folder} in ${manifest.seconds.toFixed(1)} s and verified; as of ${manifest.takenAt}.`)
    say(`Ledger: ${ledger.entries} entries, commit ${ledger.commit}. Audit: ${audit.n === 0 ? 'empty' : `${audit.n}:${audit.digest}`}.`)
    say(`Files: ${files.count}, ${files.bytes} bytes, of which ${linked} are linked from a former copy.`)
    say(`Digest of its manifest: ${manifest.digest}`)
    for (const each of manifest.leftOut) say(`Left out: ${each}.`)
    for (const each of wrong.slice(0, maxNamed)) say(`Wrong before this copy: ${each}.`)
    if (wrong.length > maxNamed) say(`And ${wrong.length - maxNamed} more: npm run doctor.`)
    if (wrong.length > 0) throw new Error(`The copy is whole, and the server is not (${wrong.length} findings): no older copy was removed.`)
    if (keep !== undefined) for (const gone of await keepNewest(dirname(resolve(folder)), keep, Date.now())) say(`Removed: ${gone}`)
  } finally {
    await db.close()
  }
  const unnoted = await note(config, 'backup_at', instantOf(Date.now()))
  if (unnoted !== undefined) say(`Not noted in the running database, so that its metrics do not know of this copy: ${unnoted}`)
}
