import type * as v from 'valibot'
import { dashboardSchema, showingSchema } from './dashboards/model.ts'
import type { ConfiguringFacts } from './dashboards/rules.ts'
import { openReportSchema } from './open-data/report.ts'
import { pageSchema, pageVersionSchema, siteFileSchema, siteSettingsSchema } from './site/model.ts'
import type { FormHeader } from './stages/model.ts'

/** Tables of the public area, each with the schema of its rows: the server's alone, which no device receives and no world holds. */
export const siteRowSchemas = {
  page: pageSchema,
  pageVersion: pageVersionSchema,
  siteFile: siteFileSchema,
  siteSettings: siteSettingsSchema,
  openReport: openReportSchema,
  dashboard: dashboardSchema,
  showing: showingSchema,
} as const
export type SiteTableName = keyof typeof siteRowSchemas
export type SiteRows = { readonly [T in SiteTableName]: Readonly<v.InferOutput<(typeof siteRowSchemas)[T]>> }

/** A row of the public area that a decision writes. */
export type SiteChange = {
  [T in SiteTableName]: { readonly scope: string; readonly part: ''; readonly table: T; readonly id: string; readonly row: SiteRows[T] }
}[SiteTableName]

/** What stands elsewhere that a change of the public area is decided by. */
export interface SiteFacts {
  /** Every page that there is or was, under the name that visitors know, or its draft's. */
  readonly pages: readonly {
    readonly id: string
    readonly name: string
    readonly formerNames: readonly string[]
    readonly removed: boolean
    /** Whether it was ever shown to visitors, and not taken back. */
    readonly published: boolean
  }[]
  /** Files that there are, by id, with their type. */
  readonly files: ReadonlyMap<string, 'image' | 'document'>
  /** Names of the pages that show a file to visitors now, by its id; absent where nothing is decided by it. */
  readonly shown?: ReadonlyMap<string, readonly string[]> | undefined
  /** What they are called, by id; absent where nothing is decided by it. */
  readonly fileNames?: ReadonlyMap<string, string> | undefined
  /** Bytes of each picture as a phone is sent it, by id; absent where nothing is decided by it. */
  readonly phoneBytes?: ReadonlyMap<string, number> | undefined
  /** The form whose dashboards they are; null for every other scope. */
  readonly form: FormHeader | null
  /** Its questions as they stand, and the forms that can be shown beside it; absent for every other scope. */
  readonly configuring?: ConfiguringFacts | undefined
  /** Institutions with a published final result that visitors could be shown, by name; absent where nothing is decided by it. */
  readonly showable?: readonly { readonly id: string; readonly name: string }[] | undefined
}

/**
 * One scope of the public area as it stands: the site as a whole, one page without its versions, or what a form's dashboards show. Like a
 * world it is what rules read; `set` is for who applies changes.
 */
export class Site {
  readonly scope: string
  readonly facts: SiteFacts
  readonly #rows = new Map<string, unknown>()

  constructor(scope: string, facts: SiteFacts) {
    this.scope = scope
    this.facts = facts
  }

  get<T extends SiteTableName>(table: T, id: string): SiteRows[T] | undefined {
    // Only `set` writes it, under its own table.
    return this.#rows.get(`${table} ${id}`) as SiteRows[T] | undefined
  }

  list<T extends SiteTableName>(table: T): readonly SiteRows[T][] {
    return [...this.#rows].flatMap(([key, row]) => (key.startsWith(`${table} `) ? [row as SiteRows[T]] : []))
  }

  set<T extends SiteTableName>(table: T, id: string, row: SiteRows[T]): void {
    this.#rows.set(`${table} ${id}`, row)
  }
}
