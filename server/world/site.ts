import { stateKindOf } from '#shared/contract/mutation.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { Site, type SiteFacts, type SiteRows, type SiteTableName } from '#shared/site.ts'
import { filesIn } from '#shared/site/file-rules.ts'
import type { Page } from '#shared/site/model.ts'
import { fileFactsOf } from '#shared/site/rules.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { formsIn } from './dashboards.ts'
import { pagesIn, siteFilesIn } from './pages.ts'
import { showableIn } from './published-results.ts'
import { questionnaireIn } from './questionnaires.ts'

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
    const facts = scope?.kind === 'dashboards' ? await configuringFacts(tx, scope.formId) : { form: null }
    found.set(text, new Site(text, { ...names, ...facts }))
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
  rows.push(...(await newestVersions(tx, rows)))
  for (const row of rows) {
    // Written from a SiteChange, so the table's name and the row's shape are the model's.
    const table = row.tbl as SiteTableName
    found.get(row.scope)?.set(table, row.id, JSON.parse(row.data) as SiteRows[typeof table])
  }
  return found
}

/** Of each page among the rows the version that its draft is: when that was published stands there too. */
async function newestVersions(tx: Tx, rows: readonly { readonly scope: string; readonly tbl: string; readonly data: string }[]) {
  const found: { scope: string; tbl: string; id: string; data: string }[] = []
  for (const { scope, data } of rows.filter(({ tbl }) => tbl === 'page')) {
    const { draft }: Page = JSON.parse(data)
    const version = await tx.q
      .selectFrom('sync_row')
      .select(['scope', 'tbl', 'id', 'data'])
      .where('scope', '=', scope)
      .where('tbl', '=', 'pageVersion')
      .where('id', '=', String(draft.number))
      .executeTakeFirst()
    if (version) found.push(version)
  }
  return found
}

async function namesOf(tx: Tx): Promise<Omit<SiteFacts, 'form' | 'configuring' | 'showable'>> {
  const pages = await pagesIn(tx)
  return {
    pages: pages.map(({ id, draft, published, formerNames, removed }) => ({
      id,
      name: published?.name ?? draft.name,
      formerNames,
      removed,
      published: published !== null,
    })),
    shown: shownIn(pages),
    ...fileFactsOf([...(await siteFilesIn(tx)).values()]),
  }
}

/** Names of published pages by the files that they show. */
function shownIn(pages: readonly Page[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { published, removed } of pages)
    if (published && !removed) for (const file of filesIn(published.sections)) found.set(file, [...(found.get(file) ?? []), published.name])
  return found
}

/** What a form's dashboards are configured with: itself, its questions as they stand, and the forms that can be shown beside it. */
async function configuringFacts(tx: Tx, formId: FormId): Promise<Pick<SiteFacts, 'form' | 'configuring' | 'showable'>> {
  const state = await questionnaireIn(tx, formId)
  if (!state.form) return { form: null }
  const beside = (await formsIn(tx)).filter((form) => form.id !== formId && !form.rehearsal)
  return {
    form: state.form,
    configuring: { index: state.index, beside: new Set(beside.map(({ id }) => id)) },
    showable: await showableIn(tx, state.form),
  }
}
