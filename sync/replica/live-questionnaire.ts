import type { FormId } from '#shared/kernel/ids.ts'
import { formScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { Questionnaire } from '#shared/questionnaire.ts'
import type { TableName } from '#shared/world.ts'
import { Live, type LiveOptions } from './live.ts'

/** A form and what it asks, as an administrator's device sees it. Its `unit:` topics are of dimensions, questions and report texts. */
export class LiveQuestionnaire extends Live<'questionnaire'> {
  readonly formId: FormId

  constructor(formId: FormId, options: LiveOptions<'questionnaire'>) {
    super([formScope(formId), questionnaireScope(formId)], options, () => new Questionnaire(formId))
    this.formId = formId
  }

  /** All of its scopes, for who compares them with the server's: what is no part of a questionnaire stays beside it. */
  holds(): boolean {
    return true
  }

  owns(scope: string): boolean {
    return scope === questionnaireScope(this.formId)
  }

  protected isWhole(state: Questionnaire): boolean {
    return state.form !== undefined && state.get('outline', this.formId) !== undefined && state.isWhole
  }

  protected aboutOf(table: TableName, id: string): string | null {
    if (table === 'reportText') return `report:${id}`
    return table === 'form' || table === 'outline' ? null : id
  }
}
