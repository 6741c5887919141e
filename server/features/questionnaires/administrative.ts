import { administrativeColumns, valueInCell, type AdministrativeColumn } from '#shared/answers/administrative-table.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import type { Question } from '#shared/forms/model.ts'
import { fail, failure, type Failure } from '#shared/kernel/failure.ts'
import { unitOf, type InstitutionId } from '#shared/kernel/ids.ts'
import { done } from '#shared/kernel/result.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import { Problems, readTable, type TableRow } from '#shared/kernel/table.ts'
import { mayChangeForm } from '#shared/privileges/rules.ts'
import { instScope } from '#shared/protocol/scope.ts'
import * as contract from '#shared/questionnaires/administrative-routes.ts'
import type { World } from '#shared/world.ts'
import { mount } from '../../http/mount.ts'
import { sentFile } from '../../http/sent-file.ts'
import { refusedTable } from '../../http/table-refusal.ts'
import { answerWords } from '../../reports/answers.ts'
import { eachInstitution, institutionsOf } from '../../reports/institutions.ts'
import { tableStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'
import { changeForm, type PlacedWanted } from '../../sync/perform.ts'
import { tableLimits } from '../../workbooks/limits.ts'
import { headerOf } from '../../world/store.ts'

type Row = TableRow<AdministrativeColumn>

export function mountAdministrative(server: Server): void {
  mount(server, contract.downloadAdministrative, async ({ params, session }) => {
    const keys = await institutionsOf(server, session, params.form)
    if (!keys.ok) return keys
    const table = async function* (): AsyncGenerator<Sheet, void> {
      yield [administrativeColumns.map(({ name }) => name)]
      yield* eachInstitution(server, session, keys.value, ({ world }) => linesOf(world))
    }
    return server.downloads.send(session.user.id, tableStream(table(), `preguntas_administrativas_${params.form}`, 'csv'))
  })

  mount(server, contract.uploadAdministrative, async (call) => {
    const { params, query, session } = call
    const header = await server.db.read((tx) => headerOf(tx, params.form))
    if (!header) return fail('not_found')
    if (!mayChangeForm(header, 'changeAnswerPoints', server.now())) return fail('form_points_closed')
    const keys = await institutionsOf(server, session, params.form)
    if (!keys.ok) return keys
    const file = await sentFile(call, query.name)
    if (!file.ok) return file
    const sheets = await server.workbooks.read(file.value.bytes, tableLimits)
    if (!sheets.ok) return sheets
    const problems = new Problems()
    const rows = readTable(sheets.value[0] ?? { name: '', rows: [], merged: [] }, administrativeColumns, problems)
    const byCode = Map.groupBy(rows, ({ cells }) => codeKey(cells.institutionCode))
    const known = new Set([''])
    const nothing = { institutions: 0, answers: 0, unchanged: 0 }
    if (rows.length === 0)
      return problems.none ? done({ ...nothing, problems: [], more: 0 }) : refusedTable(problems.found, call.language, nothing)
    const asked: PlacedWanted[] = []
    const changed = new Set<InstitutionId>()
    let unchanged = 0
    const checked = eachInstitution(server, session, keys.value, ({ world }) => {
      const code = codeKey(world.institution.code)
      return { code, institutionId: world.institutionId, ...changesIn(world, byCode.get(code) ?? [], file.value.name) }
    })
    for await (const { code, institutionId, wanted, same, wrong } of checked) {
      known.add(code)
      for (const each of wrong) problems.add(each.row, each.column, each.failure)
      if (wanted.length > 0) changed.add(institutionId)
      unchanged += same
      asked.push(...wanted.map((each) => ({ ...each, scope: instScope(institutionId, params.form) })))
    }
    for (const [code, own] of byCode)
      if (!known.has(code)) for (const { row } of own) problems.add(row, 'institutionCode', failure('table_institution_unknown'))
    if (!problems.none) return refusedTable(problems.found, call.language, nothing)
    if (changed.size > contract.institutionsMost) return fail('table_institutions_many', { n: contract.institutionsMost })
    const answers = asked.length
    if (answers > 0) {
      const facts = { institutions: changed.size, answers }
      asked.push({
        name: 'form.note',
        args: { action: 'Sube respuestas administrativas', element: params.form, text: file.value.name, facts },
      })
      const stored = await changeForm(server, { userId: session.user.id, formId: params.form, asked })
      if (!stored.ok) return stored
    }
    return done({ institutions: changed.size, answers, unchanged, problems: [], more: 0 })
  })
}

const cellOf = (world: World, question: Question): Cell => valueCell(question, world.answer(unitOf(question.id))?.value, answerWords)

/** Each administrative question of an institution, in the order of the questionnaire, with what stands. */
function linesOf(world: World): Cell[][] {
  const { code, name } = world.institution
  const ids = world.index.subDimensions.flatMap((sub) => sub.questionIds)
  return ids.flatMap((id) => {
    const question = world.index.question(id)
    if (!question?.administrative) return []
    return [[code, name, world.index.numberOf(id), id, question.text, cellOf(world, question)]]
  })
}

interface Checked {
  readonly wanted: readonly PlacedWanted[]
  /** Rows that say what stands. */
  readonly same: number
  readonly wrong: readonly { readonly row: number; readonly column: AdministrativeColumn | null; readonly failure: Failure }[]
}

/** What the rows of one institution change, and what is wrong in them. */
function changesIn(world: World, rows: readonly Row[], file: string): Checked {
  const seen = new Map<string, number>()
  const wanted: PlacedWanted[] = []
  const wrong: { row: number; column: AdministrativeColumn | null; failure: Failure }[] = []
  let same = 0
  for (const { row, cells } of rows) {
    const id = String(cells.questionId)
    // An empty one is told where the table is read.
    if (id === '') continue
    const question = world.index.question(id)
    const first = seen.get(id)
    seen.set(id, first ?? row)
    if (!question) wrong.push({ row, column: 'questionId', failure: failure('table_question_unknown') })
    else if (!question.administrative) wrong.push({ row, column: 'questionId', failure: failure('question_not_administrative') })
    else if (first !== undefined) wrong.push({ row, column: null, failure: failure('table_row_again', { row: first }) })
    else if (cells.value !== '') {
      const standing = world.answer(unitOf(id))?.value ?? null
      // As the template wrote it: a rich text keeps its form, and a number its decimals.
      const untouched = shown(cells.value) === shown(cellOf(world, question))
      const value = untouched ? undefined : valueInCell(question, cells.value)
      if (value && !value.ok) wrong.push({ row, column: 'value', failure: value.failure })
      else if (!value || sameValue(standing, value.value)) same += 1
      else wanted.push({ name: 'administrative.set', args: { unit: unitOf(id), value: value.value, file } })
    }
  }
  return { wanted, same, wrong }
}

/** What a code is known by, however it was typed. */
const codeKey = (code: Cell): string => String(code).trim().toUpperCase()

const shown = (cell: Cell): string => String(cell).replaceAll('\r\n', '\n').trim()
