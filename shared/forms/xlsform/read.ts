import { fail } from '../../kernel/failure.ts'
import { done } from '../../kernel/result.ts'
import type { Result } from '../../kernel/result.ts'
import type { ReadSheet } from '../../kernel/table.ts'
import { headingKey } from '../../kernel/table.ts'
import { formReportId } from '../../forms/model.ts'
import type { CarriedForm, ReportTexts } from '../carried.ts'
import { parseDefinition } from '../definition.ts'
import { unearnableRates } from '../rates.ts'
import { kinds } from '../kinds.ts'
import { definitionLimits, surveyDimensionId } from '../model.ts'
import type { Dimension, FormDefinition, Question } from '../model.ts'
import { carriedText } from './carried-text.ts'
import { Choices } from './choices.ts'
import { Iip } from './iip.ts'
import { sheetNames } from './names.ts'
import { QuestionReader } from './read-questions.ts'
import { Report } from './report.ts'
import type { Losses } from './report.ts'
import { recordsOf } from './sheet-records.ts'
import type { SheetRecord } from './sheet-records.ts'
import { treeOf } from './tree.ts'
import type { Group } from './tree.ts'

/** A questionnaire that was read, and what of its file is not in it. */
export interface ReadForm {
  readonly form: CarriedForm
  readonly losses: Losses
  /** Which of its ids the file says: the others were made of names, and are of no line of questions. */
  readonly known: ReadonlySet<string>
}

/** How often a questionnaire that breaks a rule is mended before it is given up. */
const mendingMost = 20

/**
 * The questionnaire that an XLSForm describes, with a list of what could not be carried; nothing is written. What this program wrote
 * comes back as it was, also the ids. Of what somebody changed since, the sheets that every program reads are believed.
 *
 * Fails: xlsform_no_survey, xlsform_no_questions, and what `parseDefinition` fails with when it cannot be mended.
 */
export function formOfXlsForm(sheets: readonly ReadSheet[]): Result<ReadForm> {
  const report = new Report({ isOwn: sheets.some(({ name }) => headingKey(name) === sheetNames.iip) })
  const rows = recordsOf(sheets, 'survey', 'type', report)
  if (!rows) return fail('xlsform_no_survey')
  for (const { name } of sheets) if (!Object.hasOwn(sheetNames, headingKey(name))) report.add(name, 0, null, 'xlsform_sheet')
  const [settings] = recordsOf(sheets, 'settings', 'formtitle', report) ?? []
  const iip = new Iip(recordsOf(sheets, 'iip', 'name', report) ?? [], report)
  const choices = new Choices(recordsOf(sheets, 'choices', 'listname', report) ?? [], report)
  const title = titleOf(settings, report)
  const tree = treeOf(rows, title, choices, report)
  const reader = new QuestionReader(choices, iip, report)
  const read = reader.read(tree)
  if (read.questions.length === 0) return fail('xlsform_no_questions')
  const ids = reader.ids
  const definition: FormDefinition = {
    versionId: settings?.get('version').match(/^[\w-]{1,64}$/)?.[0] ?? 'imported',
    formId:
      iip
        .of(formReportId)
        ?.get('id')
        .match(/^[\w-]{1,64}$/)?.[0] ?? 'imported',
    name: title,
    dimensions: tree.flatMap((top) => dimensionsOf(top, iip, ids, read.topOf)),
    questions: read.questions,
  }
  const mended = mendedBy(definition, report, read.rowOf)
  if (!mended.ok) return mended
  const reportTexts = Object.fromEntries(
    [...ids.groups, ['', formReportId] as const].flatMap(([name, id]): [string, ReportTexts][] => {
      const texts = iip.reportTexts(id === formReportId ? formReportId : name)
      return texts ? [[id, texts]] : []
    }),
  )
  const description = iip.description
  return done({ form: { definition: mended.value, description, ...iip.english, reportTexts }, losses: report.found, known: reader.known })
}

/** Columns of the sheet of settings that are carried, or of which nothing here depends. */
const carriedSettings = new Set(['formtitle', 'title', 'formid', 'version', 'defaultlanguage'])

function titleOf(settings: SheetRecord | undefined, report: Report): string {
  for (const column of new Set(settings?.columns))
    if (settings && !carriedSettings.has(column)) report.add(sheetNames.settings, settings.row, column, 'xlsform_column')
  const column = ['formtitle', 'title', 'formid'].find((each) => (settings?.spoken(each, 'es') ?? '').trim() !== '')
  if (!settings || column === undefined) return 'Formulario'
  return carriedText(sheetNames.settings, settings, { column, language: 'es', most: definitionLimits.nameLength }, report)
}

function dimensionsOf(top: Group, iip: Iip, ids: QuestionReader['ids'], topOf: (group: Group) => readonly string[]): readonly Dimension[] {
  const id = ids.groups.get(top.name) ?? top.name
  const isSurvey = id === surveyDimensionId
  const subs = isSurvey ? [] : top.children.filter((child) => child.is === 'group')
  const entry = (group: Group, parentId: string | null, subDimensionIds: readonly string[]): Dimension => ({
    id: ids.groups.get(group.name) ?? group.name,
    name: group.label.es,
    parentId,
    subDimensionIds,
    questionIds: topOf(group),
    ...iip.dimension(group),
  })
  return [
    entry(
      top,
      null,
      subs.map((sub) => ids.groups.get(sub.name) ?? sub.name),
    ),
    ...subs.map((sub) => entry(sub, id, [])),
  ]
}

/** A definition that keeps every rule: what breaks one is taken back to what any question may say, and told. */
function mendedBy(definition: FormDefinition, report: Report, rowOf: (id: string) => number): Result<FormDefinition> {
  const tell = (id: string, field: string): void => report.add(sheetNames.survey, rowOf(id), null, 'xlsform_mended', { field })
  let current: FormDefinition = {
    ...definition,
    questions: definition.questions.map((question) => {
      const broken = brokenField(question)
      const mended = broken === undefined ? undefined : mend(question, broken)
      if (broken === undefined || !mended) return question
      tell(question.id, broken)
      return mended
    }),
  }
  for (let round = 0; round < mendingMost; round += 1) {
    const parsed = parseDefinition(current)
    if (parsed.ok) return done(withoutUnearnable(parsed.value, report, rowOf))
    const [id = '', field = ''] = String(parsed.failure.params?.['at'] ?? '').split('.')
    const question = current.questions.find((each) => each.id === id)
    const mended = question && mend(question, field)
    if (!mended) return parsed
    tell(id, field)
    current = { ...current, questions: current.questions.map((each) => (each.id === id ? mended : each)) }
  }
  return parseDefinition(current)
}

/** Without the points of rates that nobody can earn, which is told (PO5). */
function withoutUnearnable(definition: FormDefinition, report: Report, rowOf: (id: string) => number): FormDefinition {
  const found = new Map(unearnableRates(definition).map((each) => [each.question.id, each]))
  if (found.size === 0) return definition
  for (const { question, divisor } of found.values())
    report.add(sheetNames.survey, rowOf(question.id), null, 'xlsform_rate', { divisor: divisor.text })
  return { ...definition, questions: definition.questions.map((each) => (found.has(each.id) ? { ...each, points: [] } : each)) }
}

/** What of a question is wrong by itself, without looking at the others: there may be thousands. */
function brokenField(question: Question): string | undefined {
  const { administrative, kind, survey, parentId, blockId, allowFile, dependent } = question
  const canBe = kind !== 'Block' && !survey && parentId === null && blockId === null && !allowFile && dependent.length === 0
  if (administrative && !canBe) return 'administrative'
  return kinds[kind].soundBounds(question) ? undefined : 'min'
}

function mend(question: Question, field: string): Question | undefined {
  const { min: _min, max: _max, ...unbounded } = question
  if (field === 'min') return { ...unbounded, allowNoneOption: question.kind === 'Multiple' && question.allowNoneOption }
  if (field === 'points' && question.points.length > 0) return { ...question, points: [] }
  if (field === 'administrative' && question.administrative) return { ...question, administrative: false }
  return undefined
}
