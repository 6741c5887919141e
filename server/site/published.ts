import { dayAt, type Day } from '#shared/kernel/instant.ts'
import type { OpenReport } from '#shared/open-data/model.ts'
import { siteScope } from '#shared/protocol/scope.ts'
import type { Page, Section, SiteFile, SiteSettings } from '#shared/site/model.ts'
import { publishedPages, type PublishedPages } from '#shared/site/rules.ts'
import type { Database, Tx } from '../db/open.ts'
import type { Log } from '../server.ts'
import { cleanSection } from '../sync/clean.ts'
import { pagesIn, settingsIn, siteFilesIn } from '../world/pages.ts'
import type { Edition, Editions } from './edition.ts'

/** Everything that pages of one edition are made of, and nothing that was not published. */
export interface PublishedSite extends PublishedPages {
  readonly edition: Edition
  readonly day: Day
  readonly files: ReadonlyMap<string, SiteFile>
  readonly settings: SiteSettings
  /** The workbook that is public; null while none is. */
  readonly report: OpenReport | null
}

/** What stands published now, read once for an edition. */
export class Published {
  readonly #db: Database
  readonly #editions: Editions
  readonly #log: Pick<Log, 'error'>
  #shown: PublishedSite | undefined
  #reading: { readonly edition: number; readonly site: Promise<PublishedSite> } | undefined

  constructor({ db, editions, log }: { db: Database; editions: Editions; log: Pick<Log, 'error'> }) {
    this.#db = db
    this.#editions = editions
    this.#log = log
  }

  /** What is published; while the database is away what was published before. Undefined where nothing is known. */
  current(): PublishedSite | undefined | Promise<PublishedSite | undefined> {
    const edition = this.#editions.current()
    return edition instanceof Promise ? edition.then((found) => this.#siteOf(found)) : this.#siteOf(edition)
  }

  #siteOf(edition: Edition | undefined): PublishedSite | undefined | Promise<PublishedSite | undefined> {
    if (!edition || this.#shown?.edition.number === edition.number) return this.#shown
    if (this.#reading?.edition !== edition.number) {
      const site = publishedSite(this.#db, edition)
      const mine = { edition: edition.number, site }
      this.#reading = mine
      void site
        .then((found) => {
          if (this.#reading === mine) this.#shown = found
        })
        .catch((error: unknown) => this.#log.error({ err: error }, 'the public site could not be read'))
        .finally(() => {
          if (this.#reading === mine) this.#reading = undefined
        })
    }
    return this.#reading?.site.catch(() => this.#shown)
  }

  /** Forgets what was read: the database is another one. */
  forget(): void {
    this.#shown = undefined
    this.#reading = undefined
    this.#editions.moved()
  }
}

/** What stands published, as one moment has it. */
const publishedSite = (db: Database, edition: Edition): Promise<PublishedSite> =>
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

const cleaned = new WeakMap<Pick<Page, 'published'>, readonly Section[]>()

/**
 * Sections of a published page, their rich texts cleaned once more: they may be older than what is taken for clean now. Once for a page
 * as it was read, so once for an edition.
 */
export function shownSections(page: Pick<Page, 'published'> | undefined): readonly Section[] {
  if (!page?.published) return []
  const known = cleaned.get(page)
  if (known) return known
  const sections = page.published.sections.filter(({ hidden }) => !hidden).map(cleanSection)
  cleaned.set(page, sections)
  return sections
}
