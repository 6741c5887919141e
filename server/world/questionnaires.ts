import { stateKindOf } from '#shared/contract/mutation.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { formScope, parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { Questionnaire, type FormFacts } from '#shared/questionnaire.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'

/** The form that a scope of a questionnaire is of; undefined for every other scope. */
export function formIn(scope: string): FormId | undefined {
  const parsed = parseScope(scope)
  return parsed?.kind === 'questionnaire' && stateKindOf(parsed) === 'questionnaire' ? parsed.formId : undefined
}

/**
 * The questionnaires that mutations are about, locked until the end of the transaction, by scope; of a form that is not there an empty
 * one.
 */
export async function questionnairesOf(tx: Tx, asked: readonly { readonly s: string }[]): Promise<Map<string, Questionnaire>> {
  const forms = [...new Set(asked.flatMap((each) => formIn(each.s) ?? []))].toSorted()
  if (forms.length === 0) return new Map()
  if (tx.kind === 'postgres') {
    const scopes = forms.flatMap((id) => [formScope(id), questionnaireScope(id)]).toSorted()
    await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', scopes)} order by id for update`.execute(tx.q)
  }
  const found = new Map<string, Questionnaire>()
  for (const id of forms) found.set(questionnaireScope(id), await questionnaireIn(tx, id, await factsOf(tx, id)))
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
        select 1 from participant p join sync_row r on r.scope = 'inst:' || p.institution_id || ':' || p.form_id and r.tbl = 'answer'
        where p.form_id = ${formId}) then 1 else 0 end`.as('answered'),
    ])
    .executeTakeFirstOrThrow()
  return { participants: Number(participants ?? 0), answered: Number(answered) === 1 }
}
