import { fullName } from '#shared/accounts/model.ts'
import { rowIndexOf } from '#shared/answers/rules.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { readIn } from '#shared/forms/in-language.ts'
import { isEmpty, kinds, plainText, valueText } from '#shared/forms/kinds.ts'
import type { Dimension, Question } from '#shared/forms/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { fail } from '#shared/kernel/failure.ts'
import { questionIdOf, rowIdOf, unitOf, type QuestionId, type RowId, type Unit, type UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Results } from '#shared/results.ts'
import { resultGaps } from '#shared/results/decisions.ts'
import type { FormerFigure } from '#shared/results/comparing.ts'
import { predecessorOf, questionBreak, totalBreak } from '#shared/results/editions.ts'
import { computeResult } from '#shared/results/engine.ts'
import type { Computed, Publication, QuestionResult, ReportTexts, ResultKind, Snapshot, UnitResult } from '#shared/results/model.ts'
import { basisOf } from '#shared/results/mutations.ts'
import type { DimensionView, QuestionView, ResultView, UnitView } from '#shared/results/routes.ts'
import { broughtPoints, textsOf, textsOfForm, thresholdsOf } from '#shared/results/rules.ts'
import type { World } from '#shared/world.ts'
import type { Tx } from '../../db/open.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Language } from '../../http/failures.ts'
import type { Session } from '../../http/session.ts'
import type { Server } from '../../server.ts'
import { apartIn } from '../../world/apart.ts'
import { resultsOf } from '../../world/results.ts'
import { categoryMeans, formerOf, type FormerResult } from './figures.ts'
import { readerOf, readsAll, readsPublished, type Reader } from './reading.ts'
import { labName, valueWords } from './words.ts'

type Deps = Pick<Server, 'db' | 'worlds' | 'now'>

/** A version of a result that was asked for: 0 is what it would be now, which the lab alone is told. */
export interface ResultWish {
  readonly formId: string
  readonly institutionId: string
  readonly kind: ResultKind
  readonly version?: number | undefined
  readonly language: Language
  /** Texts of its report that are being written, in the place of those that stand, by field; null: the form's. Of who may write them. */
  readonly texts?: Readonly<Record<string, string | null>> | undefined
}

/** Which result stands for a wish: one that was kept, with its publication, or none where it is worked out now. */
interface Chosen {
  readonly snapshot?: Snapshot | undefined
  readonly publication?: Publication | undefined
}

/**
 * What an institution obtained, as its reader is told it (RS11). Without a version the lab reads the newest that was kept, or how it
 * stands now where none was; an institution what was published last. Fails: not_found, which also hides what belongs to others;
 * forbidden for who is of the institution and does not lead it; results_none, the same whether nothing was worked out, nothing
 * published, or its stage has not come; results_points_missing.
 */
export const resultViewOf = (server: Deps, session: Session, wish: ResultWish): Promise<Result<ResultView>> =>
  server.db.read((tx) => viewIn(server, tx, session, wish))

/** The same inside a snapshot of the database that its caller reads. */
export async function viewIn(server: Deps, tx: Tx, session: Session, wish: ResultWish): Promise<Result<ResultView>> {
  const { formId, institutionId, kind } = wish
  const now = server.now()
  const reader = await readerOf(tx, session, { formId, institutionId }, now)
  if (!reader) return fail('not_found')
  if (reader.as === 'member') return fail('forbidden')
  // A copy: what is read after an await a write may have begun to change.
  const world = (await server.worlds.readOnce(tx, { formId, institutionId }))?.clone()
  if (!world) return fail('not_found')
  const results = await resultsOf(tx, world)
  const chosen = chosenFor(results, reader, wish, now)
  if (!chosen) return fail('results_none', { institution: world.institution.name })
  const computed = chosen.snapshot ? done(chosen.snapshot.result) : liveResult(results, kind)
  if (!computed.ok) return computed
  const index = chosen.snapshot ? await server.worlds.indexOf(tx, chosen.snapshot.definitionId) : world.index
  const facts = await factsOf(server, tx, { reader, results, chosen, computed: computed.value, index, wish, now })
  return done(viewOf(facts))
}

function chosenFor(results: Results, reader: Reader, { kind, version }: ResultWish, now: Instant): Chosen | undefined {
  const publications = readsPublished(reader, kind, now) ? results.publications(kind) : []
  const snapshots = results.snapshots(kind)
  const published = (publication: Publication | undefined): Chosen | undefined =>
    publication && {
      publication,
      snapshot: must(
        snapshots.find(({ id }) => id === publication.snapshotId),
        `snapshot ${publication.snapshotId} is missing`,
      ),
    }
  if (!readsAll(reader)) return published(version === undefined ? publications[0] : publications.find((each) => each.version === version))
  if (version === 0) return {}
  const snapshot = version === undefined ? snapshots[0] : snapshots.find((each) => each.version === version)
  if (!snapshot) return version === undefined ? {} : undefined
  // Of one version the published one, however often it was worked out before.
  const ofVersion = publications.find((each) => each.version === snapshot.version)
  return version === undefined && ofVersion?.snapshotId !== snapshot.id ? { snapshot } : (published(ofVersion) ?? { snapshot })
}

/** What an institution would obtain now: what nobody decided counts as nothing. Fails: results_points_missing. */
export function liveResult(results: Results, kind: ResultKind): Result<Computed> {
  const points = broughtPoints(results, kind)
  if (points?.problem) return fail('results_points_missing', { institution: results.world.institution.name })
  return done(computeResult(results.world, { kind, thresholds: thresholdsOf(results.world.form), brought: points?.brought }))
}

interface Parts {
  readonly reader: Reader
  readonly results: Results
  readonly chosen: Chosen
  readonly computed: Computed
  readonly index: FormIndex
  readonly wish: ResultWish
  readonly now: Instant
}
interface Facts extends Parts {
  readonly means: Awaited<ReturnType<typeof categoryMeans>>
  readonly former: (FormerResult & { readonly index: FormIndex; readonly apart: FormHeader['apart'] }) | undefined
  readonly names: ReadonlyMap<UserId, string>
}

async function factsOf(server: Deps, tx: Tx, parts: Parts): Promise<Facts> {
  const { reader, results, chosen, computed, wish, now } = parts
  const { snapshot } = chosen
  const category = snapshot?.category.id ?? results.world.institution.category
  const former = await formerOf(tx, wish.institutionId, reader.header, now)
  return {
    ...parts,
    means: await categoryMeans(tx, wish.formId, wish.kind, category),
    former: former && {
      ...former,
      index: await server.worlds.indexOf(tx, former.definitionId),
      apart: await apartIn(tx, former.form, reader.header),
    },
    names: readsAll(reader) ? await namesOf(tx, computed) : new Map(),
  }
}

async function namesOf(tx: Tx, { questions }: Computed): Promise<ReadonlyMap<UserId, string>> {
  const ids = new Set(questions.flatMap(({ units }) => units.flatMap(({ decision }) => decision?.authorId ?? [])))
  if (ids.size === 0) return new Map()
  const rows = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname'])
    .where(oneOf(tx.kind, 'id', [...ids]))
    .execute()
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}

function viewOf(facts: Facts): ResultView {
  const { reader, results, chosen, computed, index, wish, now, means, former } = facts
  const { snapshot, publication } = chosen
  const { world } = results
  const { header } = reader
  const texts = reportTexts(facts)
  const formName = ({ name, en }: Pick<typeof header, 'name' | 'en'>): string => readIn(wish.language, name, en?.name).text
  const own = snapshot ?? basisOf(results)
  const { name, code, abbreviation } = own.institution
  return {
    form: { id: wish.formId, name: formName(header) },
    institution: { id: wish.institutionId, name, code, abbreviation },
    category: own.category,
    orientation: own.orientation,
    kind: wish.kind,
    state: publication ? 'published' : snapshot ? 'calculated' : 'live',
    number: snapshot?.number ?? 0,
    version: snapshot?.version ?? 0,
    at: snapshot?.at ?? now,
    publishedAt: publication?.at ?? null,
    reason: snapshot?.reason ?? null,
    calculatedBy: computed.calculatedBy,
    undecided: snapshot || computed.calculatedBy === 2 ? 0 : resultGaps(world, wish.kind).length,
    receipt: own.receipt,
    receiptDigest: own.receiptDigest,
    digest: snapshot?.digest ?? '',
    definitionId: index.definition.versionId,
    thresholds: own.thresholds,
    points: computed.points,
    max: computed.max,
    maturity: computed.maturity,
    categoryCount: means.count,
    categoryMean: means.whole,
    former: former
      ? {
          form: formName(former.form),
          ...wholeFormer(former, index, computed),
          ...(former.apart && { declared: former.apart[wish.language] }),
        }
      : null,
    introduction: texts.introduction,
    conclusion: texts.conclusion,
    dimensions: computed.dimensions.map((each): DimensionView => {
      const dimension = index.dimension(each.id)
      return {
        ...each,
        name: dimension ? dimensionName(dimension, wish.language) : each.id,
        former: dimension && former ? formerDimension(former, index, dimension, each.max) : null,
        categoryMean: means.dimensions.get(each.id) ?? null,
        text: texts.dimensions[each.id] ?? '',
      }
    }),
    questions: computed.questions.map((each) => questionView(facts, each)),
  }
}

/** What the report of a result says: what it went out with, or what it would go out with. */
function reportTexts({ results, chosen: { publication }, computed, wish: { kind, texts } }: Facts): ReportTexts {
  if (publication && texts === undefined) return publication.texts
  const inform = results.inform(kind)
  const written = new Map(Object.entries(inform?.texts ?? {}))
  for (const [field, text] of Object.entries(texts ?? {}))
    if (text === null) written.delete(field)
    else written.set(field, text)
  return textsOf({ kind, marks: {}, texts: Object.fromEntries(written) }, textsOfForm(kind, computed, results.facts.texts))
}

const dimensionName = ({ name, en }: Dimension, language: Language): string => readIn(language, name, en?.name).text

type Earlier = NonNullable<Facts['former']>

function wholeFormer(former: Earlier, index: FormIndex, { max }: Computed): FormerFigure {
  const broken = totalBreak({ before: { index: former.index, of: null, max: former.max }, now: { index, of: null, max } })
  return { points: former.points, max: former.max, ...(broken && { broken }) }
}

/** A figure of an earlier form of the same line, or, of a dimension without one, of the same name in the same place. */
function formerDimension(former: Earlier, index: FormIndex, dimension: Dimension, max: number): DimensionView['former'] {
  const line = dimension.originId ?? dimension.id
  const parent = index.dimension(dimension.parentId ?? '')?.name
  const all = former.index.definition.dimensions
  const found =
    all.find((each) => (each.originId ?? each.id) === line) ??
    all.find((each) => each.name === dimension.name && former.index.dimension(each.parentId ?? '')?.name === parent)
  const figures = found && former.figures.dimensions[found.id]
  if (!figures) return null
  const broken = totalBreak({ before: { index: former.index, of: found.id, max: figures[1] }, now: { index, of: dimension.id, max } })
  return { points: figures[0], max: figures[1], ...(broken && { broken }) }
}

function formerQuestion(former: Earlier, index: FormIndex, question: Question, max: number): QuestionView['former'] {
  const found = predecessorOf(former.index, question)
  const figures = found && former.figures.questions[found.id]
  if (!figures) return null
  const broken = questionBreak({ before: { index: former.index, of: found.id, max: figures[1] }, now: { index, of: question.id, max } })
  return { points: figures[0], max: figures[1], ...(broken && { broken }) }
}

function questionView(facts: Facts, { id, points, max, cut, units }: QuestionResult): QuestionView {
  const { index, former, wish } = facts
  const question = must(index.question(id), `question ${id} is missing`)
  return {
    id,
    number: index.numberOf(id),
    dimensionId: question.dimensionId,
    text: readIn(wish.language, question.text, question.en?.text).text,
    points,
    max,
    cut,
    former: former ? formerQuestion(former, index, question, max) : null,
    units: units.map((each) => unitView(facts, each, units)),
  }
}

function unitView(
  facts: Facts,
  { unit, own, counts, why, value, excerpt, decision, evidence, divisor }: UnitResult,
  beside: readonly UnitResult[],
): UnitView {
  const { index, wish, reader, names } = facts
  const { language } = wish
  const question = must(index.question(questionIdOf(unit)), `question of ${unit} is missing`)
  // What the lab answers itself is the lab's, though it earns points.
  const isTold = readsAll(reader) || !question.administrative
  return {
    unit,
    questionId: question.id,
    number: index.numberOf(question.id),
    row: rowName(facts, question, rowIdOf(unit), beside),
    text: readIn(language, question.text, question.en?.text).text,
    own,
    counts,
    why,
    administrative: question.administrative,
    answer: isTold ? (excerpt ?? wordsOf(question, value, language)) : null,
    decision: decision && {
      decision: decision.decision,
      round: decision.round,
      by: readsAll(reader) ? (names.get(decision.authorId) ?? 'Usuario Eliminado') : labName[language],
      at: decision.at,
      comment: decision.comment,
    },
    evidence: evidence && isTold ? { id: evidence.id, name: evidence.name } : null,
    divisor: divisor && divisorView(facts, divisor),
    choices: isTold ? choicesOf(question, value, language) : [],
  }
}

function divisorView({ index, reader }: Facts, { questionId, value }: NonNullable<UnitResult['divisor']>): UnitView['divisor'] {
  const isTold = readsAll(reader) || index.question(questionId)?.administrative !== true
  return { number: index.numberOf(questionId), value: isTold ? value : null }
}

const optionText = (question: Question, value: string, language: Language): string =>
  readIn(language, value, question.options.find((each) => each.value === value)?.en).text

/** An answer in a reader's words; null where there is none. */
function wordsOf(question: Question, value: AnswerValue | null, language: Language): string | null {
  if (value === null || isEmpty(question, value)) return null
  const told = (choice: { readonly value: string; readonly extra?: string | undefined }) => ({
    ...choice,
    value: optionText(question, choice.value, language),
  })
  const read: AnswerValue =
    typeof value === 'object' && 'choice' in value
      ? { choice: told(value.choice) }
      : typeof value === 'object' && 'choices' in value
        ? { ...value, choices: value.choices.map(told) }
        : value
  return valueText(question, read, valueWords[language])
}

/** What each choice of a question is worth, where choices are. */
function choicesOf(question: Question, value: AnswerValue | null, language: Language): UnitView['choices'] {
  const kind = kinds[question.kind]
  const chosen: readonly (boolean | string)[] = value !== null && kind.holds(value) ? kind.chosen(value) : []
  return kind.choices(question).map((choice) => ({
    text: typeof choice === 'boolean' ? valueWords[language][choice ? 'yes' : 'no'] : optionText(question, choice, language),
    points: question.points.find(({ key }) => key === String(choice))?.value ?? 0,
    chosen: chosen.includes(choice),
  }))
}

/** What a row of a block is called: by its naming question as it was kept, else as it stands, else by its place. */
function rowName(
  { index, results: { world }, wish: { language } }: Facts,
  question: Question,
  row: RowId | null,
  beside: readonly UnitResult[],
): string | null {
  if (row === null) return null
  const naming = namingOf(index, question)
  if (naming) {
    const unit = unitOf(naming.id, row)
    const kept = beside.find((each) => each.unit === unit)?.excerpt
    const stands = world.answer(unit)?.value
    const name = kept ?? (typeof stands === 'string' ? plainText(naming, stands) : '')
    if (name.trim() !== '') return name.trim()
  }
  return `${valueWords[language].row} ${placeOf(world, unitOf(question.id, row), beside) + 1}`
}

function namingOf(index: FormIndex, question: Question): Question | undefined {
  const block = index.question(blockOf(index, question) ?? '')
  return index.question(block?.block[0] ?? '')
}

/** The block in whose rows a question stands, however deep. */
const blockOf = (index: FormIndex, { blockId, parentId }: Question): QuestionId | undefined => {
  if (blockId !== null) return blockId
  const parent = parentId === null ? undefined : index.question(parentId)
  return parent && blockOf(index, parent)
}

/** Place of a unit's row among those of its block, from 0: as it stands, or among those that were kept. */
function placeOf(world: World, unit: Unit, beside: readonly UnitResult[]): number {
  const at = rowIndexOf(world, unit)
  if (at >= 0) return at
  const rows = [...new Set(beside.flatMap((each) => rowIdOf(each.unit) ?? []))]
  return rows.indexOf(rowIdOf(unit) ?? '')
}
