import { parsedAs } from '#shared/kernel/parsed.ts'
import { systemActor, type Actor } from '#shared/access/actor.ts'
import { answerValueSchema } from '#shared/answers/model.ts'
import {
  argsOf,
  lost,
  refused,
  type AnyMutation,
  type Card,
  type Context,
  type HistoryEntry,
  type Mutation,
  type Outcome,
  type Directory,
} from '#shared/contract/mutation.ts'
import type { Letter } from '#shared/contract/letter.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { epochMs, instantOf, isBefore, momentWithin, type Instant } from '#shared/kernel/instant.ts'
import { mutations as catalogue } from '#shared/mutations.ts'
import type { Own } from '#shared/own.ts'
import { covers, goesOn, isOnBehalf } from '#shared/impersonation/rules.ts'
import { formScope, instScope, ownScope, parseScope, questionnaireScope } from '#shared/protocol/scope.ts'
import type { Questionnaire } from '#shared/questionnaire.ts'
import { Results } from '#shared/results.ts'
import type { Site, SiteChange } from '#shared/site.ts'
import { apply, World, type Change } from '#shared/world.ts'
import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Tx } from '../db/open.ts'
import type { HistoryTable, LetterTable, SyncAliasTable, SyncMutationTable } from '../db/schema.ts'
import { isOfText } from '../http/json.ts'
import type { HeldWorlds, WorldKey } from '../world/store.ts'
import { runOf, worldKeysOf, type Asked, type Batch, type Numbered } from './batch.ts'
import { cardsOf, type RaisedCard } from './cards.ts'
import type { KnownImpersonation } from '../world/impersonations.ts'
import { cleanArgs, cleanInform, cleanPage, cleanTexts } from './clean.ts'
import { aboutIn, invitedIn, isOfAccount } from './invites.ts'
import { isRepeat, type First, type Stored } from './ledger.ts'
import { beginningOf, isUnkept, keptArgs } from './unkept.ts'
import type { Told } from './notices.ts'
import { noticeIn } from '../email/letters.ts'
import { leavesAt } from '../jobs/gathering.ts'
import { currentTrace } from '../trace.ts'

export interface BatchState {
  readonly actor: Actor
  readonly batch: Batch
  readonly now: Instant
  readonly worlds: HeldWorlds
  /** Worlds of the batch that the actor has, or had, business in. */
  readonly reached: readonly WorldKey[]
  readonly elsewhere: Map<string, First>
  /** Runs of mids that belong to somebody else. */
  readonly foreignRuns: ReadonlySet<string>
  /** In whose place the actor was, newest first: what they do for an institution needs one. */
  readonly impersonations: readonly KnownImpersonation[]
  /** Rows of the scopes outside worlds that the batch is about, by scope; none for a device. */
  readonly directories: ReadonlyMap<string, Directory>
  /** Forms that the batch changes, with what they ask, by scope. */
  readonly questionnaires: ReadonlyMap<string, Questionnaire>
  /** What institutions obtained, where the batch changes it, by scope. */
  readonly results: ReadonlyMap<string, Results>
  /** Parts of the public area that the batch changes, by scope. */
  readonly sites: ReadonlyMap<string, Site>
  /** What is the actor's own, where the batch changes it, by scope. */
  readonly owns: ReadonlyMap<string, Own>
  /** Accounts that already have an address that the batch invites, by address. */
  readonly taken: ReadonlyMap<string, string>
  /** How often a sequence has broken before. */
  readonly attempts: ReadonlyMap<number, number>
  /** What the server knows of when the device last had nothing waiting; null when it is not known. */
  readonly contactAt: Instant | null
}

/** How often a sequence may break business code before it is refused and the ones behind it go on. */
export const maxAttempts = 3
/** Longest that a call takes: what was done while one was on its way may bear the time of before it. */
export const flightMs = 30_000

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Decides a batch in memory, mutation after mutation, and gathers what must be written for all of it. */
export class BatchWriter {
  readonly changes: Change[] = []
  /** Rows of the public area. */
  readonly siteChanges: SiteChange[] = []
  readonly raised: RaisedCard[] = []
  readonly ledger: SyncMutationTable[] = []
  readonly aliases: SyncAliasTable[] = []
  readonly history: HistoryTable[] = []
  readonly letters: LetterTable[] = []
  readonly told: Told[] = []
  readonly results: Stored[] = []
  /** Whose visibility the batch may have changed: who is named in what it wrote, and who was named there before. */
  readonly people = new Set<string>()
  /** Sequences that broke, and what with: nothing of the batch may be written then. */
  readonly broken: { readonly seq: number; readonly cause: unknown }[] = []
  /** Impersonations in which something was done, with the newest moment of it. */
  readonly acted = new Map<string, Instant>()
  readonly #state: BatchState
  /** Earliest moment that the device can mean; null when nothing is known of it. */
  readonly #believedFrom: Instant | null
  /** Every world of the batch once, to share changes of scopes that they have in common. */
  readonly #open: World[] = []

  constructor(state: BatchState) {
    this.#state = state
    this.#believedFrom = state.contactAt === null ? null : instantOf(epochMs(state.contactAt) - flightMs)
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
    const first = this.#ownFirst(asked)
    if (first && isRepeat(first, asked, this.#state.batch.door)) return this.#enterTwin(asked, first.stored)
    const decided = this.#decided(asked)
    if (!decided) return
    const { state, mutation, entity, outcome } = decided
    const world = state instanceof World ? state : undefined
    if (world) this.#take(world, outcome.changes)
    else this.#takeElsewhere(outcome.changes)
    for (const change of outcome.site ?? []) {
      this.siteChanges.push(change)
      this.#state.sites.get(change.scope)?.set(change.table, change.id, change.row)
    }
    const stored: Stored = {
      seq: asked.seq,
      mid: asked.mid,
      authorId: this.#state.actor.id,
      d: outcome.disposition,
      code: outcome.code,
      ...(outcome.params ? { params: outcome.params } : {}),
      reply: outcome.reply,
      entity: entity ?? null,
    }
    this.results.push(stored)
    const key = this.#keyOf(asked)
    if (key === asked.mid)
      this.#state.elsewhere.set(asked.mid, {
        stored,
        name: asked.n,
        scope: asked.s,
        args: asked.text,
        said: null,
        call: asked.call ?? null,
      })
    this.#enter(asked, key, outcome, entity)
    this.#record(asked, key, outcome, state, entity)
    this.#raise(asked, key, outcome, world, mutation, entity)
    this.#post(key, outcome, state instanceof World || state instanceof Results ? state : undefined)
  }

  /** Key under which the ledger keeps a mutation: its mid, but never one that is somebody else's to use, or that is taken. */
  #keyOf(asked: Numbered): string {
    return asked.mid !== '' && !this.#isForeign(asked) && !this.#ownFirst(asked) ? asked.mid : `~${randomUUID()}`
  }

  /** What the same person sent before under this mid. */
  #ownFirst(asked: Numbered): First | undefined {
    const first = this.#state.elsewhere.get(asked.mid)
    return first?.stored.authorId === this.#state.actor.id ? first : undefined
  }

  #isForeign(asked: Numbered): boolean {
    const run = runOf(asked.mid)
    if (run !== undefined && this.#state.foreignRuns.has(run)) return true
    return (this.#state.elsewhere.get(asked.mid)?.stored.authorId ?? this.#state.actor.id) !== this.#state.actor.id
  }

  /** Undefined when a bug came between, for the first times: the batch is then not written. */
  #decided(asked: Numbered): Decided | undefined {
    const before = this.#state.attempts.get(asked.seq) ?? 0
    if (before >= maxAttempts) return { outcome: refused('internal_error') }
    try {
      return this.#outcomeOf(asked)
    } catch (cause) {
      if (before + 1 >= maxAttempts) return { outcome: refused('internal_error') }
      this.broken.push({ seq: asked.seq, cause })
      return undefined
    }
  }

  #outcomeOf(asked: Numbered): Decided {
    if (asked.spoiled) return { outcome: refused(asked.spoiled.code) }
    if (this.#isForeign(asked)) return { outcome: refused('forbidden') }
    if (asked.call !== undefined && this.#ownFirst(asked)) return { outcome: refused('key_reused') }
    const mutation = catalogue.get(asked.n)
    if (!mutation) return { outcome: refused('unknown_mutation') }
    if (mutation.serverOnly && this.#state.batch.door === 'sync') return { mutation, outcome: refused('forbidden') }
    if (!isOfText(asked.text)) return { mutation, outcome: refused('text_broken') }
    const args = argsOf<unknown>(mutation, asked.v, asked.a, parsedAs)
    if (!args.ok) return { mutation, outcome: refused(args.failure.code, args.failure.params) }
    const entity = mutation.entityOf(args.value)
    return { mutation, entity, ...this.#decidedOn(asked, mutation, args.value) }
  }

  #decidedOn(asked: Numbered, mutation: AnyMutation, args: unknown): Decided {
    if (mutation.on === 'directory') return this.#onDirectory(asked, mutation, args)
    if (mutation.on === 'own') return this.#onOwn(asked, mutation, args)
    if (mutation.on === 'results') return this.#onResults(asked, mutation, args)
    if (mutation.on === 'site') return this.#onSite(asked, mutation, args)
    return mutation.on === 'questionnaire' ? this.#onQuestionnaire(asked, mutation, args) : this.#onParticipation(asked, mutation, args)
  }

  #onQuestionnaire(asked: Numbered, mutation: Mutation<string, unknown, 'questionnaire'>, args: unknown): Decided {
    // Whoever is not of the lab learns nothing of a form by asking for a change of it.
    if (this.#state.actor.kind !== 'Administrator') return { outcome: refused('administrators_only') }
    const state = this.#state.questionnaires.get(asked.s)
    if (!state) return { outcome: refused('not_found') }
    if (this.#ownFirst(asked)) return { state, outcome: lost('mid_reused') }
    const invited = invitedIn(args)
    const holder = invited === undefined ? undefined : this.#state.taken.get(invited)
    const isOurs = [...(state.facts?.named?.values() ?? [])].some(({ people }) => people.some((each) => each.id === holder))
    if (holder !== undefined && !isOurs) return { state, outcome: refused('person_unknown') }
    // Signs that are written out are longer: what is kept is measured as it is kept.
    const clean = argsOf<unknown>(mutation, mutation.version, cleanTexts(args))
    if (!clean.ok) return { state, outcome: refused(clean.failure.code, clean.failure.params) }
    return { state, outcome: mutation.decide(state, clean.value, this.#contextOf(asked)) }
  }

  #onDirectory(asked: Numbered, mutation: Mutation<string, unknown, 'directory'>, args: unknown): Decided {
    const rows = this.#state.directories.get(asked.s)
    if (!rows) return { outcome: refused('not_found') }
    // One address is one account, wherever on the platform it is.
    const address = invitedIn(args)
    const holder = address === undefined ? undefined : this.#state.taken.get(address)
    // Who has an account of another institution's may belong to one more, where an administrator names them.
    const isKnown = holder !== undefined && !isOfAccount(args) && rows.accounts?.has(holder)
    if (address !== undefined && holder !== undefined && holder !== aboutIn(args) && !isKnown) {
      return { state: rows, outcome: refused('email_taken', { email: address }) }
    }
    return { state: rows, outcome: mutation.decide(rows, args, this.#contextOf(asked)) }
  }

  #onOwn(asked: Numbered, mutation: Mutation<string, unknown, 'own'>, args: unknown): Decided {
    const state = this.#state.owns.get(asked.s)
    if (!state) return { outcome: refused('not_found') }
    if (this.#ownFirst(asked)) return { state, outcome: lost('mid_reused') }
    return { state, outcome: mutation.decide(state, args, this.#contextOf(asked)) }
  }

  #onSite(asked: Numbered, mutation: Mutation<string, unknown, 'site'>, args: unknown): Decided {
    if (this.#state.actor.kind !== 'Administrator') return { outcome: refused('administrators_only') }
    const state = this.#state.sites.get(asked.s)
    if (!state) return { outcome: refused('not_found') }
    if (this.#ownFirst(asked)) return { state, outcome: lost('mid_reused') }
    // Signs that are written out are longer: what is kept is measured as it is kept.
    const clean = argsOf<unknown>(mutation, mutation.version, cleanPage(asked.n, args))
    if (!clean.ok) return { state, outcome: refused(clean.failure.code, clean.failure.params) }
    return { state, outcome: mutation.decide(state, clean.value, this.#contextOf(asked)) }
  }

  #onResults(asked: Numbered, mutation: Mutation<string, unknown, 'results'>, args: unknown): Decided {
    const { actor, reached, results } = this.#state
    const scope = parseScope(asked.s)
    // Of results nobody of an institution changes anything, and whoever has no business there is not told that there are any.
    if (scope?.kind !== 'results' || actor.kind === 'Institutional') return { outcome: refused('not_found') }
    if (!reached.some((key) => key.institutionId === scope.institutionId && key.formId === scope.formId))
      return { outcome: refused('not_found') }
    const state = results.get(asked.s)
    if (!state) return { outcome: refused('not_found') }
    if (state.world.participant.removedAt) return { state, outcome: refused('participant_removed') }
    if (this.#ownFirst(asked)) return { state, outcome: lost('mid_reused') }
    // Signs that are written out are longer: what is kept is measured as it is kept.
    const clean = argsOf<unknown>(mutation, mutation.version, cleanInform(asked.n, args))
    if (!clean.ok) return { state, outcome: refused(clean.failure.code, clean.failure.params) }
    return { state, outcome: mutation.decide(state, clean.value, this.#contextOf(asked)) }
  }

  #onParticipation(asked: Numbered, mutation: Mutation, args: unknown): Decided {
    const { actor, worlds, taken, reached } = this.#state
    const scope = parseScope(asked.s)
    if (scope?.kind !== 'inst' && scope?.kind !== 'eval') return { outcome: refused('not_found') }
    if (!reached.some((key) => key.institutionId === scope.institutionId && key.formId === scope.formId)) {
      return { outcome: refused(actor.kind === 'Evaluator' ? 'not_assigned_evaluator' : 'no_role') }
    }
    const state = worlds.get({ institutionId: scope.institutionId, formId: scope.formId })
    if (!state) return { outcome: refused('not_found') }
    if (state.participant.removedAt) return { state, outcome: refused('participant_removed') }
    // Two profiles that were one wrote different things under one name: the first stands, and this is kept and told.
    if (this.#ownFirst(asked)) return { state, outcome: lost('mid_reused') }
    // A world holds the people of its institution: an invitation must not take over an account of another.
    const holder = taken.get(invitedIn(args) ?? '')
    if (holder !== undefined && !state.person(holder)) return { state, outcome: refused('person_unknown') }
    const place = this.#placeOfAct(asked)
    if (place === 'missing') return { state, outcome: refused('impersonation_missing') }
    const context = this.#contextOf(asked)
    const outcome = mutation.decide(state, args, context)
    // What is brought later extends nothing that is over.
    if (place && goesOn(place, this.#state.now) && outcome.disposition !== 'refused')
      this.acted.set(place.id, later(this.acted.get(place.id), context.occurredAt))
    // Cleaning is dear: who may not write, or writes too much, is told before it.
    if (outcome.disposition === 'refused') return { state, outcome }
    const clean = cleanArgs(state, asked.n, args)
    return { state, outcome: clean === args ? outcome : mutation.decide(state, clean, context) }
  }

  /** In whose place an administrator does this: undefined for what they do as themselves (IM1, IM4). */
  #placeOfAct(asked: Numbered): KnownImpersonation | 'missing' | undefined {
    const { actor, contactAt, impersonations, now } = this.#state
    if (actor.kind !== 'Administrator' || actor.id === systemActor.id || !isOnBehalf(asked.n)) return undefined
    const brought = { at: this.#whenOf(asked), now, contactAt }
    const found = impersonations.find((each) => instScope(each.institutionId, each.formId) === asked.s && covers(each, brought))
    return found ?? 'missing'
  }

  #contextOf(asked: Numbered): Context {
    const { actor, now } = this.#state
    return {
      actor,
      now,
      mid: asked.mid,
      base: asked.b ?? null,
      occurredAt: this.#whenOf(asked),
      lease: this.#leaseOf(asked),
      digest: sha256,
    }
  }

  /** When it was done, as far as the device is believed: between the last contact with nothing waiting and now. */
  #whenOf(asked: Numbered): Instant {
    const { now } = this.#state
    return momentWithin(asked.at ?? now, this.#believedFrom, now)
  }

  /**
   * Server time up to which the device is known to have had nothing waiting. It is the server's own word, so that nobody
   * moves a deadline by writing other times into a request. A device that speaks of a time before it has a wrong clock.
   */
  #leaseOf(asked: Numbered): Instant | null {
    const { contactAt } = this.#state
    if (contactAt === null || this.#believedFrom === null || asked.at === undefined) return null
    return isBefore(asked.at, this.#believedFrom) ? null : momentWithin(asked.at, null, contactAt)
  }

  #take(world: World, changes: readonly Change[]): void {
    for (const change of changes) {
      for (const id of [...holdersIn(change.table, change.row), ...holdersIn(change.table, world.get(change.table, change.id))])
        this.people.add(id)
    }
    apply(world, changes)
    for (const change of changes) {
      this.changes.push(change)
      if (change.scope === world.scope || change.scope === world.evaluatorScope) continue
      for (const other of this.#open) {
        if (other !== world && sharesScope(other, change.scope)) apply(other, [change])
      }
    }
  }

  /** Takes changes that follow from those of the batch, once all of it is decided. */
  follow(changes: readonly Change[]): void {
    this.#takeElsewhere(changes)
  }

  /** Changes of no institution's world: what the batch decides next on the same form sees them. */
  #takeElsewhere(changes: readonly Change[]): void {
    for (const change of changes) {
      this.changes.push(change)
      // Who belongs to one institution more, or less, sees other scopes.
      if (change.table === 'person') this.people.add(change.id)
      for (const world of this.#open) if (sharesScope(world, change.scope)) apply(world, [change])
      this.#state.owns.get(change.scope)?.set(change.table, change.id, change.row)
      this.#state.results.get(change.scope)?.set(change.table, change.id, change.row)
      for (const state of this.#state.questionnaires.values()) {
        if (change.scope === state.scope || change.scope === formScope(state.formId)) state.set(change.table, change.id, change.row)
        if (change.table === 'person') state.facts?.named?.get(change.row.institutionId ?? '')?.people.push(change.row)
      }
    }
  }

  /** A mutation of the same person that came before under another device or number: its first outcome is its outcome. */
  #enterTwin(asked: Numbered, twin: Stored): void {
    const d = twin.d === 'applied' ? ('noop' as const) : twin.d
    this.results.push({ ...twin, seq: asked.seq, d })
    this.aliases.push({
      author_id: this.#state.actor.id,
      device_id: this.#state.batch.device.id,
      seq: asked.seq,
      mid: asked.mid,
      disposition: d,
      code: twin.code,
      params: twin.params ? JSON.stringify(twin.params) : null,
    })
  }

  #enter(asked: Numbered, key: string, outcome: Outcome, entity: string | undefined): void {
    this.ledger.push({
      mid: key,
      sent_mid: key === asked.mid ? null : asked.mid,
      device_id: this.#state.batch.device.id,
      seq: asked.seq,
      author_id: this.#state.actor.id,
      name: asked.n,
      version: asked.v,
      scope: asked.s,
      entity: entity ?? null,
      ...(asked.spoiled?.said === undefined ? keptArgs(asked.text, outcome) : { args: asked.text, said: asked.spoiled.said }),
      base: asked.b ?? null,
      client_at: asked.t,
      occurred_at: this.#whenOf(asked),
      lease: this.#leaseOf(asked),
      received_at: this.#state.now,
      disposition: outcome.disposition,
      code: outcome.code,
      params: outcome.params ? JSON.stringify(outcome.params) : null,
      answer: outcome.reply ? JSON.stringify(outcome.reply) : null,
      call: asked.call ?? null,
    })
  }

  #record(
    asked: Numbered,
    key: string,
    outcome: Outcome,
    about: World | Directory | Questionnaire | Own | Results | Site | undefined,
    entity: string | undefined,
  ): void {
    if (!about) return
    const world = about instanceof World ? about : undefined
    const given = outcome.history.length > 0 || !world ? outcome.history : notApplied(asked, outcome, world, entity, this.#state.actor)
    for (const [position, entry] of given.entries()) {
      this.history.push({
        id: `${key}:${position}`,
        scope: entry.form === undefined ? about.scope : questionnaireScope(entry.form),
        part: (entry.unit !== null && world?.index.question(questionIdOf(entry.unit))?.dimensionId) || '',
        unit: entry.unit ?? entry.person ?? entry.element ?? '',
        action: entry.action,
        value: entry.value === undefined || entry.value === null ? null : JSON.stringify(entry.value),
        text: entry.text ?? null,
        changed: entry.changed ? JSON.stringify(entry.changed) : null,
        user_id: this.#state.actor.id,
        role: entry.role,
        occurred_at: this.#whenOf(asked),
        received_at: this.#state.now,
        mid: key,
        disposition: outcome.disposition,
      })
    }
  }

  #raise(
    asked: Numbered,
    key: string,
    outcome: Outcome,
    world: World | undefined,
    mutation: AnyMutation | undefined,
    entity: string | undefined,
  ): void {
    // Who is refused has nothing to tell others.
    const cards = outcome.cards.filter((card) => outcome.disposition !== 'refused' || card.ownerId === this.#state.actor.id)
    const failed = outcome.disposition === 'lost' || outcome.disposition === 'refused'
    // What did not stand of a form is told by its outcome, which the device keeps with the words until the person has chosen (QE2).
    // Nor does a card of what is one's own lead anywhere: its outcome keeps the words, too.
    if (mutation?.on === 'questionnaire' || mutation?.on === 'own') return
    if (failed && this.#state.batch.door === 'sync' && !cards.some((card) => card.side === 'author')) {
      cards.push(caseOf(asked, this.#whenOf(asked), outcome, world, entity, this.#state.actor))
    }
    const scope = parseScope(asked.s)
    const place =
      scope?.kind === 'inst' || scope?.kind === 'eval'
        ? { institutionId: scope.institutionId, formId: scope.formId }
        : { institutionId: '', formId: '' }
    for (const [position, card] of cards.entries()) {
      this.raised.push({
        card,
        id: `${key}:${position}`,
        ...place,
        mutation: mutation?.name ?? asked.n,
        base: asked.b ?? null,
        at: this.#state.now,
      })
    }
  }

  /** Puts what a letter says behind its reader's bell; what is decided next on what is their own sees it. */
  #tell(id: string, letter: Letter, world: World | Results | undefined): void {
    const said = noticeIn(letter)
    if (!said) return
    const place = world ? { formId: world.formId, institutionId: world.institutionId } : {}
    const isJoined = letter.template === 'assigned' || letter.template === 'assignedNoMore'
    const count = isJoined ? { count: letter.data.count } : {}
    const notice = { id, ...said, at: this.#state.now, readAt: null, ...place, ...count }
    this.told.push({ to: letter.to, notice, letter })
    this.#state.owns.get(ownScope(letter.to))?.set('notice', id, notice)
  }

  #post(key: string, outcome: Outcome, world: World | Results | undefined): void {
    for (const [position, letter] of (outcome.notices ?? []).entries()) this.#tell(`${key}:bell-${position}`, letter, world)
    for (const [position, letter] of outcome.letters.entries()) {
      const id = `${key}:${position}`
      this.#tell(id, letter, world)
      this.letters.push({
        id,
        template: letter.template,
        to_user: letter.to,
        data: JSON.stringify(letter.data),
        state: 'waiting',
        attempts: 0,
        next_at: leavesAt(letter, this.#state.now),
        created_at: this.#state.now,
        sent_at: null,
        error: null,
        quiet: null,
        trace: currentTrace()?.trace ?? null,
      })
    }
  }
}

interface Decided {
  /** What it was decided on; absent when nothing of that was opened. */
  readonly state?: World | Directory | Questionnaire | Own | Results | Site
  readonly mutation?: AnyMutation
  readonly entity?: string
  readonly outcome: Outcome
}

const later = (left: Instant | undefined, right: Instant): Instant => (left !== undefined && left > right ? left : right)

/** People whose access a row gives. */
function holdersIn(table: Change['table'], row: unknown): string[] {
  const named = table === 'assignment' ? ['userId'] : table === 'participant' ? ['leaderId', 'delegateId', 'evaluatorId'] : []
  if (row === null || typeof row !== 'object') return []
  return named.map((name): unknown => Reflect.get(row, name)).filter((id) => typeof id === 'string')
}

const sharesScope = (world: World, scope: string): boolean =>
  scope === `org:${world.institutionId}` || scope === `form:${world.formId}` || scope === 'catalog'

function notApplied(asked: Asked, outcome: Outcome, world: World, entity: string | undefined, actor: Actor): HistoryEntry[] {
  if (outcome.disposition !== 'lost' && outcome.disposition !== 'refused') return []
  // An administrator has no part in an institution's answers: what they may not do is no event of theirs.
  if (outcome.disposition === 'refused' && actor.kind === 'Administrator') return []
  if (entity === undefined || !world.index.question(questionIdOf(entity))) return []
  const role = actor.kind === 'Institutional' ? 'NoAssigment' : actor.kind
  const value = valueOf(asked.a)
  const shown = typeof value === 'string' && isUnkept(outcome) ? beginningOf(value) : value
  return [{ unit: entity, action: 'No aplicado', value: shown, text: outcome.code, role }]
}

function valueOf(args: unknown): HistoryEntry['value'] {
  const parsed = parsedAs(withValue, args)
  return parsed.success ? parsed.output.value : null
}

/** Card of a mutation that did not stand and whose rule gave none: nothing is ever refused without a trace (IN4). */
function caseOf(asked: Numbered, at: Instant, outcome: Outcome, world: World | undefined, entity: string | undefined, actor: Actor): Card {
  const unit = entity !== undefined && world?.index.question(questionIdOf(entity)) ? entity : null
  return {
    unit,
    code: outcome.code,
    side: 'author',
    mine: { mid: asked.mid, authorId: actor.id, at, value: valueOf(asked.a), ...wordsOf(asked.a) },
    theirs: null,
    chain: [],
    ownerId: actor.id,
    params: outcome.params ?? {},
  }
}

const withValue = v.object({ value: answerValueSchema })

/** What somebody wrote beside a value: a comment, the reason of a decision. */
function wordsOf(args: unknown): { text?: string } {
  const parsed = parsedAs(withWords, args)
  const text = parsed.success ? (parsed.output.body ?? parsed.output.comment ?? parsed.output.justification) : undefined
  return typeof text === 'string' && text !== '' ? { text } : {}
}
const words = v.nullish(v.string())
const withWords = v.looseObject({ body: words, comment: words, justification: words })
