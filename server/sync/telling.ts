import type { Letter } from '#shared/contract/letter.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import { noticeIn } from '../email/letters.ts'
import { writeLetter } from '../email/outbox.ts'
import { writeChanges } from './changes.ts'
import { noticeChanges } from './notices.ts'
import type { Moved } from './pokes.ts'

/**
 * Tells somebody of what no mutation does: by letter, and by the notice beside it, in the transaction of what they tell of. Returns what
 * their devices are poked with after the commit.
 */
export async function tellOf(tx: Tx, letter: Letter, now: Instant): Promise<Moved> {
  await writeLetter(tx, letter.template, letter.to, letter.data, now)
  const said = noticeIn(letter)
  if (!said) return { versions: {}, people: [] }
  const notice = { id: randomUUID(), ...said, at: now, readAt: null }
  const moves = await writeChanges(tx, await noticeChanges(tx, [{ to: letter.to, notice, letter }]), now)
  return { versions: Object.fromEntries([...moves].map(([scope, { to }]) => [scope, to])), people: [] }
}
