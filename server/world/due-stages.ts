import type { Participant } from '#shared/institutions/model.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { isTickDue } from '#shared/stages/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { WorldKey } from './store.ts'

/** Institutions of a form for which time has something to do, by id. Of a closed form nothing changes, also not by time (FC3). */
export async function dueInForm(tx: Tx, form: FormHeader, at: Instant): Promise<WorldKey[]> {
  if (form.closed) return []
  const participants = await participantsOf(tx, form.id)
  return participants
    .filter((participant) => isTickDue({ form, participant }, at))
    .map(({ institutionId }) => ({ institutionId, formId: form.id }))
}

async function participantsOf(tx: Tx, formId: FormId): Promise<Participant[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('sync_row', (join) =>
      join
        .onRef('sync_row.id', '=', 'participant.institution_id')
        .on('sync_row.tbl', '=', 'participant')
        .on('sync_row.scope', '=', sql`'inst:' || participant.institution_id || ':' || participant.form_id`),
    )
    .select('sync_row.data')
    .where('participant.form_id', '=', formId)
    .where('sync_row.deleted', '=', 0)
    .orderBy('participant.institution_id')
    .execute()
  return rows.map((row): Participant => JSON.parse(row.data))
}
