import { administrativeColumns, valueInCell, type AdministrativeColumn } from '#shared/answers/administrative-table.ts'
import { sameValue } from '#shared/answers/same-value.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import type { Question } from '#shared/forms/model.ts'
import { fail, failure, type Failure } from '#shared/kernel/failure.ts'
import { unitOf, type InstitutionId } from '#shared/kernel/ids.ts'
import { done } from '#shared/kernel/result.ts'
import { Alike, nearestOf, plainKey } from '#shared/kernel/alike.ts'
import { saidIn, shownIn, type ReadCell } from '#shared/kernel/read-cell.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import { nearOr, Problems, readTable, unknown, type TableRow } from '#shared/kernel/table.ts'
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
  mount(server, contract.downloadAdministrative, async ({ params, query, session }) => {
    const keys = await institutionsOf(server, session, params.form)
    if (!keys.ok) return keys
    const table = async function* (): AsyncGenerator<Sheet, void> {
      yield [administrativeColumns.map(({ name }) => name)]
      yield* eachInstitution(server, session, keys.value, ({ world }) => linesOf(world))
    }
    return server.downloads.send(session.user.id, tableStream(table(), `preguntas_administrativas_${params.form}`, query.format ?? 'csv'))
  })

  mount(server, contract.uploadAdministrative, async (call) => {
    const { params, query, session } = call
    const header = await server.db.read((tx) => headerOf(tx, params.form))
    if (!header) return fail('not_found')
    const file = await sentFile(call, query.name)
    if (!file.ok) return file
    const sheets = await server.workbooks.read(file.value.bytes, tableLimits)
    if (!sheets.ok) return sheets
    // What is no table is told whenever it comes: whoever has to come back later brings the right file.
    if (!mayChangeForm(header, 'changeAnswerPoints', server.now())) return fail('form_points_closed')
    const keys = await institutionsOf(server, session, params.form)
    if (!keys.ok) return keys
    const problems = new Problems()
    const rows = readTable(sheets.value[0] ?? { name: '', rows: [], merged: [] }, administrativeColumns, problems)
    const byCode = Map.groupBy(rows, ({ cells }) => codeKey(cells.institutionCode))
    const known = new Map<string, string>()
    const nothing = { institutions: 0, answers: 0, unchanged: 0 }
    if (rows.length === 0)
      return problems.none ? done({ ...nothing, problems: [], more: 0 }) : refusedTable(problems.found, call.language, nothing)
    const asked: PlacedWanted[] = []
    const changed = new Set<InstitutionId>()
    let unchanged = 0
    const checked = eachInstitution(server, session, keys.value, ({ world }) => {
      const code = codeKey(world.institution.code)
      const changes = changesIn(world, byCode.get(code) ?? [], file.value.name, problems)
      return { code, own: world.institution.code, institutionId: world.institutionId, ...changes }
    })
    for await (const { code, own, institutionId, wanted, same, wrong } of checked) {
      known.set(code, own)
      for (const each of wrong) problems.add(each.row, each.column, each.failure)
      if (wanted.length > 0) changed.add(institutionId)
      unchanged += same
      asked.push(...wanted.map((each) => ({ ...each, scope: instScope(institutionId, params.form) })))
    }
    const codes = new Alike(known.values())
    for (const [code, own] of byCode)
      if (code !== '' && !known.has(code))
        for (const { row, cells } of own)
          problems.add(row, 'institutionCode', unknown('institution', saidIn(cells.institutionCode), codes, problems))
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
function changesIn(world: World, rows: readonly Row[], file: string, problems: Problems): Checked {
  const seen = new Map<string, number>()
  const wanted: PlacedWanted[] = []
  const wrong: { row: number; column: AdministrativeColumn | null; failure: Failure }[] = []
  let same = 0
  for (const { row, cells } of rows) {
    const said = saidIn(cells.questionId)
    // An empty one is told where the table is read.
    if (said === '') continue
    const ids = administrativeIds(world.index)
    const id = ids.of(said) ?? said
    const question = world.index.question(id)
    const first = seen.get(id)
    seen.set(id, first ?? row)
    if (!question) wrong.push({ row, column: 'questionId', failure: unknown('question', said, ids, problems) })
    else if (!question.administrative) wrong.push({ row, column: 'questionId', failure: failure('question_not_administrative') })
    else if (first !== undefined) wrong.push({ row, column: null, failure: failure('table_row_again', { row: first }) })
    else if (cells.value !== '') {
      const standing = world.answer(unitOf(id))?.value ?? null
      // As the template wrote it: a rich text keeps its form, and a number its decimals.
      const untouched = shown(cells.value) === shown(cellOf(world, question))
      const value = untouched ? undefined : valueInCell(question, cells.value)
      if (value && !value.ok)
        wrong.push({ row, column: 'value', failure: problems.isFull ? value.failure : named(value.failure, question, cells.value) })
      else if (!value || sameValue(standing, value.value)) same += 1
      else wanted.push({ name: 'administrative.set', args: { unit: unitOf(id), value: value.value, file } })
    }
  }
  return { wanted, same, wrong }
}

const idsOf = new WeakMap<FormIndex, Alike>()

/** Ids of a form's administrative questions, known however they were typed. */
function administrativeIds(index: FormIndex): Alike {
  const ids =
    idsOf.get(index) ?? new Alike(index.subDimensions.flatMap((sub) => sub.questionIds.filter((id) => index.question(id)?.administrative)))
  idsOf.set(index, ids)
  return ids
}

/** What is wrong with a cell, with the option that it nearly is (TI11). */
function named(wrong: Failure, { options }: Question, cell: ReadCell): Failure {
  if (wrong.code !== 'option_unknown') return wrong
  const parts = [
    shownIn(cell),
    ...shownIn(cell)
      .split(';')
      .map((part) => part.trim()),
  ]
  const values = options.map(({ value }) => value)
  const strange = parts.find((part) => part !== '' && !values.includes(part) && nearestOf(part, values) !== undefined)
  return strange === undefined ? wrong : nearOr(wrong, strange, values)
}

/** What a code is known by, however it was typed. */
const codeKey = (code: ReadCell): string => plainKey(saidIn(code))

const shown = (cell: ReadCell): string => (typeof cell === 'number' ? String(cell) : shownIn(cell)).replaceAll('\r\n', '\n').trim()
