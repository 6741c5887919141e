import { systemActor } from '#shared/access/actor.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { noteAct } from '../audit/acts.ts'
import { cameKinds, withoutOrigin } from '../audit/origins.ts'
import { redact, redactAlone } from '../audit/redactions.ts'
import type { Keeping } from '../config.ts'
import type { Tx } from '../db/open.ts'
import { removeOldLetterFiles } from '../email/letter-files.ts'
import { personOf } from '../features/accounts/users.ts'
import { anonymise } from '../features/accounts/persons.ts'
import type { Server } from '../server.ts'

/** Once a day, whoever comes first of several servers. */
const everyMs = dayMs - 3_600_000
const claimKey = 'retention_at'
/** Acts that are gone through in one transaction: whoever appends to the audit waits for it. */
const actsAtOnce = 500
/** People whose names go in one run: what was set too short by mistake is noticed the next day. */
const peopleMost = 20
const why = { reason: 'Plazo de conservación de cuentas desactivadas', letter: false } as const

/**
 * Removes what was kept for as long as the settings say, once a day and by one of several servers: from where people came, what letters
 * said, uploads that were broken off, names of accounts that were closed long ago (LW10, LW11). What went, and how much of it, is in the
 * audit. Nothing goes by a clock that may be wrong.
 */
export async function retain(server: Server): Promise<void> {
  if (server.jump() || !(await claimed(server))) return
  const { db, keeping } = server
  const now = epochMs(server.now())
  const before = (days: number): Instant => instantOf(now - days * dayMs)
  const removed = await db.write(async (tx) => {
    const counts = await removedIn(tx, keeping, before)
    if (Object.values(counts).some((count) => count > 0))
      await noteAct(tx, { kind: 'data.expired', actorId: systemActor.id, detail: counts, at: server.now() })
    return counts
  })
  // By the disk's own clock, which is not the one that tests turn.
  const letterFiles = await removeOldLetterFiles(server.dataDir, Date.now() - keeping.lettersDays * dayMs)
  const origins = await forgetOrigins(server, before(keeping.signInsDays))
  const people = keeping.deactivatedDays === null ? 0 : await anonymiseClosed(server, before(keeping.deactivatedDays))
  if (Object.values(removed).some((count) => count > 0) || letterFiles + origins + people > 0)
    server.log.info({ ...removed, letterFiles, origins, people }, 'removed what was kept long enough')
}

/** Takes the day's run for this server. */
async function claimed({ db, now }: Pick<Server, 'db' | 'now'>): Promise<boolean> {
  const at = now()
  await db.q
    .insertInto('meta')
    .values({ key: claimKey, value: '' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const taken = await db.q
    .updateTable('meta')
    .set({ value: at })
    .where('key', '=', claimKey)
    // One that was taken by a clock that was ahead holds nobody up.
    .where((is) => is.or([is('value', '<=', instantOf(epochMs(at) - everyMs)), is('value', '>', at)]))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function removedIn(tx: Tx, keeping: Keeping, before: (days: number) => Instant): Promise<Record<string, number>> {
  const count = ({ numDeletedRows }: { readonly numDeletedRows: bigint }): number => Number(numDeletedRows)
  const signIns = before(keeping.signInsDays)
  const browsers = await tx.q.deleteFrom('known_device').where('last_used_at', '<', signIns).executeTakeFirstOrThrow()
  // Whoever has been guessed at for so long without a hundred failures starts over.
  const attempts = await tx.q.deleteFrom('attempt').where('last_at', '<', signIns).executeTakeFirstOrThrow()
  const uploads = await tx.q
    .deleteFrom('upload')
    .where('state', '=', 'open')
    .where('updated_at', '<', before(keeping.uploadsDays))
    .executeTakeFirstOrThrow()
  // That somebody was written to, and when, stays; what it said goes.
  const letters = await tx.q
    .updateTable('letter')
    .set({ data: '{}', error: null })
    .where('state', '<>', 'waiting')
    .where('created_at', '<', before(keeping.lettersDays))
    .where('data', '<>', '{}')
    .executeTakeFirst()
  return { browsers: count(browsers), attempts: count(attempts), uploads: count(uploads), letters: Number(letters.numUpdatedRows) }
}

/** Takes from where people came, and what they typed in vain, out of acts of before a moment. Returns how many. */
async function forgetOrigins({ db, now }: Pick<Server, 'db' | 'now'>, before: Instant): Promise<number> {
  let from = 0
  let forgotten = 0
  for (;;) {
    const at = from
    const { last, edits } = await db.write(async (tx) => {
      await redactAlone(tx)
      const rows = await tx.q
        .selectFrom('audit')
        .selectAll()
        .where('n', '>', at)
        .where('at', '<', before)
        .where('kind', 'in', cameKinds)
        .orderBy('n')
        .limit(actsAtOnce)
        .execute()
      const audit = rows.flatMap((row) => withoutOrigin(row) ?? [])
      await redact(tx, { actorId: systemActor.id, why: 'retention', ledger: [], audit, at: now() })
      return { last: rows.length < actsAtOnce ? undefined : rows.at(-1)?.n, edits: audit.length }
    })
    forgotten += edits
    if (last === undefined) return forgotten
    from = last
  }
}

/** Has the names of accounts go that were closed before a moment and not opened since. Returns how many; who is in charge of something stays. */
async function anonymiseClosed(server: Server, before: Instant): Promise<number> {
  let done = 0
  for (const id of await closedBefore(server, before)) {
    if (done === peopleMost) break
    const person = await personOf(server, id)
    if (!person || person.active || person.anonymised) continue
    const gone = await anonymise(server, systemActor.id, person, why)
    if (gone.ok) done += 1
    else server.log.info({ user: id, code: gone.failure.code }, 'a closed account keeps its name')
  }
  return done
}

/** Accounts that are closed, whose last change of it is older than a moment. One of which no history says when was closed before there were any. */
async function closedBefore({ db }: Pick<Server, 'db'>, before: Instant): Promise<UserId[]> {
  const rows = await db.q
    .selectFrom('user')
    .leftJoin('history', (join) =>
      join.onRef('history.unit', '=', 'user.id').on('history.action', 'in', ['Desactiva cuenta', 'Activa cuenta', 'Retira invitación']),
    )
    .select((each) => ['user.id', 'user.created_at', each.fn.max('history.received_at').as('closed_at')])
    .where('user.active', '=', 0)
    .where('user.rehearsal', 'is', null)
    .groupBy(['user.id', 'user.created_at'])
    .execute()
  return rows
    .filter(({ closed_at, created_at }) => (closed_at ?? created_at) < before)
    .map(({ id }) => id)
    .toSorted()
}
