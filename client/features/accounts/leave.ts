import { pageAddress } from '#shared/addresses.ts'
import type { Engine } from '#sync/face.ts'
import { isPinned } from '#client/data/session/pinned.ts'
import { closeSession, sealSession, session } from '#client/data/session/session.ts'
import { noteSealedHere } from './sealed-here.ts'
import { signOutAtServer } from './account-calls.ts'

/**
 * Ends the session once its data has left the device. The page is loaded anew, so that nothing stays in memory. `forget` false:
 * the data could not be reached, and waits here for the same person.
 */
export async function leave(to = pageAddress('login'), { forget = true }: { readonly forget?: boolean } = {}): Promise<void> {
  // Started while the token is still there; whether it arrives changes nothing here.
  const goTo = await signOutAtServer()
  await closeSession({ forget })
  location.replace(goTo ?? to)
}

/** Leaves a deactivated account: what was never sent is sealed on the device, never wiped by a server's word; the rest goes. */
export async function leaveRevoked(engine: Engine, to: string): Promise<void> {
  await engine.settleDrafts()
  await engine.readHalfWritten()
  const { toSend, files, halfWritten } = engine.counts()
  if (toSend + files + halfWritten === 0) {
    await engine.wipe()
    return leave(to)
  }
  const id = session().user?._id ?? ''
  // Whoever comes back has no session to open it with: what was never sent is copied for them, sealed for the server, while it is open.
  if (isPinned(id)) await (await import('#client/data/session/vault-acts.ts')).keepCopy(id, engine)
  // A disk that does not answer keeps its rows shut up with the rest.
  await engine.seal().catch(() => engine.stop())
  noteSealedHere(id)
  await sealSession({ unsent: toSend + files, texts: halfWritten })
  location.replace(to)
}
