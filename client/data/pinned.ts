import { readStored, writeStored } from './storage.ts'

/*
 * Who has a PIN on this device, as a page knows it before it draws. What counts is the sealed database: this is what spares everybody
 * else from looking for one, and keeps a session's token off the disk in clear.
 */

const pinnedName = 'iip_pinned'
const tokenName = (userId: string): string => `iip_sealed_token_${userId}`

const everybody = (): readonly string[] => (readStored(pinnedName) ?? '').split(' ').filter((id) => id !== '')

export const isPinned = (userId: string): boolean => everybody().includes(userId)

export function setPinned(userId: string, pinned: boolean): void {
  if (!pinned) writeStored(tokenName(userId), null)
  if (isPinned(userId) === pinned) return
  const others = everybody().filter((id) => id !== userId)
  const now = pinned ? [...others, userId] : others
  writeStored(pinnedName, now.length === 0 ? null : now.join(' '))
}

/** A session's token as it stands on the disk: sealed, in base64. */
export const sealedToken = (userId: string): string | null => readStored(tokenName(userId))
export const keepSealedToken = (userId: string, text: string | null): void => writeStored(tokenName(userId), text)
