import { parsedAs } from '#shared/kernel/parsed.ts'
import { systemActor } from '#shared/access/actor.ts'
import { must } from '#shared/kernel/assert.ts'
import { fail, failure } from '#shared/kernel/failure.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { mutations, participationMutations } from '#shared/mutations.ts'
import { instScope, questionnaireScope } from '#shared/protocol/scope.ts'
import { apply, type World } from '#shared/world.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '../db/open.ts'
import type { Said } from '../http/mount.ts'
import type { Session } from '../http/session.ts'
import type { Server } from '../server.ts'
import { look } from '../world/look.ts'
import { ownDevices, Refusal, type Batch } from './batch.ts'
import type { Execute } from './execute.ts'
import { isSameCall, storedByMid, type Stored } from './ledger.ts'

export interface Wanted {
  readonly name: string
  readonly args: unknown
  /** Version acted upon; absent: what stands now. */
  readonly base?: string | null | undefined
}

const wellFormedKey = /^[\w-]{8,100}$/

/**
 * Carries out a mutation for a REST caller, through the same path as a push, under a device of theirs. An Idempotency-Key stands
 * for the first call that a person made with it: the same call again is answered with what became of that one.
 * Fails: key_reused for any other call, malformed for a key that is none, and with what the decision says.
 */
export async function perform(
  server: Server,
  session: Session,
  said: Said,
  key: { readonly formId: string; readonly institutionId?: string | undefined },
  wanted: (world: World) => Wanted | Result<never>,
): Promise<Result<Stored>> {
  return performAll(server, session, said, key, (world) => {
    const asked = wanted(world)
    return 'ok' in asked ? asked : [asked]
  })
}

/**
 * Carries out several mutations of one call, in order and in one transaction. Nothing is asked for when one of them would be
 * turned away as things stand. Returns what became of the last; fails with what the first that did not stand says.
 */
export async function performAll(
  server: Server,
  session: Session,
  said: Said,
  key: { readonly formId: string; readonly institutionId?: string | undefined },
  wanted: (world: World) => readonly Wanted[] | Result<never>,
): Promise<Result<Stored>> {
  const own = ownKeyOf(said, session)
  if (!own.ok) return own
  const { midAt, call } = own.value
  const found = await look(server, session, key.formId, key.institutionId, async ({ world, now, tx }) => {
    const before = call === undefined ? undefined : await madeBefore(tx, midAt, call)
    if (before) return { before }
    const asked = wanted(world)
    return { asked: 'ok' in asked ? asked : (hindrance(world, session, asked, now) ?? asked), institutionId: world.institutionId }
  })
  if (!found.ok) return found
  if (found.value.before) return found.value.before
  const { asked, institutionId } = found.value
  if ('ok' in asked) return asked
  const executed = await server.execute({
    device: { id: ownDevices.rest, app: 'rest', schema: 1, pending: 0 },
    userId: session.user.id,
    asked: asked.map((each, position) => ({
      mid: midAt(position),
      n: each.name,
      v: must(participationMutations.get(each.name), `no mutation ${each.name}`).version,
      s: instScope(institutionId, key.formId),
      a: each.args,
      b: each.base ?? null,
      t: server.now(),
      call,
    })),
    door: 'rest',
    // The same key, for two calls at the same moment: of the one that comes second nothing is kept, whatever else it holds.
    also: async (_tx, results) => {
      if (results.some((each) => each.code === 'key_reused')) throw new Refusal(failure('key_reused'))
    },
  })
  return executed.ok ? outcomeOf(executed.value.results) : executed
}

/** What became of a call: of its last mutation, unless one of them was turned away. */
function outcomeOf(results: readonly Stored[]): Result<Stored> {
  const turnedAway = results.find((each) => each.d === 'lost' || each.d === 'refused')
  if (turnedAway) return { ok: false, failure: failure(turnedAway.code, turnedAway.params) }
  return done(must(results.at(-1), 'a mutation has no result'))
}

export interface OwnKey {
  /** Mid of the call's mutation at a position. */
  readonly midAt: (position: number) => string
  /** Digest of what the call asks for; undefined when it brought no key. */
  readonly call: string | undefined
}

/** Fails: malformed when the key is none. */
function ownKeyOf({ request, body }: Said, session: Session): Result<OwnKey> {
  const given = request.headers.get('idempotency-key')
  if (given === null || given === '') return done({ midAt: () => `~rest-${randomUUID()}`, call: undefined })
  if (!wellFormedKey.test(given)) return fail('malformed', { field: 'Idempotency-Key' })
  const url = new URL(request.url)
  url.searchParams.sort()
  const asked = JSON.stringify([request.method, url.pathname, url.search, body ?? null])
  const first = `~rest-${session.user.id}-${given}`
  return done({
    midAt: (position) => (position === 0 ? first : `${first}~${position}`),
    call: createHash('sha256').update(asked).digest('base64url'),
  })
}

/** What became of the call that the key stands for; undefined when it stands for none yet. Fails: key_reused when that was another call. */
async function madeBefore(tx: Tx, midAt: OwnKey['midAt'], call: string): Promise<Result<Stored> | undefined> {
  const results: Stored[] = []
  for (;;) {
    const mid = midAt(results.length)
    const first = (await storedByMid(tx, [mid])).get(mid)
    if (!first) return results.length === 0 ? undefined : outcomeOf(results)
    if (!isSameCall(first, call)) return fail('key_reused')
    results.push(first.stored)
  }
}

/** Why one of several mutations would not stand, each on what the ones before leave; undefined when all would. */
function hindrance(world: World, session: Session, asked: readonly Wanted[], now: Instant): Result<never> | undefined {
  if (asked.length < 2) return undefined
  const scratch = world.clone()
  for (const [position, { name, args, base }] of asked.entries()) {
    const mutation = must(participationMutations.get(name), `no mutation ${name}`)
    const parsed = parsedAs(mutation.input, args)
    if (!parsed.success) return fail('malformed')
    const context = { actor: session.actor, now, mid: `try-${position}`, base: base ?? null, occurredAt: now, lease: null }
    const { disposition, code, params, changes } = mutation.decide(scratch, parsed.output, context)
    if (disposition === 'lost' || disposition === 'refused') return fail(code, params)
    apply(scratch, changes)
  }
  return undefined
}

/** A change of a form, or of an institution in it. */
export interface PlacedWanted extends Wanted {
  /** Where it is decided; the form's own questionnaire unless said otherwise. */
  readonly scope?: string | undefined
}

export interface FormChange {
  /** Who asks; the platform itself for what it publishes. */
  readonly userId: string
  readonly formId: FormId
  readonly asked: readonly PlacedWanted[]
  /** The call, where it brought a key of its own. */
  readonly own?: OwnKey | undefined
  readonly ahead?: Batch['ahead']
  readonly also?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * Carries out changes of a form, all or none, through the same path as every other. Returns what became of the last; fails with what
 * the first that did not stand says.
 */
export const changeForm = (server: Executing, { formId, asked, ...rest }: FormChange): Promise<Result<Stored>> =>
  changeTogether(server, { ...rest, asked: asked.map((each) => ({ ...each, scope: each.scope ?? questionnaireScope(formId) })) })

interface Executing {
  readonly execute: Execute
  now(): string
}

interface TogetherChange extends Omit<FormChange, 'formId' | 'asked'> {
  readonly asked: readonly (Wanted & { readonly scope: string })[]
}

/** Carries out changes, each in a scope of its own, all or none. Returns what became of the last; fails with what the first that did not stand says. */
export async function changeTogether(server: Executing, { userId, asked, own, ahead, also }: TogetherChange): Promise<Result<Stored>> {
  const isOwn = userId === systemActor.id
  const first = randomUUID()
  const executed = await server.execute({
    device: { id: isOwn ? ownDevices.system : ownDevices.rest, app: isOwn ? 'server' : 'rest', schema: 1, pending: 0 },
    userId,
    asked: asked.map(({ name, args, scope }, position) => ({
      mid: own ? own.midAt(position) : `~form-${first}~${position}`,
      n: name,
      v: must(mutations.get(name), `no mutation ${name}`).version,
      s: scope,
      a: args,
      t: server.now(),
      call: own?.call,
    })),
    door: isOwn ? 'system' : 'rest',
    ahead,
    also: async (tx, results) => {
      const turnedAway = results.find((each) => !stands(each))
      // One call is one change to who makes it: of what does not stand as a whole nothing is kept.
      if (turnedAway) throw new Refusal(failure(turnedAway.code, turnedAway.params))
      await also?.(tx)
    },
  })
  return executed.ok ? outcomeOf(executed.value.results) : executed
}

/** The key that a call brought, and what became of the first call that its person made with it. Fails: malformed, key_reused. */
export async function keyedCall(
  server: Pick<Server, 'db'>,
  session: Session,
  said: Said,
): Promise<Result<{ readonly own: OwnKey; readonly before: Stored | undefined }>> {
  const own = ownKeyOf(said, session)
  if (!own.ok) return own
  const { midAt, call } = own.value
  const before = call === undefined ? undefined : await server.db.read((tx) => madeBefore(tx, midAt, call))
  if (before && !before.ok) return before
  return done({ own: own.value, before: before?.value })
}

/** Carries out changes of a form for a REST caller. An Idempotency-Key stands for the first call that its person made with it. */
export async function performOnForm(
  server: Server,
  session: Session,
  said: Said,
  formId: FormId,
  asked: readonly Wanted[],
): Promise<Result<Stored>> {
  const keyed = await keyedCall(server, session, said)
  if (!keyed.ok) return keyed
  const { own, before } = keyed.value
  return before ? done(before) : changeForm(server, { userId: session.user.id, formId, asked, own })
}

/** Carries out changes, each in a scope of its own, for a REST caller. An Idempotency-Key stands for the first call that its person made with it. */
export async function performTogether(
  server: Server,
  session: Session,
  said: Said,
  asked: TogetherChange['asked'],
): Promise<Result<Stored>> {
  const keyed = await keyedCall(server, session, said)
  if (!keyed.ok) return keyed
  const { own, before } = keyed.value
  return before ? done(before) : changeTogether(server, { userId: session.user.id, asked, own })
}

export interface DirectoryChange {
  /** Who asks; the platform itself at the console and in rehearsals. */
  readonly userId: string
  readonly scope: string
  readonly name: string
  readonly args: unknown
  readonly also?: Batch['also']
}

/** Carries out a change of people or of stages through the same path as every other. Fails with what the decision says. */
export async function changeDirectory(
  server: { readonly execute: Execute; now(): string },
  { userId, scope, name, args, also }: DirectoryChange,
): Promise<Result<Stored>> {
  const own = userId === systemActor.id
  const executed = await server.execute({
    device: { id: own ? ownDevices.system : ownDevices.rest, app: own ? 'server' : 'rest', schema: 1, pending: 0 },
    userId,
    asked: [
      {
        mid: `~directory-${randomUUID()}`,
        n: name,
        v: must(mutations.get(name), `no mutation ${name}`).version,
        s: scope,
        a: args,
        t: server.now(),
      },
    ],
    also: also && ((tx, results) => (stands(results[0]) ? also(tx, results) : Promise.resolve())),
    door: own ? 'system' : 'rest',
  })
  if (!executed.ok) return executed
  const stored = must(executed.value.results[0], 'a mutation has no result')
  return stands(stored) ? done(stored) : { ok: false, failure: failure(stored.code, stored.params) }
}

const stands = (stored: Stored | undefined): boolean => stored?.d === 'applied' || stored?.d === 'noop'
