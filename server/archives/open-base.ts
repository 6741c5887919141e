import type { AnswerValue } from '#shared/answers/model.ts'
import { openUnits, rowIndexOf, rowsOf } from '#shared/answers/rules.ts'
import type { Decision } from '#shared/evaluations/model.ts'
import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import { isEmpty, kindReading, kinds } from '#shared/forms/kinds.ts'
import { contentOf } from '#shared/dashboards/rules.ts'
import type { FormDefinition, Question } from '#shared/forms/model.ts'
import type { Institution } from '#shared/institutions/model.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { questionIdOf, rowIdOf, type DimensionId, type QuestionId, type Unit } from '#shared/kernel/ids.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import { csvLine, csvMark, type Cell } from '#shared/kernel/sheet.ts'
import { instScope, orgScope } from '#shared/protocol/scope.ts'
import { scoredQuestions } from '#shared/questionnaires/manual-points.ts'
import { computeResult } from '#shared/results/engine.ts'
import { maturityOf } from '#shared/results/levels.ts'
import { isVisibleAt } from '#shared/results/reading.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { World } from '#shared/world.ts'
import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../db/open.ts'
import type { ResultFigures } from '../db/schema.ts'
import { answeredIn } from '../features/dashboards/answered.ts'
import { byTab } from '../features/dashboards/published.ts'
import { dashboardsOf, showingOf } from '../world/dashboards.ts'
import { Refused } from '../features/reports/refused.ts'
import type { Session } from '../http/session.ts'
import type { ZipEntry } from '../http/zip.ts'
import { goesOn, type ReportDeps } from '../reports/institutions.ts'
import { categoriesIn, categoryNameOf } from '../world/categories.ts'
import { definitionOf } from '../world/definitions.ts'
import { headerOf, rowOf } from '../world/store.ts'
import { fewest, generalise, type Generalised, type Told } from './anonymity.ts'
import { dictionaryEntries } from './dictionary.ts'
import { planned, type Band, type Facts, type Known, type Plan } from './holding-back.ts'
import { openBaseTables } from './open-base-tables.ts'
import { dataPackage, manifestOf, takenDown, type Listed } from './package.ts'

export interface OpenBaseDeps extends ReportDeps {
  readonly broke: (why: string) => void
}

export interface OpenBaseWish {
  readonly formId: FormId
  /** Fewest institutions that are told alike; 3 and more. */
  readonly k?: number | undefined
  /** Whose final result is published is told by name, exactly and with its points; otherwise nobody is. */
  readonly named?: boolean | undefined
  /** Under which licence it is published. */
  readonly licence?: string | undefined
}

/** What was left out, for who publishes it and for who reads it. */
export interface OpenBaseFigures {
  named: number
  coded: number
  hidden: number
  unsent: number
  generalised: Generalised['figures']
  /** What is told by name of institutions in public, by which the base was attacked: questions of numbers and of blocks. */
  byName: readonly string[]
  /** Dimensions of whose answers nothing is told of some institutions with a code. */
  held: number
}

export const usualLicence = 'CC-BY-4.0'
const encoder = new TextEncoder()

/** An institution of the base. */
interface Member {
  readonly id: InstitutionId
  readonly code: string
  /** Null where it is told of by its code alone. */
  readonly named: { readonly name: string; readonly points: number; readonly figures: ResultFigures } | null
  readonly told: Told
  /** What of it is told; undefined of one that is told by name. */
  readonly plan?: Plan | undefined
}

interface Start {
  readonly header: FormHeader
  readonly index: FormIndex
  readonly members: readonly Member[]
}

/**
 * The entries of a cycle's open base, made while they are read, one institution at a time: no person, no text that anybody wrote, no name
 * of a file, and an institution under a code that stands for one of at least k, also for who joins it with what the public site tells by name,
 * unless it may be named and is to be. The same database gives the same bytes. `figures` is filled before the first entry. Throws `Refused`
 * with not_found, form_not_over, open_base_joins. Source: SPEC KV7, KV8, KV9, KV10.
 */
export async function* openBaseEntries(
  deps: OpenBaseDeps,
  session: Session,
  { formId, k = fewest, named = false, licence = usualLicence }: OpenBaseWish,
  figures: OpenBaseFigures,
): AsyncGenerator<ZipEntry, void> {
  const { header, index, members } = await heldBack(
    deps,
    await deps.db.read((tx) => startOf(deps, tx, session, { formId, k: Math.max(k, fewest), named }, figures)),
    Math.max(k, fewest),
    figures,
  )
  const listed: Listed[] = []
  const taken = takenDown(listed)
  const table = (name: string, pieces: ZipEntry['pieces']): ZipEntry => taken({ name, deflate: true, large: true, pieces })
  const questions = openQuestions(index)
  const rows = { base: 0, instituciones: members.length, preguntas: questions.length, opciones: optionRows(questions).length }
  const baseRows = async function* (): AsyncGenerator<readonly (readonly Cell[])[], void> {
    for (const [at, member] of members.entries()) {
      const some = await deps.db.read(async (tx) => {
        if (!(await goesOn(deps, tx, session))) throw new Refused({ code: 'forbidden' })
        const world = await deps.worlds.readOnce(tx, { formId, institutionId: member.id })
        return world ? rowsOfMember(world, member, figures) : []
      })
      rows.base += some.length
      yield some
      await deps.progress?.(at + 1, members.length + 1)
      // Of a database in this process nothing waits for anything: others are let in between.
      await nextTurn()
    }
  }
  yield table('base.csv', csvPieces('base', baseRows()))
  yield table('instituciones.csv', csvPieces('instituciones', [members.map(memberRow)]))
  yield table('preguntas.csv', csvPieces('preguntas', [questions.map((question) => questionRow(index, question))]))
  yield table('opciones.csv', csvPieces('opciones', [optionRows(questions)]))
  const about = { header, licence, figures }
  for await (const each of dictionaryEntries(about, deps.broke)) yield taken(each)
  yield taken({ name: 'datapackage.json', deflate: true, pieces: [encoder.encode(packageOf(about, listed, rows))] })
  yield { name: 'manifest.sha256', deflate: true, pieces: [encoder.encode(manifestOf(listed))] }
}

async function startOf(
  deps: OpenBaseDeps,
  tx: Tx,
  session: Session,
  { formId, k, named: byName }: { readonly formId: FormId; readonly k: number; readonly named: boolean },
  figures: OpenBaseFigures,
): Promise<Start> {
  if (!(await goesOn(deps, tx, session))) throw new Refused({ code: 'forbidden' })
  const header = await headerOf(tx, formId)
  if (!header || header.removed) throw new Refused({ code: 'not_found' })
  const now = deps.now()
  // What is told to everybody is what those who were measured can read, of a cycle that is no rehearsal.
  if (header.rehearsal || (phaseAt(header, now) !== 'Closed' && !isVisibleAt(header, 'final', now)))
    throw new Refused({ code: 'form_not_over' })
  const definition: FormDefinition | undefined = await definitionOf(tx, header.versionId)
  if (!definition) throw new Refused({ code: 'not_found' })
  const codeOf = await codesOf(tx, formId)
  const categories = await categoriesIn(tx)
  const published =
    byName && isVisibleAt(header, 'final', now) ? await newestFinals(tx, formId, 'published') : new Map<InstitutionId, Final>()
  const keys = await tx.q.selectFrom('participant').select('institution_id').where('form_id', '=', formId).execute()
  const finals = await newestFinals(tx, formId)
  const named: Member[] = []
  const coded: { readonly id: InstitutionId; readonly code: string; readonly institution: Institution }[] = []
  for (const { institution_id: id } of keys) {
    const institution = await rowOf(tx, orgScope(id), 'institution', id)
    const participant = await rowOf(tx, instScope(id, formId), 'participant', id)
    if (!institution || !participant || isWithdrawn(institution)) {
      figures.hidden += 1
      continue
    }
    // What an institution has not sent is its own, also where the end of a stage locked it, and whatever came of measuring that.
    if (participant.sentAt === null) {
      figures.unsent += 1
      continue
    }
    const final = published.get(id)
    if (final) {
      const result: ResultFigures = JSON.parse(final.figures)
      const told = { category: categoryNameOf(categories, final), orientation: final.orientation }
      named.push({ id, code: codeOf(id), named: { name: institution.name, points: final.points, figures: result }, told })
    } else coded.push({ id, code: codeOf(id), institution })
  }
  const alike = generalise(
    coded.map(({ id, code, institution }) => {
      // As it is told by name with its result, where there is one.
      const { category, orientation } = finals.get(id) ?? institution
      return { key: code, category: categoryNameOf(categories, { category }), orientation }
    }),
    k,
  )
  figures.generalised = alike.figures
  const hidden = coded.flatMap(({ id, code }): Member[] => {
    const told = alike.told.get(code)
    return told ? [{ id, code, named: null, told }] : []
  })
  figures.named = named.length
  figures.coded = hidden.length
  return {
    header,
    index: formIndexOf(definition),
    members: [...named, ...hidden].toSorted((left, right) => (left.code < right.code ? -1 : 1)),
  }
}

/** Nothing is told of it any more, whenever it was measured: as open data has it (OD13). */
const isWithdrawn = ({ hide, removed, rehearsal }: Institution): boolean => hide === true || removed === true || rehearsal !== undefined

/** Codes that say nothing of whose they are, and are others in every cycle: what is told here is not to be laid beside something else. */
async function codesOf(tx: Tx, formId: FormId): Promise<(id: InstitutionId) => string> {
  const row = await tx.q.selectFrom('meta').select('value').where('key', '=', 'server_secret').executeTakeFirstOrThrow()
  return (id) => `B${createHmac('sha256', row.value).update(`open-base ${formId} ${id}`).digest('hex').slice(0, 12).toUpperCase()}`
}

interface Final {
  readonly category: string
  readonly orientation: string
  readonly figures: string
  readonly points: number
}

/** The newest final result of each institution. */
async function newestFinals(tx: Tx, formId: FormId, which: 'any' | 'published' = 'any'): Promise<ReadonlyMap<InstitutionId, Final>> {
  let query = tx.q
    .selectFrom('result_snapshot')
    .select(['institution_id', 'category', 'orientation', 'figures', 'points'])
    .where('form_id', '=', formId)
    .where('kind', '=', 'final')
  if (which === 'published') query = query.where('published_at', 'is not', null)
  return new Map((await query.orderBy('number').execute()).map(({ institution_id: id, ...row }) => [id, row]))
}

/**
 * Members with what of each is told, once the base has been attacked with all that the public site tells by name, or would tell once every
 * result is published: what dashboards are configured to show, and points (KV10). Throws `Refused` with open_base_joins.
 */
async function heldBack(deps: OpenBaseDeps, start: Start, k: number, figures: OpenBaseFigures): Promise<Start> {
  const { header, index, members } = start
  const coded = members.filter(({ named }) => named === null)
  const { numbers, blocks } = await deps.db.read((tx) => toldByName(tx, header.id))
  figures.byName = [...numbers, ...blocks]
  if (coded.length === 0) return start
  const dimensionsOf = (id: QuestionId): readonly DimensionId[] => {
    const sub = index.dimension(index.question(id)?.dimensionId ?? '')
    return sub ? [sub.id, ...(sub.parentId === null ? [] : [sub.parentId])] : []
  }
  const scored = scoredQuestions(index).map(({ id, max }) => ({ id, max, dimensions: dimensionsOf(id) }))
  const rules = { k, numbers, blocks, scored, dimensionsOf }
  const { finals, answered } = await deps.db.read(async (tx) => ({
    finals: await newestFinals(tx, header.id),
    answered: await answeredIn(
      tx,
      { formId: header.id, index },
      coded.map(({ id }) => id),
      figures.byName,
      header.calculatedBy === 2 ? 'unrejected' : 'accepted',
    ),
  }))
  const facts: Facts[] = []
  for (const { id, code, told } of coded) {
    const world = await deps.db.read((tx) => deps.worlds.readOnce(tx, { formId: header.id, institutionId: id }))
    if (!world) continue
    const final = finals.get(id)
    const own = answered(id)
    const result: ResultFigures | undefined = final && JSON.parse(final.figures)
    // Points that were brought by hand follow from no answer.
    const points = header.calculatedBy === 2 ? [] : Object.entries(result?.dimensions ?? {}).map(([of, [told]]) => [of, told] as const)
    facts.push({
      code,
      told,
      public: {
        id,
        ...told,
        numbers: new Map(numbers.map((each) => [each, own.number(each)])),
        rows: new Map(blocks.map((each) => [each, own.rows(each)])),
        points: result ? new Map(points) : null,
      },
      answers: knownOf(world),
    })
    await nextTurn()
  }
  const { planOf, joins } = planned(facts, rules)
  if (joins.length > 0) {
    const columns = joins.flatMap(({ clues }) => clues.map(({ kind, of }) => (of === '' ? kind : `${kind} (${of})`)))
    throw new Refused({
      code: 'open_base_joins',
      params: { n: joins.length, k, columns: [...new Set(columns)].slice(0, columnsTold).join(', ') },
    })
  }
  const plans = new Map(coded.map(({ code }) => [code, planOf(code)]))
  figures.held = new Set([...plans.values()].flatMap((plan) => [...(plan?.held ?? [])])).size
  return { ...start, members: members.map((each) => ({ ...each, plan: plans.get(each.code) })) }
}

/** Columns that a refusal names. */
const columnsTold = 10

/** Questions whose numbers, and blocks whose sizes, a form's dashboards tell by name, whether or not anybody sees them yet. */
async function toldByName(
  tx: Tx,
  formId: FormId,
): Promise<{ readonly numbers: readonly QuestionId[]; readonly blocks: readonly QuestionId[] }> {
  // What was saved since visitors were shown the form may be shown to them next.
  const stands = [await dashboardsOf(tx, formId), byTab((await showingOf(tx, formId))?.tabs ?? [])]
  const general = stands.map((tabs) => contentOf(tabs.get('general'), 'general'))
  const columns = [...general, ...stands.map((tabs) => contentOf(tabs.get('dimension'), 'dimension'))].flatMap(
    ({ questionreports }) => questionreports,
  )
  const named = stands.map((tabs) => contentOf(tabs.get('institution'), 'institution').blockQuestion)
  const numbers = columns.flatMap(({ calcType, questionId, questionIdDiv }) =>
    calcType === 'block' ? [] : [questionId, questionIdDiv ?? ''],
  )
  const blocks = columns.flatMap(({ calcType, questionId }) => (calcType === 'block' ? [questionId] : []))
  const once = (ids: readonly (QuestionId | null)[]): QuestionId[] => [
    ...new Set(ids.flatMap((id) => (id === null || id === '' ? [] : [id]))),
  ]
  return { numbers: once([...general.map(({ overallResultId }) => overallResultId), ...numbers]), blocks: once([...named, ...blocks]) }
}

/** What an institution answered outside the rows of blocks, what was decided on it, and what it would give. */
function knownOf(world: World): ReadonlyMap<QuestionId, Known> {
  const { index } = world
  const units = index.subDimensions.flatMap(({ id }) => openUnits(world, id))
  const decisionOf = (unit: Unit): Decision | undefined => world.get('evaluation', unit)?.decision
  const computed = computeResult(world, { kind: 'final', thresholds: { med: 0, good: 0 }, asAccepted: new Set(units) })
  const worth = new Map(computed.questions.map(({ id, points }) => [id, points]))
  const partsOf = Map.groupBy(units, (unit) => topOf(index, questionIdOf(unit)))
  const found = new Map<QuestionId, Known>()
  for (const unit of units) {
    const question = index.question(questionIdOf(unit))
    if (!question || question.administrative || question.survey || rowIdOf(unit) !== null) continue
    const answer = world.answer(unit)
    const decision = decisionOf(unit)
    found.set(question.id, {
      answered: answer !== undefined && !isEmpty(question, answer.value),
      decision: decision === undefined ? null : decisionCodes[decision],
      // Of a block's rows no decision is told.
      isWhole: (partsOf.get(question.id) ?? []).every((part) => rowIdOf(part) === null && decisionOf(part) === 'Accepted'),
      worth: worth.get(question.id) ?? 0,
    })
  }
  return found
}

/** The question at the top that one depends on, or is asked inside. */
function topOf(index: FormIndex, id: QuestionId): QuestionId {
  const above = index.question(id)?.parentId ?? index.question(id)?.blockId ?? null
  return above === null ? id : topOf(index, above)
}

/** Questions that institutions answer, in reading order: nothing that only the lab fills in, nothing of the survey. */
const openQuestions = (index: FormIndex): readonly Question[] =>
  index.subDimensions.flatMap(({ id }) => index.questionsOf(id)).filter(({ administrative, survey }) => !administrative && !survey)

const oneDecimal = (value: number): number => Math.round(value * 10) / 10

const memberRow = ({ code, named, told }: Member): readonly Cell[] => [
  code,
  named?.name ?? '',
  told.category ?? '',
  told.orientation ?? '',
  named ? maturityOf(named.points) : '',
  named ? oneDecimal(named.points) : '',
]

const questionRow = (index: FormIndex, question: Question): readonly Cell[] => {
  const sub = index.dimension(question.dimensionId)
  return [
    question.id,
    index.numberOf(question.id),
    index.dimension(sub?.parentId ?? '')?.name ?? '',
    sub?.name ?? '',
    question.kind,
    question.text,
    question.en?.text ?? '',
  ]
}

/** Of an option that a question has no more: none has so many. */
const goneCode = 999

function optionRows(questions: readonly Question[]): readonly (readonly Cell[])[] {
  return questions.flatMap((question): readonly (readonly Cell[])[] => {
    if (question.kind === 'Boolean')
      return [
        [question.id, '1', 'Sí', 'Yes'],
        [question.id, '0', 'No', 'No'],
      ]
    if (question.options.length === 0) return []
    return [
      ...question.options.map(({ value, en }, at): readonly Cell[] => [question.id, String(at + 1), value, en ?? '']),
      ...(question.allowNoneOption ? [[question.id, '0', 'Ninguna', 'None']] : []),
      [question.id, String(goneCode), 'Una opción que el cuestionario ya no tiene', 'An option that the questionnaire has no more'],
    ]
  })
}

const decisionCodes: Readonly<Record<Decision, number>> = { Accepted: 1, Rejected: 2, Observed: 3 }

/** What is told of an institution: every open question in reading order, and each row of its blocks. */
function rowsOfMember(world: World, member: Member, figures: OpenBaseFigures): readonly (readonly Cell[])[] {
  const { index } = world
  const most = new Map(scoredQuestions(index).map(({ id, max }) => [id, max]))
  return index.subDimensions.flatMap(({ id }) =>
    openUnits(world, id).flatMap((unit): readonly (readonly Cell[])[] => {
      const question = index.question(questionIdOf(unit))
      if (!question || question.administrative || question.survey) return []
      const answer = world.answer(unit)
      const value = answer && !isEmpty(question, answer.value) ? answer.value : null
      const decision = world.get('evaluation', unit)?.decision
      const own = rowIdOf(unit) === null ? member.named?.figures.questions[question.id] : undefined
      const { plan } = member
      const ways = plan ? waysOf(plan, world, unit, figures) : tellsAll
      if (ways === null) return []
      const [from, to] = ways.band ?? ['', '']
      return [
        [
          member.code,
          member.told.category ?? '',
          member.told.orientation ?? '',
          member.named ? maturityOf(member.named.points) : '',
          question.id,
          index.numberOf(question.id),
          rowIndexOf(world, unit) + 1,
          question.kind,
          ways.value ? (value === null ? 0 : 1) : '',
          ...valueCells(world, question, ways.value && !ways.band ? value : null, member.named !== null),
          from,
          to,
          decision === undefined || !ways.decision ? '' : decisionCodes[decision],
          own ? oneDecimal(own[0]) : '',
          (rowIdOf(unit) === null ? most.get(question.id) : undefined) ?? '',
        ],
      ]
    }),
  )
}

/** What of a unit is told: whether and what was answered, between which numbers, and what was decided. */
interface Ways {
  readonly value: boolean
  readonly band: Band | null
  readonly decision: boolean
}
const tellsAll: Ways = { value: true, band: null, decision: true }

/** Of an institution with a code; null where that it is asked at all would tell what is held back. */
function waysOf({ bands, decisions, held }: Plan, { index }: World, unit: Unit, { byName }: OpenBaseFigures): Ways | null {
  const id = questionIdOf(unit)
  const question = index.question(id)
  const row = rowIdOf(unit)
  const sub = index.dimension(question?.dimensionId ?? '')
  const isHeld = held.has(sub?.id ?? '') || held.has(sub?.parentId ?? '')
  const band = row === null ? (bands.get(id) ?? null) : null
  const isIn = (above: QuestionId | null | undefined): boolean => typeof above === 'string' && byName.includes(above)
  if (isIn(question?.blockId)) return null
  if (!isHeld && !(byName.includes(id) && !band)) return { value: true, band, decision: row === null && decisions.has(id) }
  return row === null && question?.parentId === null ? { value: false, band: null, decision: false } : null
}

/** Codes, number, date and length of a value; `exact`: of an institution that is told by its name. Nothing that somebody wrote is among them. */
function valueCells(world: World, question: Question, value: AnswerValue | null, exact: boolean): readonly [Cell, Cell, Cell, Cell] {
  if (value === null) return ['', '', '', '']
  const kind = kindReading(question, value)
  const number = (found: number): number => (exact ? found : Number(found.toPrecision(2)))
  switch (kind) {
    case 'Boolean':
      return [value === true ? '1' : '0', '', '', '']
    case 'Number':
      return ['', typeof value === 'number' ? number(value) : '', '', '']
    case 'Date':
      return ['', '', typeof value === 'string' ? value.slice(0, exact ? 10 : 4) : '', '']
    case 'Block':
      return ['', number(rowsOf(world, question).length), '', '']
    case 'Single':
    case 'Multiple':
      return [codesIn(question, value), '', '', lengthOf(extrasOf(value))]
    case 'SimpleText':
      return ['', '', '', lengthOf(typeof value === 'string' ? value : '')]
    case 'Text':
      return ['', '', '', lengthOf(typeof value === 'string' ? visibleText(value) : '')]
  }
}

function codesIn(question: Question, value: AnswerValue): string {
  if (typeof value === 'object' && 'none' in value && value.none === true) return '0'
  const chosen = kinds[kindReading(question, value)].chosen(value)
  return chosen
    .map((each) => question.options.findIndex((option) => option.value === each) + 1)
    .map((code) => String(code === 0 ? goneCode : code))
    .join(';')
}

function extrasOf(value: AnswerValue): string {
  if (typeof value !== 'object') return ''
  if ('choice' in value) return value.choice.extra ?? ''
  return 'choices' in value ? value.choices.map(({ extra }) => extra ?? '').join('') : ''
}

/** Rounded up to ten, so that a length tells of no text in particular. */
const lengthOf = (text: string): Cell => (text === '' ? '' : Math.ceil([...text].length / 10) * 10)

async function* csvPieces(
  name: keyof typeof openBaseTables,
  rows: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array, void> {
  yield encoder.encode(csvMark + csvLine(openBaseTables[name].fields.map((field) => field.name)))
  for await (const some of rows) yield encoder.encode(some.map(csvLine).join(''))
}

function packageOf(
  { header, licence, figures }: { readonly header: FormHeader; readonly licence: string; readonly figures: OpenBaseFigures },
  listed: readonly Listed[],
  rows: Readonly<Record<keyof typeof openBaseTables, number>>,
): string {
  const fileOf = new Map(listed.map((each) => [each.path, each]))
  const tables = Object.values(openBaseTables).flatMap((kind) => {
    const file = fileOf.get(`${kind.name}.csv`)
    return file ? [{ kind, file, rows: rows[kind.name] }] : []
  })
  const name = `base-abierta-${header.id.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')}`
  return dataPackage({ name, title: header.name, version: header.versionId, licenses: [{ name: licence }], anonymisation: figures }, tables)
}
