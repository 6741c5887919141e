import { systemActor } from '#shared/access/actor.ts'
import { emailSchema } from '#shared/accounts/address.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { catalogScope } from '#shared/protocol/scope.ts'
import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { createApp } from '../app.ts'
import { configOf } from '../config.ts'
import { openDatabase, openForReading } from '../db/open.ts'
import { endlessPatience } from '../db/pool.ts'
import { passwordFailure } from '../features/accounts/passwords.ts'
import { failureSentence } from '#shared/failure-sentence.ts'
import { resetFactorOf } from '../features/accounts/second-factor.ts'
import { doctor } from './doctor.ts'
import { backup } from './backup.ts'
import { copyFiles } from './files.ts'
import { move } from './move.ts'
import { drill } from './drill.ts'
import { restore } from './restore.ts'
import { archive } from './archive.ts'
import { openBase } from './open-base.ts'
import { migrate, openMigrated } from '../migrations/run.ts'
import { seedWhenEmpty } from '../seeds/first-start.ts'
import { noteAct } from '../audit/acts.ts'
import { verifyChain } from '../audit/verify.ts'
import { beginEpoch } from '../sync/epoch.ts'
import { changeDirectory } from '../sync/perform.ts'

/**
 * `node server/cli/commands.ts migrate | seed | create-admin <e-mail> <name> <surname> | reset-factor <e-mail> |
 * backup <folder> | restore <copy> | drill | move <postgres://…> | doctor [--json] | new-epoch | audit verify [<act>:<digest>] |
 * files copy [<from>] | archive <form> <file.zip> | archive verify <file.zip> | open-base <form> <folder or file.zip>`,
 * with the settings of the environment.
 */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  migrate: runMigrate,
  seed: runSeed,
  'create-admin': createAdmin,
  'reset-factor': resetFactor,
  backup,
  restore,
  drill,
  move,
  doctor,
  'new-epoch': newEpoch,
  audit,
  files: copyFiles,
  archive,
  'open-base': openBase,
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  if (!command) throw new Error(`usage: node server/cli/commands.ts ${Object.keys(commands).join(' | ')}`)
  await command(args)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function withApp(work: (app: Awaited<ReturnType<typeof createApp>>) => Promise<void>): Promise<void> {
  const config = configOf(process.env)
  const db = await openMigrated(config)
  try {
    const say = (data: object, message: string): void => void process.stderr.write(`${message} ${JSON.stringify(data)}\n`)
    await work(await createApp({ config, db, log: { info: () => undefined, error: say } }))
  } finally {
    await db.close()
  }
}

async function runMigrate(): Promise<void> {
  const config = configOf(process.env)
  const db = openDatabase(config.databaseUrl && (config.databaseDirectUrl ?? config.databaseUrl), config.dataDir, endlessPatience)
  const ran = await migrate(db)
  await db.close()
  process.stdout.write(ran.length > 0 ? `${ran.join('\n')}\n` : 'The schema is up to date.\n')
}

async function runSeed(): Promise<void> {
  await withApp(async ({ server }) => {
    const { db, files, passwords, log, now } = server
    const seeded = await seedWhenEmpty({ db, files, passwords, log, now: now() })
    if (!seeded) throw new Error('The database already holds accounts: seeding takes an empty one.')
    process.stdout.write('Seeded.\n')
  })
}

async function createAdmin([address, givenName, surname]: readonly string[]): Promise<void> {
  const email = v.safeParse(emailSchema, address)
  if (!email.success || !givenName || !surname) throw new Error('usage: create-admin <e-mail> <name> <surname>')
  const password = await ask('Password: ')
  const wrong = passwordFailure(
    password,
    password,
    { email: email.output, words: [givenName, surname] },
    configOf(process.env).labPasswordMin,
  )
  if (wrong) throw new Error(failureSentence(wrong, 'en'))
  await withApp(async ({ server }) => {
    const hash = await server.passwords.hash(password)
    const taken = await server.db.q.selectFrom('user').select('id').where('email', '=', email.output).executeTakeFirst()
    if (taken) throw new Error(`${email.output} already has an account.`)
    const created = await changeDirectory(server, {
      userId: systemActor.id,
      scope: catalogScope,
      name: 'person.create',
      args: { name: givenName, surname, email: email.output, kind: 'Administrator' },
      also: async (tx) => {
        const created = await tx.q
          .updateTable('user')
          .set({ password_hash: hash, show_onboarding: 0 })
          .where('email', '=', email.output)
          .returning('id')
          .executeTakeFirst()
        await noteAct(tx, { kind: 'platform.console', actorId: systemActor.id, subjectId: created?.id ?? null, at: server.now() })
      },
    })
    if (!created.ok) throw new Error(failureSentence(created.failure, 'en'))
    process.stdout.write(`${email.output} can sign in.\n`)
  })
}

/** Takes the second factor of an account away, for who has lost telephone and recovery codes and has nobody else to ask. */
async function resetFactor([address]: readonly string[]): Promise<void> {
  const email = v.safeParse(emailSchema, address)
  if (!email.success) throw new Error('usage: reset-factor <e-mail>')
  await withApp(async ({ server }) => {
    const { db, now } = server
    const user = await db.q.selectFrom('user').select('id').where('email', '=', email.output).executeTakeFirst()
    const dropped = user && (await db.write((tx) => resetFactorOf(tx, { userId: user.id, by: systemActor.id }, now())))
    if (!dropped) throw new Error(`${email.output} has no second factor.`)
    process.stdout.write(`${email.output} signs in without a second factor, or makes a new one where it is asked for.\n`)
  })
}

/** After a restore: devices learn that the server went back, and send again what it has lost (OB15). */
async function newEpoch(): Promise<void> {
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
async function audit([what, noted]: readonly string[]): Promise<void> {
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

/** One line from the terminal or a pipe: a password is never an argument, which other users of the machine can read. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
