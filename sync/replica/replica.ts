import type { AnyMutation, Mutation } from '#shared/contract/mutation.ts'
import type { FormIndex } from '#shared/forms/form-index.ts'
import { isErrorCode } from '#shared/errors.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { FormId, InstitutionId, Unit } from '#shared/kernel/ids.ts'
import { instantOf } from '#shared/kernel/instant.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { parseScope } from '#shared/protocol/scope.ts'
import type { Rows, TableName } from '#shared/world.ts'
import * as v from 'valibot'
import type { Clock } from '../ports.ts'
import type { Device, Kept, Position, PullPatch, Storage, StoredOutcome } from '../storage/storage.ts'
import { ByUnit } from './by-unit.ts'
import { Definitions, type DefinitionsOptions } from './definitions.ts'
import { LiveTable } from './live-table.ts'
import type { HeldKind, Live, Pending, RowChange } from './live.ts'
import type { LiveOwn, ownPart } from './live-own.ts'
import { LiveQuestionnaire } from './live-questionnaire.ts'
import { LiveWorld } from './live-world.ts'
import { Orders, type Dispatched, type DispatchOptions, type OrdersOptions, type Queue } from './orders.ts'
import { Topics } from './topics.ts'

export interface ReplicaOptions extends OrdersOptions, DefinitionsOptions {
  readonly storage: Storage
  readonly mutations: ReadonlyMap<string, Mutation>
  /** Those of forms and what they ask, loaded when the first is needed; null when they cannot be had now. */
  readonly questionnaireMutations: () => Promise<QuestionnaireMutations | null>
  /** What a device needs for what is its person's own, loaded when it is needed; null when it cannot be had now. */
  readonly ownPart: () => Promise<typeof ownPart | null>
  readonly clock: Clock
}

type QuestionnaireMutations = ReadonlyMap<string, Mutation<string, unknown, 'questionnaire'>>

/** What the pages of a pull that is not complete have brought so far. */
interface Unfinished {
  readonly rows: WireRow[]
  readonly reset: Set<string>
  all: boolean
}

/**
 * What this tab holds in memory of the device's database: pending mutations in order, outcomes that need attention,
 * and the worlds that are open. Changes go through `exclusive`, one at a time.
 */
export class Replica {
  /** `queue`, `outcomes`, `position`, `table:<table>`. */
  readonly topics = new Topics()
  readonly outcomes = new Map<string, StoredOutcome>()
  device: Device = { deviceId: '', nextSeq: 1, inFlightThrough: 0, lastMid: null }
  position: Position
  readonly #options: ReplicaOptions
  readonly #worlds = new Map<string, LiveWorld>()
  readonly #opening = new Map<string, Promise<Result<LiveWorld>>>()
  readonly #questionnaires = new Map<FormId, LiveQuestionnaire>()
  readonly #tables = new Map<TableName, LiveTable>()
  #own: LiveOwn | null = null
  readonly #definitions: Definitions
  readonly #orders: Orders
  readonly #byUnit = new ByUnit()
  #pending: Pending[] = []
  #tail: Promise<unknown> = Promise.resolve()
  #partial: Unfinished | null

  constructor(options: ReplicaOptions, loaded: { device: Device; position: Position }) {
    this.#options = options
    this.device = loaded.device
    this.position = loaded.position
    this.#partial = underWay(loaded.position)
    this.#definitions = new Definitions(options)
    this.#orders = new Orders(options, this.#queue())
  }

  #queue(): Queue {
    const device = (): Device => this.device
    const position = (): Position => this.position
    return {
      topics: this.topics,
      get device() {
        return device()
      },
      get position() {
        return position()
      },
      now: () => this.now(),
      exclusive: (work) => this.exclusive(work),
      took: (added, seqs) => this.#took(added, seqs),
      flewThrough: async (seq) => {
        this.device = { ...this.device, inFlightThrough: Math.max(this.device.inFlightThrough, seq) }
        await this.#reread()
      },
    }
  }

  /** Reads outbox and outcomes; worlds are read when they are asked for. */
  async open(): Promise<void> {
    await this.exclusive(() => this.#reread())
  }

  get pending(): readonly Pending[] {
    return this.#pending
  }

  /** Mutations that wait about one unit, oldest first. */
  pendingAbout(scope: string, unit: Unit): readonly Pending[] {
    return this.#byUnit.about(this.#pending, scope, unit)
  }

  /** Worlds and questionnaires that are open, and what is the person's own. */
  get openLives(): Iterable<Live<HeldKind>> {
    return [...this.#worlds.values(), ...this.#questionnaires.values(), ...(this.#own ? [this.#own] : [])]
  }

  /** Best estimate of the server's time. */
  now(): string {
    return instantOf(this.#options.clock.now() + this.position.offsetMs)
  }

  /** Runs one change of the memory after the ones before it. Nothing in it may wait for the network. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work, work)
    this.#tail = run.catch(() => undefined)
    return run
  }

  /** The open world of one institution in one form. Fails: not_found (nothing of it on the device), unavailable (its questions are not). */
  world(institutionId: InstitutionId, formId: FormId): Promise<Result<LiveWorld>> {
    const key = `${institutionId}:${formId}`
    const open = this.#worlds.get(key)
    if (open) return Promise.resolve(done(open))
    const opening = this.#opening.get(key)
    if (opening) return opening
    const started = this.#openWorld(institutionId, formId).finally(() => this.#opening.delete(key))
    this.#opening.set(key, started)
    return started
  }

  async #openWorld(institutionId: InstitutionId, formId: FormId): Promise<Result<LiveWorld>> {
    const [header] = await this.#options.storage.rowsOfTable([`form:${formId}`], 'form')
    if (!header) return fail('not_found')
    const index = await this.#definitions.indexOfForm(formId, (header.r as Rows['form']).versionId)
    if (!index) return fail('unavailable')
    return this.exclusive(async () => {
      const live = new LiveWorld(index, { institutionId, formId }, this.#options)
      const rows = await this.#rowsOf(live)
      if (!rows.some((row) => row.t === 'participant' && row.i === institutionId)) return fail('not_found')
      live.load(rows, this.#pendingOf(live), index)
      this.#worlds.set(`${institutionId}:${formId}`, live)
      return done(live)
    })
  }

  /** A form and what it asks, as it is worked on. Fails: not_found (nothing of it on the device), unavailable (the rules of its changes could not be loaded, or only a part of it is here so far). */
  async questionnaire(formId: FormId): Promise<Result<LiveQuestionnaire>> {
    const open = this.#questionnaires.get(formId)
    if (open) return done(open)
    return this.exclusive(async () => {
      const raced = this.#questionnaires.get(formId)
      if (raced) return done(raced)
      const { actor, report } = this.#options
      const mutations = await this.#options.questionnaireMutations()
      if (!mutations) return fail('unavailable')
      const live = new LiveQuestionnaire(formId, { actor, report, mutations })
      const rows = await this.#rowsOf(live)
      if (!rows.some((row) => row.t === 'outline')) return fail('not_found')
      live.load(rows, this.#pendingOf(live))
      // A pull is under way: what its next pages bring is named already.
      if (!live.confirmed.isWhole) return fail('unavailable')
      this.#questionnaires.set(formId, live)
      return done(live)
    })
  }

  /** What is the person's own; empty on a device that nothing of it has reached. Fails: unavailable (its rules could not be loaded). */
  async own(): Promise<Result<LiveOwn>> {
    const part = await this.#options.ownPart()
    if (!part) return fail('unavailable')
    return this.exclusive(async () => {
      if (!this.#own) {
        const { actor, report } = this.#options
        const live = part.open({ actor, report })
        live.load(await this.#rowsOf(live), this.#pendingOf(live))
        this.#own = live
      }
      return done(this.#own)
    })
  }

  /** All rows of a table that the device holds, over every institution. */
  async table<T extends TableName>(name: T): Promise<LiveTable<Rows[T]>> {
    const known = this.#tables.get(name)
    if (known) return known as LiveTable<Rows[T]>
    return this.exclusive(async () => {
      const raced = this.#tables.get(name)
      if (raced) return raced as LiveTable<Rows[T]>
      const table = new LiveTable<Rows[T]>()
      table.put(await this.#options.storage.rowsOfTable(this.position.scopes, name))
      this.#tables.set(name, table)
      return table
    })
  }

  /** The look-ups of a form's version; null when it is not to be had now. */
  index(versionId: string): Promise<FormIndex | null> {
    return this.#definitions.index(versionId)
  }

  /** Versions of forms that nothing on the device works with any more. */
  forgetVersions(versionIds: readonly string[]): Promise<void> {
    return this.#definitions.forget(versionIds)
  }

  /**
   * Decides on the optimistic world; when it applies, keeps it durably and shows it. Resolves after the strict commit.
   * Fails with the code of a refusal or of a change that would be lost: nothing is then enqueued.
   */
  async dispatch(name: string, scope: string, args: unknown, options: DispatchOptions = {}): Promise<Result<Dispatched>> {
    const known = this.#options.mutations.get(name)
    const others = known ? null : await this.#othersIn(scope)
    if (!known && !others) return fail('unavailable')
    const mutation = known ?? others?.get(name)
    if (!mutation) return fail('unknown_mutation')
    const parsed = v.safeParse(mutation.input, args)
    if (!parsed.success) return fail(isErrorCode(parsed.issues[0].message) ? parsed.issues[0].message : 'malformed')
    const live = await this.#liveOf(mutation.on, scope)
    return live.ok ? this.#orders.place({ mutation, scope, live: live.value, args: parsed.output, options }) : live
  }

  /** Mutations that come late, of what a scope holds; null when they cannot be had now. */
  async #othersIn(scope: string): Promise<ReadonlyMap<string, AnyMutation> | null> {
    if (parseScope(scope)?.kind === 'own') return (await this.#options.ownPart())?.mutations ?? null
    return this.#options.questionnaireMutations()
  }

  /** What is changed in a scope. Fails: malformed for one in which nothing of that kind is. */
  async #liveOf(on: AnyMutation['on'], scope: string): Promise<Result<Live<HeldKind>>> {
    const place = parseScope(scope)
    if (on === 'own') return place?.kind === 'own' ? this.own() : fail('malformed')
    if (on === 'questionnaire') return place?.kind === 'questionnaire' ? this.questionnaire(place.formId) : fail('malformed')
    return place?.kind === 'inst' || place?.kind === 'eval' ? this.world(place.institutionId, place.formId) : fail('malformed')
  }

  /** Takes over the sequences that the disk gave; another tab's mutations may have come in between. */
  async #took(added: readonly Pending[], seqs: readonly number[]): Promise<void> {
    const expected = this.device.nextSeq
    added.forEach((pending, position) => {
      const seq = seqs[position]
      if (seq !== undefined) pending.row = { ...pending.row, seq }
      this.#pending.push(pending)
    })
    const [first] = seqs
    const last = added.at(-1)
    if (last) this.device = { ...this.device, nextSeq: last.row.seq + 1, lastMid: last.row.mid }
    if (first !== undefined && first !== expected) await this.#reread()
  }

  /** What this tab holds of a database that is gone: queue, outcomes, and what is open. */
  async held(): Promise<Pick<Kept, 'queue' | 'outcomes' | 'rows' | 'definitions' | 'position'>> {
    const rows = new Map<string, WireRow>()
    const keep = (row: WireRow): void => void rows.set(`${row.s}\n${row.t}\n${row.i}`, row)
    for (const table of this.#tables.values()) for (const row of table.wireRows) keep(row)
    for (const live of this.openLives) for (const row of live.rows) keep(row)
    return {
      queue: this.#pending.map(({ row }) => ({ row, flown: row.seq <= this.device.inFlightThrough })),
      outcomes: [...this.outcomes.values()],
      rows: [...rows.values()],
      definitions: await this.#definitions.held(),
      position: this.position,
    }
  }

  /** Reads everything about the queue again and folds it anew: after another tab, a rewind, a discard or an import. */
  reread(): Promise<void> {
    return this.exclusive(() => this.#reread())
  }

  async #reread(): Promise<void> {
    const { device, position } = await this.#options.storage.position()
    const rows = await this.#options.storage.outbox(0)
    this.device = device
    this.position = position
    this.outcomes.clear()
    for (const outcome of await this.#options.storage.outcomes()) this.outcomes.set(outcome.mid, outcome)
    this.#pending = rows.map((row) => ({ row, writes: [], outcome: this.outcomes.get(row.mid) ?? null }))
    for (const live of this.openLives) live.rebase([], this.#pendingOf(live))
    this.topics.tell(['queue', 'outcomes', 'position'])
  }

  /** Another tab enqueued: folds in what came after all that this tab knows. */
  catchUp(): Promise<void> {
    return this.exclusive(async () => {
      const after = this.#pending.at(-1)?.row.seq ?? this.device.nextSeq - 1
      const rows = await this.#options.storage.outbox(after)
      const [first] = rows
      if (!first || first.seq !== after + 1) return this.#reread()
      const entries = rows.map((row): Pending => ({ row, writes: [], outcome: null }))
      this.#pending.push(...entries)
      const last = rows.at(-1)
      if (last) this.device = { ...this.device, nextSeq: last.seq + 1, lastMid: last.mid }
      for (const live of this.openLives) {
        const own = entries.filter((entry) => belongs(entry, live))
        if (own.length > 0) live.append(own)
      }
      this.topics.tell(['queue'])
    })
  }

  /** The server's ledger has them: outcomes that did not stand stop showing, the rest waits for the pull. */
  ledgered(position: Position, outcomes: readonly StoredOutcome[]): Promise<void> {
    return this.exclusive(async () => {
      this.position = position
      this.#learn(outcomes)
      this.topics.tell(['queue', 'position'])
    })
  }

  #learn(outcomes: readonly StoredOutcome[]): void {
    if (outcomes.length === 0) return
    const byMid = new Map(outcomes.map((outcome) => [outcome.mid, outcome]))
    const moved = new Set<Live<HeldKind>>()
    for (const outcome of outcomes) this.outcomes.set(outcome.mid, outcome)
    for (const entry of this.#pending) {
      const outcome = byMid.get(entry.row.mid)
      if (!outcome) continue
      entry.outcome = outcome
      for (const live of this.openLives) if (belongs(entry, live)) moved.add(live)
    }
    for (const live of moved) live.rebase([], this.#pendingOf(live))
    this.topics.tell(['outcomes', 'queue'])
  }

  /** Shows what a pull brought, once its last page is on the disk. */
  pulled(patch: PullPatch, position: Position): Promise<void> {
    return this.exclusive(async () => {
      this.position = position
      this.#partial ??= { rows: [], reset: new Set(), all: false }
      this.#partial.rows.push(...patch.rows)
      if (patch.from === null) this.#partial.all = true
      for (const one of [...patch.reset, ...patch.drop]) this.#partial.reset.add(one.scope)
      for (const outcome of patch.outcomes) this.outcomes.set(outcome.mid, outcome)
      if (patch.more) return
      const { rows, reset, all } = this.#partial
      this.#partial = null
      const outcomes = new Map(patch.outcomes.map((outcome) => [outcome.mid, outcome]))
      this.#pending = this.#pending.filter((entry) => entry.row.seq > position.acked)
      for (const entry of this.#pending) entry.outcome = outcomes.get(entry.row.mid) ?? entry.outcome
      await this.#show(rows, all ? null : reset)
      this.topics.tell(['queue', 'position', ...(patch.outcomes.length > 0 ? ['outcomes'] : [])])
    })
  }

  /** Another tab pulled: reads those rows from the disk. Null: everything may have moved. */
  refresh(keys: readonly (readonly [scope: string, table: string, id: string])[] | null): Promise<void> {
    return this.exclusive(async () => {
      const { device, position } = await this.#options.storage.position()
      this.device = device
      this.position = position
      for (const outcome of await this.#options.storage.outcomes()) this.outcomes.set(outcome.mid, outcome)
      this.#pending = this.#pending.filter((entry) => entry.row.seq > position.acked)
      const decided = this.#pending.filter((entry) => entry.outcome?.d !== this.outcomes.get(entry.row.mid)?.d)
      for (const entry of this.#pending) entry.outcome = this.outcomes.get(entry.row.mid) ?? null
      const torn = this.#partial !== null
      this.#partial = underWay(position)
      if (keys === null || torn) await this.#show([], null)
      else {
        const found = await this.#options.storage.rowsAt(keys)
        const rows = keys.map(([s, t, i], at): WireRow => found[at] ?? { s, p: '', t: t as TableName, i, r: null, v: 0 })
        await this.#show(rows, new Set(), decided)
      }
      this.topics.tell(['queue', 'position', 'outcomes'])
    })
  }

  /** reset: scopes to read again whole; null for all of them. decided: pending mutations whose outcome is new to this tab. */
  async #show(rows: readonly WireRow[], reset: ReadonlySet<string> | null, decided: readonly Pending[] = []): Promise<void> {
    const byScope = Map.groupBy(rows, (row) => row.s)
    for (const live of this.openLives) {
      if (reset === null || live.scopes.some((scope) => reset.has(scope))) {
        const all = await this.#rowsOf(live)
        live.load(all, this.#pendingOf(live))
      } else {
        const changes = live.scopes.flatMap((scope) => byScope.get(scope) ?? []).flatMap((row) => changeOf(live, row))
        const pending = this.#pendingOf(live)
        const moved = changes.length > 0 || pending.length !== live.pending.length || decided.some((entry) => belongs(entry, live))
        if (moved) live.rebase(changes, pending)
      }
      if (!(live instanceof LiveWorld)) continue
      const header = live.confirmed.get('form', live.formId)
      if (header && header.versionId !== live.world.index.definition.versionId) this.#renew(live, header.versionId)
    }
    for (const [name, table] of this.#tables) {
      if (reset !== null && reset.size === 0) {
        const own = rows.filter((row) => row.t === name)
        if (own.length === 0) continue
        table.put(own)
      } else {
        table.replace(await this.#options.storage.rowsOfTable(this.position.scopes, name))
      }
      this.topics.tell([`table:${name}`])
    }
  }

  /** A corrected form: its new questions come in as soon as the device has them; until then the old ones serve. */
  #renew(live: LiveWorld, versionId: string): void {
    this.index(versionId)
      .then(async (index) => {
        if (!index) return
        await this.exclusive(async () => {
          const rows = await this.#rowsOf(live)
          live.load(rows, this.#pendingOf(live), index)
        })
      })
      .catch((error: unknown) => this.#options.report('definition', error))
  }

  async #rowsOf(live: Live<HeldKind>): Promise<WireRow[]> {
    const rows: WireRow[] = []
    for (const scope of live.scopes) for (const row of await this.#options.storage.rowsOf(scope)) rows.push(row)
    return rows
  }

  #pendingOf(live: Live<HeldKind>): Pending[] {
    return this.#pending.filter((entry) => belongs(entry, live))
  }
}

/** Of a pull that an earlier tab began, the pages are on the disk only: at its end everything is read from there. */
const underWay = (position: Position): Unfinished | null => (position.staged > 0 ? { rows: [], reset: new Set(), all: true } : null)

const belongs = (entry: Pending, live: Live<HeldKind>): boolean => live.owns(entry.row.s)

function changeOf(live: Live<HeldKind>, row: WireRow): RowChange[] {
  if (!live.holds(row)) return []
  return [{ table: row.t, id: row.i, row: row.r === null ? null : row }]
}
