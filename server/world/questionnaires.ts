import { parsedAs } from '#shared/kernel/parsed.ts'
import { stateKindOf } from '#shared/contract/mutation.ts'
import type { FormId, InstitutionId, UserId } from '#shared/kernel/ids.ts'
import { formScope, instScope, orgScope, parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { Questionnaire, type FormFacts, type NamedInstitution } from '#shared/questionnaire.ts'
import type { Person } from '#shared/accounts/model.ts'
import type { Assignment } from '#shared/assignments/model.ts'
import type { Institution, Participant } from '#shared/institutions/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import * as v from 'valibot'
import { dashboardsOf } from './dashboards.ts'
import { namedArchive } from './form-archives.ts'
import { manualFactsOf } from './manual-points.ts'
import { headerOf, institutionOf } from './store.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** The form that a scope of a questionnaire is of; undefined for every other scope. */
export function formIn(scope: string): FormId | undefined {
  const parsed = parseScope(scope)
  return parsed?.kind === 'questionnaire' && stateKindOf(parsed) === 'questionnaire' ? parsed.formId : undefined
}

/** What is decided by the other forms in which an institution takes part: one after the other, whichever form each is about. */
const meetsOtherForms: ReadonlySet<string> = new Set(['form.toggle', 'participant.add', 'stages.edit'])
/** Any number that this program uses for nothing else. */
const meetingLock = 4_771_003

/**
 * The questionnaires that mutations are about, locked until the end of the transaction, by scope; of a form that is not there an empty
 * one.
 */
export async function questionnairesOf(
  tx: Tx,
  asked: readonly { readonly s: string; readonly n: string; readonly a: unknown }[],
  now: Instant,
): Promise<Map<string, Questionnaire>> {
  const forms = [...new Set(asked.flatMap((each) => formIn(each.s) ?? []))].toSorted()
  if (forms.length === 0) return new Map()
  if (tx.kind === 'postgres') {
    if (asked.some(({ n }) => meetsOtherForms.has(n))) await sql`select pg_advisory_xact_lock(${meetingLock})`.execute(tx.q)
    const scopes = forms.flatMap((id) => [formScope(id), questionnaireScope(id)]).toSorted()
    await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', scopes)} order by id for update`.execute(tx.q)
  }
  const found = new Map<string, Questionnaire>()
  for (const id of forms) {
    const named = asked.flatMap(({ s, n, a }) => (formIn(s) === id && n === 'participant.add' ? (institutionIn(a) ?? []) : []))
    const isAsked = (name: string): boolean => asked.some(({ s, n }) => formIn(s) === id && n === name)
    const facts = {
      ...(await factsOf(tx, id)),
      ...(await namedOf(tx, id, named, now)),
      ...(isAsked('points.upload') ? await manualFactsOf(tx, id) : {}),
      ...(isAsked('form.close')
        ? await namedArchive(
            tx,
            id,
            asked.filter(({ s, n }) => formIn(s) === id && n === 'form.close'),
            now,
          )
        : {}),
      ...(isAsked('form.clone') ? { dashboards: [...(await dashboardsOf(tx, id)).values()] } : {}),
      ...(isAsked('form.toggle') ? { atWork: await atWorkIn(tx, id) } : {}),
      ...(isAsked('form.toggle') || isAsked('stages.edit') ? await elsewhereOf(tx, id, now) : {}),
    }
    found.set(questionnaireScope(id), await questionnaireIn(tx, id, facts))
  }
  return found
}

/** A form and its questionnaire as they stand in a snapshot. */
export async function questionnaireIn(tx: Tx, formId: FormId, facts?: FormFacts): Promise<Questionnaire> {
  const state = new Questionnaire(formId, facts)
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['tbl', 'id', 'data'])
    .where('scope', 'in', [formScope(formId), questionnaireScope(formId)])
    .where('deleted', '=', 0)
    .execute()
  for (const row of rows) {
    // Written from a Change, so the table's name and the row's shape are the model's.
    const table = row.tbl as TableName
    state.set(table, row.id, JSON.parse(row.data) as Rows[typeof table])
  }
  return state
}

async function factsOf(tx: Tx, formId: FormId): Promise<FormFacts> {
  const { participants, answered } = await tx.q
    .selectNoFrom((eb) => [
      eb
        .selectFrom('participant')
        .select((each) => each.fn.countAll().as('n'))
        .where('form_id', '=', formId)
        .as('participants'),
      sql<number>`case when exists (
        select 1 from participant p join sync_row r on r.scope = 'inst:' || p.institution_id || ':' || p.form_id and r.tbl = 'answer' and r.deleted = 0
        where p.form_id = ${formId}) then 1 else 0 end`.as('answered'),
    ])
    .executeTakeFirstOrThrow()
  return { participants: Number(participants ?? 0), answered: Number(answered) === 1 }
}

const naming = v.looseObject({ institutionId: v.string() })
function institutionIn(args: unknown): InstitutionId | undefined {
  const parsed = parsedAs(naming, args)
  return parsed.success ? parsed.output.institutionId : undefined
}

/** Institutions that changes name, with their people, and where else they take part. */
async function namedOf(
  tx: Tx,
  formId: FormId,
  institutionIds: readonly InstitutionId[],
  now: Instant,
): Promise<Pick<FormFacts, 'named' | 'evaluators'>> {
  if (institutionIds.length === 0) return {}
  const busy = await busyInstitutions(tx, formId, now)
  const found = new Map<InstitutionId, NamedInstitution>()
  for (const id of new Set(institutionIds)) {
    const rows = await tx.q
      .selectFrom('sync_row')
      .select(['tbl', 'data'])
      .where('scope', 'in', [orgScope(id), instScope(id, formId)])
      .where('tbl', 'in', ['institution', 'person', 'participant', 'assignment'])
      .where('deleted', '=', 0)
      .orderBy('id')
      .execute()
    const of = (table: TableName): unknown[] => rows.filter((row) => row.tbl === table).map((row): unknown => JSON.parse(row.data))
    // Written from Changes of those tables.
    const [institution] = of('institution') as Institution[]
    const [participant] = of('participant') as Participant[]
    const holders = (of('assignment') as Assignment[]).flatMap(({ userId }) => userId ?? [])
    if (institution) found.set(id, { institution, people: of('person') as Person[], busyIn: busy.get(id) ?? null, participant, holders })
  }
  // Who was invented for a rehearsal evaluates in it, and nobody else does.
  const rehearsal = (await headerOf(tx, formId))?.rehearsal ? formId : null
  const evaluators = await tx.q
    .selectFrom('user')
    .select('id')
    .where('kind', '=', 'Evaluator')
    .where('active', '=', 1)
    .where('rehearsal', rehearsal === null ? 'is' : '=', rehearsal)
    .execute()
  return { named: found, evaluators: new Set(evaluators.map((row) => row.id)) }
}

/** Who leads, answers or evaluates in a form, has joined and can sign in. */
async function atWorkIn(tx: Tx, formId: FormId): Promise<UserId[]> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql`'inst:' || participant.institution_id || ':' || participant.form_id`),
    )
    .select(['sync_row.tbl', 'sync_row.data'])
    .where('participant.form_id', '=', formId)
    .where('sync_row.tbl', 'in', ['participant', 'assignment'])
    .where('sync_row.deleted', '=', 0)
    .execute()
  const named = rows.flatMap(({ tbl, data }) => {
    const row: unknown = JSON.parse(data)
    // Written from Changes of those tables.
    if (tbl === 'assignment') return [(row as Assignment).userId]
    const { leaderId, delegateId, evaluatorId } = row as Participant
    return [leaderId, delegateId, evaluatorId]
  })
  const ids = [...new Set(named.filter((id) => id !== null))]
  const people = await tx.q
    .selectFrom('user')
    .select('id')
    .where(oneOf(tx.kind, 'id', ids))
    .where('active', '=', 1)
    .where('joined', '=', 1)
    .where('rehearsal', 'is', null)
    .orderBy('id')
    .execute()
  return people.map(({ id }) => id)
}

/** Those of a form that take part in another one as well, by name. */
async function elsewhereOf(tx: Tx, formId: FormId, now: Instant): Promise<Pick<FormFacts, 'elsewhere'>> {
  const busy = await busyInstitutions(tx, formId, now)
  const rows = await tx.q
    .selectFrom('participant')
    .select('institution_id')
    .where('form_id', '=', formId)
    .orderBy('institution_id')
    .execute()
  const names: string[] = []
  for (const { institution_id: id } of rows) if (busy.has(id)) names.push((await institutionOf(tx, id))?.name ?? id)
  return { elsewhere: names }
}

/** Institutions that take part in another form that is shown and not over, with that form. */
export async function busyInstitutions(tx: Tx, formId: FormId, now: Instant): Promise<Map<InstitutionId, FormId>> {
  const rows = await tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .select(['participant.institution_id', 'participant.form_id'])
    .where('form.enabled', '=', 1)
    .where('form.id', '!=', formId)
    .execute()
  const over = new Map<FormId, boolean>()
  const found = new Map<InstitutionId, FormId>()
  for (const row of rows) {
    if (!over.has(row.form_id)) {
      const header = await headerOf(tx, row.form_id)
      over.set(row.form_id, !header || phaseAt(header, now) === 'Closed')
    }
    if (over.get(row.form_id) === false) found.set(row.institution_id, row.form_id)
  }
  return found
}
