import { instantOf } from '#shared/kernel/instant.ts'
import { verifyChain } from '../audit/verify.ts'
import { configOf } from '../config.ts'
import { openDatabase, openForReading } from '../db/open.ts'
import { endlessPatience } from '../db/pool.ts'
import { migrate as bringUp, openMigrated } from '../migrations/run.ts'
import { beginEpoch } from '../sync/epoch.ts'

/** `migrate`: brings the database of the settings to this program's schema. */
export async function migrate(): Promise<void> {
  const config = configOf(process.env)
  const db = openDatabase(config.databaseUrl && (config.databaseDirectUrl ?? config.databaseUrl), config.dataDir, endlessPatience)
  const ran = await bringUp(db)
  await db.close()
  process.stdout.write(ran.length > 0 ? `${ran.join('\n')}\n` : 'The schema is up to date.\n')
}

/** After a restore: devices learn that the server went back, and send again what it has lost (OB15). */
export async function newEpoch(): Promise<void> {
  const config = configOf(process.env)
  const db = await openMigrated(config)
  await db.write(async (tx) => {
    const row = await tx.q.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()
    await beginEpoch(tx, row?.value ?? '', instantOf(Date.now()))
  })
  await db.close()
  process.stdout.write('The epoch is new: every device starts over from what the server has.\n')
}

/**
 * Walks the chain of the audit, reading only. Ends with another code than 0 at the first row that is not as it was written.
 * `<act>:<digest>` is an end of the chain that somebody noted elsewhere: it must still be in it.
 */
export async function audit([what, noted]: readonly string[]): Promise<void> {
  const known = noted === undefined ? undefined : /^(\d+):([0-9a-f]{64})$/.exec(noted)
  if (what !== 'verify' || known === null) throw new Error('usage: audit verify [<act>:<digest>]')
  const config = configOf(process.env)
  const db = openForReading(config.databaseUrl, config.dataDir)
  try {
    const { head, finding } = await verifyChain(db, known && { n: Number(known[1]), digest: known[2] ?? '' })
    if (finding) throw new Error(`audit: ${finding.what}`)
    const end = head.n === 0 ? 'The audit is empty.' : `Verified: ${head.n} acts, each as it was written and after the one before.`
    process.stdout.write(`${end}\n`)
    if (head.n > 0) process.stdout.write(`Note this end elsewhere: ${head.n}:${head.digest}\n`)
    if (!known) {
      process.stdout.write(
        'Not found without a noted end: a chain that somebody made anew with the secret of this database, or an older copy put back whole.\n',
      )
    }
  } finally {
    await db.close()
  }
}
