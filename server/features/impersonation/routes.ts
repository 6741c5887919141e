import * as contract from '#shared/impersonation/routes.ts'
import type { ImpersonationView } from '#shared/impersonation/routes.ts'
import { endOf } from '#shared/impersonation/rules.ts'
import { failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { allows } from '#shared/privileges/model.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import { randomUUID } from 'node:crypto'
import { noteAct } from '../../audit/acts.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { Refusal } from '../../sync/batch.ts'
import { endImpersonations, runningOf, type KnownImpersonation } from '../../world/impersonations.ts'
import { headerOf, institutionOf } from '../../world/store.ts'

const viewOf = (known: KnownImpersonation): ImpersonationView => ({
  id: known.id,
  formId: known.formId,
  institutionId: known.institutionId,
  startedAt: known.startedAt,
  lastAt: known.lastAt,
  endsAt: endOf(known),
})

/** Administrators act for an institution: they say why, and everything that they do has both names (IM1 to IM5). */
export function mountImpersonation(server: Server): void {
  const { db, now } = server

  mount(server, contract.impersonate, async ({ body: { formId, institutionId, reason }, session }) => {
    const at = now()
    const actorId = session.user.id
    try {
      return done(
        await db.write(async (tx) => {
          const form = await headerOf(tx, formId)
          const takesPart = await tx.q
            .selectFrom('participant')
            .select('form_id')
            .where('form_id', '=', formId)
            .where('institution_id', '=', institutionId)
            .executeTakeFirst()
          const institution = await institutionOf(tx, institutionId)
          if (!form || !takesPart || !institution) throw new Refusal(failure('not_found'))
          if (!form.enabled) throw new Refusal(failure('form_disabled'))
          if (!allows('impersonalizate', phaseAt(form, at), 'X')) throw new Refusal(failure('stage_closed'))
          if (await runningOf(tx, actorId, at)) throw new Refusal(failure('impersonating'))
          // What time ended and nobody has noted yet.
          await endImpersonations(tx, { actorId }, 'time', at)
          const id = randomUUID()
          const row = { id, actor_id: actorId, session_hash: session.tokenHash, form_id: formId, institution_id: institutionId, reason }
          await tx.q
            .insertInto('impersonation')
            .values({ ...row, started_at: at, last_at: at, ended_at: null, how: null })
            .execute()
          const place = { onBehalfOf: institutionId, formId, institutionId }
          await noteAct(tx, { kind: 'impersonation.start', actorId, ...place, detail: { reason }, at })
          const begun = viewOf({ id, formId, institutionId, startedAt: at, lastAt: at, endedAt: null })
          return { ...begun, name: institution.name, formImpersonalizate: form.name }
        }),
      )
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure } satisfies Result<never>
      throw error
    }
  })

  mount(server, contract.impersonated, async ({ session }) => {
    const running = await db.read((tx) => runningOf(tx, session.user.id, now()))
    return done(running ? viewOf(running) : null)
  })

  mount(server, contract.stopImpersonating, async ({ session }) => {
    const ended = await db.write((tx) => endImpersonations(tx, { actorId: session.user.id }, 'person', now()))
    return done({ ended: ended > 0 })
  })
}
