import { failureSentence } from '#shared/failure-sentence.ts'
import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { fewest } from '../archives/anonymity.ts'
import { openBaseEntries, usualLicence, type OpenBaseDeps } from '../archives/open-base.ts'
import { configOf } from '../config.ts'
import { Refused } from '../features/reports/refused.ts'
import { noFigures } from '../features/reports/whole.ts'
import { zipOf, type ZipEntry } from '../http/zip.ts'
import { openMigrated } from '../migrations/run.ts'
import { WorldStore } from '../world/store.ts'
import { atTheConsole, isThere, onRecord, told } from './console.ts'

const usage = `usage: open-base <form> <folder or file.zip> [--k ${fewest}] [--named] [--licence ${usualLicence}]`

/**
 * Writes what of a cycle may be published, with its dictionary: into a zip, or into a folder that is not there yet. Says how it was made
 * anonymous and what was left out. The same database gives the same bytes.
 */
export async function openBase(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      k: { type: 'string', default: String(fewest) },
      named: { type: 'boolean', default: false },
      licence: { type: 'string', default: usualLicence },
    },
  })
  const [formId, path, ...rest] = positionals
  const k = Number(values.k)
  if (!formId || !path || rest.length > 0 || !Number.isInteger(k) || k < fewest) throw new Error(usage)
  if (await isThere(path)) throw new Error(`${path} is there already.`)
  const config = configOf(process.env)
  const db = await openMigrated(config)
  const part = `${path}.part`
  try {
    const now = (): Instant => instantOf(Date.now())
    const deps: OpenBaseDeps = {
      db,
      now,
      worlds: new WorldStore(config.worldBytes),
      shown: 'any',
      broke: (why) => void process.stderr.write(`${why}\n`),
      stands: async () => true,
      progress: told(),
    }
    await onRecord(db, { what: 'open-base', path, formId, at: now() })
    const figures = noFigures()
    const entries = openBaseEntries(deps, atTheConsole, { formId, k, named: values.named, licence: values.licence }, figures)
    if (path.endsWith('.zip'))
      await pipeline(Readable.from(zipOf(entries), { objectMode: false }), createWriteStream(part, { flush: true }))
    else await intoFolder(entries, part)
    await rename(part, path)
    const { named, coded, hidden, unsent, generalised } = figures
    process.stdout.write(
      `Written: ${path}. By name ${named}, by code ${coded}; left out: ${hidden} hidden or withdrawn, ${unsent} not sent.\n`,
    )
    process.stdout.write(
      `k = ${generalised.k}: ${generalised.whole} with category and orientation, ${generalised.withoutOrientation} with the category alone, ` +
        `${generalised.withoutBoth} with neither, ${generalised.suppressed} suppressed; smallest group ${generalised.smallest}.\n`,
    )
  } catch (error) {
    if (error instanceof Refused) throw new Error(failureSentence(error.failure, 'en'), { cause: error })
    throw error
  } finally {
    await rm(part, { force: true, recursive: true })
    await db.close()
  }
}

/** The names of an open base are its own, and lead nowhere else. */
async function intoFolder(entries: AsyncIterable<ZipEntry>, folder: string): Promise<void> {
  await mkdir(folder)
  for await (const { name, pieces } of entries) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(file, { flush: true }))
  }
}
