import type { CarriedForm, ReportTexts } from '#shared/forms/carried.ts'
import { definitionFileOf, parseDefinitionFile } from '#shared/forms/definition-file.ts'
import { formIndexOf } from '#shared/forms/form-index.ts'
import { formReportId, surveyDimensionId, type Dimension, type FormDefinition } from '#shared/forms/model.ts'
import { underOwnIds } from '#shared/forms/own-ids.ts'
import { maxPointsOfForm } from '#shared/forms/points.ts'
import { formOfXlsForm } from '#shared/forms/xlsform/read.ts'
import type { Losses } from '#shared/forms/xlsform/report.ts'
import { xlsFormOf } from '#shared/forms/xlsform/write.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { workbookMime } from '#shared/kernel/sheet.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import * as contract from '#shared/questionnaires/routes.ts'
import { readTableLimits } from '#shared/questionnaires/table-limits.ts'
import { readTableFile } from '#shared/questionnaires/table-routes.ts'
import { createHash } from 'node:crypto'
import { dispositionOf } from '../../http/downloads.ts'
import { mount } from '../../http/mount.ts'
import { sentFile } from '../../http/sent-file.ts'
import { workbookOfSheets } from '../../http/table-file.ts'
import type { Server } from '../../server.ts'
import { performOnForm } from '../../sync/perform.ts'
import { decoded } from '../../workbooks/decoded.ts'
import { formLimits, tableLimits } from '../../workbooks/limits.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'
import { idOfCall } from './ids.ts'
import { rowOf } from './routes.ts'

/** A questionnaire that somebody brought, and what of it was left behind. */
interface Brought {
  readonly format: (typeof contract.fileFormats)[number]
  readonly form: CarriedForm
  readonly losses: Losses
  /** Whether an id is one of a questionnaire, and not made of a name. */
  isKnown(id: string): boolean
}

export function mountFormFiles(server: Server): void {
  mount(server, contract.download, async ({ params, query }) => {
    const form = await server.db.read(async (tx) => carriedOf(await questionnaireIn(tx, params.form)))
    if (!form) return fail('not_found')
    const name = nameOf(form.definition.name)
    return query.format === 'xlsform'
      ? downloaded(workbookOfSheets(xlsFormOf(form)), workbookMime, `${name}.xlsx`)
      : downloaded(definitionFileOf(form), contract.definitionFileMime, `${name}.json`)
  })

  mount(server, contract.examine, async ({ bytes }) => {
    const raw = await bytes()
    const brought = raw.ok ? await broughtIn(server, raw.value) : raw
    return brought.ok ? done(reportOf(brought.value)) : brought
  })

  mount(server, readTableFile, async (call) => {
    const file = await sentFile(call, undefined)
    if (!file.ok) return file
    const sheets = await server.workbooks.read(file.value.bytes, { ...tableLimits, ...readTableLimits })
    if (!sheets.ok) return sheets
    const { rows, merged } = sheets.value[0] ?? { rows: [], merged: [] }
    return done({ rows, merged })
  })

  mount(server, contract.bring, async ({ bytes, query, session, said }) => {
    const raw = await bytes()
    if (!raw.ok) return raw
    const brought = await broughtIn(server, raw.value)
    if (!brought.ok) return brought
    const formId = idOfCall('f', said, session)
    const { form, isKnown } = brought.value
    const { definition, idOf } = underOwnIds(withSurvey(form.definition), formId.slice(-12), isKnown)
    const reportTexts = Object.fromEntries(Object.entries(form.reportTexts).map(([id, texts]) => [idOf(id), texts]))
    const { description, en, enFrom } = form
    const args = { formId, name: query.name ?? definition.name, description, definition, reportTexts, en, enFrom }
    // The call is the same when the file is: its bytes are what it says.
    const whole = { ...said, body: createHash('sha256').update(raw.value).digest('hex') }
    const stored = await performOnForm(server, session, whole, formId, [{ name: 'form.import', args }])
    return stored.ok ? rowOf(server, formId) : stored
  })
}

/** A questionnaire as it is worked on, with all that a file carries; undefined where there is no form. */
export function carriedOf(state: Questionnaire): CarriedForm | undefined {
  const { form, definition } = state
  if (!form) return undefined
  const texts = [formReportId, ...definition.dimensions.map(({ id }) => id)].flatMap((id): [string, ReportTexts][] => {
    const row = state.get('reportText', id)
    if (!row) return []
    const { marks: _marks, ...fields } = row
    return Object.keys(fields).length > 0 ? [[id, fields]] : []
  })
  const { description, en, enFrom } = form
  return { definition, description, ...(en && { en }), ...(enFrom && { enFrom }), reportTexts: Object.fromEntries(texts) }
}

const downloaded = (body: string | Uint8Array<ArrayBuffer>, type: string, name: string): Response =>
  new Response(body, { headers: { 'Content-Type': type, 'Content-Disposition': dispositionOf(name), 'Cache-Control': 'no-store' } })

/** What a questionnaire's file is called: letters, digits and lines, so that every system takes it. */
const nameOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'formulario'

/** What a file says, by what it is. Fails with what its reader fails with. */
async function broughtIn(server: Server, bytes: Buffer): Promise<Result<Brought>> {
  if (/^[\s\ufeff]*\{/.test(bytes.subarray(0, 100).toString('utf8'))) {
    const text = decoded(bytes)
    const form = text.ok ? parseDefinitionFile(text.value) : text
    return form.ok ? done({ format: 'json', form: form.value, losses: { losses: [], more: 0 }, isKnown: () => true }) : form
  }
  const sheets = await server.workbooks.read(bytes, formLimits)
  if (!sheets.ok) return sheets
  const read = formOfXlsForm(sheets.value)
  if (!read.ok) return read
  const { form, losses, known } = read.value
  return done({ format: 'xlsform', form, losses, isKnown: (id) => known.has(id) })
}

function reportOf({ format, form: { definition }, losses }: Brought) {
  const index = formIndexOf(definition)
  return {
    format,
    name: definition.name,
    dimensions: index.topDimensions.length,
    subDimensions: index.subDimensions.length,
    questions: definition.questions.length,
    points: maxPointsOfForm(index),
    english: englishIn(definition),
    ...losses,
  }
}

/** Names of dimensions, and texts and options of questions: how many have their English. */
function englishIn({ dimensions, questions }: FormDefinition): { given: number; all: number } {
  const texts = [
    ...dimensions.map(({ en }) => en?.name),
    ...questions.flatMap(({ en, options }) => [en?.text, ...options.map((option) => option.en)]),
  ]
  return { given: texts.filter((text) => text !== undefined).length, all: texts.length }
}

/** A questionnaire with a survey to put questions in: files of other programs have none. */
function withSurvey(definition: FormDefinition): FormDefinition {
  if (definition.dimensions.some(({ id }) => id === surveyDimensionId)) return definition
  const survey: Dimension = {
    id: surveyDimensionId,
    name: 'Encuesta de satisfacción',
    parentId: null,
    subDimensionIds: [],
    questionIds: [],
  }
  return { ...definition, dimensions: [...definition.dimensions, survey] }
}
