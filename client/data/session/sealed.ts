import type { UnsentCopy } from '#sync/outbox/backup.ts'
import type { Places } from '#sync/storage/standing.ts'
import { setPinned } from './pinned.ts'
import { forgetKnown, session } from './session.ts'
import type { KnownUser } from './session.ts'

/** How long work of a deactivated account stays on a device (SD3). */
export const sealedDays = 30
const dayMs = 86_400_000

export const sealedUntilMs = (sealedAt: string): number => Date.parse(sealedAt) + sealedDays * dayMs

/** Deletes what has been kept for its time, with its entry at the sign-in page. */
export function expireSealed(nowMs: number, databases: Pick<IDBFactory, 'deleteDatabase'> = indexedDB): void {
  for (const { user, sealedAt } of session().known) {
    if (sealedAt === null || nowMs < sealedUntilMs(sealedAt)) continue
    databases.deleteDatabase(databaseOf(user._id))
    databases.deleteDatabase(placesOf(user._id).locked)
    setPinned(user._id, false)
    forgetKnown(user._id)
  }
}

/** Database of a person on this device: one each, so that nobody sends or sees another's work (TB7). */
export const databaseOf = (userId: string): string => `iip-${userId}`

/** The same, and where it stands behind a PIN (LK3). */
export const placesOf = (userId: string): Places => ({ plain: databaseOf(userId), locked: `iip-locked-${userId}` })

/**
 * What of a person's work was sealed, as the text that they can take in elsewhere. Null when it is not on the device any more.
 * Brings the code of databases with it, which the sign-in page has no other need of.
 */
export async function sealedCopy({ user }: KnownUser): Promise<UnsentCopy | null> {
  // Behind a PIN it was made when the account was found deactivated: nobody can open the rest here.
  const { copyIn } = await import('#sync/storage/standing.ts')
  const made = await copyIn(indexedDB, placesOf(user._id).locked)
  if (made !== null) return { text: made, sealed: true }
  const [{ dexieStorage }, { copyOf, unsentIn }, { sealFrom, sealNote }, { browserPorts }] = await Promise.all([
    import('#sync/storage/dexie.ts'),
    import('#sync/outbox/backup.ts'),
    import('#sync/sealing/copy-seal.ts'),
    import('#sync/browser.ts'),
  ])
  const name = databaseOf(user._id)
  const storage = dexieStorage({ name, indexedDB, IDBKeyRange, onSuperseded: () => undefined })
  const ports = browserPorts(name)
  try {
    const { created } = await storage.open(ports.randomText(22))
    if (created) {
      await storage.wipe()
      return null
    }
    const body = await unsentIn(storage, user._id, new Date().toISOString())
    return await copyOf(body, sealFrom(await storage.note(sealNote)), ports)
  } finally {
    ports.channel.close()
    storage.close()
  }
}
