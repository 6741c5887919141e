import type { Page, PageVersion, SiteFile, SiteSettings } from '#shared/site/model.ts'
import { siteLimits } from '#shared/site/model.ts'
import { usualSettings } from '#shared/site/mutations.ts'
import { pageScope, siteScope } from '#shared/protocol/scope.ts'
import type { Tx } from '../db/open.ts'

/** Every page that there is or was, by name of its draft. */
export async function pagesIn(tx: Pick<Tx, 'q'>): Promise<Page[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    // Rows are found by their scope: without it all of them would be read.
    .where('scope', 'in', (each) => each.selectFrom('sync_scope').select('sync_scope.id').where('sync_scope.id', 'like', 'page:%'))
    .where('tbl', '=', 'page')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  const order = new Intl.Collator('es', { numeric: true })
  return rows.map(({ data }): Page => JSON.parse(data)).toSorted((left, right) => order.compare(left.draft.name, right.draft.name))
}

/** The newest versions of a page, newest first. */
export async function versionsOf(tx: Pick<Tx, 'q'>, pageId: string): Promise<PageVersion[]> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', pageScope(pageId))
    .where('tbl', '=', 'pageVersion')
    .where('deleted', '=', 0)
    // Ids are numbers as text: a longer one is a higher one.
    .orderBy((each) => each.fn('length', ['id']), 'desc')
    .orderBy('id', 'desc')
    .limit(siteLimits.versions)
    .execute()
  return rows.map(({ data }): PageVersion => JSON.parse(data))
}

/** Files of the site that were not taken away, by id. */
export async function siteFilesIn(tx: Pick<Tx, 'q'>): Promise<ReadonlyMap<string, SiteFile>> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', siteScope)
    .where('tbl', '=', 'siteFile')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  const files = rows.map(({ data }): SiteFile => JSON.parse(data)).filter(({ removed }) => !removed)
  return new Map(files.map((file) => [file.id, file]))
}

export async function settingsIn(tx: Pick<Tx, 'q'>): Promise<SiteSettings> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', siteScope)
    .where('tbl', '=', 'siteSettings')
    .where('id', '=', 'settings')
    .executeTakeFirst()
  return row === undefined ? usualSettings : JSON.parse(row.data)
}
