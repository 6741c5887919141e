import { dayAt, type Day } from '#shared/kernel/instant.ts'
import type { OpenReport } from '#shared/open-data/model.ts'
import { siteScope } from '#shared/protocol/scope.ts'
import type { Page, Section, SiteFile, SiteSettings } from '#shared/site/model.ts'
import { publishedPages, type PublishedPages } from '#shared/site/rules.ts'
import type { Database, Tx } from '../db/open.ts'
import { cleanSection } from '../sync/clean.ts'
import { pagesIn, settingsIn, siteFilesIn } from '../world/pages.ts'
import type { Edition } from './edition.ts'

/** Everything that pages of one edition are made of, and nothing that was not published. */
export interface PublishedSite extends PublishedPages {
  readonly edition: Edition
  readonly day: Day
  readonly files: ReadonlyMap<string, SiteFile>
  readonly settings: SiteSettings
  /** The workbook that is public; null while none is. */
  readonly report: OpenReport | null
}

/** What stands published, as one moment has it. */
export const publishedSite = (db: Database, edition: Edition): Promise<PublishedSite> =>
  db.read(async (tx) => ({
    ...publishedPages(await pagesIn(tx)),
    edition,
    day: dayAt(edition.at),
    files: await siteFilesIn(tx),
    settings: await settingsIn(tx),
    report: await publicReport(tx),
  }))

async function publicReport({ q }: Pick<Tx, 'q'>): Promise<OpenReport | null> {
  const rows = await q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', siteScope)
    .where('tbl', '=', 'openReport')
    .where('deleted', '=', 0)
    .orderBy('id')
    .execute()
  return rows.map(({ data }): OpenReport => JSON.parse(data)).find((report) => report.public && !report.removed) ?? null
}

/** Sections of a published page, their rich texts cleaned once more: they may be older than what is taken for clean now. */
export const shownSections = (page: Pick<Page, 'published'> | undefined): readonly Section[] =>
  (page?.published?.sections ?? []).filter(({ hidden }) => !hidden).map(cleanSection)
