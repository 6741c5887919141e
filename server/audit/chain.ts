import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/open.ts'
import type { AuditTable } from '../db/schema.ts'

/** A row without what binds it to the one before. */
export type Link = Omit<AuditTable, 'previous' | 'digest'>

/** SHA-256 of a row and of the digest of the row before, hex. The order and the shape of what is hashed never change. */
export function digestOf(row: Link, previous: string): string {
  const { n, at, epoch, kind, actor_id: actor, on_behalf_of: behalf, form_id: form, institution_id: institution, subject_id: subject } = row
  const content = JSON.stringify([1, previous, n, at, epoch, kind, actor, behalf, form, institution, subject, row.detail])
  return createHash('sha256').update(content).digest('hex')
}

/** The server's word that the chain ends with a row: who changes the end without its secret is found out. */
export const sealOf = (secret: string, n: number, digest: string): string =>
  createHmac('sha256', secret).update(`audit head ${n} ${digest}`).digest('hex')

export interface Head {
  readonly n: number
  readonly digest: string
  readonly seal: string
  readonly epoch: string
  readonly secret: string
}

/** The end of the chain. For writing, whoever else appends waits until the transaction is over. */
export async function headOf(tx: Tx, access: 'read' | 'write'): Promise<Head> {
  const locked = access === 'write' && tx.kind === 'postgres' ? sql`for update of h` : sql``
  const { rows } = await sql<Head>`
    select h.n, h.digest, h.seal,
      coalesce((select value from meta where key = 'epoch'), '') as epoch,
      coalesce((select value from meta where key = 'server_secret'), '') as secret
    from audit_head h where h.id = 1 ${locked}`.execute(tx.q)
  const [head] = rows
  if (!head) throw new Error('the audit has no head')
  return head
}
