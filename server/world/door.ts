import { reaches } from '#shared/access/visibility.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import { unitOf, type Unit } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { mutations } from '#shared/mutations.ts'
import { instScope } from '#shared/protocol/scope.ts'
import { rowsOf } from '#shared/answers/rules.ts'
import { must } from '#shared/kernel/assert.ts'
import type { World } from '#shared/world.ts'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import type { Session } from '../http/session.ts'
import type { Server } from '../server.ts'
import type { Stored } from '../sync/ledger.ts'
import { receivedParts } from '#shared/assignments/rules.ts'
import type { Parts } from '../sync/visibility.ts'
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
 * institutionId: absent for people of an institution, who see their own.
 */
export async function look<T>(
  server: Server,
  session: Session,
  formId: string,
  institutionId: string | undefined,
  read: (view: View) => Promise<T> | T,
): Promise<Result<T>> {
  const institution = institutionId ?? session.actor.institutionId
  if (institution === null) return fail('not_found')
  return server.db.read(async (tx) => {
    const key: WorldKey = { institutionId: institution, formId }
    const world = await server.worlds.read(tx, key)
    if (!world || !world.form.enabled || !reaches(session.actor, { ...key, evaluatorId: world.participant.evaluatorId }))
      return fail('not_found')
    const now = server.now()
    return done(await read({ world, session, now, parts: receivedParts(world, session.actor, now), tx }))
  })
}

export interface Wanted {
  readonly name: string
  readonly args: unknown
  /** Version acted upon; absent: what stands now. */
  readonly base?: string | null | undefined
}

const wellFormedKey = /^[\w-]{8,100}$/

/**
 * Carries out a mutation for a REST caller, through the same path as a push, under a device of theirs.
 * A repeated Idempotency-Key has no second effect. Fails with what the decision says.
 */
export async function perform(
  server: Server,
  session: Session,
  request: Request,
  key: { readonly formId: string; readonly institutionId?: string | undefined },
  wanted: (world: World) => Wanted | Result<never>,
): Promise<Result<Stored>> {
  const found = await look(server, session, key.formId, key.institutionId, ({ world }) => ({
    asked: wanted(world),
    institutionId: world.institutionId,
  }))
  if (!found.ok) return found
  const { asked, institutionId } = found.value
  if ('ok' in asked) return asked
  const mutation = must(mutations.get(asked.name), `no mutation ${asked.name}`)
  const given = request.headers.get('idempotency-key') ?? ''
  const executed = await server.execute({
    device: { id: `rest-${session.user.id}`, app: 'rest', schema: 1, pending: 0 },
    userId: session.user.id,
    asked: [
      {
        mid: wellFormedKey.test(given) ? `rest-${session.user.id}-${given}` : `rest-${randomUUID()}`,
        n: asked.name,
        v: mutation.version,
        s: instScope(institutionId, key.formId),
        a: asked.args,
        b: asked.base ?? null,
        t: server.now(),
      },
    ],
    door: 'rest',
  })
  if (!executed.ok) return executed
  const stored = must(executed.value.results[0], 'a mutation has no result')
  if (stored.d === 'lost' || stored.d === 'refused') return { ok: false, failure: failure(stored.code, stored.params) }
  return done(stored)
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
