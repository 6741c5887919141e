import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import { letterRows } from '../db/tables.ts'

/** Letters that the platform writes beside those that decisions ask for. */
export type ServiceTemplate = 'recovery' | 'invited' | 'passwordChanged' | 'signInClosed'

/** Puts a letter into the outbox, in the same transaction as what it tells of. */
export async function writeLetter(
  tx: Tx,
  template: ServiceTemplate,
  toUser: string,
  data: Record<string, string | number>,
  now: string,
): Promise<void> {
  await tx.bulk.insert(letterRows, [
    {
      id: randomUUID(),
      template,
      to_user: toUser,
      data: JSON.stringify(data),
      state: 'waiting',
      attempts: 0,
      next_at: now,
      created_at: now,
      sent_at: null,
      error: null,
    },
  ])
}
