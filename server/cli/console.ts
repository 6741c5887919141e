import { systemActor } from '#shared/access/actor.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { noteAct } from '../audit/acts.ts'
import type { Database } from '../db/open.ts'
import type { Session } from '../http/session.ts'

/** Who works at the console, as the audit names them. */
export const atTheConsole: Session = {
  tokenHash: '',
  actor: systemActor,
  user: {
    id: systemActor.id,
    kind: 'Administrator',
    name: 'IIP',
    surname: '',
    email: '',
    institution_id: null,
    active: 1,
    language: 'es',
    show_onboarding: 0,
    rehearsal: null,
    password_hash: null,
    joined: 1,
    created_at: '',
    last_sign_in_at: null,
  },
}

/** What is taken away at the console is in the audit before its first byte is written, as any download is (AU4). */
export async function onRecord(db: Database, given: { what: string; path: string; formId: string; at: Instant }): Promise<void> {
  const { what, path, formId, at } = given
  const detail = { file: basename(path) }
  await db.write((tx) => noteAct(tx, { kind: 'file.download', actorId: systemActor.id, formId, subjectId: what, detail, at }))
}

/** Says how far it is, a line for every ten institutions. */
export function told(): (done: number, total: number) => Promise<void> {
  let last = 0
  return async (done, total) => {
    if (done === last || (done % 10 !== 0 && done !== total - 1)) return
    last = done
    process.stderr.write(`${done} of ${total - 1} institutions\n`)
  }
}

/** Whether anything has that name. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    // Nothing of that name: it is to be written.
    return false
  }
}
