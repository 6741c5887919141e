import { fullName } from '#shared/accounts/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { InstitutionId, UserId } from '#shared/kernel/ids.ts'
import { done } from '#shared/kernel/result.ts'
import type { Cell, Sheet } from '#shared/kernel/sheet.ts'
import { Problems } from '#shared/kernel/table.ts'
import * as contract from '#shared/questionnaires/manual-points-routes.ts'
import {
  manualPointsColumns,
  manualPointsRows,
  manualStanding,
  readManualPoints,
  scoredQuestions,
} from '#shared/questionnaires/manual-points.ts'
import type { PointsSheet } from '#shared/questionnaires/model.ts'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { dispositionOf } from '../../http/downloads.ts'
import { uploadPolicy } from '../../http/headers.ts'
import { mount } from '../../http/mount.ts'
import { sentFile } from '../../http/sent-file.ts'
import { refusedTable } from '../../http/table-refusal.ts'
import { tableStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'
import { performOnForm, type Wanted } from '../../sync/perform.ts'
import { tableLimits } from '../../workbooks/limits.ts'
import { institutionsIn, manualPointsOf, pointsSheetsOf } from '../../world/manual-points.ts'
import { questionnaireIn } from '../../world/questionnaires.ts'

const types = {
  es: { 1: 'Automáticamente', 2: 'Manualmente' },
  en: { 1: 'Automatically', 2: 'Manually' },
} as const

/** Obtained points that the lab brings in a table, of forms whose calculation is manual (MP1-MP6). */
export function mountManualPoints(server: Server): void {
  const { db, files } = server

  mount(server, contract.calculationTypes, ({ language }) =>
    Promise.resolve(done(([1, 2] as const).map((id) => ({ id, name: types[language][id] })))),
  )

  mount(server, contract.manualPointsTemplate, async ({ params, query, session }) => {
    const rows = await db.read(async (tx) => {
      const { form, index } = await questionnaireIn(tx, params.form)
      if (!form) return undefined
      const [sheet] = await pointsSheetsOf(tx, params.form)
      const standing = await manualPointsOf(tx, params.form)
      const pointsOf = (id: InstitutionId) => {
        const own = standing.get(id)
        return own && own.sheetId === sheet?.id ? own.points : undefined
      }
      return manualPointsRows(index, await institutionsIn(tx, params.form), pointsOf)
    })
    if (!rows) return fail('not_found')
    return server.downloads.send(session.user.id, tableStream(inPieces(rows), `puntos_${params.form}`, query.format ?? 'csv'))
  })

  mount(server, contract.manualPoints, ({ params }) =>
    db.read(async (tx) => {
      const { form, index } = await questionnaireIn(tx, params.form)
      if (!form) return fail('not_found')
      const sheets = await pointsSheetsOf(tx, params.form)
      const standing = await manualPointsOf(tx, params.form)
      const [sheet = null, ...earlier] = await viewsOf(tx, sheets)
      const institutions = await institutionsIn(tx, params.form)
      return done({
        calculatedBy: form.calculatedBy ?? 1,
        questions: scoredQuestions(index).length,
        sheet,
        earlier,
        institutions: institutions.map(({ id, code, name }): contract.InstitutionPoints => {
          const found = manualStanding(index, sheets[0], standing.get(id))
          const points = found.kind === 'points' ? found.points : null
          return { _id: id, code, name, points, stale: found.kind === 'stale' ? found.numbers : [] }
        }),
      })
    }),
  )

  mount(server, contract.manualPointsFile, async ({ params }) => {
    const sheets = await db.read((tx) => pointsSheetsOf(tx, params.form))
    const sheet = sheets.find(({ id }) => id === params.sheet)
    if (!sheet) return fail('not_found')
    const kept = await files.read(sheet.sha256)
    if (!kept) return fail('attachment_missing')
    return new Response(await buffer(kept), {
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': dispositionOf(sheet.name),
        'Content-Security-Policy': uploadPolicy,
        'Cache-Control': 'private, no-store',
      },
    })
  })

  mount(server, contract.uploadManualPoints, async (call) => {
    const { params, query, session } = call
    const file = await sentFile(call, query.name)
    if (!file.ok) return file
    if ((file.value.field('formId') ?? params.form) !== params.form) return fail('not_found')
    const found = await db.read(async (tx) => ({
      state: await questionnaireIn(tx, params.form),
      institutions: await institutionsIn(tx, params.form),
      sheets: await pointsSheetsOf(tx, params.form),
    }))
    const { form, index } = found.state
    if (!form) return fail('not_found')
    const sheets = await server.workbooks.read(file.value.bytes, tableLimits)
    if (!sheets.ok) return sheets
    const problems = new Problems()
    const given = readManualPoints(sheets.value[0] ?? { name: '', rows: [], merged: [] }, index, found.institutions, problems)
    if (!problems.none) return refusedTable(problems.found, call.language, { sheet: null })
    const sha256 = await files.keep(file.value.bytes)
    const seen = query.seen === undefined ? (found.sheets[0]?.id ?? null) : query.seen === 'none' ? null : query.seen
    const facts = { name: file.value.name || `puntos_${params.form}`, sha256, sizeBytes: file.value.bytes.length }
    const asked: readonly Wanted[] = [
      { name: 'points.upload', args: { id: `p${randomUUID()}`, from: seen, file: facts, ...given } },
      ...(form.calculatedBy === 2 ? [] : [{ name: 'form.calculate', args: { from: form.calculatedBy ?? null, to: 2 } }]),
    ]
    const stored = await performOnForm(server, session, { request: call.request, body: { sha256, seen } }, params.form, asked)
    if (!stored.ok) return stored
    const [sheet = null] = await db.read(async (tx) => viewsOf(tx, (await pointsSheetsOf(tx, params.form)).slice(0, 1)))
    return done({ sheet, problems: [], more: 0 })
  })
}

/** Rows of a template at a time. */
const together = 2000

async function* inPieces(rows: Sheet): AsyncGenerator<Sheet, void> {
  const heading: readonly Cell[] = manualPointsColumns.map(({ name }) => name)
  yield [heading]
  for (let at = 0; at < rows.length; at += together) yield await Promise.resolve(rows.slice(at, at + together))
}

/** Tables as callers see them, with the names of who uploaded them. */
async function viewsOf(tx: Tx, sheets: readonly PointsSheet[]): Promise<contract.PointsSheetView[]> {
  if (sheets.length === 0) return []
  const ids = [...new Set(sheets.map(({ by }) => by))]
  const people = await tx.q
    .selectFrom('user')
    .select(['id', 'name', 'surname'])
    .where(oneOf(tx.kind, 'id', ids))
    .execute()
  const names = new Map<UserId, string>(people.map((each) => [each.id, fullName(each)]))
  return sheets.map(({ id, name, at, by, rows, institutions, sizeBytes }) => ({
    _id: id,
    name,
    at,
    by: names.get(by) ?? 'Usuario Eliminado',
    rows,
    institutions,
    sizeBytes,
  }))
}
