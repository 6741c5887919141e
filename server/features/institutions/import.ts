import * as contract from '#shared/institutions/directory-routes.ts'
import type { ImportedView, ImportUndo } from '#shared/institutions/directory-routes.ts'
import { importedMost, institutionRows, readInstitutions, type ImportedRow } from '#shared/institutions/institution-table.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { workbookMime } from '#shared/kernel/sheet.ts'
import { Problems } from '#shared/kernel/table.ts'
import { orgScope } from '#shared/protocol/scope.ts'
import { randomUUID } from 'node:crypto'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import { dispositionOf } from '../../http/downloads.ts'
import { mount } from '../../http/mount.ts'
import { sentFile } from '../../http/sent-file.ts'
import { refusedTable } from '../../http/table-refusal.ts'
import { workbookOf } from '../../http/table-file.ts'
import type { Server } from '../../server.ts'
import { changeTogether, performTogether } from '../../sync/perform.ts'
import { tableLimits } from '../../workbooks/limits.ts'
import { categoriesIn } from '../../world/categories.ts'
import { openAccounts } from '../../world/directory.ts'
import { institutionsIn } from '../../world/institutions.ts'

const standingIn = async (tx: Tx) => {
  // Whoever has an account of an institution's may lead one more.
  const free = new Set((await openAccounts(tx).execute()).map(({ email }) => email))
  const users = (await tx.q.selectFrom('user').select('email').execute()).filter(({ email }) => !free.has(email))
  return { institutions: await institutionsIn(tx), categories: await categoriesIn(tx), emails: new Set(users.map(({ email }) => email)) }
}

/** Many institutions at once, from a table that is looked at before (OR10). */
export function mountInstitutionImport(server: Server): void {
  const { db } = server

  mount(server, contract.institutionTemplate, async () => {
    const { institutions, categories } = await db.read(standingIn)
    return new Response(workbookOf(institutionRows(institutions, categories)), {
      headers: { 'Content-Type': workbookMime, 'Content-Disposition': dispositionOf('instituciones.xlsx'), 'Cache-Control': 'no-store' },
    })
  })

  mount(server, contract.importInstitutions, async (call) => {
    const { query, session } = call
    const file = await sentFile(call, query.name)
    if (!file.ok) return file
    const sheets = await server.workbooks.read(file.value.bytes, tableLimits)
    if (!sheets.ok) return sheets
    const standing = await db.read(standingIn)
    const problems = new Problems()
    const read = readInstitutions(sheets.value[0] ?? { name: '', rows: [], merged: [] }, standing, problems)
    const nameOf = (id: unknown): string => standing.categories.get(String(id))?.name ?? String(id)
    const wanted = read.filter((each) => each.kind !== 'same')
    const told = { rows: wanted.map((each) => viewOf(each, nameOf)), same: read.length - wanted.length, undo: null }
    if (!problems.none) return refusedTable(problems.found, call.language, { rows: [], same: 0, undo: null })
    if (wanted.length > importedMost) return fail('table_institutions_many', { n: importedMost })
    if (query.apply === 'no' || wanted.length === 0) return done({ ...told, problems: [], more: 0 })
    const undo: ImportUndo = { created: [], changed: [] }
    const asked = wanted.map((each) => {
      if (each.kind === 'change') {
        const { id } = each.institution
        undo.changed.push({ id, from: each.to, to: each.from })
        return { scope: orgScope(id), name: 'institution.edit', args: { id, from: each.from, to: each.to } }
      }
      const id = `i-${randomUUID()}`
      undo.created.push(id)
      return { scope: orgScope(id), name: 'institution.create', args: { id, fields: each.fields, who: { invite: each.leader } } }
    })
    const stored = await changeTogether(server, { userId: session.user.id, asked })
    return stored.ok ? done({ ...told, undo, problems: [], more: 0 }) : stored
  })

  mount(server, contract.undoImport, async ({ body, session, said }) => {
    const stays = await db.read((tx) => inUse(tx, body.created))
    const created = body.created.filter((id) => !stays.has(id))
    const asked = [
      ...created.map((id) => ({ scope: orgScope(id), name: 'institution.remove', args: { id } })),
      ...body.changed.map(({ id, from, to }) => ({ scope: orgScope(id), name: 'institution.edit', args: { id, from, to } })),
    ]
    if (asked.length > 0) {
      const stored = await performTogether(server, session, said, asked)
      if (!stored.ok) return stored
    }
    return done({ left: body.created.length - created.length })
  })
}

/** Those of some institutions that take part or did, or of which somebody has come. */
async function inUse(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const joined = await tx.q
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select('membership.institution_id as id')
    .where(oneOf(tx.kind, 'membership.institution_id', ids))
    .where('user.joined', '=', 1)
    // Who belongs to another one too came there.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership as other')
            .select('other.user_id')
            .whereRef('other.user_id', '=', 'membership.user_id')
            .whereRef('other.institution_id', '<>', 'membership.institution_id'),
        ),
      ),
    )
    .execute()
  const taking = await tx.q
    .selectFrom('sync_row')
    .select('id')
    .where(oneOf(tx.kind, 'id', ids))
    .where('tbl', '=', 'participant')
    .execute()
  return new Set([...joined, ...taking].flatMap(({ id }) => id ?? []))
}

function viewOf(row: Exclude<ImportedRow, { kind: 'same' }>, categoryOf: (id: unknown) => string): ImportedView {
  if (row.kind === 'create')
    return { row: row.row, kind: 'create', name: row.fields.name, code: row.fields.code, email: row.leader.email, changed: [] }
  const words = (field: string, value: unknown): string =>
    field === 'category' ? categoryOf(value) : Array.isArray(value) ? value.join(', ') : String(value)
  return {
    row: row.row,
    kind: 'change',
    name: row.institution.name,
    code: row.institution.code,
    email: '',
    changed: Object.keys(row.to).map((field) => ({ field, from: words(field, row.from[field]), to: words(field, row.to[field]) })),
  }
}
