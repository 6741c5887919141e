import type { LetterData, LetterTemplate } from '#shared/contract/letter.ts'
import type { NotifiedLetter } from '#shared/notifications/routes.ts'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import type { LetterTable } from '../db/schema.ts'
import { letterRows } from '../db/tables.ts'
import { currentTrace } from '../trace.ts'

/**
 * Seconds until the next try, by tries so far: a connection that broke off comes back at once, what is full or shut takes its time. After
 * the last the letter is dead and shown to the administrator.
 */
export const backoffSeconds = [15, 60, 300, 900, 3600, 4 * 3600, 12 * 3600, 24 * 3600] as const

/** Of a letter that has nobody who could get it any more. */
export const nobodyToWriteTo = 'nobody to write to'

/** Of a letter that somebody of the lab gave up: it goes no more, and is no failure to look at. */
const givenUp = 'given up by an administrator'

/** What a letter becomes that ends without going, and of which nobody has anything to do. */
export const endedQuietly = (error: string): Pick<LetterTable, 'state' | 'error' | 'quiet'> => ({ state: 'dead', error, quiet: 1 })
export const endedByHand = endedQuietly(givenUp)

/**
 * What the last letter to somebody keeps once it goes no more: not where it went, nor what a mail server said of that, whoever ended it
 * (LW6). Nothing of any other letter, and of one that still waits.
 */
export function forgottenOnce(
  template: string,
  { state, error, quiet }: Partial<LetterTable>,
): Partial<Pick<LetterTable, 'data' | 'error'>> {
  if (template !== 'anonymised' || (state !== 'sent' && state !== 'dead')) return {}
  const words = state === 'sent' ? null : quiet === 1 ? (error ?? null) : nobodyToWriteTo
  return { data: JSON.stringify({ mailbox: '' }), error: words }
}

/** Why a letter is not with its reader; null while nothing went wrong (NT4). */
export function whyOf({ state, attempts, error }: Pick<LetterTable, 'state' | 'attempts' | 'error'>): NotifiedLetter['why'] {
  if (error === null || state === 'sent') return null
  if (state === 'waiting') return 'later'
  if (error === nobodyToWriteTo) return 'nobody'
  return attempts > backoffSeconds.length ? 'gaveUp' : 'refused'
}

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
      quiet: null,
      trace: currentTrace()?.trace ?? null,
    },
  ])
}
