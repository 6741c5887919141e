import { instantOf } from '#shared/kernel/instant.ts'
import { parseArgs } from 'node:util'
import { configOf, pastPooler, type Config } from '../config.ts'
import { copyFor } from '../copies/copies-in.ts'
import { inFolders } from '../copies/files-of.ts'
import { withLater } from '../copies/later.ts'
import { lookOver } from '../copies/look-over.ts'
import { restore as putBack } from '../copies/restore.ts'
import { within } from '../copies/within.ts'
import { openDatabase } from '../db/open.ts'
import { endlessPatience } from '../db/pool.ts'
import { openFiles } from '../files/open.ts'

const usage =
  'usage: restore <copy, or folder of copies> [--to <folder or postgres://…> [--same-files]] [--until <moment, ISO 8601> [--ledger <later copy, data directory or postgres://…>]]'

/** Findings that are named one by one. */
const maxNamed = 50

/**
 * Puts a copy back into an empty place: that of the settings unless another is named (BK3). Of a folder of copies it takes the newest, or the
 * newest that is not after a moment. Ends with another code than 0 when nothing was put back, or what was does not fit.
 */
export async function restore(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { to: { type: 'string' }, 'same-files': { type: 'boolean' }, until: { type: 'string' }, ledger: { type: 'string' } },
  })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0 || (values.ledger !== undefined && values.until === undefined)) throw new Error(usage)
  const until = values.until === undefined ? undefined : momentIn(values.until)
  const config = targetOf(configOf(process.env), values.to)
  if (values.to !== undefined && values['same-files'] !== true) await demandOwnFiles(config)
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const startedMs = Date.now()
  const copy = await copyFor(path, until)
  const { manifest } = copy
  say(`The copy ${copy.folder}: as of ${manifest.takenAt}, schema ${manifest.schema}, ${manifest.ledger.entries} entries in the ledger.`)
  const put = await putBack(copy, config)
  const seconds = ((Date.now() - startedMs) / 1_000).toFixed(1)
  say(`Put back in ${seconds} s: ${put.files} files${put.migrated.length > 0 ? `, migrated by ${put.migrated.join(', ')}` : ''}.`)
  for (const each of put.lost.slice(0, maxNamed)) say(`Lost before the copy was made: ${each}.`)
  if (put.lost.length > maxNamed) say(`And ${put.lost.length - maxNamed} more.`)
  if (until !== undefined && values.ledger !== undefined) await goOn(config, values.ledger, until, say)
  await lookOver(config, say)
  say('Start the server: it sees by itself that it went back, and devices send again what it does not have.')
}

/** Decides a later ledger again up to a moment (BK11), with the files that it speaks of. Says what came out otherwise. */
async function goOn(config: Config, ledger: string, until: string, say: (line: string) => void): Promise<void> {
  // The whole program, which nobody needs who only puts a copy back.
  const { decideAgain } = await import('../copies/again.ts')
  const { entries, otherwise, through } = await within(openDatabase(config.databaseUrl, config.dataDir, endlessPatience), async (db) => {
    const files = await openFiles(config.fileStore, { dataDir: config.dataDir, db })
    return withLater(ledger, files, (later) => decideAgain(db, later, { until, config }))
  })
  say(
    entries === 0
      ? `The later ledger has nothing between the copy and ${until}.`
      : `Decided again: ${entries} entries of the later ledger, up to ${through ?? until}; ${otherwise.length === 0 ? 'all of them came out as they had' : `${otherwise.length} came out otherwise`}.`,
  )
  for (const each of otherwise.slice(0, maxNamed)) say(`Otherwise: ${each}`)
  if (otherwise.length > maxNamed) say(`And ${otherwise.length - maxNamed} more.`)
  say('Not in a ledger, and so as in the copy: passwords, sessions, secrets of invitations, second factors and passkeys.')
}

/** Where to, as settings say it: another folder or another database than theirs. Past a pooler, where they say a way. */
function targetOf(config: Config, to: string | undefined): Config {
  if (to === undefined) return { ...config, databaseUrl: pastPooler(config) }
  // A folder is whole by itself.
  return /^postgres(ql)?:\/\//.test(to)
    ? { ...config, databaseUrl: to, databaseDirectUrl: undefined }
    : { ...config, databaseUrl: undefined, databaseDirectUrl: undefined, dataDir: to, fileStore: inFolders }
}

/**
 * Throws a sentence when another database would share a bucket in which files are with what runs: each of the two would in time remove
 * what only the other names (BK13).
 */
async function demandOwnFiles({ fileStore, dataDir, databaseUrl }: Config): Promise<void> {
  if (fileStore.kind !== 's3') return
  await within(openDatabase(databaseUrl, dataDir, endlessPatience), async (db) => {
    const files = await openFiles(fileStore, { dataDir, db })
    for await (const _ of files.list())
      throw new Error(
        `There are files in the bucket ${fileStore.s3?.bucket} under "${fileStore.s3?.prefix}", which may be those of the platform that runs: ` +
          'set another S3_PREFIX, or say --same-files if it is to share them.',
      )
  })
}

function momentIn(text: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new Error(`--until takes a moment as 2026-11-28T14:30:00Z, and not "${text}".`)
  return instantOf(ms)
}
