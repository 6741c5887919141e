import { failureSentence } from '#shared/failure-sentence.ts'
import { instantOf, type Instant } from '#shared/kernel/instant.ts'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { archiveEntries, type ArchiveDeps } from '../archives/archive.ts'
import { ledgerUntil } from '../archives/ledger.ts'
import { proofIn, verifyArchive } from '../archives/verify.ts'
import { verifyChain } from '../audit/verify.ts'
import { configOf } from '../config.ts'
import { openForReading } from '../db/open.ts'
import { openFiles } from '../files/open.ts'
import { Refused } from '../features/reports/refused.ts'
import { noFacts, settleArchive } from '../features/reports/whole.ts'
import { zipOf } from '../http/zip.ts'
import { openMigrated } from '../migrations/run.ts'
import { WorldStore } from '../world/store.ts'
import { atTheConsole, isThere, onRecord, told } from './console.ts'

const usage = 'usage: archive <form> <file.zip> [--pseudonyms] | archive verify <file.zip> [--database]'

/**
 * Writes a form with everything in it into a zip that opens with standard tools, verifies it and enters it, so that the form can be closed
 * on it; or checks such a zip, with `--database` against what the platform says now, too. Reads one institution at a time, beside a running
 * server. Ends with another code than 0 where something does not fit.
 */
export async function archive(args: readonly string[]): Promise<void> {
  const [first, second, ...rest] = args
  if (!first || !second) throw new Error(usage)
  if (first === 'verify') return verify(second, rest)
  if (rest.some((each) => each !== '--pseudonyms')) throw new Error(usage)
  await write(first, second, rest.includes('--pseudonyms'))
}

async function write(formId: string, path: string, pseudonyms: boolean): Promise<void> {
  if (await isThere(path)) throw new Error(`${path} is there already: an archive is never written over.`)
  const config = configOf(process.env)
  const db = await openMigrated(config)
  const part = `${path}.part`
  try {
    const now = (): Instant => instantOf(Date.now())
    const deps: ArchiveDeps = {
      db,
      now,
      worlds: new WorldStore(config.worldBytes),
      files: await openFiles(config.fileStore, { dataDir: config.dataDir, db }),
      publicUrl: config.publicUrl,
      shown: 'any',
      broke: (why) => void process.stderr.write(`${why}\n`),
      // Whoever has the console is asked for no session.
      stands: async () => true,
      progress: told(),
    }
    const facts = noFacts()
    await onRecord(db, { what: 'archive', path, formId, at: now() })
    const entries = archiveEntries(deps, atTheConsole, { formId, pseudonyms, spool: `${path}.spool` }, facts)
    await pipeline(Readable.from(zipOf(entries), { objectMode: false }), createWriteStream(part, { flush: true, mode: 0o600 }))
    await settleArchive(deps, atTheConsole, part, { formId, pseudonyms, facts })
    await rename(part, path)
    const { sha256, bytes, files } = await verifyArchive(path)
    process.stdout.write(
      `Archived and verified: ${path}, ${facts.institutions} institutions, ${files} files, ${bytes} bytes.\nSHA-256: ${sha256}\n`,
    )
    if (facts.missing > 0)
      process.stdout.write(`${facts.missing} attached files are not on this server, or not what they were: \`doctor\` names them.\n`)
    if (facts.waiting > 0)
      process.stdout.write(
        `In ${facts.waiting} institutions something still waits to be decided, sent or told: the form cannot be closed on this archive.\n`,
      )
    process.stdout.write(`Note the end of the audit elsewhere: ${facts.auditEnd}\n`)
  } catch (error) {
    if (error instanceof Refused) throw new Error(failureSentence(error.failure, 'en'), { cause: error })
    throw error
  } finally {
    await rm(part, { force: true })
    await db.close()
  }
}

async function verify(path: string, rest: readonly string[]): Promise<void> {
  if (rest.some((each) => each !== '--database')) throw new Error(usage)
  const { sha256, bytes, files, findings } = await verifyArchive(path)
  for (const finding of findings) process.stdout.write(`${finding.path}: ${finding.what}\n`)
  if (findings.length > 0) throw new Error(`${findings.length} findings: this is not the archive that was made.`)
  process.stdout.write(`Sound: ${files} files, ${bytes} bytes, each as its manifest says.\nSHA-256: ${sha256}\n`)
  if (rest.includes('--database')) await against(path)
}

/** Holds an archive against the database: the audit that it names is still in the chain, and the ledger says of the form what it said. */
async function against(path: string): Promise<void> {
  const proof = await proofIn(path)
  if (!proof) throw new Error('The archive does not say what it was made of.')
  const config = configOf(process.env)
  const db = openForReading(config.databaseUrl, config.dataDir)
  try {
    const [n = '0', digest = ''] = proof.auditEnd.split(':')
    const { finding } = await verifyChain(db, { n: Number(n), digest })
    if (finding) throw new Error(`audit: ${finding.what}`)
    const { sha256, later } = await ledgerUntil(db, proof.formId, proof.ledger.ultima)
    if (sha256 !== proof.ledger.sha256) throw new Error('The ledger says something else of this form than the archive.')
    if (later > 0) throw new Error(`The ledger has ${later} entries of this form that came after the archive; what it holds stands.`)
  } finally {
    await db.close()
  }
  process.stdout.write('The database says of this form what the archive says, and its audit goes on from there.\n')
}
