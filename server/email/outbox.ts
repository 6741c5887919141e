import type { LetterData, LetterTemplate } from '#shared/contract/letter.ts'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import { letterRows } from '../db/tables.ts'

/** Puts a letter into the outbox, in the same transaction as what it tells of. */
export async function writeLetter<T extends LetterTemplate>(
  tx: Tx,
  template: T,
  toUser: string,
  data: LetterData<T>,
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
