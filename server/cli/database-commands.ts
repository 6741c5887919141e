import { instantOf } from '#shared/kernel/instant.ts'
import { acknowledge } from '../audit/acknowledged.ts'
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

const auditUsage = 'usage: audit verify [<act>:<digest>] | audit acknowledge <act> <reason>'

/** `audit verify [<act>:<digest>]`, or `audit acknowledge <act> <reason>`. */
export async function audit([what, ...rest]: readonly string[]): Promise<void> {
  if (what === 'verify') return verifyAudit(rest)
  if (what === 'acknowledge') return acknowledgeAct(rest)
  throw new Error(auditUsage)
}

/**
 * Walks the chain of the audit, reading only, and names all that is not as it was written. Ends with another code than 0 when there is any of
 * it that was not acknowledged. `<act>:<digest>` is an end of the chain that somebody noted elsewhere: it must still be in it.
 */
async function verifyAudit([noted]: readonly string[]): Promise<void> {
  const place = noted === undefined ? undefined : /^(\d+):([0-9a-f]{64})$/.exec(noted)
  if (place === null) throw new Error(auditUsage)
  const config = configOf(process.env)
  const db = openForReading(config.databaseUrl, config.dataDir)
  try {
    const { head, findings, known, isWhole } = await verifyChain(db, place && { n: Number(place[1]), digest: place[2] ?? '' })
    for (const { finding, acknowledged } of known)
      process.stdout.write(`Acknowledged by act ${acknowledged.by}: ${finding.what} (${acknowledged.reason})\n`)
    if (findings.length > 0) {
      const more = isWhole ? [] : ['audit: there is more, which is not listed']
      throw new Error([...findings.map((each) => `audit: ${each.what}`), ...more].join('\n'))
    }
    const but = known.length === 0 ? '' : `, but for the ${known.length} acknowledged`
    const end = head.n === 0 ? 'The audit is empty.' : `Verified: ${head.n} acts, each as it was written and after the one before${but}.`
    process.stdout.write(`${end}\n`)
    if (head.n > 0) process.stdout.write(`Note this end elsewhere: ${head.n}:${head.digest}\n`)
    if (!place) {
      process.stdout.write(
        'Not found without a noted end: a chain that somebody made anew with the secret of this database, or an older copy put back whole.\n',
      )
    }
  } finally {
    await db.close()
  }
}

const reasonMost = 200

/** Notes in the chain that what is wrong with an act is known, and why. It stays named by `audit verify`; another change of it is a finding again. */
async function acknowledgeAct([act = '', ...words]: readonly string[]): Promise<void> {
  const reason = words.join(' ').trim()
  if (!/^[1-9]\d{0,8}$/.test(act) || reason === '') throw new Error(auditUsage)
  if (reason.length > reasonMost) throw new Error(`A reason has at most ${reasonMost} characters.`)
  const db = await openMigrated(configOf(process.env))
  try {
    const found = (await verifyChain(db)).findings.filter(({ n }) => n === Number(act))
    if (found.length === 0) throw new Error(`Nothing is wrong with act ${act}, or it was acknowledged before.`)
    const by = await acknowledge(db, found, reason, instantOf(Date.now()))
    process.stdout.write(`${found.map(({ what }) => what).join('\n')}\nAcknowledged by act ${by}.\n`)
  } finally {
    await db.close()
  }
}
