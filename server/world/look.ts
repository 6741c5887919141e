import { reaches } from '#shared/access/visibility.ts'
import { fullName } from '#shared/accounts/model.ts'
import { fail } from '#shared/kernel/failure.ts'
import { unitOf, type Unit } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { rowsOf } from '#shared/answers/rules.ts'
import type { World } from '#shared/world.ts'
import type { Tx } from '../db/open.ts'
import type { Session } from '../http/session.ts'
import type { Server } from '../server.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import { participationIn, type Parts } from './visibility.ts'
import type { WorldKey } from './store.ts'

/** An institution's form as the caller may see it. */
export interface View {
  readonly world: World
  readonly session: Session
  readonly now: string
  /** Sub-dimensions whose content the caller sees. */
  readonly parts: Parts
  readonly tx: Tx
}

export const sees = (parts: Parts, part: string): boolean => parts === '*' || parts.includes(part)

/**
 * Reads an institution's form in one snapshot. Fails: not_found, which also hides what belongs to others.
 * institutionId: absent for people of an institution, who see their own; the lab's people have to name one (malformed).
 */
export async function look<T>(
  server: Server,
  session: Session,
  formId: string,
  institutionId: string | undefined,
  read: (view: View) => Promise<T> | T,
): Promise<Result<T>> {
  const institution = institutionId ?? session.actor.institutionId
  if (institution === null) return fail('malformed', { field: 'institution' })
  return server.db.read(async (tx) => {
    const key: WorldKey = { institutionId: institution, formId }
    // Before anything of it is opened: who has no business there is told nothing, and costs nothing.
    const participation = await participationIn(tx, key)
    if (!participation || !reaches(session.actor, participation)) return fail('not_found')
    const world = await server.worlds.read(tx, key)
    if (!world) return fail('not_found')
    const now = server.now()
    return done(await read({ world, session, now, parts: receivedParts(world, session.actor, now), tx }))
  })
}

/** Unit that a REST caller names by question and position of the row: -1 or nothing outside blocks. Undefined when there is none. */
export function unitAt(world: World, questionId: string, index: number | undefined): Unit | undefined {
  const question = world.index.question(questionId)
  if (!question) return undefined
  if (question.blockId === null) return unitOf(questionId)
  const block = world.index.question(question.blockId)
  const row = block && index !== undefined ? rowsOf(world, block)[index] : undefined
  return row === undefined ? undefined : unitOf(questionId, row)
}

/** Name of a user; of a deleted one the specification's. */
export function nameOf(world: World, userId: string): string {
  const person = world.person(userId)
  if (person) return fullName(person)
  return userId === 'system' ? 'IIP' : 'Usuario Eliminado'
}
