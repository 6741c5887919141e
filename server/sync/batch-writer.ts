import type { Actor } from '#shared/access/actor.ts'
import { answerValueSchema } from '#shared/answers/model.ts'
import { argsOf, refused, type Card, type Context, type HistoryEntry, type Mutation, type Outcome } from '#shared/contract/mutation.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { mutations as catalogue } from '#shared/mutations.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import { apply, type Change, type World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Tx } from '../db/open.ts'
import type { HistoryTable, LetterTable, SyncAliasTable, SyncMutationTable } from '../db/schema.ts'
import type { HeldWorlds } from '../world/store.ts'
import { Crash, instantFrom, worldKeysOf, type Asked, type Batch, type Numbered } from './batch.ts'
import { cardsOf, type RaisedCard } from './cards.ts'
import { cleanArgs } from './clean.ts'
import { invitedIn } from './invites.ts'
import type { Stored } from './ledger.ts'

export interface BatchState {
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
export class BatchWriter {
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
    if (!mutation) return { outcome: refused('unknown_mutation') }
    if (asked.text.includes(nulEscape)) return { mutation, outcome: refused('malformed') }
    const args = argsOf(mutation, asked.v, asked.a)
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
