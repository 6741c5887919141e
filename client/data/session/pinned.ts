import { readStored, writeStored } from '#client/data/storage.ts'

/*
 * Who has a PIN on this device, as a page knows it before it draws. What counts is the sealed database: this is what spares everybody
 * else from looking for one, and keeps a session's token off the disk in clear.
 */

const pinnedName = 'iip_pinned'
export const sealedTokenName = (userId: string): string => `iip_sealed_token_${userId}`

const everybody = (): readonly string[] => (readStored(pinnedName) ?? '').split(' ').filter((id) => id !== '')

export const isPinned = (userId: string): boolean => everybody().includes(userId)

export function setPinned(userId: string, pinned: boolean): void {
  if (!pinned) writeStored(sealedTokenName(userId), null)
  if (isPinned(userId) === pinned) return
  const others = everybody().filter((id) => id !== userId)
  const now = pinned ? [...others, userId] : others
  writeStored(pinnedName, now.length === 0 ? null : now.join(' '))
}

/** A session's token as it stands on the disk: sealed, in base64. */
export const sealedToken = (userId: string): string | null => readStored(sealedTokenName(userId))
export const keepSealedToken = (userId: string, text: string | null): void => writeStored(sealedTokenName(userId), text)

const dueName = (userId: string): string => `iip_token_due_${userId}`
const undecided = '-'

/**
 * Whether the server is still to be told that a token which stood on the disk opens nothing any more (LK7). `next`: the one that is to take its
 * place, where no PIN hides it.
 */
export function tokenDue(userId: string): { readonly next: string | undefined } | null {
  const found = readStored(dueName(userId))
  return found === null ? null : { next: found === undecided ? undefined : found }
}
export const noteTokenDue = (userId: string, next: string = undecided): void => writeStored(dueName(userId), next)
export const tokenDueNoMore = (userId: string): void => writeStored(dueName(userId), null)
