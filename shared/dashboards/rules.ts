import type { FormIndex } from '../forms/form-index.ts'
import type { Question } from '../forms/model.ts'
import { digestOf } from '../kernel/digest.ts'
import { fail } from '../kernel/failure.ts'
import type { DimensionId, FormId, InstitutionId, QuestionId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/instant.ts'
import { done, type Result } from '../kernel/result.ts'
import { isVisibleAt } from '../results/reading.ts'
import { comparisonMean } from '../results/statistics.ts'
import type { FormHeader } from '../stages/model.ts'
import { phaseAt } from '../stages/rules.ts'
import { dashboardLimits, dashboardTabs } from './model.ts'
import type {
  CalcType,
  Column,
  Dashboard,
  DashboardContent,
  DashboardTab,
  DimensionContent,
  GeneralContent,
  Icon,
  InstitutionContent,
  Showing,
} from './model.ts'

/** A tab of which nothing is configured. */
export function emptyContent(tab: 'general'): GeneralContent
export function emptyContent(tab: 'dimension'): DimensionContent
export function emptyContent(tab: 'institution'): InstitutionContent
export function emptyContent(tab: DashboardTab): DashboardContent
export function emptyContent(tab: DashboardTab): DashboardContent
export function emptyContent(tab: DashboardTab): DashboardContent {
  switch (tab) {
    case 'general':
      return { id: 'general', overallResultId: '', questionreports: [] }
    case 'dimension':
      return { id: 'dimension', questionreports: [] }
    case 'institution':
      return { id: 'institution', asociatedForms: [], asociatedFormsData: {}, blockQuestion: null, phases: [], iconIniciative: null }
  }
}

/** What is configured of a tab, without who left it so. */
export function contentOf(dashboard: Dashboard | undefined, tab: 'general'): GeneralContent
export function contentOf(dashboard: Dashboard | undefined, tab: 'dimension'): DimensionContent
export function contentOf(dashboard: Dashboard | undefined, tab: 'institution'): InstitutionContent
export function contentOf(dashboard: Dashboard | undefined, tab: DashboardTab): DashboardContent
export function contentOf(dashboard: Dashboard | undefined, tab: DashboardTab): DashboardContent {
  if (dashboard?.id !== tab) return emptyContent(tab)
  const { by: _by, at: _at, ...content } = dashboard
  return content
}

/** Tells whether a tab is still as it was; null of one that nobody configured. */
export const stampOf = (dashboard: Dashboard | undefined): string | null =>
  dashboard ? digestOf(JSON.stringify([dashboard.at, dashboard.by, contentOf(dashboard, dashboard.id)])) : null

/** Whether a form's results can be shown to anybody: its general tab says who works there (DB4). */
export const isConfigured = (general: Dashboard | undefined): boolean => general?.id === 'general' && general.overallResultId !== ''

/** Whether somebody showed a form's results to visitors and nobody took them away since (DB15). */
export const isShown = (showing: Showing | undefined): showing is Showing => showing !== undefined && showing.tabs.length > 0

/**
 * Tells what visitors would see from what they see: the three tabs and the institutions that are named. Who configured a tab, and when,
 * changes nothing of it (DB15).
 */
export function showingStamp(tabs: Iterable<Dashboard>, institutionIds: readonly InstitutionId[]): string {
  const own = new Map([...tabs].map((each) => [each.id, each]))
  return digestOf(JSON.stringify([dashboardTabs.map((tab) => contentOf(own.get(tab), tab)), institutionIds.toSorted()]))
}

/** Whether what stands is, as a whole, what visitors were shown; of what nobody shows nothing is. */
export const isAsShown = (showing: Showing | undefined, tabs: Iterable<Dashboard>, institutionIds: readonly InstitutionId[]): boolean =>
  isShown(showing) && showingStamp(showing.tabs, showing.institutionIds) === showingStamp(tabs, institutionIds)

/**
 * Whether final results of a form are told by time and by the form itself: the stage that shows them has begun, it is neither deleted nor a
 * rehearsal, and it was not switched off before it was over (DB1).
 */
export const isFormTold = (form: FormHeader, now: Instant): boolean =>
  !form.removed && !form.rehearsal && isVisibleAt(form, 'final', now) && (form.enabled || phaseAt(form, now) === 'Closed')

/** Whether visitors may be told anything of a form now: somebody showed it to them, and it is told (DB1, DB15). */
export const isFormPublic = (form: FormHeader, showing: Showing | undefined, now: Instant): boolean =>
  isShown(showing) && isFormTold(form, now)

/** A column of which nothing is chosen. */
export const newColumn = (id: string): Column => ({
  _id: id,
  name: '',
  subtitle: '',
  calcType: 'value',
  questionId: '',
  questionIdDiv: null,
  preDecoration: '',
  postDecoration: '',
  isPercentual: false,
  isBouble: false,
  chartType: null,
  dimensionId: null,
})

/** Another way of working it out asks other questions (DB3). */
export const withCalcType = (column: Column, calcType: CalcType): Column =>
  calcType === column.calcType ? column : { ...column, calcType, questionId: '', questionIdDiv: null }
/** What is marked as a percentage, or is none any more, is no bubble until somebody says so (DB3). */
export const withPercentual = (column: Column, isPercentual: boolean): Column => ({ ...column, isPercentual, isBouble: false })
/** Phases are questions of one block: with another one they are none (DB5). */
export const withBlock = (content: InstitutionContent, blockQuestion: QuestionId | null): InstitutionContent =>
  blockQuestion === content.blockQuestion ? content : { ...content, blockQuestion, phases: [] }

const inOrder = (index: FormIndex): readonly Question[] => index.subDimensions.flatMap(({ id }) => index.questionsOf(id))
const isOnTop = ({ parentId, blockId }: Question): boolean => parentId === null && blockId === null

/** Questions that a column can be made of: blocks for rows, else numbers; none that hangs on another one (DB3). */
export const columnQuestions = (index: FormIndex, calcType: CalcType): readonly Question[] =>
  inOrder(index).filter((each) => each.kind === (calcType === 'block' ? 'Block' : 'Number') && isOnTop(each))
/** Questions that can tell how many people work in an institution. */
export const workersQuestions = (index: FormIndex): readonly Question[] => columnQuestions(index, 'value')
/** Questions of a block's rows that can tell that a phase was reached: yes or no (DB5). */
export const phaseQuestions = (index: FormIndex, block: QuestionId | null): readonly Question[] =>
  inOrder(index).filter(({ kind, blockId, parentId }) => kind === 'Boolean' && blockId === block && block !== null && parentId === null)

/** The dimension beside which a column stands: the one that is said, else that of its question. */
export function dimensionOf({ dimensionId, questionId }: Pick<Column, 'dimensionId' | 'questionId'>, index: FormIndex): DimensionId | null {
  if (dimensionId !== null && index.topDimensions.some(({ id }) => id === dimensionId)) return dimensionId
  const question = index.question(questionId)
  return question ? (index.dimension(question.dimensionId)?.parentId ?? null) : null
}

const isAmong = (questions: readonly Question[], id: QuestionId | null): boolean => questions.some((each) => each.id === id)

/** Without what says nothing of it: the dividing question of what is not divided, spaces. */
export const plainColumn = (column: Column): Column => ({
  ...column,
  questionIdDiv: column.calcType === 'division' ? column.questionIdDiv : null,
})

const isWhole = ({ name, subtitle, calcType, questionId, questionIdDiv }: Column): boolean =>
  name.trim() !== '' && subtitle.trim() !== '' && questionId !== '' && (calcType !== 'division' || Boolean(questionIdDiv))

/** Fails: dashboards_columns_many, dashboards_incomplete, dashboards_bubble, dashboards_question_unfit. */
function checkedColumns(columns: readonly Column[], index: FormIndex): Result<readonly Column[]> {
  if (columns.length > dashboardLimits.columns) return fail('dashboards_columns_many', { n: dashboardLimits.columns })
  if (!columns.every(isWhole) || new Set(columns.map(({ _id }) => _id)).size < columns.length) return fail('dashboards_incomplete')
  for (const { name, calcType, questionId, questionIdDiv, isPercentual, isBouble } of columns) {
    if (isBouble && !isPercentual) return fail('dashboards_bubble', { name })
    const fitting = columnQuestions(index, calcType)
    const isFit = isAmong(fitting, questionId) && (calcType !== 'division' || isAmong(fitting, questionIdDiv))
    if (!isFit) return fail('dashboards_question_unfit', { name })
  }
  return done(columns.map(plainColumn))
}

/** What of a form its dashboards are configured with. */
export interface ConfiguringFacts {
  readonly index: FormIndex
  /** Forms that can be shown beside it. */
  readonly beside: ReadonlySet<FormId>
}

/**
 * A tab as it is kept. Fails: dashboards_incomplete, dashboards_columns_many, dashboards_bubble, dashboards_question_unfit,
 * dashboards_image_missing, dashboards_image_unknown, dashboards_form_unknown (DB2-DB6).
 */
export function checkedContent(content: DashboardContent, { index, beside }: ConfiguringFacts): Result<DashboardContent> {
  switch (content.id) {
    case 'general': {
      const columns = checkedColumns(content.questionreports, index)
      if (!columns.ok) return columns
      if (content.overallResultId === '') return fail('dashboards_incomplete')
      if (!isAmong(workersQuestions(index), content.overallResultId)) return fail('dashboards_question_unfit', { name: '' })
      return done({ ...content, questionreports: columns.value.map((each) => ({ ...each, chartType: null, dimensionId: null })) })
    }
    case 'dimension': {
      const columns = checkedColumns(content.questionreports, index)
      return columns.ok ? done({ ...content, questionreports: columns.value }) : columns
    }
    case 'institution':
      return checkedInstitution(content, index, beside)
  }
}

function checkedInstitution(content: InstitutionContent, index: FormIndex, beside: ReadonlySet<FormId>): Result<InstitutionContent> {
  const { blockQuestion, phases, asociatedForms, asociatedFormsData, iconIniciative } = content
  if (blockQuestion !== null && !isAmong(columnQuestions(index, 'block'), blockQuestion))
    return fail('dashboards_question_unfit', { name: '' })
  if (phases.some(({ name, questionId }) => name.trim() === '' || questionId === '')) return fail('dashboards_incomplete')
  const fitting = phaseQuestions(index, blockQuestion)
  for (const { name, questionId, icon } of phases) {
    if (!isAmong(fitting, questionId)) return fail('dashboards_question_unfit', { name })
    if (!icon) return fail('dashboards_image_missing', { name })
  }
  if (![iconIniciative, ...phases.map(({ icon }) => icon)].every((icon) => icon === null || isDrawn(icon)))
    return fail('dashboards_image_unknown')
  const forms = [...new Set(asociatedForms)]
  if (forms.some((id) => !beside.has(id))) return fail('dashboards_form_unknown')
  if (forms.some((id) => (asociatedFormsData[id]?.txt ?? '') === '')) return fail('dashboards_incomplete')
  if (new Set(phases.map(({ id }) => id)).size < phases.length) return fail('dashboards_incomplete')
  const data = forms.map((id, at): [FormId, { txt: string; order: number }] => [
    id,
    { txt: asociatedFormsData[id]?.txt ?? '', order: asociatedFormsData[id]?.order ?? at },
  ])
  return done({ ...content, asociatedForms: forms, asociatedFormsData: Object.fromEntries(data) })
}

/** How twelve bytes begin in base64 of which the first four say RIFF and the last four WEBP. */
const webpHead = /^UklGR[\w+/]{6}XRUJQ[A-Za-z0-9+/]*={0,2}$/
/** Whether the bytes are of a WebP file, as the server draws icons; nothing else is kept (DB6). */
const isDrawn = ({ base64 }: Icon): boolean => webpHead.test(base64)

/** The same for a copy of the form, whose questions and dimensions have other ids. */
export function copiedDashboard(dashboard: Dashboard, idOf: (id: string) => string): Dashboard {
  const moved = (id: string): string => (id === '' ? '' : idOf(id))
  const columns = (list: readonly Column[]): Column[] =>
    list.map((each) => ({
      ...each,
      questionId: moved(each.questionId),
      questionIdDiv: each.questionIdDiv === null ? null : moved(each.questionIdDiv),
      dimensionId: each.dimensionId === null ? null : moved(each.dimensionId),
    }))
  switch (dashboard.id) {
    case 'general':
      return { ...dashboard, overallResultId: moved(dashboard.overallResultId), questionreports: columns(dashboard.questionreports) }
    case 'dimension':
      return { ...dashboard, questionreports: columns(dashboard.questionreports) }
    case 'institution':
      return {
        ...dashboard,
        blockQuestion: dashboard.blockQuestion === null ? null : moved(dashboard.blockQuestion),
        phases: dashboard.phases.map((each) => ({ ...each, questionId: moved(each.questionId) })),
      }
  }
}

/** What an institution answered that is shown: null where it did not, or where it was not accepted (DB8). */
export interface Answered {
  number(questionId: QuestionId): number | null
  /** Rows of a block. */
  rows(questionId: QuestionId): number | null
}

/** An institution's figure in a column; a percentage times a hundred. Null where a part is missing or would divide by 0 (DB7). */
export function figureOf(
  { calcType, questionId, questionIdDiv, isPercentual }: Pick<Column, 'calcType' | 'questionId' | 'questionIdDiv' | 'isPercentual'>,
  answered: Answered,
  workers: QuestionId,
): number | null {
  const divided = (by: QuestionId | null): number | null => {
    const [above, below] = [answered.number(questionId), by === null ? null : answered.number(by)]
    return above === null || below === null || below === 0 ? null : above / below
  }
  const found = ((): number | null => {
    switch (calcType) {
      case 'value':
      case 'sum':
        return answered.number(questionId)
      case 'average':
        return divided(workers)
      case 'division':
        return divided(questionIdDiv)
      case 'block':
        return answered.rows(questionId)
    }
  })()
  return found === null ? null : isPercentual ? found * 100 : found
}

/** What stands beside it for its category: of a sum the total, else the mean; null where fewer than three have a figure (DB9). */
export function groupFigureOf({ calcType }: Pick<Column, 'calcType'>, figures: readonly (number | null)[]): number | null {
  const known = figures.filter((each) => each !== null)
  const mean = comparisonMean(known)
  return mean === null || calcType !== 'sum' ? mean : known.reduce((sum, each) => sum + each, 0)
}
