import * as contract from '#shared/visits/routes.ts'
import type { Visit } from '#shared/visits/model.ts'
import { together } from '#shared/visits/rules.ts'
import { momentWithin, type Instant } from '#shared/kernel/instant.ts'
import { done } from '#shared/kernel/result.ts'
import { mount } from '../../http/mount.ts'
import type { Tx } from '../../db/open.ts'
import type { Server } from '../../server.ts'

/** When people were here last, so that what changed is told once on whichever device they come back to (VS2). */
export function mountVisits(server: Server): void {
  const { db, now } = server

  mount(server, contract.visit, async ({ body, session }) => {
    const said = believed(body, now())
    return done(
      await db.write(async (tx) => {
        // Two devices of one person wait for each other.
        const account = tx.q.selectFrom('user').select('id').where('id', '=', session.user.id)
        await (tx.kind === 'postgres' ? account.forUpdate() : account).executeTakeFirstOrThrow()
        const known = await visitOf(tx, session.user.id)
        const visit = known ? together(known, said) : said
        const row = { at: visit.at, since: visit.since, seen_at: visit.seenAt, dismissed: visit.dismissed ? 1 : 0 }
        await tx.q
          .insertInto('visit')
          .values({ user_id: session.user.id, ...row })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
          .execute()
        return visit
      }),
    )
  })
}

async function visitOf(tx: Tx, userId: string): Promise<Visit | undefined> {
  const row = await tx.q
    .selectFrom('visit')
    .select(['at', 'since', 'seen_at', 'dismissed'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { at: row.at, since: row.since, seenAt: row.seen_at, dismissed: row.dismissed === 1 }
}

/** What a device says, no part of it later than now and each in its order: its clock is not the server's. */
function believed({ at, since, seenAt, dismissed }: Visit, now: Instant): Visit {
  const seen = momentWithin(seenAt, null, now)
  const began = momentWithin(at, null, seen)
  return { at: began, since: since === null ? null : momentWithin(since, null, began), seenAt: seen, dismissed }
}
