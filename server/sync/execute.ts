import { systemActor, type Actor } from '#shared/access/actor.ts'
import { answerValueSchema } from '#shared/answers/model.ts'
import type { Card, Context, HistoryEntry, Mutation, Outcome } from '#shared/contract/mutation.ts'
import { refused } from '#shared/contract/mutation.ts'
import { isErrorCode } from '#shared/errors.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import { epochMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import type { Result } from '#shared/kernel/result.ts'
import { mutations as catalogue } from '#shared/mutations.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { apply, type Change, type World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Database, Tx } from '../db/open.ts'
import type { HistoryTable, LetterTable, SyncAliasTable, SyncMutationTable } from '../db/schema.ts'
import { aliasRows, historyRows, ledgerRows, letterRows } from '../db/tables.ts'
import type { HeldWorlds, WorldKey, WorldStore } from '../world/store.ts'
import { cardsOf, conflictChanges, type RaisedCard } from './cards.ts'
import { writeChanges } from './changes.ts'
import { cleanArgs } from './clean.ts'
import { invitedIn, takenBy } from './invites.ts'
import { resultsBetween, storedByMid, type Stored } from './ledger.ts'
import type { Moved } from './pokes.ts'

/** A mutation as a door hands it in. Without `seq` it takes its device's next one. */
export interface Asked {
  readonly seq?: number | undefined
  readonly mid: string
  readonly n: string
  readonly v: number
  readonly s: string
  readonly a: unknown
  readonly b?: string | null | undefined
  readonly t: string
  readonly l?: string | null | undefined
}

export interface Batch {
  readonly device: { readonly id: string; readonly app: string; readonly schema: number; readonly pending: number }
  /** Whose session it is; never anything that the request says. */
  readonly userId: string
  readonly asked: readonly Asked[]
  /** A device keeps a card for what was refused; a REST caller is told at once. */
  readonly door: 'sync' | 'rest' | 'system'
}

export interface Executed {
  readonly lastSeq: number
  /** Of every mutation that was asked for, in their order. */
  readonly results: readonly Stored[]
}

export interface ExecuteDeps {
  readonly db: Database
  readonly worlds: WorldStore
  readonly now: () => Instant
  readonly log: { error(data: object, message: string): void }
  /** Called after commit with what moved and whose access may have. */
  readonly poke: (moved: Moved) => void
}

export type Execute = (batch: Batch) => Promise<Result<Executed>>

/** How often a sequence may break business code before it is refused and the ones behind it go on. */
const maxAttempts = 3

class Crash extends Error {
  readonly seq: number
  constructor(seq: number, cause: unknown) {
    super('a mutation broke its rule', { cause })
    this.seq = seq
  }
}

class Refusal extends Error {
  readonly failure: Failure
  constructor(reason: Failure) {
    super(reason.code)
    this.failure = reason
  }
}

/** The one way in which anything of an institution's or an evaluator's changes, whichever door it comes through. */
export function createExecute(deps: ExecuteDeps): Execute {
  return async (batch) => {
    const keys = worldKeysOf(batch.asked)
    try {
      const done = await deps.worlds.hold(keys, (open) => deps.db.write((tx) => run(deps, tx, open, batch)))
      if (done.versions.size > 0) deps.poke({ versions: Object.fromEntries(done.versions), people: done.people })
      return { ok: true, value: { lastSeq: done.lastSeq, results: done.results } }
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure }
      if (!(error instanceof Crash)) throw error
      deps.log.error({ err: error.cause, device: batch.device.id, seq: error.seq }, 'mutation broke its rule')
      await countAttempt(deps.db, batch, error.seq, deps.now())
      return { ok: false, failure: failure('unavailable', { seconds: 1 }) }
    }
  }
}

function worldKeysOf(asked: readonly Asked[]): WorldKey[] {
  const found = new Map<string, WorldKey>()
  for (const { s } of asked) {
    if (found.has(s)) continue
    const scope = parseScope(s)
    if (scope?.kind === 'inst' || scope?.kind === 'eval') found.set(s, { institutionId: scope.institutionId, formId: scope.formId })
  }
  return [...found.values()]
}

/** The push that broke was rolled back, with the device's line when it was its first. */
async function countAttempt(db: Database, batch: Batch, seq: number, now: Instant): Promise<void> {
  await db.write(async (tx) => {
    const device = await deviceOf(tx, batch, now)
    const attempts = device.attemptsSeq === seq ? device.attempts + 1 : 1
    await tx.q.updateTable('sync_device').set({ attempts_seq: seq, attempts }).where('id', '=', batch.device.id).execute()
  })
}

interface Done extends Executed {
  readonly versions: ReadonlyMap<string, number>
  readonly people: string[]
}

async function run(deps: ExecuteDeps, tx: Tx, open: (tx: Tx) => Promise<HeldWorlds>, batch: Batch): Promise<Done> {
  const now = deps.now()
  const actor = await actorOf(tx, batch.userId)
  if (!actor) throw new Refusal(failure('revoked'))
  const device = await deviceOf(tx, batch, now)
  const { known, fresh } = await split(tx, batch, device.lastSeq)
  if (fresh.length === 0) {
    await touchDevice(tx, batch, device.lastSeq, now)
    return { lastSeq: device.lastSeq, results: known, versions: new Map(), people: [] }
  }

  const worlds = await open(tx)
  const elsewhere = await storedByMid(
    tx,
    fresh.map((each) => each.mid),
  )
  const taken = await takenBy(
    tx,
    fresh.map((each) => each.a),
  )
  const writer = new BatchWriter({
    actor,
    batch,
    now,
    worlds,
    elsewhere,
    taken,
    forgive: device.attempts >= maxAttempts - 1 ? device.attemptsSeq : 0,
  })
  await writer.bringCards(tx)
  for (const each of fresh) writer.decide(each)

  const lastSeq = device.lastSeq + fresh.length
  const cards = await conflictChanges(tx, writer.raised)
  const versions = await writeChanges(tx, [...writer.changes, ...cards], now)
  worlds.moved(versions)
  await tx.bulk.insert(ledgerRows, writer.ledger)
  await tx.bulk.insert(aliasRows, writer.aliases)
  await tx.bulk.insert(historyRows, writer.history)
  await tx.bulk.insert(letterRows, writer.letters)
  await touchDevice(tx, batch, lastSeq, now)
  return { lastSeq, results: [...known, ...writer.results], versions, people: peopleOf(writer.changes) }
}

/** Whose visibility a batch may have changed: those whom its participants and assignments name. */
function peopleOf(changes: readonly Change[]): string[] {
  const found = new Set<string>()
  for (const change of changes) {
    if (change.table === 'assignment' && change.row.userId !== null) found.add(change.row.userId)
    if (change.table !== 'participant') continue
    for (const id of [change.row.leaderId, change.row.delegateId, change.row.evaluatorId]) if (id !== null) found.add(id)
  }
  return [...found]
}

async function actorOf(tx: Tx, userId: string): Promise<Actor | undefined> {
  if (userId === systemActor.id) return systemActor
  const user = await tx.q
    .selectFrom('user')
    .select(['id', 'kind', 'name', 'surname', 'institution_id', 'active'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user?.active) return undefined
  return { id: user.id, kind: user.kind, name: `${user.name} ${user.surname}`.trim(), institutionId: user.institution_id }
}

interface Device {
  readonly lastSeq: number
  readonly attemptsSeq: number
  readonly attempts: number
}

/** The device's line, made when it is seen for the first time and locked until the end of the transaction. */
async function deviceOf(tx: Tx, batch: Batch, now: Instant): Promise<Device> {
  const { id, app, schema, pending } = batch.device
  await tx.q
    .insertInto('sync_device')
    .values({
      id,
      user_id: batch.userId,
      last_seq: 0,
      attempts_seq: 0,
      attempts: 0,
      app,
      schema_version: schema,
      pending,
      created_at: now,
      last_seen_at: now,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const query = tx.q
    .selectFrom('sync_device')
    .select(['user_id', 'last_seq', 'attempts_seq', 'attempts', 'revoked_at'])
    .where('id', '=', id)
  const device = await (tx.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
  if (device.user_id !== batch.userId) throw new Refusal(failure('device_owner_mismatch'))
  if (device.revoked_at !== null) throw new Refusal(failure('device_revoked'))
  return { lastSeq: device.last_seq, attemptsSeq: device.attempts_seq, attempts: device.attempts }
}

async function touchDevice(tx: Tx, batch: Batch, lastSeq: number, now: Instant): Promise<void> {
  const { id, app, schema, pending } = batch.device
  await tx.q
    .updateTable('sync_device')
    .set({ last_seq: lastSeq, app, schema_version: schema, pending, last_seen_at: now })
    .where('id', '=', id)
    .execute()
}

interface Numbered extends Asked {
  readonly seq: number
  /** Its arguments as JSON, as the ledger keeps them. */
  readonly text: string
  /** When the person acted, by the device's clock; undefined when it says nothing readable. */
  readonly at: Instant | undefined
}

/** Parts a batch into what the ledger already answers and what is new and follows on without a gap. */
async function split(tx: Tx, batch: Batch, lastSeq: number): Promise<{ known: Stored[]; fresh: Numbered[] }> {
  const numbered = batch.asked.map((each, position): Numbered => ({
    ...each,
    seq: each.seq ?? lastSeq + 1 + position,
    text: JSON.stringify(each.a) ?? 'null',
    at: instantFrom(each.t),
  }))
  const old = numbered.filter((each) => each.seq <= lastSeq)
  const fresh = numbered.filter((each) => each.seq > lastSeq)
  const known = await storedFor(tx, batch.device.id, old)
  for (const [position, each] of fresh.entries()) {
    if (each.seq !== lastSeq + 1 + position) throw new Refusal(failure('seq_gap', { expected: lastSeq + 1 }))
  }
  return { known, fresh }
}

async function storedFor(tx: Tx, deviceId: string, old: readonly Numbered[]): Promise<Stored[]> {
  const seqs = old.map((each) => each.seq)
  if (seqs.length === 0) return []
  const stored = new Map((await resultsBetween(tx, deviceId, Math.min(...seqs), Math.max(...seqs))).map((each) => [each.seq, each]))
  return old.map((each) => {
    const found = stored.get(each.seq)
    if (!found || found.mid !== each.mid) throw new Refusal(failure('device_fork'))
    return found
  })
}

interface BatchState {
  readonly actor: Actor
  readonly batch: Batch
  readonly now: Instant
  readonly worlds: HeldWorlds
  readonly elsewhere: Map<string, Stored>
  /** Accounts that already have an address that the batch invites, by address. */
  readonly taken: ReadonlyMap<string, string>
  /** Sequence whose mutation has broken often enough to be refused; 0 for none. */
  readonly forgive: number
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Decides a batch in memory, mutation after mutation, and gathers what must be written for all of it. */
class BatchWriter {
  readonly changes: Change[] = []
  readonly raised: RaisedCard[] = []
  readonly ledger: SyncMutationTable[] = []
  readonly aliases: SyncAliasTable[] = []
  readonly history: HistoryTable[] = []
  readonly letters: LetterTable[] = []
  readonly results: Stored[] = []
  readonly #state: BatchState
  /** Every world of the batch once, to share changes of scopes that they have in common. */
  readonly #open: World[] = []

  constructor(state: BatchState) {
    this.#state = state
    for (const key of worldKeysOf(state.batch.asked)) {
      const world = state.worlds.get(key)
      if (world && !this.#open.includes(world)) this.#open.push(world)
    }
  }

  /** Decisions about cards need the person's own in the world; everybody else's stay out. */
  async bringCards(tx: Tx): Promise<void> {
    for (const world of this.#open) {
      for (const [id] of [...world.entries('conflict')]) world.set('conflict', id, null)
      if (!this.#state.batch.asked.some((each) => each.n.startsWith('conflict.'))) continue
      const cards = await cardsOf(tx, this.#state.actor.id, world.institutionId, world.formId)
      for (const card of cards) world.set('conflict', card.id, card)
    }
  }

  decide(asked: Numbered): void {
    const twin = this.#state.elsewhere.get(asked.mid)
    if (twin) return this.#enterTwin(asked, twin)
    const { world, mutation, entity, outcome } = this.#outcomeOf(asked)
    if (world) this.#take(world, outcome.changes)
    const stored: Stored = {
      seq: asked.seq,
      mid: asked.mid,
      authorId: this.#state.actor.id,
      d: outcome.disposition,
      code: outcome.code,
      ...(outcome.params ? { params: outcome.params } : {}),
      answer: outcome.answer,
    }
    this.results.push(stored)
    this.#state.elsewhere.set(asked.mid, stored)
    this.#enter(asked, outcome, entity)
    this.#record(asked, outcome, world, entity)
    this.#raise(asked, outcome, world, mutation, entity)
    this.#post(asked, outcome)
  }

  #outcomeOf(asked: Numbered): { world?: World; mutation?: Mutation; entity?: string; outcome: Outcome } {
    const { actor, now, worlds, taken, forgive } = this.#state
    const mutation = catalogue.get(asked.n)
    if (!mutation || asked.v > mutation.version) return { outcome: refused('unknown_mutation') }
    if (asked.text.includes(nulEscape)) return { mutation, outcome: refused('malformed') }
    const args = parseArgs(mutation, asked)
    if (!args.ok) return { mutation, outcome: refused(args.failure.code, args.failure.params) }
    const entity = mutation.entityOf(args.value)
    const scope = parseScope(asked.s)
    if (scope?.kind !== 'inst' && scope?.kind !== 'eval') return { mutation, entity, outcome: refused('not_found') }
    if (actor.kind === 'Institutional' && scope.institutionId !== actor.institutionId)
      return { mutation, entity, outcome: refused('no_role') }
    const world = worlds.get({ institutionId: scope.institutionId, formId: scope.formId })
    if (!world) return { mutation, entity, outcome: refused('not_found') }
    // A world holds the people of its institution: an invitation must not take over an account of another.
    const holder = taken.get(invitedIn(args.value) ?? '')
    if (holder !== undefined && !world.person(holder)) return { world, mutation, entity, outcome: refused('person_unknown') }
    const context: Context = {
      actor,
      now,
      mid: asked.mid,
      base: asked.b ?? null,
      occurredAt: asked.at ?? now,
      lease: asked.l ? (instantFrom(asked.l) ?? null) : null,
      digest: sha256,
    }
    try {
      return { world, mutation, entity, outcome: mutation.decide(world, cleanArgs(world, asked.n, args.value), context) }
    } catch (error) {
      if (forgive !== asked.seq) throw new Crash(asked.seq, error)
      return { world, mutation, entity, outcome: refused('internal_error') }
    }
  }

  #take(world: World, changes: readonly Change[]): void {
    apply(world, changes)
    for (const change of changes) {
      this.changes.push(change)
      if (change.scope === world.scope || change.scope === world.evaluatorScope) continue
      for (const other of this.#open) {
        if (other !== world && sharesScope(other, change.scope)) apply(other, [change])
      }
    }
  }

  /** A mutation that came before under another device or number: its first outcome is its outcome. */
  #enterTwin(asked: Numbered, twin: Stored): void {
    const own = twin.authorId === this.#state.actor.id
    const result = own
      ? { d: twin.d === 'applied' ? ('noop' as const) : twin.d, code: twin.code, params: twin.params }
      : { d: 'refused' as const, code: 'forbidden', params: undefined }
    this.results.push({
      seq: asked.seq,
      mid: asked.mid,
      authorId: this.#state.actor.id,
      d: result.d,
      code: result.code,
      ...(result.params ? { params: result.params } : {}),
      answer: own ? twin.answer : undefined,
    })
    this.aliases.push({
      device_id: this.#state.batch.device.id,
      seq: asked.seq,
      mid: asked.mid,
      disposition: result.d,
      code: result.code,
      params: result.params ? JSON.stringify(result.params) : null,
    })
  }

  #enter(asked: Numbered, outcome: Outcome, entity: string | undefined): void {
    this.ledger.push({
      mid: asked.mid,
      device_id: this.#state.batch.device.id,
      seq: asked.seq,
      author_id: this.#state.actor.id,
      name: asked.n,
      version: asked.v,
      scope: asked.s,
      entity: entity ?? null,
      args: asked.text,
      base: asked.b ?? null,
      client_at: asked.t,
      lease: asked.l ?? null,
      received_at: this.#state.now,
      disposition: outcome.disposition,
      code: outcome.code,
      params: outcome.params ? JSON.stringify(outcome.params) : null,
      answer: outcome.answer ? JSON.stringify(outcome.answer) : null,
    })
  }

  #record(asked: Numbered, outcome: Outcome, world: World | undefined, entity: string | undefined): void {
    if (!world) return
    const given = outcome.history.length > 0 ? outcome.history : notApplied(asked, outcome, world, entity, this.#state.actor)
    for (const [position, entry] of given.entries()) {
      this.history.push({
        id: `${asked.mid}:${position}`,
        scope: world.scope,
        part: (entry.unit !== null && world.index.question(questionIdOf(entry.unit))?.dimensionId) || '',
        unit: entry.unit ?? '',
        action: entry.action,
        value: entry.value === undefined || entry.value === null ? null : JSON.stringify(entry.value),
        text: entry.text ?? null,
        user_id: this.#state.actor.id,
        role: entry.role,
        occurred_at: asked.at ?? this.#state.now,
        received_at: this.#state.now,
        mid: asked.mid,
        disposition: outcome.disposition,
      })
    }
  }

  #raise(asked: Numbered, outcome: Outcome, world: World | undefined, mutation: Mutation | undefined, entity: string | undefined): void {
    const cards = [...outcome.cards]
    const failed = outcome.disposition === 'lost' || outcome.disposition === 'refused'
    if (failed && this.#state.batch.door === 'sync' && !cards.some((card) => card.side === 'author')) {
      cards.push(caseOf(asked, outcome, world, entity, this.#state.actor))
    }
    const scope = parseScope(asked.s)
    const place =
      scope?.kind === 'inst' || scope?.kind === 'eval'
        ? { institutionId: scope.institutionId, formId: scope.formId }
        : { institutionId: '', formId: '' }
    for (const [position, card] of cards.entries()) {
      this.raised.push({
        card,
        id: `${asked.mid}:${position}`,
        ...place,
        mutation: mutation?.name ?? asked.n,
        base: asked.b ?? null,
        at: this.#state.now,
      })
    }
  }

  #post(asked: Numbered, outcome: Outcome): void {
    for (const [position, letter] of outcome.letters.entries()) {
      this.letters.push({
        id: `${asked.mid}:${position}`,
        template: letter.template,
        to_user: letter.to,
        data: JSON.stringify(letter.data),
        state: 'waiting',
        attempts: 0,
        next_at: this.#state.now,
        created_at: this.#state.now,
        sent_at: null,
        error: null,
      })
    }
  }
}

const sharesScope = (world: World, scope: string): boolean =>
  scope === `org:${world.institutionId}` || scope === `form:${world.formId}` || scope === 'catalog'

function parseArgs(mutation: Mutation, asked: Asked): Result<unknown> {
  let args = asked.a
  if (asked.v < mutation.version) {
    const upcast = mutation.upcast?.[asked.v]
    if (!upcast) return { ok: false, failure: failure('unknown_mutation') }
    try {
      args = upcast(args)
    } catch {
      // An upcaster reads what an old client wrote: what it cannot read is malformed.
      return { ok: false, failure: failure('malformed') }
    }
  }
  const parsed = v.safeParse(mutation.input, args)
  if (parsed.success) return { ok: true, value: parsed.output }
  const message = parsed.issues[0].message
  return { ok: false, failure: failure(isErrorCode(message) ? message : 'malformed') }
}

/** A moment that a device wrote, in this program's form; undefined when it is none. */
function instantFrom(text: string): Instant | undefined {
  if (written.test(text) && Number.isFinite(epochMs(text))) return text
  const ms = epochMs(text)
  return Number.isFinite(ms) && Math.abs(ms) < maxMs ? instantOf(ms) : undefined
}
const maxMs = 8_640_000_000_000_000
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The character that PostgreSQL's text cannot hold, as JSON writes it. */
const nulEscape = `\\u0000`

function notApplied(asked: Asked, outcome: Outcome, world: World, entity: string | undefined, actor: Actor): HistoryEntry[] {
  if (outcome.disposition !== 'lost' && outcome.disposition !== 'refused') return []
  if (entity === undefined || !world.index.question(questionIdOf(entity))) return []
  const role = actor.kind === 'Institutional' ? 'NoAssigment' : actor.kind
  return [{ unit: entity, action: 'No aplicado', value: valueOf(asked.a), text: outcome.code, role }]
}

function valueOf(args: unknown): HistoryEntry['value'] {
  const parsed = v.safeParse(withValue, args)
  return parsed.success ? parsed.output.value : null
}

/** Card of a mutation that did not stand and whose rule gave none: nothing is ever refused without a trace (sync.md I4). */
function caseOf(asked: Numbered, outcome: Outcome, world: World | undefined, entity: string | undefined, actor: Actor): Card {
  const unit = entity !== undefined && world?.index.question(questionIdOf(entity)) ? entity : null
  return {
    unit,
    code: outcome.code,
    side: 'author',
    mine: { mid: asked.mid, authorId: actor.id, at: asked.t, value: valueOf(asked.a) },
    theirs: null,
    chain: [],
    ownerId: actor.id,
    params: outcome.params ?? {},
  }
}

const withValue = v.object({ value: answerValueSchema })
