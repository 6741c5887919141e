import { letter } from '#shared/contract/letter.ts'
import { noteAct } from '../../audit/acts.ts'
import type { PasskeyTable } from '../../db/schema.ts'
import type { Server } from '../../server.ts'
import { tellOf } from '../../sync/telling.ts'

/** Tells the person of a passkey, by letter and notice and on record, that what seems to be a copy of it was refused (PK11). */
export const tellCloned =
  ({ db, now, pokes }: Pick<Server, 'db' | 'now' | 'pokes'>) =>
  async ({ user_id: userId, name }: PasskeyTable): Promise<void> => {
    const moved = await db.write(async (tx) => {
      const told = await tellOf(tx, letter('passkeyCloned', userId, { passkey: name }), now())
      await noteAct(tx, { kind: 'account.passkeyCloned', actorId: '', subjectId: userId, at: now() })
      return told
    })
    pokes.moved(moved)
  }
