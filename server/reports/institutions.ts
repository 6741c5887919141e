import { reaches } from '#shared/access/visibility.ts'
import type { Actor } from '#shared/access/actor.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Instant } from '#shared/kernel/instant.ts'
import { may } from '#shared/privileges/rules.ts'
import type { World } from '#shared/world.ts'
import type { Tx } from '../db/open.ts'
import { standsIn, type Session } from '../http/session.ts'
import type { Server } from '../server.ts'
import type { View } from '../world/look.ts'
import type { WorldKey } from '../world/store.ts'
import { participationIn, participationsOf, type Parts, type Shown } from '../world/visibility.ts'

/** What a report reads with, and of which forms: of those that are enabled unless it says otherwise. */
export interface ReportDeps extends Pick<Server, 'db' | 'worlds' | 'now'> {
  readonly shown?: Shown | undefined
  /** Whether who reads still may; as long as their session stands unless something else is said. */
  readonly stands?: ((tx: Tx, session: Session) => Promise<boolean>) | undefined
  /** Told after each step of so many. */
  readonly progress?: ((done: number, total: number) => Promise<void>) | undefined
}

/** Whether a report may go on for who reads it. */
export const goesOn = ({ stands = standsIn }: Pick<ReportDeps, 'stands'>, tx: Tx, session: Session): Promise<boolean> => stands(tx, session)

/** Parts that a report tells of: those that its reader receives, and of an evaluator's institutions only what they may watch now (PR7). */
export function toldParts(world: World, actor: Actor, now: Instant): Parts {
  return actor.kind === 'Evaluator' && !may(world, actor, 'watchAnswers', now) ? [''] : receivedParts(world, actor, now)
}

/** Institutions of a form that the caller reaches, in order of their ids. Fails: not_found when there is none. */
export async function institutionsOf({ db, shown }: ReportDeps, session: Session, formId: FormId): Promise<Result<readonly WorldKey[]>> {
  const all = await db.read((tx) => participationsOf(tx, session.actor, shown))
  const found = all.filter((each) => each.formId === formId)
  return found.length === 0 ? fail('not_found') : done(found)
}

/**
 * Goes through institutions one at a time and gives what `read` makes of each. One is in memory at a time, and each is read in a
 * snapshot of its own that is over before anything is given: whoever takes their time holds nobody up. So an institution is of one
 * moment, and the next one of a moment later. One that the caller does not reach any more is passed over, and so is the rest once their session has ended.
 * `read` must not keep its view, nor the view's world.
 */
export async function* eachInstitution<T>(
  deps: ReportDeps,
  session: Session,
  keys: readonly WorldKey[],
  read: (view: View) => T,
): AsyncGenerator<T, void> {
  const now = deps.now()
  for (const [at, key] of keys.entries()) {
    const found = await deps.db.read(async (tx) => {
      const participation = await participationIn(tx, key, deps.shown)
      if (!participation || !reaches(session.actor, participation) || !(await goesOn(deps, tx, session))) return undefined
      const world = await deps.worlds.readOnce(tx, key)
      return world && { made: read({ world, session, now, parts: toldParts(world, session.actor, now), tx }) }
    })
    if (found) yield found.made
    await deps.progress?.(at + 1, keys.length)
    // Of a database in this process nothing waits for anything: others are let in between.
    await nextTurn()
  }
}

/** What `read` makes of every institution of a form, added up as they are gone through. Fails: not_found when there is none. */
export async function sumOfInstitutions<T>(
  deps: ReportDeps,
  session: Session,
  formId: FormId,
  read: (view: View) => T,
  add: (sum: T, next: T) => T,
): Promise<Result<T>> {
  const keys = await institutionsOf(deps, session, formId)
  if (!keys.ok) return keys
  let sum: { readonly of: T } | undefined
  for await (const next of eachInstitution(deps, session, keys.value, read)) sum = { of: sum ? add(sum.of, next) : next }
  return sum ? done(sum.of) : fail('not_found')
}
