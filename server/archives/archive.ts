import type { Session } from '../http/session.ts'
import { definitionFileOf } from '#shared/forms/definition-file.ts'
import { formIndexOf } from '#shared/forms/form-index.ts'
import type { FormDefinition } from '#shared/forms/model.ts'
import { xlsFormOf } from '#shared/forms/xlsform/write.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { momentText } from '#shared/kernel/moment-words.ts'
import { formScope, pointsScope, questionnaireScope, resultsScope } from '#shared/protocol/scope.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { isToEvaluation } from '#shared/sends/recall.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import type { World } from '#shared/world.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { headOf } from '../audit/chain.ts'
import type { Tx } from '../db/open.ts'
import { questionnaireGuide } from '../documents/guides.ts'
import { receiptPaper } from '../documents/receipts.ts'
import { guidePdf, receiptAsPdf, reportPdf } from '../documents/report-pdf.ts'
import { PlainNames } from './plain-names.ts'
import { carriedOf } from '../features/questionnaires/files.ts'
import { Refused } from '../features/reports/refused.ts'
import { workbookOfSheets } from '../http/table-file.ts'
import type { ZipEntry } from '../http/zip.ts'
import { goesOn, type ReportDeps } from '../reports/institutions.ts'
import type { Files } from '../files/store.ts'
import { wholeOf } from '../files/whole.ts'
import type { Server } from '../server.ts'
import { categoriesIn } from '../world/categories.ts'
import { everyParticipation, standOf } from '../world/form-archives.ts'
import { questionnaireIn } from '../world/questionnaires.ts'
import type { WorldKey } from '../world/store.ts'
import { besideOf, historyRow, institutionRows, institutionScopes, isWaiting, syncedRow, unitsOf, type Beside } from './institution-rows.ts'
import { LedgerDigest, ledgerPages, ledgerRow } from './ledger.ts'
import { dataPackage, manifestOf, takenDown, type Listed } from './package.ts'
import { escaped, linkTo } from './markup.ts'
import { institutionPage, pageOf, subDimensionPage } from './pages.ts'
import { accountsIn, People } from './people.ts'
import { Spool } from './spool.ts'
import { publishedIn, resultsAmong } from './results.ts'
import { archiveTables, type Row } from './tables.ts'
import { readMe } from './words.ts'
import { resultViewOf } from '../features/results/view.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { ResultView } from '#shared/results/routes.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { readFileSync } from 'node:fs'

export interface ArchiveDeps extends ReportDeps, Pick<Server, 'publicUrl'> {
  readonly files: Pick<Files, 'read'>
  readonly broke: (why: string) => void
}

export interface ArchiveWish {
  readonly formId: FormId
  /** Whether people stand in it under pseudonyms. */
  readonly pseudonyms: boolean
  /** Where tables are gathered until they are handed out; gone afterwards. */
  readonly spool: string
}

/** What was known of a form when its archive was begun, and what it turned out to hold. */
export interface ArchiveFacts {
  stand: string
  auditEnd: string
  at: Instant
  institutions: number
  /** Institutions in which something waited. */
  waiting: number
  /** Files that rows speak of and that the server has not, or not as they were. */
  missing: number
  /** SHA-256 of those of them that are not what they were. */
  readonly damaged: Set<string>
}

const encoder = new TextEncoder()

/** Everything of a form that an archive is about as such, in one snapshot. */
interface Start {
  readonly header: FormHeader
  readonly state: Questionnaire
  readonly versions: readonly { readonly id: string; readonly created_at: string; readonly definition: string }[]
  readonly keys: readonly WorldKey[]
  readonly people: People
  readonly beside: Beside
  readonly categories: Awaited<ReturnType<typeof categoriesIn>>
}

/**
 * The entries of a form's archive, made while they are read, one institution at a time, each as one moment had it. `facts` is filled
 * as it goes. Reading it throws `Refused` where a paper cannot be made or who reads it may not any more, and not_found where there is no
 * such form. Source: SPEC KV1, KV2, KV3.
 */
export async function* archiveEntries(
  deps: ArchiveDeps,
  session: Session,
  wish: ArchiveWish,
  facts: ArchiveFacts,
): AsyncGenerator<ZipEntry, void> {
  const start = await deps.db.read((tx) => startOf(deps, tx, session, wish, facts))
  const { header, people } = start
  const spool = new Spool(wish.spool, archiveTables)
  const listed: Listed[] = []
  const taken = takenDown(listed)
  const text = (name: string, content: string): ZipEntry => taken({ name, deflate: true, pieces: [encoder.encode(content)] })
  const table = (name: string, pieces: ZipEntry['pieces']): ZipEntry => taken({ name, deflate: true, large: true, pieces })
  try {
    for (const language of ['es', 'en'] as const)
      yield text(
        language === 'es' ? 'LEEME.txt' : 'README.txt',
        readMe(language, { form: header.name, at: momentText(facts.at, { language, style: 'long' }), hidden: people.areHidden }),
      )
    yield text('recalcular.py', recalculating)
    for await (const each of questionnaireEntries(start, deps)) yield taken(each)
    gatherForm(spool, start)
    const folders = new PlainNames()
    const listing: string[] = []
    for (const [at, key] of start.keys.entries()) {
      const read = await deps.db.read(async (tx) => {
        if (!(await goesOn(deps, tx, session))) throw new Refused({ code: 'forbidden' })
        const world = await deps.worlds.readOnce(tx, key)
        return world && { world: world.clone(), beside: await besideOf(tx, institutionScopes(key.institutionId, key.formId)) }
      })
      if (read) {
        const folder = `instituciones/${folders.unused(`${read.world.institution.code} ${read.world.institution.name}`)}`
        listing.push(`<li><a href="${linkTo(`${folder}/index.html`, 0)}">${escaped(read.world.institution.name)}</a></li>`)
        facts.institutions += 1
        if (isWaiting(read.world, facts.at)) facts.waiting += 1
        for await (const each of institutionEntries(deps, start, { ...read, session }, folder, facts, spool)) yield taken(each)
      }
      await deps.progress?.(at + 1, start.keys.length + 1)
      // Of a database in this process nothing waits for anything: others are let in between.
      await nextTurn()
    }
    yield text('index.html', indexPage(start, listing))
    const goesOnStill = async (): Promise<void> => deps.progress?.(start.keys.length, start.keys.length + 1)
    const proof = await gatherLedger(deps, wish.formId, spool, people, goesOnStill)
    spool.add('personas', people.rows())
    spool.finish()
    for (const kind of spool.tables()) {
      yield table(`datos/csv/${kind.name}.csv`, spool.csv(kind))
      yield table(`datos/jsonl/${kind.name}.jsonl`, spool.jsonLines(kind))
      await goesOnStill()
    }
    yield table('datos/archivo.sqlite', spool.bytes())
    yield text('prueba.json', `${JSON.stringify({ ...proof, ...factsOf(start, facts) }, null, 2)}\n`)
    const packaged = archivePackage(start, facts, spool, listed)
    yield text('datapackage.json', packaged)
    // Last, and of everything but itself.
    yield { name: 'manifest.sha256', deflate: true, pieces: [encoder.encode(manifestOf(listed))] }
  } finally {
    spool.end()
  }
}

async function startOf(
  deps: ArchiveDeps,
  tx: Tx,
  session: Session,
  { formId, pseudonyms }: ArchiveWish,
  facts: ArchiveFacts,
): Promise<Start> {
  if (!(await goesOn(deps, tx, session))) throw new Refused({ code: 'forbidden' })
  const state = await questionnaireIn(tx, formId)
  const { form: header } = state
  if (!header) throw new Refused({ code: 'not_found' })
  const secret = await tx.q.selectFrom('meta').select('value').where('key', '=', 'server_secret').executeTakeFirstOrThrow()
  const head = await headOf(tx, 'read')
  facts.stand = await standOf(tx, formId)
  facts.auditEnd = `${head.n}:${head.digest}`
  facts.at = deps.now()
  return {
    header,
    state,
    versions: await tx.q
      .selectFrom('form_version')
      .select(['id', 'created_at', 'definition'])
      .where('form_id', '=', formId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    keys: await everyParticipation(tx, formId),
    people: new People(await accountsIn(tx), pseudonyms ? `archive ${secret.value}` : undefined),
    beside: await besideOf(tx, [formScope(formId), questionnaireScope(formId), pointsScope(formId)]),
    categories: await categoriesIn(tx),
  }
}

async function* questionnaireEntries({ header, state, versions }: Start, { broke }: ArchiveDeps): AsyncGenerator<ZipEntry, void> {
  const file = (name: string, content: string | Uint8Array, deflate = true): ZipEntry => ({
    name: `cuestionario/${name}`,
    deflate,
    pieces: [typeof content === 'string' ? encoder.encode(content) : content],
  })
  const names = new PlainNames()
  for (const { id, definition } of versions) yield file(`versiones/${names.unused(`${id}.json`)}`, definition)
  const current = versions.find(({ id }) => id === header.versionId)
  if (current) yield file('definition.json', current.definition)
  const carried = must(carriedOf(state), 'a form that has a header is carried')
  yield file('formulario-importable.json', definitionFileOf(carried))
  yield file('xlsform.xlsx', workbookOfSheets(xlsFormOf(carried)), false)
  const definition: FormDefinition = current ? JSON.parse(current.definition) : state.definition
  const about = {
    name: header.name,
    nameSpanish: true,
    year: header.stages[0]?.start.slice(0, 4) ?? '',
    at: current?.created_at ?? '2025-01-15T15:00:00.000Z',
  }
  const pdf = await guidePdf(questionnaireGuide(definition, about, 'es'), broke)
  if (!pdf.ok) throw new Refused(pdf.failure)
  yield file('cuestionario.pdf', pdf.value, false)
}

/** What there is of the form as such, into the tables. */
function gatherForm(spool: Spool<keyof typeof archiveTables>, { header, state, versions, people, beside }: Start): void {
  spool.add(
    'etapas',
    header.stages.map(({ id, kind, name, start, end }) => [id, kind, name, start, end]),
  )
  const current = versions.find(({ id }) => id === header.versionId)
  const definition: FormDefinition = current ? JSON.parse(current.definition) : state.definition
  const index = formIndexOf(definition)
  spool.add(
    'preguntas',
    definition.questions.map((question): Row => {
      const sub = index.dimension(question.dimensionId)
      return [
        question.id,
        index.numberOf(question.id),
        index.dimension(sub?.parentId ?? '')?.name ?? null,
        sub?.name ?? null,
        question.text,
        question.kind,
        question.administrative ? 1 : 0,
        question.survey ? 1 : 0,
        JSON.stringify(question),
      ]
    }),
  )
  spool.add(
    'textos_informe',
    beside.rows.filter(({ tbl }) => tbl === 'reportText').map(({ id, data }) => [id, people.json(data)]),
  )
  spool.add(
    'alertas',
    (definition.alerts ?? []).map((alert, at) => [at + 1, JSON.stringify(alert)]),
  )
  spool.add(
    'historial',
    beside.history.map((each) => historyRow(null, each, people)),
  )
  spool.add(
    'filas',
    beside.rows.map((each) => syncedRow(each, people)),
  )
}

async function* institutionEntries(
  deps: ArchiveDeps,
  start: Start,
  { world, beside, session }: { readonly world: World; readonly beside: Beside; readonly session: Session },
  folder: string,
  facts: ArchiveFacts,
  spool: Spool<keyof typeof archiveTables>,
): AsyncGenerator<ZipEntry, void> {
  const { people, header } = start
  const places = { folder, fileOf: new Map<string, string>(), receiptOf: new Map<string, string>() }
  const names = new PlainNames()
  const byContent = new Map<string, string>()
  for (const file of world.list('attachment')) {
    if (file.state === 'awaiting_blob') continue
    const known = byContent.get(file.sha256)
    // Read before anything of it is written: one that is not what it was would break all of the archive.
    const pieces = known === undefined ? await wholeOf(deps.files, file.sha256) : undefined
    if (pieces === 'gone' || pieces === 'damaged') {
      facts.missing += 1
      if (pieces === 'damaged') facts.damaged.add(file.sha256)
      continue
    }
    const path = known ?? `${folder}/archivos/${names.unused(people.text(file.name))}`
    places.fileOf.set(file.id, path)
    if (pieces === undefined) continue
    byContent.set(file.sha256, path)
    yield { name: path, deflate: false, pieces }
  }
  const papers = new PlainNames()
  for (const send of world.list('send')) {
    if (!isToEvaluation(send)) continue
    const paper = receiptPaper(world, send, 'es', facts.at, deps.publicUrl)
    const shown = people.areHidden
      ? {
          ...paper,
          facts: paper.facts.map(([name, value]) => [name, people.text(value)] as const),
          next: paper.next.map((each) => people.text(each)),
        }
      : paper
    const pdf = await receiptAsPdf(shown, deps.broke)
    if (!pdf.ok) throw new Refused(pdf.failure)
    const path = `${folder}/comprobantes/${papers.unused(`${send.number}.pdf`)}`
    places.receiptOf.set(send.id, path)
    yield { name: path, deflate: false, pieces: [pdf.value] }
  }
  const results = resultsAmong(
    beside.rows.filter(({ scope }) => scope === resultsScope(world.institutionId, world.formId)),
    indexesOf(start),
  )
  const reports = new Map<ResultKind, string>()
  for (const { snapshot } of publishedIn(results)) {
    const { kind, version } = snapshot
    const wish = { formId: world.formId, institutionId: world.institutionId, kind, version, language: 'es' } as const
    const view = await resultViewOf(deps, session, wish)
    // Of one that was taken out of the form nobody reads a report any more: its figures stand in the page and the tables.
    if (!view.ok) continue
    const shown: ResultView = JSON.parse(people.json(JSON.stringify(view.value)))
    const pdf = await reportPdf(shown, 'es', { isPatient: true, onBroken: deps.broke })
    if (!pdf.ok) throw new Refused(pdf.failure)
    const path = `${folder}/informes/informe_${kind === 'final' ? 'final' : 'preliminar'}.pdf`
    reports.set(kind, path)
    yield { name: path, deflate: false, pieces: [pdf.value] }
  }
  const told = { world, places, people, results, reports, historyOf: Map.groupBy(beside.history, ({ unit }) => unit) }
  const pages = new Map<string, string>()
  const pageNames = new PlainNames()
  for (const { id, name } of world.index.definition.dimensions.filter(
    ({ parentId, subDimensionIds }) => parentId !== null || subDimensionIds.length === 0,
  )) {
    if (unitsOf(world, id).length === 0) continue
    const page = pageNames.unused(`${pages.size + 1} ${name}.html`)
    pages.set(id, page)
    yield { name: `${folder}/${page}`, deflate: true, pieces: [encoder.encode(subDimensionPage(told, id, header.name))] }
  }
  yield { name: `${folder}/index.html`, deflate: true, pieces: [encoder.encode(institutionPage(told, header.name, pages))] }
  const rows = institutionRows(world, beside, { people, places, categories: start.categories, now: facts.at, results })
  for (const [name, some] of Object.entries(rows)) if (isTable(name)) spool.add(name, some)
}

/** The questions of every version, by its id. */
const indexesOf = ({ versions }: Start): ReadonlyMap<string, FormIndex> =>
  new Map(versions.map(({ id, definition }) => [id, formIndexOf(JSON.parse(definition))]))

/** Works out every result of an archive once more, for whoever has nothing but the archive. */
const recalculating = readFileSync(new URL('recalcular.py', import.meta.url), 'utf8')

const isTable = (name: string): name is keyof typeof archiveTables => Object.hasOwn(archiveTables, name)

/** The form's part of the ledger, in the order in which it was taken; and what proves it later. */
async function gatherLedger(
  deps: ArchiveDeps,
  formId: FormId,
  spool: Spool<keyof typeof archiveTables>,
  people: People,
  tick: () => Promise<void>,
): Promise<{ readonly libro: ReturnType<LedgerDigest['end']> }> {
  const digest = new LedgerDigest()
  for await (const entries of ledgerPages(deps.db, formId)) {
    for (const each of entries) digest.take(each)
    spool.add(
      'libro',
      entries.map((each) => ledgerRow(each, people)),
    )
    await tick()
    await nextTurn()
  }
  spool.order('libro', ['recibida_el', 'mutacion'])
  return { libro: digest.end() }
}

const factsOf = ({ header, people }: Start, { at, stand, auditEnd, institutions, waiting, missing, damaged }: ArchiveFacts): object => ({
  formulario: header.id,
  nombre: header.name,
  hecho_el: at,
  estado_sha256: stand,
  auditoria: auditEnd,
  instituciones: institutions,
  por_resolver: waiting,
  archivos_que_faltan: missing,
  archivos_danados: [...damaged],
  seudonimos: people.areHidden,
})

function archivePackage(
  { header }: Start,
  { at }: ArchiveFacts,
  spool: Spool<keyof typeof archiveTables>,
  listed: readonly Listed[],
): string {
  const byPath = new Map(listed.map((each) => [each.path, each]))
  return dataPackage(
    { name: `archivo-${header.id.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')}`, title: header.name, created: at },
    spool.tables().map((kind) => ({
      kind,
      file: must(byPath.get(`datos/csv/${kind.name}.csv`), `table ${kind.name} was not written`),
      rows: spool.count(kind.name),
    })),
  )
}

function indexPage({ header, people }: Start, listing: readonly string[]): string {
  const stages = header.stages.map(({ name, start, end }) => `<tr><td>${escaped(name)}</td><td>${start}</td><td>${end}</td></tr>`)
  return pageOf(
    header.name,
    `<h1>${escaped(header.name)}</h1>
<p>Archivo de solo lectura. Empiece por <a href="LEEME.txt">LEEME.txt</a> (<a href="README.txt" lang="en">README.txt in English</a>).${people.areHidden ? ' Las personas figuran con seudónimos.' : ''}</p>
<p><a href="cuestionario/cuestionario.pdf">El cuestionario (PDF)</a> · <a href="datapackage.json">Las tablas y sus columnas</a> · <a href="prueba.json">Con qué se prueba</a></p>
<h2>Etapas</h2><table><thead><tr><th scope="col">Etapa</th><th scope="col">Desde</th><th scope="col">Hasta</th></tr></thead><tbody>${stages.join('')}</tbody></table>
<h2>Instituciones (${listing.length})</h2><ul>${listing.join('\n')}</ul>`,
  )
}
