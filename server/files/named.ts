import type { Attachment } from '#shared/attachments/model.ts'
import type { Category } from '#shared/institutions/model.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import type { OpenReport } from '#shared/open-data/model.ts'
import { blobsOf } from '#shared/site/file-rules.ts'
import type { SiteFile } from '#shared/site/model.ts'
import type { Database } from '../db/open.ts'

/** A file that a row names. */
export interface NamedFile {
  readonly sha256: string
  /** Bytes, where the row says how many. */
  readonly size: number | null
  /** The row: its table, id and scope. */
  readonly by: string
  /** Whether it has to be there, may be, or is to go because its row was taken away. */
  readonly stands: 'there' | 'perhaps' | 'gone'
}

/** What rows of this kind name. */
type Naming = (data: string, removedSince: Instant) => readonly Omit<NamedFile, 'by'>[]

const namings: Readonly<Record<string, Naming>> = {
  attachment: (data) => {
    const { sha256, sizeBytes: size, state }: Attachment = JSON.parse(data)
    return [{ sha256, size, stands: state === 'ready' ? 'there' : 'perhaps' }]
  },
  pointsSheet: (data) => {
    const { sha256, sizeBytes: size }: { readonly sha256: string; readonly sizeBytes?: number } = JSON.parse(data)
    return [{ sha256, size: size ?? null, stands: 'there' }]
  },
  openReport: (data) => {
    const { sha256, bytes, removed }: OpenReport = JSON.parse(data)
    return [{ sha256, size: bytes, stands: removed ? 'gone' : 'there' }]
  },
  category: (data) => {
    const { icon }: Category = JSON.parse(data)
    return icon === null ? [] : [{ sha256: icon, size: null, stands: 'there' }]
  },
  siteFile: (data, removedSince) => {
    const file: SiteFile = JSON.parse(data)
    // Whoever removed one by mistake uploads it again, or brings back a page that shows it.
    const stands = !file.removed ? 'there' : (file.removedAt ?? '') >= removedSince ? 'perhaps' : 'gone'
    return blobsOf(file).map((sha256) => ({ sha256, size: sha256 === file.sha256 ? file.bytes : null, stands }))
  },
}

/** Files that one row of `sync_row` names. */
export function namedBy(
  { tbl, id, scope, data }: { tbl: string; id: string; scope: string; data: string },
  removedSince: Instant,
): NamedFile[] {
  const naming = Object.hasOwn(namings, tbl) ? namings[tbl] : undefined
  return (naming?.(data, removedSince) ?? []).map((file) => ({ ...file, by: `${tbl} ${id} of ${scope}` }))
}

/**
 * Every file that rows name, of the site's also those that were removed since then, read an institution at a time: together they are more
 * than a server needs to hold.
 */
export async function* namedFiles(db: Pick<Database, 'q'>, removedSince: Instant): AsyncGenerator<NamedFile, void> {
  for (const table of Object.keys(namings)) {
    const own = db.q.selectFrom('sync_row').where('tbl', '=', table).where('deleted', '=', 0)
    for (const { scope } of await own.select('scope').distinct().orderBy('scope').execute()) {
      const rows = await own.select(['id', 'data']).where('scope', '=', scope).orderBy('id').execute()
      for (const { id, data } of rows) yield* namedBy({ tbl: table, id, scope, data }, removedSince)
    }
  }
}
