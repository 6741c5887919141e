import { fail, failure } from '#shared/kernel/failure.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { questionIdOf, type FormId, type InstitutionId, type Unit } from '#shared/kernel/ids.ts'
import { orientations } from '#shared/institutions/model.ts'
import type { Dashboard } from '#shared/dashboards/model.ts'
import { institutionFrom, sourcesOf, yearOfResults, type Lack } from '#shared/open-data/generation.ts'
import { openSetNames } from '#shared/open-data/model.ts'
import type { OpenBreak, OpenDataset, OpenInitiative, OpenInstitution, PublicSector } from '#shared/open-data/model.ts'
import { notesMost, type GenerationNote } from '#shared/open-data/routes.ts'
import { dashboardsScope } from '#shared/protocol/scope.ts'
import { isVisibleAt, visibleFrom } from '#shared/results/reading.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { World } from '#shared/world.ts'
import type { Answer } from '#shared/answers/model.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from '../../db/open.ts'
import type { ResultFigures, ResultSnapshotTable } from '../../db/schema.ts'
import type { Server } from '../../server.ts'
import { categoriesIn, categoryNameOf } from '../../world/categories.ts'
import { headerOf } from '../../world/store.ts'
import { answerCounts, type Counting } from '../dashboards/answered.ts'
import { reportsIn } from './datasets.ts'

export interface Generated {
  readonly dataset: OpenDataset
  /** Names and years of the forms that it was made of. */
  readonly forms: readonly { readonly name: string; readonly year: number }[]
  readonly notes: readonly GenerationNote[]
  /** How many there are beyond. */
  readonly more: number
}

interface Form {
  readonly header: FormHeader
  readonly year: number
}

/**
 * Open data of the published final results of forms, each in the year in which they were calculated, with the other years of `base`.
 * Institutions have codes that a secret makes and that stay; hidden ones and those that were taken out are left out. What is not found is
 * told and never guessed (OD13). Fails: not_found, open_year_again, open_results_none, open_report_unreadable, unavailable.
 */
export async function generatedData(
  server: Pick<Server, 'db' | 'worlds' | 'openData' | 'now'>,
  formIds: readonly FormId[],
  baseId: string | null,
): Promise<Result<Generated>> {
  const { db, openData } = server
  const headers = await db.read(async (tx) => Promise.all([...new Set(formIds)].map((id) => headerOf(tx, id))))
  const notes = new Notes()
  const forms: Form[] = []
  for (const header of headers) {
    if (!header || header.removed === true) return fail('not_found')
    const year = yearOfResults(header)
    // Without stages nothing was ever published.
    // Nor is anything told of a rehearsal, or before who was measured may read it.
    const isTold = header.rehearsal === undefined && isVisibleAt(header, 'final', server.now())
    if (year === undefined || !isTold) notes.add(header.name, null, await whyUntold(server, header))
    else if (forms.some((each) => each.year === year)) return fail('open_year_again', { year })
    else forms.push({ header, year })
  }
  const reports = await db.read(reportsIn)
  const base = baseId === null ? undefined : reports.find(({ id }) => id === baseId)
  if (baseId !== null && !base) return fail('not_found')
  const kept = base && (await openData.of(base))
  if (kept && !kept.ok) return kept
  const sectors = sectorsIn(kept?.value ?? (await newest(server, reports)))
  const codeOf = await codesOf(server)
  const institutions: OpenInstitution[] = []
  const initiatives: OpenInitiative[] = []
  for (const form of forms) {
    const made = await madeOf(server, form, { codeOf, sectors, notes })
    institutions.push(...made.institutions)
    initiatives.push(...made.initiatives)
  }
  if (institutions.length === 0) return { ok: false, failure: notes.whyNone() }
  const years = new Set(institutions.map(({ year }) => year))
  const everybody = await db.read(everyInstitution)
  const withdrawn = new Set(everybody.filter(isWithdrawn).map(({ id }) => codeOf(id)))
  const known = new Set(everybody.map(({ id }) => codeOf(id)))
  const others = (of: { readonly year: number; readonly code: string }): boolean => !years.has(of.year) && !withdrawn.has(of.code)
  const before: OpenDataset = kept?.value ?? { institutions: [], initiatives: [] }
  const stay = before.institutions.filter(({ year }) => !years.has(year))
  const gone = new Set(stay.map(({ code }) => code).filter((code) => withdrawn.has(code)))
  // A break goes with its year: of a form as it declares it now, of a year that is kept as the kept report says it.
  const breaks: readonly OpenBreak[] = [
    ...(before.breaks ?? []).filter(({ year }) => stay.some((each) => each.year === year)),
    ...forms.flatMap(({ header: { apart }, year }) => (apart && years.has(year) ? [{ year, sets: openSetNames, reason: apart }] : [])),
  ]
  if (base && gone.size > 0) notes.add(base.title, null, { code: 'open_gen_hidden', params: { n: gone.size } })
  if (base && stay.length > 0 && !stay.some(({ code }) => known.has(code))) notes.add(base.title, null, { code: 'open_gen_codes' })
  return done({
    dataset: {
      institutions: [...before.institutions.filter(others), ...institutions],
      initiatives: [...before.initiatives.filter(others), ...initiatives],
      ...(breaks.length > 0 && { breaks }),
    },
    forms: forms.map(({ header, year }) => ({ name: header.name, year })),
    notes: notes.told,
    more: notes.more,
  })
}

/** How many institutions of some data are hidden or deleted by now, as far as their codes are known. */
export async function withdrawnIn(server: Pick<Server, 'db'>, { institutions }: OpenDataset): Promise<number> {
  const codeOf = await codesOf(server)
  const withdrawn = new Set((await server.db.read(everyInstitution)).filter(isWithdrawn).map(({ id }) => codeOf(id)))
  return new Set(institutions.map(({ code }) => code).filter((code) => withdrawn.has(code))).size
}

/** Nothing is told of it any more, whenever it was measured. */
const isWithdrawn = ({ hide, removed, rehearsal }: Institution): boolean => hide === true || removed === true || rehearsal !== undefined

/** Every institution that there ever was, as it stands now. */
async function everyInstitution(tx: Tx): Promise<readonly Institution[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', 'like', 'org:%')
    .where('tbl', '=', 'institution')
    .orderBy('id')
    .execute()
  // Written from changes of that table.
  return rows.map(({ data }): Institution => JSON.parse(data))
}

/** Why nothing is told of a form now: nothing was published, or those who were measured may not read it yet. */
async function whyUntold({ db, now }: Pick<Server, 'db' | 'now'>, header: FormHeader): Promise<Lack> {
  const day = header.rehearsal === undefined ? visibleFrom(header, 'final', now()) : null
  if (day === null || (await db.read((tx) => publishedFinals(tx, header.id))).length === 0) return { code: 'open_results_none' }
  return { code: 'open_results_early', params: { form: header.name, day } }
}

/** Each of them leaves out an institution, or all of a form. */
const reasons = ['open_results_early', 'open_gen_capacity', 'open_gen_category', 'open_gen_hidden'] as const

class Notes {
  readonly told: GenerationNote[] = []
  more = 0

  add(form: string, institution: string | null, { code, params }: Lack): void {
    if (this.told.length < notesMost) this.told.push({ form, institution, code, ...(params && { params }) })
    else this.more += 1
  }

  /** Why no institution is in what was made: the first of these that was told. */
  whyNone(): Failure {
    for (const wanted of reasons) {
      const found = this.told.filter(({ code }) => code === wanted)
      const [first] = found
      if (first?.code === 'open_gen_category')
        return failure('open_results_category', { values: [...new Set(found.map(({ params }) => String(params?.['value'])))].join(', ') })
      if (first) return failure(first.code, first.params)
    }
    return failure('open_results_none')
  }
}

/** Which sector the newest workbook that can be read says of each code. */
const sectorsIn = (dataset: OpenDataset | undefined): ReadonlyMap<string, PublicSector> =>
  new Map(
    (dataset?.institutions ?? [])
      .toSorted((left, right) => left.year - right.year)
      .flatMap(({ code, sector }): [string, PublicSector][] => (sector === null ? [] : [[code, sector]])),
  )

async function newest(
  { openData }: Pick<Server, 'openData'>,
  reports: Awaited<ReturnType<typeof reportsIn>>,
): Promise<OpenDataset | undefined> {
  const [first] = reports
  const read = first && (await openData.of(first))
  return read?.ok ? read.value : undefined
}

/** Codes that say nothing of whose they are and stay the same while the server's secret does. */
export async function codesOf({ db }: Pick<Server, 'db'>): Promise<(institutionId: InstitutionId) => string> {
  const row = await db.q.selectFrom('meta').select('value').where('key', '=', 'server_secret').executeTakeFirstOrThrow()
  return (id) => `I${createHmac('sha256', row.value).update(`open-data ${id}`).digest('hex').slice(0, 10).toUpperCase()}`
}

type Snapshot = Pick<ResultSnapshotTable, 'institution_id' | 'category' | 'orientation' | 'figures' | 'points'>

interface Given {
  readonly codeOf: (institutionId: InstitutionId) => string
  readonly sectors: ReadonlyMap<string, PublicSector>
  readonly notes: Notes
}

async function madeOf(
  { db, worlds }: Pick<Server, 'db' | 'worlds'>,
  { header, year }: Form,
  { codeOf, sectors, notes }: Given,
): Promise<{ readonly institutions: readonly OpenInstitution[]; readonly initiatives: readonly OpenInitiative[] }> {
  const { id: formId, name } = header
  const { snapshots, dashboard, categories } = await db.read(async (tx) => ({
    snapshots: await publishedFinals(tx, formId),
    dashboard: await institutionTab(tx, formId),
    categories: await categoriesIn(tx),
  }))
  const institutions: OpenInstitution[] = []
  const initiatives: OpenInitiative[] = []
  if (snapshots.length === 0) notes.add(name, null, { code: 'open_results_none' })
  const counting: Counting = header.calculatedBy === 2 ? 'unrejected' : 'accepted'
  const told = new Set<string>()
  let hidden = 0
  for (const snapshot of snapshots) {
    const figures: ResultFigures = JSON.parse(snapshot.figures)
    const made = await db.read(async (tx) => {
      const world = await worlds.readOnce(tx, { formId, institutionId: snapshot.institution_id })
      if (!world || world.participant.removedAt || isWithdrawn(world.institution)) return undefined
      const { sources, lacks } = sourcesOf(world.index, dashboard, (dimension) => figures.dimensions[dimension]?.[1] ?? 0)
      const code = codeOf(snapshot.institution_id)
      const orientation = orientations.find((each) => each === snapshot.orientation)
      const found =
        sources &&
        institutionFrom(sources, {
          year,
          code,
          category: categoryNameOf(categories, snapshot),
          orientation: orientation ?? world.institution.orientation,
          sector: sectors.get(code) ?? null,
          total: snapshot.points,
          points: (dimension) => figures.dimensions[dimension]?.[0] ?? 0,
          answer: (unit) => countingAnswer(world, unit, counting),
        })
      const own: readonly Lack[] = [
        ...(found?.institution && orientation === undefined
          ? [{ code: 'open_gen_orientation', params: { value: world.institution.orientation } }]
          : []),
        ...(found?.lacks ?? []),
      ]
      return { of: world.institution.name, lacks, own, found }
    })
    // Of a database in this process nothing waits for anything: others are let in between.
    await nextTurn()
    if (!made) {
      hidden += 1
      continue
    }
    // Where a form says it is the same for all of its institutions, and told once.
    for (const lack of made.lacks) {
      const key = JSON.stringify(lack)
      if (!told.has(key)) notes.add(name, null, lack)
      told.add(key)
    }
    for (const lack of made.own) notes.add(name, made.of, lack)
    if (made.found?.institution) institutions.push(made.found.institution)
    initiatives.push(...(made.found?.initiatives ?? []))
  }
  if (hidden > 0) notes.add(name, null, { code: 'open_gen_hidden', params: { n: hidden } })
  const without = institutions.filter(({ sector }) => sector === null).length
  if (without > 0) notes.add(name, null, { code: 'open_gen_sectors', params: { n: without } })
  const byCode = (left: { readonly code: string }, right: { readonly code: string }): number =>
    left.code < right.code ? -1 : left.code > right.code ? 1 : 0
  return { institutions: institutions.toSorted(byCode), initiatives: initiatives.toSorted(byCode) }
}

/** An answer that counts, as it does for the results that everybody reads of the form (DB8). */
function countingAnswer(world: World, unit: Unit, counting: Counting): Answer['value'] {
  const question = world.index.question(questionIdOf(unit))
  const counts = answerCounts(question, world.get('evaluation', unit)?.decision, counting)
  return counts ? (world.answer(unit)?.value ?? null) : null
}

/** The newest final result of each institution that was published. */
async function publishedFinals(tx: Tx, formId: FormId): Promise<readonly Snapshot[]> {
  const rows = await tx.q
    .selectFrom('result_snapshot')
    .select(['institution_id', 'number', 'category', 'orientation', 'figures', 'points'])
    .where('form_id', '=', formId)
    .where('kind', '=', 'final')
    .where('published_at', 'is not', null)
    .orderBy('institution_id')
    .orderBy('number')
    .execute()
  return [...new Map(rows.map((row) => [row.institution_id, row])).values()]
}

/** What is configured of a form's dashboards by institution: it says which block holds its initiatives. */
async function institutionTab(tx: Tx, formId: FormId): Promise<Extract<Dashboard, { id: 'institution' }> | undefined> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', dashboardsScope(formId))
    .where('tbl', '=', 'dashboard')
    .where('id', '=', 'institution')
    .where('deleted', '=', 0)
    .executeTakeFirst()
  if (!row) return undefined
  const found: Dashboard = JSON.parse(row.data)
  return found.id === 'institution' ? found : undefined
}
