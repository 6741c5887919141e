import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcess } from './server.ts'

/** One entry of the server's ledger (server/db/schema.ts, sync_mutation). */
export interface LedgerEntry {
  readonly mid: string
  readonly name: string
  readonly entity: string
  readonly args: string
  readonly disposition: string
  readonly code: string
}

/** What a person's devices have had written into the ledger, in order; the demonstration's own story is left out. */
export function ledgerOf(server: ServerProcess, userId: string): LedgerEntry[] {
  return reading(server, (db) =>
    db
      .prepare<[string], LedgerEntry>(
        `select mid, name, entity, args, disposition, code from sync_mutation
         where author_id = ? and mid not like 'demo-%' order by received_at, seq`,
      )
      .all(userId),
  )
}

/** What is assigned to a person now: a question, or a dimension at its level. */
export function assignmentsOf(server: ServerProcess, userId: string): { readonly element: string; readonly level: string }[] {
  return reading(server, (db) =>
    db
      .prepare<[string], { element: string; level: string }>(
        `select json_extract(data, '$.element') as element, json_extract(data, '$.level') as level from sync_row
         where tbl = 'assignment' and json_extract(data, '$.userId') = ?`,
      )
      .all(userId),
  )
}

/** SHA-256 of the bytes that the server keeps for an attachment of that name, hex; undefined when none arrived. */
export function keptFile(server: ServerProcess, name: string): string | undefined {
  const row = reading(server, (db) =>
    db
      .prepare<[string], { sha256: string }>(
        `select json_extract(data, '$.sha256') as sha256 from sync_row
         where tbl = 'attachment' and json_extract(data, '$.name') = ? and json_extract(data, '$.state') = 'ready'`,
      )
      .get(name),
  )
  return (
    row &&
    createHash('sha256')
      .update(readFileSync(join(server.dataDir, 'files', row.sha256)))
      .digest('hex')
  )
}

function reading<T>(server: ServerProcess, read: (db: Database.Database) => T): T {
  const db = new Database(join(server.dataDir, 'iip.sqlite'), { readonly: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}
