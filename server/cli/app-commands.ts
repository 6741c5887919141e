import { systemActor } from '#shared/access/actor.ts'
import { emailSchema } from '#shared/accounts/address.ts'
import { failureSentence } from '#shared/failure-sentence.ts'
import { catalogScope } from '#shared/protocol/scope.ts'
import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { createApp, type App } from '../app.ts'
import { noteAct } from '../audit/acts.ts'
import { configOf } from '../config.ts'
import { passwordFailure } from '../features/accounts/passwords.ts'
import { resetFactorOf } from '../features/accounts/second-factor.ts'
import { openMigrated } from '../migrations/run.ts'
import { seedWhenEmpty } from '../seeds/first-start.ts'
import { changeDirectory } from '../sync/perform.ts'

async function withApp(work: (app: App) => Promise<void>): Promise<void> {
  const config = configOf(process.env)
  const db = await openMigrated(config)
  try {
    const say = (data: object, message: string): void => void process.stderr.write(`${message} ${JSON.stringify(data)}\n`)
    await work(await createApp({ config, db, log: { info: () => undefined, error: say } }))
  } finally {
    await db.close()
  }
}

/** `seed`: lays the world of the settings into an empty database. */
export async function seed(): Promise<void> {
  await withApp(async ({ server }) => {
    const { db, files, passwords, log, now } = server
    const seeded = await seedWhenEmpty({ db, files, passwords, log, now: now() })
    if (!seeded) throw new Error('The database already holds accounts: seeding takes an empty one.')
    process.stdout.write('Seeded.\n')
  })
}

/** `create-admin <e-mail> <name> <surname>`: an account that can sign in, whose password is asked for. */
export async function createAdmin([address, givenName, surname]: readonly string[]): Promise<void> {
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
export async function resetFactor([address]: readonly string[]): Promise<void> {
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

/** One line from the terminal or a pipe: a password is never an argument, which other users of the machine can read. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
