import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import * as contract from '#shared/questionnaires/closing-routes.ts'
import type { Closing } from '#shared/questionnaires/closing-routes.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { Tx } from '../../db/open.ts'
import { mount, type Said } from '../../http/mount.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { performOnForm, type Wanted } from '../../sync/perform.ts'
import { archivesOf, copiesOf, currencyOf } from '../../world/form-archives.ts'
import { headerOf } from '../../world/store.ts'

/** Closing a form on its archive, and opening it again (FC1, FC4). */
export function mountClosing(server: Server): void {
  mount(server, contract.closing, async ({ params }) => {
    const found = await server.db.read((tx) => closingOf(tx, params.form, server.now()))
    return found ? done(found) : fail('not_found')
  })
  mount(server, contract.close, ({ params, body, session, said }) =>
    changed(server, session, said, params.form, { name: 'form.close', args: body }),
  )
  mount(server, contract.reopen, ({ params, body, session, said }) =>
    changed(server, session, said, params.form, { name: 'form.reopen', args: body }),
  )
}

async function changed(
  server: Server,
  session: Session,
  said: Said,
  formId: FormId,
  wanted: Wanted,
): Promise<Result<Pick<NonNullable<Awaited<ReturnType<typeof headerOf>>>, 'closed'>>> {
  const stored = await performOnForm(server, session, said, formId, [wanted])
  if (!stored.ok) return stored
  const header = await server.db.read((tx) => headerOf(tx, formId))
  return header ? done(header.closed ? { closed: header.closed } : {}) : fail('not_found')
}

async function closingOf(tx: Tx, formId: FormId, now: string): Promise<Closing | undefined> {
  const header = await headerOf(tx, formId)
  if (!header || header.removed) return undefined
  const untilOf = await copiesOf(tx, formId, now)
  const isCurrent = await currencyOf(tx, header, now)
  const archives = (await archivesOf(tx, formId)).map((row) => ({
    sha256: row.sha256,
    size: Number(row.size),
    at: row.made_at,
    by: row.made_by,
    institutions: row.institutions,
    // Closing is itself a change of the form: what it was closed on stays what it is.
    current: header.closed?.archive === row.sha256 || isCurrent(row),
    waiting: row.waiting,
    hereUntil: untilOf(row),
  }))
  return { over: phaseAt(header, now) === 'Closed', closed: header.closed ?? null, archives, unsent: await unsentOf(tx, formId) }
}

/** What devices of those who take part in a form said last that they still hold. What a device never told nobody knows. */
async function unsentOf(tx: Tx, formId: FormId): Promise<Closing['unsent']> {
  const people = tx.q
    .selectFrom('membership')
    .innerJoin('participant', 'participant.institution_id', 'membership.institution_id')
    .select('membership.user_id as id')
    .where('participant.form_id', '=', formId)
    .union(
      tx.q
        .selectFrom('participant')
        .select('evaluator_id as id')
        .where('form_id', '=', formId)
        .where('evaluator_id', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
  const row = await tx.q
    .selectFrom('sync_device')
    .select(({ fn }) => [fn.countAll().as('devices'), fn.sum('pending').as('changes')])
    .where('pending', '>', 0)
    .where('id', 'not like', '~%')
    .where('user_id', 'in', people)
    .executeTakeFirst()
  return { devices: Number(row?.devices ?? 0), changes: Number(row?.changes ?? 0) }
}
