import { parsedAs } from '#shared/kernel/parsed.ts'
import { fullName } from '#shared/accounts/model.ts'
import { systemActor } from '#shared/access/actor.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { workbookMime, type Cell } from '#shared/kernel/sheet.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { queryOf, reportHeader, type AskedFilter, type OpenFilter } from '#shared/open-data/filter.ts'
import { orientations } from '#shared/institutions/model.ts'
import type { OpenDataset, OpenReport } from '#shared/open-data/model.ts'
import { descriptionSchema, titleSchema } from '#shared/open-data/mutations.ts'
import type { OpenSet } from '#shared/open-data/model.ts'
import * as contract from '#shared/open-data/routes.ts'
import { differencesOf, openSetOf, orientationsOf, yearsOf } from '#shared/open-data/statistics.ts'
import { openTemplate, writeOpenWorkbook, type ReadOpen } from '#shared/open-data/workbook.ts'
import { siteScope } from '#shared/protocol/scope.ts'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { JsonText } from '../../http/body.ts'
import { dispositionOf } from '../../http/downloads.ts'
import { uploadPolicy } from '../../http/headers.ts'
import { mount, mountPublic, type Call } from '../../http/mount.ts'
import { workbookOfSheets } from '../../http/table-file.ts'
import { Turns } from '../../http/turns.ts'
import type { Server } from '../../server.ts'
import type { Stored } from '../../sync/ledger.ts'
import { performTogether } from '../../sync/perform.ts'
import { institutionsIn } from '../../world/institutions.ts'
import { isErrorCode } from '#shared/errors.ts'
import { mountDataFiles } from './data-files.ts'
import { reportsIn, type Published } from './datasets.ts'
import { isKnownTo } from '../../http/known-to.ts'
import { askedFilter } from './filters.ts'
import { codesOf, generatedData, withdrawnIn } from './generating.ts'
import { packed, publicCaching, Texts, type Packed } from './packed.ts'
import { sentWorkbook } from './sent-workbook.ts'
import { setIn } from './view.ts'

/** Replies of one workbook that are kept. */
const repliesMost = 500

/** Workbooks of open statistics, and what the public is told of the one that is public (OD1-OD9). */
export function mountOpenData(server: Server): void {
  mountReports(server)
  mountPublicSets(server)
  mountDataFiles(server)
}

function mountReports(server: Server): void {
  const { db, files, openData } = server

  mount(server, contract.openReports, async () => {
    const published = await openData.published()
    // What cannot be read says nothing of anybody.
    const withdrawn = published.ok ? await withdrawnIn(server, published.value.dataset) : 0
    return db.read(async (tx) => done(await viewsOf(tx, await reportsIn(tx), withdrawn)))
  })

  mount(server, contract.templateWorkbook, () =>
    Promise.resolve(workbookReply(workbookOfSheets(openTemplate()), 'plantilla_estadisticas_abiertas.xlsx')),
  )

  mount(server, contract.codesWorkbook, async () => {
    const codeOf = await codesOf(server)
    const listed = await db.read(institutionsIn)
    const rows = listed.map(({ id, name }): readonly Cell[] => [codeOf(id), name])
    const sheets = [{ name: 'Códigos', rows: [['Código', 'Institución'], ...rows] }]
    return workbookReply(workbookOfSheets(sheets), 'codigos_privados.xlsx')
  })

  mount(server, contract.checkWorkbook, async (call) => {
    const sent = await sentWorkbook(call)
    if (!sent.ok) return sent
    const read = await server.workbooks.readOpenData(sent.value.bytes)
    if (!read.ok) return read
    const { dataset, problems, more } = read.value
    return done({ ...countsOf(dataset), problems, more })
  })

  mount(server, contract.addReport, async (call) => {
    const sent = await sentWorkbook(call)
    if (!sent.ok) return sent
    const words = wordsOf(sent.value)
    if (!words.ok) return words
    const read = await server.workbooks.readOpenData(sent.value.bytes)
    if (!read.ok) return read
    const wrong = firstWrong(read.value)
    if (wrong) return wrong
    const sha256 = await files.keep(sent.value.bytes)
    const id = `o${randomUUID()}`
    const facts = { ...words.value, fileName: sent.value.name, sha256, bytes: sent.value.bytes.length }
    const asked = { name: 'openReport.add', args: { id, ...facts, ...countsOf(read.value.dataset) }, scope: siteScope }
    const stored = await performTogether(server, call.session, { request: call.request, body: facts }, [asked])
    return stored.ok ? done({ _id: reportIdOf(stored.value) }) : stored
  })

  const turns = new Turns({ running: 1, waiting: 4 })
  mount(server, contract.generateReport, async ({ body, session, said }) => {
    const turn = await turns.run(() => generatedData(server, body.formIds, body.base))
    if (!turn.ok) return turn
    const made = turn.value
    if (!made.ok) return made
    const { dataset, forms, notes, more } = made.value
    const from = forms.map(({ name, year }) => `${name} (${year})`).join(', ')
    const bytes = workbookOfSheets(writeOpenWorkbook(dataset, [`Hecho con los resultados finales publicados de ${from}.`]))
    // What visitors would read of it is what a workbook that somebody brings would say.
    const read = await server.workbooks.readOpenData(bytes)
    if (!read.ok) return fail(read.failure.code === 'unavailable' ? 'unavailable' : 'open_report_unreadable', { seconds: 2 })
    const wrong = firstWrong(read.value)
    if (wrong) return wrong
    const { title, description } = body
    const years = [...new Set(forms.map(({ year }) => year))].toSorted((left, right) => left - right)
    const facts = {
      title,
      description,
      fileName: `estadisticas_${years.join('_')}.xlsx`,
      sha256: await files.keep(bytes),
      bytes: bytes.length,
    }
    const asked = { name: 'openReport.add', args: { id: `o${randomUUID()}`, ...facts, ...countsOf(dataset) }, scope: siteScope }
    const stored = await performTogether(server, session, said, [asked])
    return stored.ok ? done({ _id: reportIdOf(stored.value), ...countsOf(dataset), notes, more }) : stored
  })

  mount(server, contract.reportWorkbook, async ({ params }) => {
    const report = (await db.read(reportsIn)).find(({ id }) => id === params.id)
    if (!report) return fail('not_found')
    const kept = await files.read(report.sha256)
    return kept
      ? workbookReply(new Uint8Array(await buffer(kept)), report.fileName, 'application/octet-stream')
      : fail('attachment_missing')
  })

  mount(server, contract.publishReport, async ({ params, session, said }) => {
    const isPublic = params.isPublic === 'true'
    const report = (await db.read(reportsIn)).find(({ id }) => id === params.id)
    if (!report) return fail('not_found')
    if (isPublic && !report.public) {
      // Whatever was kept since it was brought: what visitors will read is read now.
      const read = await openData.again(report)
      if (!read.ok) return read
    }
    const name = isPublic ? 'openReport.publish' : 'openReport.unpublish'
    const stored = await performTogether(server, session, said, [{ name, args: { id: params.id }, scope: siteScope }])
    return stored.ok ? done({ _id: params.id, public: isPublic }) : stored
  })

  mount(server, contract.removeReport, async ({ params, session, said }) => {
    const stored = await performTogether(server, session, said, [{ name: 'openReport.remove', args: { id: params.id }, scope: siteScope }])
    return stored.ok ? done(null) : stored
  })
}

/** Which report a call added: the first call's, where one with the same key came before. */
export const reportIdOf = ({ reply }: Pick<Stored, 'reply'>): string => v.parse(v.object({ reportId: v.string() }), reply).reportId

export const countsOf = (dataset: OpenDataset): { years: readonly number[]; institutions: number; initiatives: number } => ({
  years: yearsOf(dataset),
  institutions: dataset.institutions.length,
  initiatives: dataset.initiatives.length,
})

/** Fails: open_title_missing, open_title_long, open_about_missing, open_about_long. */
function wordsOf(said: { readonly title: string; readonly description: string }): Result<{ title: string; description: string }> {
  const read = parsedAs(v.object({ title: titleSchema, description: descriptionSchema }), said)
  if (read.success) return done(read.output)
  const { message } = read.issues[0]
  return isErrorCode(message) ? fail(message) : fail('malformed')
}

function firstWrong({ problems, more }: ReadOpen): Result<never> | undefined {
  const [first] = problems
  return first && fail('open_workbook_wrong', { n: problems.length + more, sheet: first.sheet, cell: first.cell })
}

const workbookReply = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string = workbookMime): Response =>
  new Response(bytes, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': dispositionOf(name),
      'Content-Security-Policy': uploadPolicy,
      'Cache-Control': 'private, no-store',
    },
  })

/** Reports as the list shows them, with the names of who added them; `withdrawn` of the public one. */
async function viewsOf(tx: Tx, reports: readonly OpenReport[], withdrawn: number): Promise<contract.OpenReportView[]> {
  if (reports.length === 0) return []
  const ids = [...new Set(reports.map(({ by }) => by))]
  const people = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname'])
    .where(oneOf(tx.kind, 'id', ids))
    .execute()
  const names = new Map<UserId, string>(people.map((each) => [each.id, fullName(each)]))
  return reports.map((report) => ({
    _id: report.id,
    title: report.title,
    description: report.description,
    date: report.at,
    by: names.get(report.by) ?? (report.by === systemActor.id ? systemActor.name : 'Usuario Eliminado'),
    public: report.public,
    fileName: report.fileName,
    bytes: report.bytes,
    years: report.years,
    institutions: report.institutions,
    initiatives: report.initiatives,
    withdrawn: report.public ? withdrawn : 0,
  }))
}

type PublicCall = Pick<Call<unknown, unknown, unknown, unknown>, 'request' | 'reply' | 'language'>

function mountPublicSets(server: Server): void {
  const { openData } = server
  const texts = new Texts(repliesMost)

  const told = (call: PublicCall, found: Packed, report = ''): Result<JsonText> | Response => {
    const headers: Record<string, string> = { ...publicCaching, ETag: found.etag, Vary: 'Accept-Encoding, Accept-Language, Authorization' }
    if (report !== '') headers[reportHeader] = report
    if (isKnownTo(call.request, found)) return new Response(null, { status: 304, headers })
    for (const [name, value] of Object.entries(headers)) call.reply.set(name, value)
    return done(new JsonText(found.text))
  }
  /** Tells what is made of the data with a filter, once for each filter. */
  const answer = async (
    call: PublicCall,
    asked: AskedFilter,
    name: string,
    make: (published: Published, filter: OpenFilter) => unknown,
  ): Promise<Result<JsonText> | Response> => {
    const published = await openData.published()
    if (!published.ok) return published
    const { report, dataset } = published.value
    const filter = askedFilter(asked, dataset)
    if (!filter.ok) return filter
    const key = `${name}${queryOf(filter.value, yearsOf(dataset))}`
    return told(
      call,
      texts.get(report.sha256, key, () => JSON.stringify(make(published.value, filter.value))),
      report.id,
    )
  }

  mountPublic(server, contract.openStatus, async (call) => {
    const published = await openData.published()
    if (!published.ok && published.failure.code === 'unavailable') return published
    return told(call, packed(JSON.stringify({ status: published.ok })))
  })
  mountPublic(server, contract.openYears, (call) => answer(call, {}, 'years', ({ dataset }) => yearsOf(dataset)))
  mountPublic(server, contract.openOrientations, (call) =>
    answer(call, {}, 'orientations', ({ dataset }) => orientationsOf(dataset, orientations)),
  )
  mountPublic(server, contract.openAverages, (call) =>
    answer(call, { ...call.query, years: call.params.years }, 'averageIndex', ({ dataset }, filter) =>
      openSetOf('averageIndex', dataset, filter),
    ),
  )
  mountPublic(server, contract.openDifferences, async (call) => {
    const [from, to] = [Number(call.params.from), Number(call.params.to)]
    const published = await openData.published()
    if (!published.ok) return published
    const available = yearsOf(published.value.dataset)
    const unknown = [from, to].find((year) => !available.includes(year))
    if (unknown !== undefined) return fail('open_years_unknown', { years: available.join(', ') })
    return answer(call, call.query, `differences ${from} ${to}`, ({ dataset }, filter) => differencesOf(dataset, filter, from, to))
  })
  const mountSet = <Of extends keyof typeof contract.openSetRoutes & OpenSet>(set: Of): void =>
    mountPublic<unknown, AskedFilter, unknown, unknown>(server, contract.openSetRoutes[set], (call) =>
      // What partners' short names stand for is said in the language of who asks.
      answer(call, call.query, `${set} ${call.language} `, ({ dataset }, filter) => setIn(set, dataset, filter, call.language)),
    )
  for (const set of Object.keys(contract.openSetRoutes) as (keyof typeof contract.openSetRoutes)[]) mountSet(set)
}
