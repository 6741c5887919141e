import { stateKindOf } from '#shared/contract/mutation.ts'
import { formScope, parseScope } from '#shared/protocol/scope.ts'
import { Site, type SiteFacts, type SiteRows, type SiteTableName } from '#shared/site.ts'
import { filesIn } from '#shared/site/file-rules.ts'
import type { Page, SiteFile } from '#shared/site/model.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { rowOf } from './store.ts'

/** Any number that this program uses for nothing else. */
const siteLock = 4_771_010

/** What mutations of the public area decide on, by scope; one after the other, for names and files are of all pages. */
export async function sitesIn(tx: Tx, asked: readonly { readonly s: string }[]): Promise<Map<string, Site>> {
  const scopes = [...new Set(asked.map(({ s }) => s))].filter((scope) => stateKindOf(parseScope(scope)) === 'site').toSorted()
  if (scopes.length === 0) return new Map()
  if (tx.kind === 'postgres') await sql`select pg_advisory_xact_lock(${siteLock})`.execute(tx.q)
  const names = await namesOf(tx)
  const found = new Map<string, Site>()
  for (const text of scopes) {
    const scope = parseScope(text)
    const form = scope?.kind === 'dashboards' ? ((await rowOf(tx, formScope(scope.formId), 'form', scope.formId)) ?? null) : null
    found.set(text, new Site(text, { ...names, form }))
  }
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'data'])
    .where(oneOf(tx.kind, 'scope', scopes))
    // A page may have hundreds of them, and none decides anything.
    .where('tbl', '<>', 'pageVersion')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  for (const row of rows) {
    // Written from a SiteChange, so the table's name and the row's shape are the model's.
    const table = row.tbl as SiteTableName
    found.get(row.scope)?.set(table, row.id, JSON.parse(row.data) as SiteRows[typeof table])
  }
  return found
}

async function namesOf(tx: Tx): Promise<Omit<SiteFacts, 'form'>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['tbl', 'data'])
    .where('tbl', 'in', ['page', 'siteFile'])
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  const pages = rows.filter(({ tbl }) => tbl === 'page').map((row): Page => JSON.parse(row.data))
  const files = rows.filter(({ tbl }) => tbl === 'siteFile').map((row): SiteFile => JSON.parse(row.data))
  return {
    pages: pages.map(({ id, draft, published, formerNames, removed }) => ({
      id,
      name: published?.name ?? draft.name,
      formerNames,
      removed,
    })),
    shown: shownIn(pages),
    files: new Map(files.flatMap(({ id, type, removed }): [string, SiteFile['type']][] => (removed ? [] : [[id, type]]))),
  }
}

/** Names of published pages by the files that they show. */
function shownIn(pages: readonly Page[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { published, removed } of pages)
    if (published && !removed) for (const file of filesIn(published.sections)) found.set(file, [...(found.get(file) ?? []), published.name])
  return found
}
