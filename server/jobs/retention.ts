import { systemActor } from '#shared/access/actor.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { noteAct } from '../audit/acts.ts'
import { cameKinds, withoutOrigin } from '../audit/origins.ts'
import { redact, redactAlone } from '../audit/redactions.ts'
import type { Keeping } from '../config.ts'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { removeOldLetterFiles } from '../email/letter-files.ts'
import { personOf } from '../features/accounts/users.ts'
import { anonymise } from '../features/accounts/persons.ts'
import { aboutPerson } from '../persons/forget.ts'
import type { Server } from '../server.ts'

/** Acts that are gone through in one transaction: whoever appends to the audit waits for it. */
const actsAtOnce = 500
/** People whose names go in one run: what was set too short by mistake is noticed the next day. */
const peopleMost = 20
const why = { reason: 'Plazo de conservación de cuentas desactivadas', letter: false } as const

/**
 * Removes what was kept for as long as the settings say: from where people came, what letters said, uploads that were broken off, names of
 * accounts that were closed long ago (LW10, LW11). What went, and how much of it, is in the audit. Nothing goes by a clock that may be wrong.
 * What cannot be removed keeps nothing else from going; throws AggregateError for it in the end.
 */
export async function retain(server: Server): Promise<void> {
  if (server.jump()) return
  const at = server.now()
  const { db, keeping } = server
  const before = (days: number): Instant => instantOf(epochMs(at) - days * dayMs)
  const failed: unknown[] = []
  const tried = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      failed.push(error)
      return otherwise
    }
  }
  const rows = (): Promise<Record<string, number>> =>
    db.write(async (tx) => {
      const counts = await removedIn(tx, keeping, before)
      if (Object.values(counts).some((count) => count > 0))
        await noteAct(tx, { kind: 'data.expired', actorId: systemActor.id, detail: counts, at: server.now() })
      return counts
    })
  const removed = await tried(rows, {})
  // By the disk's own clock, which is not the one that tests turn.
  const letterFiles = await tried(() => removeOldLetterFiles(server.dataDir, Date.now() - keeping.lettersDays * dayMs), 0)
  const origins = await tried(() => forgetOrigins(server, before(keeping.signInsDays)), 0)
  const days = keeping.deactivatedDays
  const people = days === null ? 0 : await tried(() => anonymiseClosed(server, before(days), failed), 0)
  if (Object.values(removed).some((count) => count > 0) || letterFiles + origins + people > 0)
    server.log.info({ ...removed, letterFiles, origins, people }, 'removed what was kept long enough')
  if (failed.length > 0) throw new AggregateError(failed, 'not all that was kept long enough could be removed')
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

/**
 * Has the names of accounts go that were closed before a moment and not opened since. Returns how many; who is in charge of something stays.
 * Whom it cannot be done for keeps nobody else from it, and is told in `failed`.
 */
async function anonymiseClosed(server: Server, before: Instant, failed: unknown[]): Promise<number> {
  let done = 0
  for (const id of await closedBefore(server, before)) {
    if (done === peopleMost) break
    try {
      const person = await personOf(server, id)
      if (!person || person.active || person.anonymised) continue
      const gone = await anonymise(server, systemActor.id, person, why)
      if (gone.ok) done += 1
      else server.log.info({ user: id, code: gone.failure.code }, 'a closed account keeps its name')
    } catch (error) {
      server.log.error({ user: id, err: error }, 'the name of a closed account could not be removed')
      failed.push(error)
    }
  }
  return done
}

/**
 * Accounts that are closed, whose last change of it is older than a moment: by the line that says so, or else by whatever was last asked of
 * them. Of one of which nothing says when it was closed nobody knows that it was long ago: it stays, and an administrator decides.
 */
async function closedBefore({ db }: Pick<Server, 'db'>, before: Instant): Promise<UserId[]> {
  const rows = await db.q
    .selectFrom('user')
    .leftJoin('history', (join) =>
      join.onRef('history.unit', '=', 'user.id').on('history.action', 'in', ['Desactiva cuenta', 'Activa cuenta', 'Retira invitación']),
    )
    .select((each) => ['user.id', each.fn.max('history.received_at').as('closed_at')])
    .where('user.active', '=', 0)
    .where('user.rehearsal', 'is', null)
    .groupBy('user.id')
    .execute()
  const untold = rows.filter(({ closed_at }) => closed_at === null).map(({ id }) => id)
  const changed = await lastChangesOf(db, untold)
  return rows
    .filter(({ id, closed_at }) => {
      const at = closed_at ?? changed.get(id)
      return at !== undefined && at < before
    })
    .map(({ id }) => id)
    .toSorted()
}

/** When something of each of these people was last changed, where the ledger says so. */
async function lastChangesOf(db: Server['db'], ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Instant>> {
  const rows = await db.q
    .selectFrom('sync_mutation')
    .select((each) => ['entity', each.fn.max('received_at').as('at')])
    .where(
      oneOf(
        db.kind,
        'entity',
        ids.flatMap((id) => aboutPerson(id)),
      ),
    )
    .where('disposition', 'in', ['applied', 'applied_over'])
    .groupBy('entity')
    .execute()
  const found = new Map<UserId, Instant>()
  for (const { entity, at } of rows) {
    const id = entity?.slice(entity.indexOf(':') + 1)
    if (id !== undefined && at > (found.get(id) ?? '')) found.set(id, at)
  }
  return found
}
