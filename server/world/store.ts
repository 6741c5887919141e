import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId, FormVersionId, InstitutionId } from '#shared/kernel/ids.ts'
import { beforeScope, catalogScope, evalScope, formScope, instScope, notesScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { tableNames, World, type Rows, type TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { definitionOf } from './definitions.ts'
import { KeyedMutex } from '../keyed-mutex.ts'

/** One institution in one form. */
export interface WorldKey {
  readonly institutionId: InstitutionId
  readonly formId: FormId
}

export const scopesOf = ({ institutionId, formId }: WorldKey): readonly string[] => [
  catalogScope,
  formScope(formId),
  orgScope(institutionId),
  instScope(institutionId, formId),
  evalScope(institutionId, formId),
  beforeScope(institutionId, formId),
  notesScope(institutionId, formId),
]

const textOf = ({ institutionId, formId }: WorldKey): string => `${institutionId}:${formId}`

interface Entry {
  readonly world: World
  /** Version of each scope up to which the world holds its rows. */
  readonly versions: Map<string, number>
  /** A transaction is changing it: readers make their own, and it stays whatever it weighs. */
  busy: boolean
  /** What its rows weigh, bytes: as read, and weighed again now and then when writes have passed. */
  bytes: number
  /** Writes since it was weighed. */
  writes: number
}

/** What a row takes in memory beside its text: its object, its place in a table, its share of the world's own tables. */
const rowBytes = 160
/** Writes after which a world is weighed again: weighing costs as much as writing all of its rows as text. */
const weighEvery = 16
/** Questionnaires that are kept looked up: those that are being answered and a few that were. */
const maxIndexes = 32

/** What the worlds in memory amount to. */
export interface WorldFigures {
  readonly worlds: number
  /** Estimate from the text of their rows. */
  readonly bytes: number
  /** Worlds that were let go since the start to make room. */
  readonly evicted: number
}

/** Worlds that one transaction holds for itself. */
export interface HeldWorlds {
  /** Undefined when the institution does not take part in the form. */
  get(key: WorldKey): World | undefined
  /** Says from which version to which the transaction moved the scopes that it changed. */
  moved(moves: ReadonlyMap<string, { readonly from: number; readonly to: number }>): void
}

/**
 * Worlds kept in memory and brought up to date, by scope versions, inside each transaction that uses them:
 * only rows that changed since are read again. Together they weigh about `maxBytes` at most: whoever was used least recently
 * goes, and is read again when it is needed. A world that a transaction holds never goes.
 */
export class WorldStore {
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>()
  readonly #maxBytes: number
  #bytes = 0
  #evicted = 0
  readonly #indexes = new Map<FormVersionId, FormIndex>()
  readonly #mutex = new KeyedMutex()

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes
  }

  /**
   * Runs a write with its worlds held: nobody else in this process changes or reads them meanwhile. `open` may be told which
   * of them the writer reaches: no other is read.
   * When the work throws, its worlds are forgotten, for they may hold what was rolled back.
   */
  async hold<T>(
    keys: readonly WorldKey[],
    work: (open: (tx: Tx, reached?: readonly WorldKey[]) => Promise<HeldWorlds>) => Promise<T>,
  ): Promise<T> {
    const byText = new Map(keys.map((key) => [textOf(key), key]))
    const names = [...byText.keys()].toSorted()
    return this.#mutex.run(names, async () => {
      let opened = false
      try {
        return await work((tx, reached = keys) => {
          // PostgreSQL asked for the transaction again: the worlds hold what it rolled back.
          if (opened) for (const name of names) this.#drop(name)
          opened = true
          return this.#open(tx, new Map(reached.map((key) => [textOf(key), key])))
        })
      } catch (error) {
        for (const name of names) this.#drop(name)
        throw error
      } finally {
        for (const name of names) this.#release(name)
        this.#makeRoom()
      }
    })
  }

  /**
   * A world to read in a snapshot; undefined when the institution does not take part in the form. `known`: versions of its scopes, where
   * the snapshot was asked for them already. It is the caller's until its next await: after that a write may be changing it.
   */
  async read(tx: Tx, key: WorldKey, known?: ReadonlyMap<string, number>): Promise<World | undefined> {
    const name = textOf(key)
    const versions = known ?? (await versionsOf(tx, scopesOf(key)))
    const entry = this.#used(name, versions) ?? (await this.#broughtUp(tx, name, key, versions))
    if (entry) return entry.world
    const fresh = await this.#load(tx, key, versions)
    if (!fresh) return undefined
    const other = this.#entries.get(name)
    if (!other || (!other.busy && !isAhead(other, versions))) {
      this.#keep(name, fresh)
      this.#makeRoom()
    }
    return fresh.world
  }

  /** The same for who goes through many and needs each once: nothing is kept for it, and nothing is let go. */
  async readOnce(tx: Tx, key: WorldKey): Promise<World | undefined> {
    const versions = await versionsOf(tx, scopesOf(key))
    const entry = this.#current(textOf(key), versions) ?? (await this.#load(tx, key, versions))
    return entry?.world
  }

  /** What is held, for whoever watches over the server. */
  figures(): WorldFigures {
    return { worlds: this.#entries.size, bytes: this.#bytes, evicted: this.#evicted }
  }

  async #open(tx: Tx, keys: ReadonlyMap<string, WorldKey>): Promise<HeldWorlds> {
    const scopes = [...new Set([...keys.values()].flatMap(scopesOf))].toSorted()
    if (tx.kind === 'postgres') {
      // With the names of their institutions: overviews are written with these, and who changes an account holds them first.
      const owned = scopes.filter((scope) => /^(?:inst|eval|notes|org):/.test(scope))
      await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', owned)} order by id for update`.execute(tx.q)
    }
    const versions = await versionsOf(tx, scopes)
    const held = new Map<string, Entry>()
    for (const [name, key] of keys) {
      const known = this.#entries.get(name)
      if (known) known.busy = true
      const entry = (known && (await this.#catchUp(tx, known, key, versions))) ?? (await this.#load(tx, key, versions))
      this.#drop(name)
      if (!entry) continue
      entry.busy = true
      this.#keep(name, entry)
      held.set(name, entry)
    }
    return {
      get: (key) => held.get(textOf(key))?.world,
      moved: (moves) => {
        for (const entry of held.values()) {
          for (const [scope, { from, to }] of moves) {
            // From any other version means that somebody else wrote there too: the next use reads it again.
            if (entry.versions.get(scope) === from) entry.versions.set(scope, to)
          }
        }
      },
    }
  }

  /**
   * What is held under a name, brought up to a snapshot by whoever only reads, as a world of its own: others who read may still hold the one
   * that was there. Undefined when that is ahead of the snapshot, or is being changed, now or once the rows have come.
   */
  async #broughtUp(tx: Tx, name: string, key: WorldKey, versions: ReadonlyMap<string, number>): Promise<Entry | undefined> {
    const entry = this.#entries.get(name)
    const isFree = (): boolean => entry !== undefined && !entry.busy && !isAhead(entry, versions)
    if (!entry || !isFree()) return undefined
    const rows = await rowsBehind(tx, entry, versions)
    // Somebody was faster: from where they brought it.
    if (this.#entries.get(name) !== entry) return this.#used(name, versions) ?? this.#broughtUp(tx, name, key, versions)
    if (!isFree()) return undefined
    const { bytes, writes } = entry
    const next: Entry = { world: entry.world.clone(), versions: new Map(entry.versions), busy: false, bytes, writes }
    if (!this.#bring(next, key, versions, rows)) return undefined
    // Before anybody else comes by: a writer that begins now holds this one.
    this.#keep(name, next)
    this.#makeRoom()
    return next
  }

  /** The same entry with newer rows read in; undefined when it must be made anew. */
  async #catchUp(tx: Tx, entry: Entry, key: WorldKey, versions: ReadonlyMap<string, number>): Promise<Entry | undefined> {
    if (isAhead(entry, versions)) return undefined
    return this.#bring(entry, key, versions, await rowsBehind(tx, entry, versions)) ? entry : undefined
  }

  /** Sets newer rows in an entry; false when it must be made anew, and is left as it is where the form has another version. */
  #bring(entry: Entry, key: WorldKey, versions: ReadonlyMap<string, number>, rows: readonly RowText[]): boolean {
    // Who reads may still be at this world: questions of another version are none of its index.
    if (rows.some((row) => isOfAnother(row, entry.world))) return false
    if (rows.length > 0) this.#weigh(textOf(key), entry, entry.bytes + intoWorld(entry.world, rows))
    for (const scope of entry.versions.keys()) entry.versions.set(scope, versions.get(scope) ?? 0)
    // Who was taken out long ago is in no form any more.
    return entry.world.get('participant', key.institutionId) !== undefined
  }

  async #load(tx: Tx, key: WorldKey, versions: ReadonlyMap<string, number>): Promise<Entry | undefined> {
    const header = await headerOf(tx, key.formId)
    if (!header) return undefined
    const world = new World(await this.indexOf(tx, header.versionId), key.institutionId, key.formId)
    const scopes = scopesOf(key)
    const found = await rowsSince(
      tx,
      scopes.map((scope) => [scope, 0]),
    )
    const byScope = Map.groupBy(found, (row) => row.scope)
    const bytes = intoWorld(
      world,
      scopes.flatMap((scope) => byScope.get(scope) ?? []),
    )
    if (!world.get('participant', key.institutionId)) return undefined
    return { world, versions: new Map(scopes.map((scope) => [scope, versions.get(scope) ?? 0])), busy: false, bytes, writes: 0 }
  }

  /** What is held under a name, when nobody is changing it and nothing has moved since. */
  #current(name: string, versions: ReadonlyMap<string, number>): Entry | undefined {
    const entry = this.#entries.get(name)
    return entry && !entry.busy && isCurrent(entry, versions) ? entry : undefined
  }

  /** The same, which is now the one that was used last. */
  #used(name: string, versions: ReadonlyMap<string, number>): Entry | undefined {
    const entry = this.#current(name, versions)
    if (entry) this.#keep(name, entry)
    return entry
  }

  /** Holds a world as the one that was used last. */
  #keep(name: string, entry: Entry): void {
    this.#drop(name)
    this.#entries.set(name, entry)
    this.#bytes += entry.bytes
  }

  #drop(name: string): void {
    const entry = this.#entries.get(name)
    if (!entry) return
    this.#entries.delete(name)
    this.#bytes -= entry.bytes
  }

  /** A transaction is done with a world. What it wrote was not read, so it is on no scale yet. */
  #release(name: string): void {
    const entry = this.#entries.get(name)
    if (!entry) return
    entry.busy = false
    entry.writes += 1
    if (entry.writes < weighEvery) return
    entry.writes = 0
    this.#weigh(name, entry, weightOf(entry.world))
  }

  /** Takes down what a world weighs now: one that was forgotten meanwhile is in no sum. */
  #weigh(name: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(name) === entry) this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  #makeRoom(): void {
    for (const [name, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      if (entry.busy) continue
      this.#drop(name)
      this.#evicted += 1
    }
  }

  /** Forgets every world: the database is not the one that they were read from. */
  forget(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Look-ups of one immutable form version. */
  async indexOf(tx: Tx, versionId: FormVersionId): Promise<FormIndex> {
    const known = this.#indexes.get(versionId)
    if (known) return known
    const index = formIndexOf(must(await definitionOf(tx, versionId), `form version ${versionId} is missing`))
    const [oldest] = this.#indexes.keys()
    if (oldest !== undefined && this.#indexes.size >= maxIndexes) this.#indexes.delete(oldest)
    this.#indexes.set(versionId, index)
    return index
  }
}

/** Version of each scope that has one. */
export async function versionsOf(tx: Tx, scopes: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.q
    .selectFrom('sync_scope')
    .select(['id', 'version'])
    .where(oneOf(tx.kind, 'id', scopes))
    .execute()
  return new Map(rows.map((row) => [row.id, row.version]))
}

/** Whether a row is the header of a form that has another version than a world's. */
const isOfAnother = ({ tbl, deleted, data }: RowText, { form }: World): boolean =>
  tbl === 'form' && deleted === 0 && (JSON.parse(data) as FormHeader).versionId !== form.versionId

/** Rows that changed since an entry was read. */
const rowsBehind = (tx: Tx, { versions: known }: Entry, versions: ReadonlyMap<string, number>): Promise<RowText[]> =>
  rowsSince(
    tx,
    [...known].filter(([scope, from]) => (versions.get(scope) ?? 0) !== from),
  )

const isCurrent = (entry: Entry, versions: ReadonlyMap<string, number>): boolean =>
  [...entry.versions].every(([scope, version]) => (versions.get(scope) ?? 0) === version)

const isAhead = (entry: Entry, versions: ReadonlyMap<string, number>): boolean =>
  [...entry.versions].some(([scope, version]) => version > (versions.get(scope) ?? 0))

/** An institution as the directory has it; undefined when there is none. */
export const institutionOf = (tx: Tx, id: InstitutionId): Promise<Institution | undefined> => rowOf(tx, orgScope(id), 'institution', id)

/** Header and stages of a form; undefined when there is no such form. */
export const headerOf = (tx: Tx, formId: FormId): Promise<FormHeader | undefined> => rowOf(tx, formScope(formId), 'form', formId)

/** Header and stages of the forms that are not deleted, by id: of those that are enabled, or of those whose questions are published. */
export async function headersOf(tx: Tx, which: 'enabled' | 'published'): Promise<FormHeader[]> {
  const rows = await tx.q
    .selectFrom('form')
    .innerJoin('sync_row', (join) =>
      join
        .onRef('sync_row.id', '=', 'form.id')
        .on('sync_row.tbl', '=', 'form')
        .on('sync_row.scope', '=', sql`'form:' || form.id`),
    )
    .select('sync_row.data')
    .where('form.removed', '=', 0)
    .where('sync_row.deleted', '=', 0)
    .$if(which === 'enabled', (query) => query.where('form.enabled', '=', 1))
    .$if(which === 'published', (query) => query.where('form.version_id', 'in', (inner) => inner.selectFrom('form_version').select('id')))
    .orderBy('form.id')
    .execute()
  return rows.map((row): FormHeader => JSON.parse(row.data))
}

/** A row as it stands; undefined when there is none. */
export async function rowOf<T extends TableName>(tx: Tx, scope: string, table: T, id: string): Promise<Rows[T] | undefined> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', scope)
    .where('tbl', '=', table)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && JSON.parse(row.data)
}

interface RowText {
  readonly scope: string
  readonly tbl: string
  readonly id: string
  readonly deleted: number
  readonly data: string
}

/** Rows of scopes that changed after a version of each, oldest first; in the same order whenever they are read. */
async function rowsSince(tx: Tx, scopes: readonly (readonly [scope: string, from: number])[]): Promise<RowText[]> {
  if (scopes.length === 0) return []
  return tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'deleted', 'data'])
    .where((row) => row.or(scopes.map(([scope, from]) => row.and([row('scope', '=', scope), row('version', '>', from)]))))
    .orderBy('version')
    .orderBy('tbl')
    .orderBy('id')
    .execute()
}

/** Sets rows in a world and says by how much it is heavier for them. */
function intoWorld(world: World, rows: readonly RowText[]): number {
  let bytes = 0
  for (const row of rows) {
    // Written from a Change, so the table's name and the row's shape are the model's.
    const table = row.tbl as TableName
    const before = world.get(table, row.id)
    if (before !== undefined) bytes -= weightOfRow(before)
    world.set(table, row.id, row.deleted ? null : (JSON.parse(row.data) as Rows[typeof table]))
    if (!row.deleted) bytes += rowBytes + row.data.length
  }
  return bytes
}

const weightOfRow = (row: unknown): number => rowBytes + JSON.stringify(row).length

/** What a world's rows weigh, measured as they are. */
function weightOf(world: World): number {
  let bytes = 0
  for (const table of tableNames) for (const row of world.list(table)) bytes += weightOfRow(row)
  return bytes
}
