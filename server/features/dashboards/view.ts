import type { Column, InstitutionContent } from '#shared/dashboards/model.ts'
import { shownResults } from '#shared/dashboards/asked.ts'
import type { AskableForm, AskedResults } from '#shared/dashboards/asked.ts'
import { contentOf, dimensionOf, figureOf, groupFigureOf, isFormTold } from '#shared/dashboards/rules.ts'
import type { EvolutionStep, PublicInstitution, PublicResultsView, ShownColumn } from '#shared/dashboards/view.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { readIn } from '#shared/forms/in-language.ts'
import { must } from '#shared/kernel/assert.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { dayText } from '#shared/kernel/moment-words.ts'
import { declaredApart } from '#shared/results/apart.ts'
import { totalBreak } from '#shared/results/editions.ts'
import { comparisonMean } from '#shared/results/statistics.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { Tx } from '../../db/open.ts'
import type { Language } from '../../http/failures.ts'
import type { Server } from '../../server.ts'
import { categoriesIn, categoryNameOf } from '../../world/categories.ts'
import { formsIn } from '../../world/dashboards.ts'
import { headerOf } from '../../world/store.ts'
import { answeredIn, type ShownAnswers } from './answered.ts'
import { publishedIn, type Published } from '../../world/published-results.ts'
import { publicFormsIn, type PublicForm } from './published.ts'

export type ResultsDeps = Pick<Server, 'db' | 'worlds' | 'now'>

/** What is shown where nothing is public, or nothing of what was asked for. */
const nothing: PublicResultsView = {
  forms: [],
  formId: null,
  edition: null,
  categories: [],
  category: null,
  institutions: [],
  chosen: [],
  dimensions: [],
  mean: null,
  general: [],
  byDimension: [],
  icons: {},
}

/** A form whose results everybody reads, with what can be asked for of it. */
export interface OpenForm extends AskableForm {
  readonly of: PublicForm
  /** Its categories by name, in the same order. */
  readonly names: PublicResultsView['categories']
}

/** Every form of which anything can be asked for now, the newest first: nothing else is ever read for a visitor (DB1). */
export async function openFormsIn(tx: Tx, now: Instant): Promise<readonly OpenForm[]> {
  const forms = await publicFormsIn(tx, now)
  return openedIn(tx, forms)
}

/** What can be asked for of forms. */
export async function openedIn(tx: Tx, forms: readonly PublicForm[]): Promise<readonly OpenForm[]> {
  const known = forms.length === 0 ? undefined : await categoriesIn(tx)
  return forms.map((of): OpenForm => {
    const names = [...new Set(of.published.map(({ category }) => category))]
      .map((id) => ({ id, name: known ? categoryNameOf(known, { category: id }) : id }))
      .toSorted((left, right) => left.name.localeCompare(right.name, 'es') || (left.id < right.id ? -1 : 1))
    const institutions = new Map(of.published.map(({ institution, category }) => [institution.id, category]))
    return { id: of.form.id, categories: names.map(({ id }) => id), institutions, of, names }
  })
}

/** What the pages of interactive results are drawn from, of what is shown of what somebody asked for (`shownResults`, DB10). */
export async function resultsViewIn(
  deps: ResultsDeps,
  tx: Tx,
  forms: readonly OpenForm[],
  asked: AskedResults,
  language: Language,
): Promise<PublicResultsView> {
  const now = deps.now()
  const { form: formId, category, institutions } = shownResults(asked, forms)
  const open = forms.find(({ id }) => id === formId)
  const named = forms.map(({ of: { form } }) => ({ id: form.id, name: readIn(language, form.name, form.en?.name).text }))
  if (!open) return { ...nothing, forms: named }
  const { of: shown, names: present } = open
  const group = shown.published.filter((each) => each.category === category)
  const chosen = institutions.flatMap((id) => group.find(({ institution }) => institution.id === id) ?? [])
  const columns = columnsOf(shown)
  const index = await deps.worlds.indexOf(tx, shown.form.versionId)
  const { institution: own } = columns
  const answered = await answeredIn(
    tx,
    { formId: shown.form.id, index },
    group.map(({ institution }) => institution.id),
    [
      columns.workers,
      ...columns.all.flatMap(({ questionId, questionIdDiv }) => [questionId, questionIdDiv ?? '']),
      own.blockQuestion ?? '',
    ],
    shown.form.calculatedBy === 2 ? 'unrejected' : 'accepted',
  )
  const figuresOf = (id: InstitutionId): PublicInstitution['figures'] =>
    Object.fromEntries(columns.all.map((column) => [column._id, figureOf(column, answered(id), columns.workers)]))
  const facts: Facts = { deps, tx, now, language, shown, columns, answered, figuresOf }
  const evolutions = await evolutionsOf(facts, chosen)
  const details = await Promise.all(chosen.map((each) => institutionView(facts, each, evolutions(each))))
  return {
    forms: named,
    formId: shown.form.id,
    edition: editionOf(group, language),
    categories: present,
    category,
    institutions: group.map(({ institution }) => ({ id: institution.id, name: institution.name })),
    chosen: details,
    dimensions: dimensionsOf(index, group, language),
    mean: await meanOf(facts, group),
    general: columns.general.map(shownColumn),
    byDimension: columns.dimension.flatMap((column) => {
      const dimensionId = dimensionOf(column, index)
      return dimensionId === null ? [] : [{ ...shownColumn(column), dimensionId }]
    }),
    icons: iconsOf(own),
  }
}

/** Which results are shown: a correction makes another version, another institution another day (DB17). */
function editionOf(group: readonly Published[], language: Language): NonNullable<PublicResultsView['edition']> | null {
  const newest = group.map(({ publishedAt }) => publishedAt).reduce((left, right) => (left < right ? right : left), '')
  if (newest === '') return null
  return { version: Math.max(...group.map(({ version }) => version)), day: dayText(newest, language, 'short') }
}

/** What a form's dashboards show. Columns of both lists have ids of their own, whatever either calls them. */
interface Columns {
  readonly general: readonly Column[]
  readonly dimension: readonly Column[]
  readonly all: readonly Column[]
  readonly workers: string
  readonly institution: InstitutionContent
}

function columnsOf({ dashboards }: PublicForm): Columns {
  const general = contentOf(dashboards.get('general'), 'general')
  const dimension = contentOf(dashboards.get('dimension'), 'dimension')
  const institution = contentOf(dashboards.get('institution'), 'institution')
  const own = (tab: string, columns: readonly Column[]): readonly Column[] =>
    columns.map((each) => ({ ...each, _id: `${tab}-${each._id}` }))
  const ofGeneral = own('g', general.questionreports)
  const ofDimension = own('d', dimension.questionreports)
  return { general: ofGeneral, dimension: ofDimension, all: [...ofGeneral, ...ofDimension], workers: general.overallResultId, institution }
}

interface Facts {
  readonly deps: ResultsDeps
  readonly tx: Tx
  readonly now: Instant
  readonly language: Language
  readonly shown: PublicForm
  readonly columns: Columns
  readonly answered: (institutionId: InstitutionId) => ShownAnswers
  readonly figuresOf: (institutionId: InstitutionId) => PublicInstitution['figures']
}

async function institutionView(
  { deps, tx, language, columns, answered, figuresOf }: Facts,
  { institution, points, max, maturity, definition_id, figures }: Published,
  evolution: PublicInstitution['evolution'],
): Promise<PublicInstitution> {
  const own = answered(institution.id)
  const { blockQuestion, phases } = columns.institution
  return {
    id: institution.id,
    name: institution.name,
    points,
    max,
    maturity,
    workers: own.number(columns.workers),
    dimensions: pointsOf(await deps.worlds.indexOf(tx, definition_id), figures, language),
    figures: figuresOf(institution.id),
    initiatives: blockQuestion === null ? null : own.rows(blockQuestion),
    phases:
      blockQuestion === null ? [] : phases.map(({ id, name, questionId }) => ({ id, name, count: own.reached(blockQuestion, questionId) })),
    evolution,
  }
}

const nameIn = (language: Language, { name, en }: FormIndex['topDimensions'][number]): string => readIn(language, name, en?.name).text

/** Points of each dimension that is part of the index. */
const pointsOf = (index: FormIndex, { dimensions }: Published['figures'], language: Language): PublicInstitution['dimensions'] =>
  index.topDimensions.flatMap((each) => {
    const [points, max] = dimensions[each.id] ?? [0, 0]
    return max > 0 ? [{ id: each.id, name: nameIn(language, each), points, max }] : []
  })

function dimensionsOf(index: FormIndex, group: readonly Published[], language: Language): PublicResultsView['dimensions'] {
  const most = (id: string): number => Math.max(0, ...group.map(({ figures }) => figures.dimensions[id]?.[1] ?? 0))
  return index.topDimensions.map((each) => ({ id: each.id, name: nameIn(language, each), max: most(each.id) }))
}

/** Means of a category; null under three (DB9). */
async function meanOf(
  { deps, tx, language, shown, columns, figuresOf }: Facts,
  group: readonly Published[],
): Promise<PublicResultsView['mean']> {
  const [one] = group
  // Institutions of one category may have been measured by versions that are worth different points.
  const max = one && group.every((each) => each.max === one.max) ? one.max : 100
  const points = comparisonMean(group.map((each) => (each.max > 0 ? (each.points * max) / each.max : 0)))
  if (points === null) return null
  const index = await deps.worlds.indexOf(tx, shown.form.versionId)
  const all = group.map(({ institution }) => figuresOf(institution.id))
  const dimensions = dimensionsOf(index, group, language).flatMap(({ id, name, max }) => {
    const mean = comparisonMean(group.flatMap(({ figures }) => figures.dimensions[id]?.[0] ?? []))
    return max > 0 && mean !== null ? [{ id, name, points: mean, max }] : []
  })
  const figures = columns.all.map((column): [string, number | null] => [
    column._id,
    groupFigureOf(
      column,
      all.map((own) => own[column._id] ?? null),
    ),
  ])
  return { points, max, dimensions, figures: Object.fromEntries(figures) }
}

/** A form whose final results stand among those of other years. */
interface Edition {
  readonly header: FormHeader
  readonly label: string
  readonly published: ReadonlyMap<InstitutionId, Published>
}

/**
 * Final results of institutions in the forms that stand beside, by institution: what had been published when the form was shown, and is told
 * now (DB12, DB15), with what keeps it from being compared with the one before (RS21).
 */
async function evolutionsOf(
  { deps, tx, now, language, shown, columns }: Facts,
  chosen: readonly Published[],
): Promise<(own: Published) => PublicInstitution['evolution']> {
  const { asociatedForms, asociatedFormsData } = columns.institution
  const editions: Edition[] = []
  const inOrder = asociatedForms.toSorted((left, right) => (asociatedFormsData[left]?.order ?? 0) - (asociatedFormsData[right]?.order ?? 0))
  if (chosen.length > 0)
    for (const id of inOrder) {
      const header = await headerOf(tx, id)
      if (!header || !isFormTold(header, now)) continue
      // What nobody could see when the form was shown, nobody showed.
      const then = (await publishedIn(tx, id)).filter(({ firstAt }) => firstAt <= shown.shownAt)
      const published = new Map(then.map((each) => [each.institution.id, each]))
      editions.push({ header, label: asociatedFormsData[id]?.txt ?? '', published })
    }

  const here = readIn(language, shown.form.name, shown.form.en?.name).text
  editions.push({ header: shown.form, label: here, published: new Map(chosen.map((each) => [each.institution.id, each])) })
  const ids = new Set(editions.flatMap(({ published }) => chosen.flatMap((own) => published.get(own.institution.id)?.definition_id ?? [])))
  const forms = new Map((editions.length > 1 ? await formsIn(tx) : []).map((form) => [form.id, form]))
  const indexes = new Map<string, FormIndex>()
  for (const id of ids) indexes.set(id, await deps.worlds.indexOf(tx, id))
  const measuredBy = ({ definition_id, max }: Published) => ({
    index: must(indexes.get(definition_id), `form version ${definition_id} was read`),
    of: null,
    max,
  })
  return ({ institution }) => {
    const found = editions.flatMap(({ header, label, published }) => {
      const result = published.get(institution.id)
      return result ? [{ header, label, result }] : []
    })
    return found.map(({ header, label, result }, at): EvolutionStep => {
      const before = found[at - 1]
      const declared = before && declaredApart(before.header, header, (id) => forms.get(id))?.[language]
      const broken = before && totalBreak({ before: measuredBy(before.result), now: measuredBy(result) })
      return { label, points: result.points, max: result.max, ...(broken && { broken }), ...(declared !== undefined && { declared }) }
    })
  }
}

const shownColumn = ({
  _id,
  name,
  subtitle,
  preDecoration,
  postDecoration,
  isPercentual,
  isBouble,
  chartType,
  calcType,
}: Column): ShownColumn => ({
  id: _id,
  name,
  subtitle,
  preDecoration,
  postDecoration,
  isPercentual,
  isBouble,
  chartType,
  isSum: calcType === 'sum',
})

function iconsOf({ phases, iconIniciative }: InstitutionContent): PublicResultsView['icons'] {
  const address = ({ type, base64 }: NonNullable<typeof iconIniciative>): string => `data:${type};base64,${base64}`
  return Object.fromEntries([
    ...phases.flatMap(({ id, icon }): [string, string][] => (icon ? [[id, address(icon)]] : [])),
    ...(iconIniciative ? [['initiatives', address(iconIniciative)]] : []),
  ])
}
