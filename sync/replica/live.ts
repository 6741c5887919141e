import type { Actor } from '#shared/access/actor.ts'
import { argsOf, type Context, type Mutation, type Outcome, type States } from '#shared/contract/mutation.ts'
import type { Mid } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import type { WireRow } from '#shared/protocol/pull.ts'
import { checkOf } from '#shared/protocol/check.ts'
import type { Change, TableName } from '#shared/world.ts'
import type { OutboxRow, StoredOutcome } from '../storage/storage.ts'
import { Topics } from './topics.ts'

/** What a device holds, previews and sends changes of. */
export type HeldKind = 'participation' | 'questionnaire' | 'own'
/** A mutation of one kind. */
type MutationOn<On extends HeldKind> = Mutation<string, unknown, On>

/** Rows by table and id, as every state of a kind holds them. */
interface Rowed {
  get(table: TableName, id: string): unknown
  set(table: TableName, id: string, row: unknown): void
}

/** A mutation that the server's effects do not cover yet, and what it wrote into the optimistic world. */
export interface Pending {
  row: OutboxRow
  writes: readonly Write[]
  /** Known when the server has answered and the pull has not come yet; null for none or a plain `applied`. */
  outcome: StoredOutcome | null
}

interface Write {
  readonly table: TableName
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

export interface RowChange {
  readonly table: TableName
  readonly id: string
  /** Null when the row is gone. */
  readonly row: WireRow | null
}

export type Preview =
  /** Already in the world; the mutation is to be enqueued. */
  | { readonly kind: 'applied'; readonly pending: Pending; readonly outcome: Outcome }
  | { readonly kind: 'not_applied'; readonly outcome: Outcome }

const keyOf = (table: string, id: string): string => `${table}\n${id}`

export interface LiveOptions<On extends HeldKind> {
  readonly actor: Actor
  readonly mutations: ReadonlyMap<string, MutationOn<On>>
  /** Told of a decision that threw while it was folded in: that mutation shows nothing, the others go on. */
  readonly report: (what: string, error: unknown) => void
}

/**
 * What mutations of one kind are decided on, as this device sees it: what the server confirmed, and the same with the pending
 * mutations folded in. The confirmed rows are never written by a person (RB1).
 */
export abstract class Live<On extends HeldKind> {
  /** Scopes whose rows it is made of. */
  readonly scopes: readonly string[]
  /** What listeners hear of: `*`, `table:<table>`, `unit:<unit>`, `row:<table>:<id>`. */
  readonly topics = new Topics()
  readonly #options: LiveOptions<On>
  readonly #rows = new Map<string, WireRow>()
  #confirmed: States[On]
  #optimistic: States[On]
  #pending: Pending[] = []
  /** The states are others than anybody has heard of. */
  #remade = false
  readonly #lastWriter = new Map<string, Pending>()
  /** Newest pending mutation of each name, and of each name and entity: a queue of thousands is not looked through at every key. */
  readonly #lastNamed = new Map<string, Pending>()
  readonly #lastAbout = new Map<string, Pending>()

  constructor(scopes: readonly string[], options: LiveOptions<On>, fresh: () => States[On]) {
    this.scopes = scopes
    this.#options = options
    this.#confirmed = fresh()
    this.#optimistic = fresh()
  }

  /** Whether a row of its scopes belongs to it. */
  abstract holds(row: Pick<WireRow, 't' | 'r'>): boolean
  /** Whether a mutation of a scope is one of it. */
  abstract owns(scope: string): boolean
  /** False while it misses what a decision cannot do without: the scope was taken away. */
  protected abstract isWhole(state: States[On]): boolean
  /** What a row is about, for who listens to that alone; null where it is about nothing in particular. */
  protected abstract aboutOf(table: TableName, id: string, row: unknown): string | null

  /** Confirmed rows with the pending mutations folded in. Read it anew after each notice: it may be another object. */
  get state(): States[On] {
    return this.#optimistic
  }

  get confirmed(): States[On] {
    return this.#confirmed
  }

  get rows(): Iterable<WireRow> {
    return this.#rows.values()
  }

  get pending(): readonly Pending[] {
    return this.#pending
  }

  /** Replaces all confirmed rows and folds the pending mutations in again. */
  load(rows: readonly WireRow[], pending: readonly Pending[]): void {
    const changes: RowChange[] = []
    const seen = new Set<string>()
    for (const row of rows) {
      if (!this.holds(row)) continue
      const key = keyOf(row.t, row.i)
      seen.add(key)
      const known = this.#rows.get(key)
      if (!known || known.v !== row.v || known.s !== row.s || !same(known.r, row.r)) changes.push({ table: row.t, id: row.i, row })
    }
    for (const [key, row] of this.#rows) if (!seen.has(key)) changes.push({ table: row.t, id: row.i, row: null })
    this.rebase(changes, pending)
  }

  /**
   * Applies confirmed rows and folds the pending mutations in anew, oldest first. Nobody hears of it before the end,
   * and only of rows whose value differs then: a pending value never flickers (IN16).
   */
  rebase(changes: readonly RowChange[], pending: readonly Pending[]): void {
    const former = new Map<string, Write>()
    const remember = (table: TableName, id: string): void => {
      const key = keyOf(table, id)
      if (!former.has(key)) former.set(key, { table, id, before: rowed(this.#optimistic).get(table, id), after: undefined })
    }
    for (const entry of this.#pending) for (const write of entry.writes) remember(write.table, write.id)
    for (const change of changes) remember(change.table, change.id)

    for (const change of changes) {
      const key = keyOf(change.table, change.id)
      if (change.row) this.#rows.set(key, change.row)
      else this.#rows.delete(key)
      setRow(this.#confirmed, change.table, change.id, change.row?.r)
    }
    for (const { table, id } of former.values()) setRow(this.#optimistic, table, id, rowed(this.#confirmed).get(table, id))

    this.#forgetPending()
    for (const entry of pending) {
      entry.writes = this.#write(this.#foldOf(entry))
      this.#remember(entry)
      for (const write of entry.writes) {
        const key = keyOf(write.table, write.id)
        if (!former.has(key)) former.set(key, write)
      }
    }
    this.rebased()
    this.#notify([...former.values()].filter((one) => !same(one.before, rowed(this.#optimistic).get(one.table, one.id))))
  }

  /** The state is whole again, and nobody has heard of it. */
  protected rebased(): void {}

  /** Folds in mutations that come after all known ones. */
  append(entries: readonly Pending[]): void {
    for (const entry of entries) {
      entry.writes = this.#write(this.#foldOf(entry))
      this.#remember(entry)
      this.#notify(entry.writes)
    }
  }

  /** Decides a mutation on the optimistic world and, when it applies, applies it there. */
  preview(row: OutboxRow): Preview {
    const outcome = this.#decide(row)
    if (outcome.disposition !== 'applied' && outcome.disposition !== 'applied_over') return { kind: 'not_applied', outcome }
    const pending: Pending = { row, writes: this.#write(outcome.changes), outcome: null }
    this.#remember(pending)
    return { kind: 'applied', pending, outcome }
  }

  /**
   * The pending mutation that a new one of the same name and entity may replace in place: not on the wire, and
   * followed only by mutations of that name, so that nothing was decided on what it would change.
   */
  replaceable(name: string, entity: string, inFlightThrough: number): Pending | undefined {
    const found = this.#lastAbout.get(keyOf(name, entity))
    if (!found || found.row.seq <= inFlightThrough) return undefined
    for (const [other, last] of this.#lastNamed) if (other !== name && last.row.seq > found.row.seq) return undefined
    return found
  }

  /**
   * Decides the mutation anew with other arguments, as if the first ones had never been given.
   * `entangled`: later mutations touched the same rows, so that the order matters and it must be enqueued by itself.
   */
  replace(
    entry: Pending,
    row: OutboxRow,
  ): { kind: 'replaced'; undo: () => void } | { kind: 'not_applied'; outcome: Outcome } | { kind: 'entangled' } {
    if (!this.#stands(entry.writes)) return { kind: 'entangled' }
    const before = { row: entry.row, writes: entry.writes }
    this.#restore(entry.writes)
    const outcome = this.#decide(row)
    const applies = outcome.disposition === 'applied' || outcome.disposition === 'applied_over' || outcome.disposition === 'noop'
    const reach = outcome.changes.every(({ table, id }) => {
      const writer = this.#lastWriter.get(keyOf(table, id))
      return !writer || writer.row.seq <= entry.row.seq
    })
    if (!applies || !reach) {
      this.#redo(before.writes)
      return applies ? { kind: 'entangled' } : { kind: 'not_applied', outcome }
    }
    entry.row = row
    entry.writes = this.#write(outcome.changes)
    for (const write of entry.writes) this.#lastWriter.set(keyOf(write.table, write.id), entry)
    const replaced = entry.writes
    const touched = [...before.writes, ...replaced]
    this.#notify(touched)
    const undo = (): void => {
      this.#restore(replaced)
      this.#redo(before.writes)
      entry.row = before.row
      entry.writes = before.writes
      this.#notify(touched)
    }
    return { kind: 'replaced', undo }
  }

  /** Takes back the newest pending mutation: its durable write failed. */
  takeBack(entry: Pending): void {
    this.#restore(entry.writes)
    const rest = this.#pending.filter((one) => one !== entry)
    this.#forgetPending()
    for (const one of rest) this.#remember(one)
    this.#notify(entry.writes)
  }

  announce(entry: Pending): void {
    this.#notify(entry.writes)
  }

  /** Count and hash of the confirmed rows of a scope, to compare with the server's (PL6). */
  checkOf(scope: string): { count: number; hash: string } {
    return checkOf([...this.#rows.values()].filter((row) => row.s === scope))
  }

  #forgetPending(): void {
    this.#pending = []
    this.#lastWriter.clear()
    this.#lastNamed.clear()
    this.#lastAbout.clear()
  }

  #remember(entry: Pending): void {
    this.#pending.push(entry)
    this.#lastNamed.set(entry.row.n, entry)
    this.#lastAbout.set(keyOf(entry.row.n, entry.row.entity), entry)
    for (const write of entry.writes) this.#lastWriter.set(keyOf(write.table, write.id), entry)
  }

  #stands(writes: readonly Write[]): boolean {
    return writes.every(({ table, id, after }) => rowed(this.#optimistic).get(table, id) === after)
  }

  #foldOf(entry: Pending): readonly Change[] {
    // Its outcome is stored and says that it did not stand: the confirmed value shows (IN16).
    if (entry.outcome && (entry.outcome.d === 'lost' || entry.outcome.d === 'refused')) return []
    if (!this.isWhole(this.#optimistic)) return []
    try {
      const mutation = this.#options.mutations.get(entry.row.n)
      const outcome = this.#decide(entry.row)
      if (outcome.disposition === 'applied' || outcome.disposition === 'applied_over') return outcome.changes
      if (outcome.disposition === 'noop' || !mutation?.overlay) return []
      const args = argsIn(mutation, entry.row)
      return args.ok ? mutation.overlay(this.#optimistic, args.value, this.#contextOf(entry.row)) : []
    } catch (error) {
      this.#options.report(entry.row.n, error)
      return []
    }
  }

  #decide(row: OutboxRow): Outcome {
    const mutation = this.#options.mutations.get(row.n)
    if (!mutation) return unable('unknown_mutation')
    if (!this.isWhole(this.#optimistic)) return unable('no_role')
    const args = argsIn(mutation, row)
    return args.ok ? mutation.decide(this.#optimistic, args.value, this.#contextOf(row)) : unable(args.failure.code)
  }

  #contextOf(row: OutboxRow): Context {
    return { actor: this.#options.actor, now: row.now, mid: row.mid, base: row.b ?? null, occurredAt: row.t, lease: row.l ?? null }
  }

  #write(changes: readonly Change[]): Write[] {
    return changes.map(({ table, id, row }) => {
      const before = rowed(this.#optimistic).get(table, id)
      setRow(this.#optimistic, table, id, row)
      return { table, id, before, after: row }
    })
  }

  #restore(writes: readonly Write[]): void {
    for (const { table, id, before } of writes.toReversed()) setRow(this.#optimistic, table, id, before)
  }

  #redo(writes: readonly Write[]): void {
    for (const { table, id, after } of writes) setRow(this.#optimistic, table, id, after)
  }

  /** Whether a change that was begun on a version waits for the person: another stands by now, or it is asked about first. */
  needsPerson(name: string, args: unknown, seen: Mid | null): boolean {
    const mutation = this.#options.mutations.get(name)
    if (mutation?.baseOf && mutation.baseOf(this.#optimistic, args) !== seen) return true
    return mutation?.asksFirst?.(this.#optimistic, args) ?? false
  }

  /** Version on which a mutation acts; null where none is contested. */
  /** Arguments with what the person saw of what the change takes away. `former`: those of the change that it replaces. */
  withSeen(name: string, args: unknown, former?: unknown): unknown {
    const mutation = this.#options.mutations.get(name)
    return mutation?.withSeen ? mutation.withSeen(this.#optimistic, args, former) : args
  }

  baseOf(name: string, args: unknown): Mid | null {
    return this.#options.mutations.get(name)?.baseOf?.(this.#optimistic, args) ?? null
  }

  /**
   * The same rows in states that are made anew. Rows that only pending mutations made are written again by the fold that follows, and
   * nobody hears of it before that one's end (IN16).
   */
  protected remake(fresh: () => States[On]): void {
    const copy = (from: States[On]): States[On] => {
      const to = fresh()
      for (const { t, i } of this.#rows.values()) setRow(to, t, i, rowed(from).get(t, i))
      return to
    }
    const former = this.#confirmed
    this.#confirmed = copy(former)
    this.#optimistic = copy(former)
    this.#pending = []
    this.#remade = true
  }

  #notify(writes: readonly { readonly table: TableName; readonly id: string; readonly before: unknown }[]): void {
    if (writes.length === 0 && !this.#remade) return
    this.#remade = false
    const topics = new Set<string>(['*'])
    for (const { table, id, before } of writes) {
      topics.add(`table:${table}`)
      topics.add(`row:${table}:${id}`)
      const unit = this.aboutOf(table, id, rowed(this.#optimistic).get(table, id) ?? before)
      if (unit !== null) topics.add(`unit:${unit}`)
    }
    this.topics.tell(topics)
  }
}

/** What this version of the program dispatched was parsed then. */
const argsIn = <On extends HeldKind>(mutation: MutationOn<On>, row: OutboxRow): Result<unknown> =>
  row.v === mutation.version ? done(row.a) : argsOf(mutation, row.v, row.a)

const unable = (code: string): Outcome => ({ disposition: 'refused', code, changes: [], history: [], cards: [], letters: [] })

/** Rows cross the wire and the disk as the server wrote them: their table says their shape. */
function setRow(state: Rowed, table: TableName, id: string, row: unknown): void {
  state.set(table, id, row ?? null)
}

const rowed = (state: Rowed): Rowed => state

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => same(Reflect.get(a, key), Reflect.get(b, key)))
}
