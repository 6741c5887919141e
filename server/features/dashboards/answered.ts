import type { Answer, AnswerValue } from '#shared/answers/model.ts'
import type { Answered } from '#shared/dashboards/rules.ts'
import type { Decision, Evaluation } from '#shared/evaluations/model.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Question } from '#shared/forms/model.ts'
import { rowIdOf, unitOf, type FormId, type InstitutionId, type QuestionId, type RowId, type Unit } from '#shared/kernel/ids.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'

/** What an institution answered, as far as it is shown. */
export interface ShownAnswers extends Answered {
  /** Rows of a block in which a question of theirs says yes. */
  reached(block: QuestionId, question: QuestionId): number
}

/** Which answers count: those that were accepted, or, where decisions say nothing of the points or are not there yet, all but the rejected. */
export type Counting = 'accepted' | 'unrejected'

/** Whether an answer to a question counts by what was decided on it; one that nobody decides on counts as such (DB8). */
export const answerCounts = (
  question: Pick<Question, 'administrative'> | undefined,
  decision: Decision | undefined,
  counting: Counting,
): boolean => (counting === 'unrejected' ? decision !== 'Rejected' : decision === 'Accepted' || question?.administrative === true)

interface Own {
  readonly values: Map<Unit, AnswerValue>
  readonly decisions: Map<Unit, Decision>
}

/**
 * What institutions answered to some questions of a form, by institution: numbers and blocks at the top, with what is asked in their rows.
 * An answer counts once it was accepted, and that of an administrative question, which nobody decides on, as such; where points are brought by hand, every answer that was not rejected (DB8).
 */
export async function answeredIn(
  tx: Tx,
  { formId, index }: { readonly formId: FormId; readonly index: FormIndex },
  institutionIds: readonly InstitutionId[],
  questionIds: readonly QuestionId[],
  counting: Counting,
): Promise<(institutionId: InstitutionId) => ShownAnswers> {
  const asked = [...new Set(questionIds)].filter((id) => index.question(id))
  const inRows = asked.flatMap((id) => index.question(id)?.block ?? [])
  const scopes = new Map(institutionIds.map((id) => [instScope(id, formId), id]))
  const found = new Map<InstitutionId, Own>(institutionIds.map((id) => [id, { values: new Map(), decisions: new Map() }]))
  if (scopes.size > 0 && asked.length > 0) {
    const rows = await tx.q
      .selectFrom('sync_row')
      .select(['scope', 'tbl', 'id', 'data'])
      .where(oneOf(tx.kind, 'scope', [...scopes.keys()]))
      .where('tbl', 'in', ['answer', 'evaluation'])
      .where((each) => each.or([oneOf(tx.kind, 'id', asked), ...inRows.map((id) => each('id', 'like', `${id.replace(/[\\%_]/g, '_')}@%`))]))
      .where('deleted', '=', 0)
      .orderBy('id')
      .execute()
    for (const { scope, tbl, id, data } of rows) {
      const own = found.get(scopes.get(scope) ?? '')
      if (tbl === 'answer') {
        const { value }: Answer = JSON.parse(data)
        if (value !== null) own?.values.set(id, value)
      } else {
        const { decision }: Evaluation = JSON.parse(data)
        own?.decisions.set(id, decision)
      }
    }
  }
  return (institutionId) => shownOf(index, found.get(institutionId) ?? { values: new Map(), decisions: new Map() }, counting)
}

function shownOf(index: FormIndex, { values, decisions }: Own, counting: Counting): ShownAnswers {
  const counts = (questionId: QuestionId, row: RowId | null = null): boolean =>
    answerCounts(index.question(questionId), decisions.get(unitOf(questionId, row)), counting)
  const rowsOf = (block: QuestionId): readonly RowId[] | null => {
    const value = values.get(unitOf(block))
    if (typeof value !== 'object' || !('rows' in value)) return null
    const naming = index.question(block)?.block[0]
    // A row is one once what names it stands.
    return value.rows.filter((row) => naming !== undefined && values.has(unitOf(naming, row)) && counts(naming, row))
  }
  return {
    number(questionId) {
      const value = values.get(unitOf(questionId))
      return typeof value === 'number' && counts(questionId) ? value : null
    },
    rows: (questionId) => rowsOf(questionId)?.length ?? null,
    reached(block, question) {
      const own = new Set(rowsOf(block))
      return [...values].filter(([unit, value]) => {
        const row = rowIdOf(unit)
        return value === true && row !== null && own.has(row) && unit === unitOf(question, row) && counts(question, row)
      }).length
    },
  }
}
