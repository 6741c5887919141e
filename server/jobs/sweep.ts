import { restorableMs, type Participant } from '#shared/institutions/model.ts'
import { dayMs, epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { beforeScope, evalScope, formerScope, instScope, notesScope, resultsScope } from '#shared/protocol/scope.ts'
import type { TableName } from '#shared/world.ts'
import { partsOfUploads } from '../features/attachments/uploads.ts'
import { areFilesKept } from '../files/kept-until.ts'
import { namedFiles } from '../files/named.ts'
import type { Server } from '../server.ts'
import { lockScopes, writeChanges, type Removal } from '../sync/changes.ts'

/** Removes what nothing speaks of any more: files without a row, sessions and secrets that ended. What settings say how long to keep, `retain` removes. */
export async function sweep(server: Pick<Server, 'db' | 'files' | 'reports' | 'now' | 'jump' | 'log'>): Promise<void> {
  // By a clock that may be wrong everything is old.
  if (server.jump()) return
  const { db } = server
  const nowMs = epochMs(server.now())
  await db.q
    .deleteFrom('session')
    .where('last_used_at', '<', instantOf(nowMs - 31 * dayMs))
    .execute()
  await db.q
    .deleteFrom('session')
    .where('created_at', '<', instantOf(nowMs - 91 * dayMs))
    .execute()
  await db.q.deleteFrom('token').where('expires_at', '<', server.now()).execute()
  await db.q.deleteFrom('sign_in_ticket').where('expires_at', '<', server.now()).execute()
  await db.q.deleteFrom('sso_flow').where('expires_at', '<', server.now()).execute()
  await db.q.deleteFrom('sso_code').where('expires_at', '<', server.now()).execute()
  await db.q.deleteFrom('passkey_challenge').where('expires_at', '<', server.now()).execute()
  await forgetRemoved(server, instantOf(nowMs - restorableMs))
  const uploads = await db.q.selectFrom('upload').select('attachment_id').where('state', '=', 'open').execute()
  const open = partsOfUploads(uploads.map((row) => row.attachment_id))
  const named = await keptFiles(db, instantOf(nowMs - restorableMs))
  // By the clock of where files are kept, which is not the one that tests turn.
  const storeMs = Date.now()
  const parts = await server.files.sweep('parts', open, storeMs - dayMs)
  await server.files.tidy(storeMs - dayMs)
  // After the database went back, rows that name them are on their way.
  const isKept = await areFilesKept(db, server.now())
  const files = isKept ? 0 : await server.files.sweep('files', (name) => named.has(name), storeMs - dayMs)
  const removed = parts + files + (await server.reports.sweep(storeMs))
  if (removed > 0) server.log.info({ removed }, 'swept files that no row names')
}

/**
 * Institutions that were taken out of a form so long ago that they cannot come back: their answers, files, decisions and results go, as
 * rows that are gone and not as if they had never been, for a world in memory or a device may hold them. That they were there, and what was
 * done, stays in the ledger and in histories.
 */
async function forgetRemoved({ db, now }: Pick<Server, 'db' | 'now'>, before: Instant): Promise<void> {
  const rows = await db.q.selectFrom('sync_row').select('data').where('tbl', '=', 'participant').where('deleted', '=', 0).execute()
  const isLongGone = ({ removedAt }: Participant): boolean => typeof removedAt === 'string' && removedAt < before
  for (const row of rows) {
    const participant: Participant = JSON.parse(row.data)
    if (!isLongGone(participant)) continue
    const { institutionId, formId } = participant
    const scopes = [instScope, evalScope, formerScope, beforeScope, notesScope, resultsScope].map((scopeOf) =>
      scopeOf(institutionId, formId),
    )
    await db.write(async (tx) => {
      await lockScopes(tx, scopes)
      const held = await tx.q
        .selectFrom('sync_row')
        .select(['scope', 'part', 'tbl', 'id', 'data'])
        .where('scope', 'in', scopes)
        .where('deleted', '=', 0)
        .execute()
      // Somebody may have brought it back since it was read.
      const still = held.find((each) => each.tbl === 'participant')
      if (!still || !isLongGone(JSON.parse(still.data))) return
      // Written from a Change, so the table's name is the model's.
      const gone = held.map(({ scope, part, tbl, id }): Removal => ({ scope, part, table: tbl as TableName, id, row: null }))
      await writeChanges(tx, gone, now())
      await tx.q.deleteFrom('upload').where('scope', 'in', scopes).execute()
      await tx.q.deleteFrom('result_snapshot').where('form_id', '=', formId).where('institution_id', '=', institutionId).execute()
    })
  }
}

/** Hashes of the files that stay. */
async function keptFiles(db: Server['db'], removedSince: Instant): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const { sha256, stands } of namedFiles(db, removedSince)) if (stands !== 'gone') found.add(sha256)
  return found
}
