import type { Duties } from '#shared/contract/mutation.ts'
import type { Institution } from '#shared/institutions/model.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { formScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { Tx } from '../db/open.ts'

/** After so long without a word from a device no session opens it any more (SI1): nobody waits for what it holds. */
const lostMs = 31 * dayMs

/** What keeps the names of some people where they are, by id. */
export async function dutiesOf(tx: Tx, people: readonly UserId[], now: Instant): Promise<Map<UserId, Duties>> {
  const found = new Map<UserId, Duties>()
  for (const id of people) found.set(id, { inCharge: await inChargeOf(tx, id, now), waiting: await waitingOf(tx, id, now) })
  return found
}

async function inChargeOf(tx: Tx, id: UserId, now: Instant): Promise<string[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .leftJoin('institution', 'institution.id', 'participant.institution_id')
    .select(['form.id as form_id', 'form.name as form', 'institution.name as institution'])
    .where('form.removed', '=', 0)
    .where((is) =>
      is.or([is('participant.leader_id', '=', id), is('participant.delegate_id', '=', id), is('participant.evaluator_id', '=', id)]),
    )
    .orderBy('institution.name')
    .orderBy('form.name')
    .execute()
  const open = new Set<string>()
  for (const formId of new Set(rows.map((row) => row.form_id))) if (!(await isOver(tx, formId, now))) open.add(formId)
  const inForms = rows.filter((row) => open.has(row.form_id)).map(({ institution, form }) => `${institution ?? ''} · ${form}`)
  return [...(await ledBy(tx, id)), ...inForms]
}

async function isOver(tx: Tx, formId: string, now: Instant): Promise<boolean> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', formScope(formId))
    .where('tbl', '=', 'form')
    .where('deleted', '=', 0)
    .executeTakeFirst()
  const form: FormHeader | undefined = row && JSON.parse(row.data)
  return !form || phaseAt(form, now) === 'Closed'
}

/** Institutions that are in the register under somebody. */
async function ledBy(tx: Tx, id: UserId): Promise<string[]> {
  const rows = await tx.q
    .selectFrom('membership')
    .innerJoin('institution', 'institution.id', 'membership.institution_id')
    .innerJoin('sync_row', (join) => join.onRef('sync_row.id', '=', 'institution.id').on('sync_row.tbl', '=', 'institution'))
    .select('sync_row.data')
    .where('membership.user_id', '=', id)
    .where('sync_row.deleted', '=', 0)
    .orderBy('institution.name')
    .execute()
  return rows.flatMap(({ data }) => {
    const { name, leaderId, removed }: Institution = JSON.parse(data)
    return leaderId === id && !removed ? [name] : []
  })
}

async function waitingOf(tx: Tx, id: UserId, now: Instant): Promise<number> {
  const { waiting } = await tx.q
    .selectFrom('sync_device')
    .select((each) => each.fn.sum<number | string | null>('pending').as('waiting'))
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', instantOf(epochMs(now) - lostMs))
    .executeTakeFirstOrThrow()
  return Number(waiting ?? 0)
}
