import { fail } from '#shared/kernel/failure.ts'
import { must } from '#shared/kernel/assert.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { isForAdministrators, isOfOneInstitution, layoutsOf, type ReportWish, type TableKind } from '#shared/reports/model.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Session } from '../http/session.ts'
import { headerOf, type WorldKey } from '../world/store.ts'
import { answerHistory, historyColumns } from './answer-history.ts'
import { answersOfAll, answersWide, blockColumns, blockRows, columnsTold, questionnaireOnly, wideColumns, type Told } from './answers.ts'
import { codebook } from './codebook.ts'
import type { Column } from './columns.ts'
import { configurationColumns, configurationOfAll } from './configuration.ts'
import { institutionsOf, type ReportDeps } from './institutions.ts'
import { questionResultColumns, resultColumns, resultsByQuestion, resultsOfAll } from './results.ts'
import type { NamedTable } from './table.ts'

/** What is asked for; beside the kinds that have a name everything that is known of the answers. */
export type Wish = Omit<ReportWish, 'kind' | 'format'> & { readonly kind: TableKind | 'AllAnswers' }

export interface Report {
  /** Of its file, without an extension. */
  readonly name: string
  /** Institutions that it is of. */
  readonly keys: readonly WorldKey[]
  /** The data, and what is said of them. */
  readonly tables: readonly [NamedTable, ...NamedTable[]]
}

/**
 * A report of a form, not yet read: administrators take it of every institution and of any form, evaluators of their own in a form that
 * is enabled. Fails: forbidden, administrators_only, malformed, not_found.
 */
export async function reportOf(given: Omit<ReportDeps, 'shown'>, session: Session, wish: Wish): Promise<Result<Report>> {
  const { kind: of } = session.actor
  if (of === 'Institutional') return fail('forbidden')
  const { kind, formId, layout } = wish
  if (kind !== 'AllAnswers') {
    if (isForAdministrators(kind) && of !== 'Administrator') return fail('administrators_only')
    if (!layoutsOf(kind).includes(layout)) return fail('malformed', { field: 'layout' })
  }
  const deps: ReportDeps = { ...given, shown: of === 'Administrator' ? 'any' : 'enabled' }
  const found = await keysOf(deps, session, wish)
  if (!found.ok) return found
  const keys = found.value
  const index = await deps.db.read(async (tx) => {
    const header = must(await headerOf(tx, formId), `form ${formId} has institutions and no header`)
    return deps.worlds.indexOf(tx, header.versionId)
  })
  const { name, columns, rows } = madeOf(deps, session, wish, keys, index)
  return done({ name, keys, tables: [{ name: 'Datos', rows }, ...codebook(columns, index)] })
}

async function keysOf(deps: ReportDeps, session: Session, { kind, formId, institutionId }: Wish): Promise<Result<readonly WorldKey[]>> {
  const keys = await institutionsOf(deps, session, formId)
  if (!keys.ok || kind === 'AllAnswers' || !isOfOneInstitution(kind)) return keys
  if (institutionId === null) return fail('malformed', { field: 'institution' })
  const own = keys.value.filter((each) => each.institutionId === institutionId)
  return own.length === 0 ? fail('not_found') : done(own)
}

interface Made {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: NamedTable['rows']
}

const survey: Told = { questionnaire: false, survey: true, decisions: false, answered: false }
const decided: Told = { questionnaire: true, survey: false, decisions: true, answered: true }

function madeOf(deps: ReportDeps, session: Session, wish: Wish, keys: readonly WorldKey[], index: FormIndex): Made {
  const { kind, formId, layout } = wish
  const answers = (name: string, told: Told): Made => {
    if (layout === 'wide')
      return { name: `${name}_ancho`, columns: wideColumns(index, told), rows: answersWide(deps, session, keys, index, told) }
    return { name, columns: columnsTold(told), rows: answersOfAll(deps, session, keys, told) }
  }
  switch (kind) {
    case 'Configuracion':
      return { name: `configuracion_${formId}`, columns: configurationColumns, rows: configurationOfAll(deps, session, keys) }
    case 'Answers':
      if (layout === 'rows') return { name: `filas_${formId}`, columns: blockColumns(index), rows: blockRows(deps, session, keys, index) }
      return answers(`respuestas_${formId}`, questionnaireOnly)
    case 'AllAnswers': {
      const told = { ...decided, answered: false, survey: session.actor.kind === 'Administrator' }
      return { name: `respuestas_todas_${formId}`, columns: columnsTold(told), rows: answersOfAll(deps, session, keys, told) }
    }
    case 'AnswersSurvey':
      return answers(`encuesta_${formId}`, survey)
    case 'EvaluationAnswers':
      return answers(`evaluacion_${formId}`, decided)
    case 'AnswersHistory': {
      const key = must(keys[0], 'a history is of one institution')
      return { name: `historial_${formId}_${key.institutionId}`, columns: historyColumns, rows: answerHistory(deps, session, key) }
    }
    case 'FormResults':
      return { name: `resultados_${formId}`, columns: resultColumns, rows: resultsOfAll(deps, session, keys, formId) }
    case 'FormResultsByQuestion':
      return {
        name: `resultados_preguntas_${formId}`,
        columns: questionResultColumns,
        rows: resultsByQuestion(deps, session, keys, formId),
      }
  }
}
