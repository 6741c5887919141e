import { formIndexOf, type FormIndex } from '#shared/forms/form-index.ts'
import type { Institution } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import type { FormId, FormVersionId, InstitutionId } from '#shared/kernel/ids.ts'
import { catalogScope, evalScope, formScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { World, type Rows, type TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import { definitionOf } from './definitions.ts'
import { KeyedMutex } from './keyed-mutex.ts'

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
]

const textOf = ({ institutionId, formId }: WorldKey): string => `${institutionId}:${formId}`

interface Entry {
  readonly world: World
  /** Version of each scope up to which the world holds its rows. */
  readonly versions: Map<string, number>
  /** A transaction is changing it: readers make their own. */
  busy: boolean
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
 * only rows that changed since are read again.
 */
export class WorldStore {
  readonly #entries = new Map<string, Entry>()
  readonly #indexes = new Map<FormVersionId, FormIndex>()
  readonly #mutex = new KeyedMutex()

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
          if (opened) for (const name of names) this.#entries.delete(name)
          opened = true
          return this.#open(tx, new Map(reached.map((key) => [textOf(key), key])))
        })
      } catch (error) {
        for (const name of names) this.#entries.delete(name)
        throw error
      } finally {
        for (const name of names) {
          const entry = this.#entries.get(name)
          if (entry) entry.busy = false
        }
      }
    })
  }

  /**
   * A world to read in a snapshot; undefined when the institution does not take part in the form.
   * It is the caller's until its next await: after that a write may be changing it.
   */
  async read(tx: Tx, key: WorldKey): Promise<World | undefined> {
    const versions = await versionsOf(tx, scopesOf(key))
    const entry = this.#entries.get(textOf(key))
    if (entry && !entry.busy && isCurrent(entry, versions)) return entry.world
    const fresh = await this.#load(tx, key, versions)
    if (!fresh) return undefined
    const other = this.#entries.get(textOf(key))
    if (!other || (!other.busy && !isAhead(other, versions))) this.#entries.set(textOf(key), fresh)
    return fresh.world
  }

  async #open(tx: Tx, keys: ReadonlyMap<string, WorldKey>): Promise<HeldWorlds> {
    const scopes = [...new Set([...keys.values()].flatMap(scopesOf))].toSorted()
    if (tx.kind === 'postgres') {
      const owned = scopes.filter((scope) => scope.startsWith('inst:') || scope.startsWith('eval:'))
      await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', owned)} order by id for update`.execute(tx.q)
    }
    const versions = await versionsOf(tx, scopes)
    const held = new Map<string, Entry>()
    for (const [name, key] of keys) {
      const known = this.#entries.get(name)
      if (known) known.busy = true
      const entry = (known && (await this.#catchUp(tx, known, key, versions))) ?? (await this.#load(tx, key, versions))
      this.#entries.delete(name)
      if (!entry) continue
      entry.busy = true
      this.#entries.set(name, entry)
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

  /** The same entry with newer rows read in; undefined when it must be made anew. */
  async #catchUp(tx: Tx, entry: Entry, key: WorldKey, versions: ReadonlyMap<string, number>): Promise<Entry | undefined> {
    if (isAhead(entry, versions)) return undefined
    const versionId = entry.world.form.versionId
    for (const scope of scopesOf(key)) {
      const from = entry.versions.get(scope) ?? 0
      const to = versions.get(scope) ?? 0
      if (from === to) continue
      await readInto(tx, entry.world, scope, from)
      entry.versions.set(scope, to)
    }
    return entry.world.form.versionId === versionId ? entry : undefined
  }

  async #load(tx: Tx, key: WorldKey, versions: ReadonlyMap<string, number>): Promise<Entry | undefined> {
    const header = await headerOf(tx, key.formId)
    if (!header) return undefined
    const world = new World(await this.indexOf(tx, header.versionId), key.institutionId, key.formId)
    const found = new Map<string, number>()
    for (const scope of scopesOf(key)) {
      await readInto(tx, world, scope, 0)
      found.set(scope, versions.get(scope) ?? 0)
    }
    if (!world.get('participant', key.institutionId)) return undefined
    return { world, versions: found, busy: false }
  }

  /** Forgets every world: the database is not the one that they were read from. */
  forget(): void {
    this.#entries.clear()
  }

  /** Look-ups of one immutable form version. */
  async indexOf(tx: Tx, versionId: FormVersionId): Promise<FormIndex> {
    const known = this.#indexes.get(versionId)
    if (known) return known
    const index = formIndexOf(must(await definitionOf(tx, versionId), `form version ${versionId} is missing`))
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

const isCurrent = (entry: Entry, versions: ReadonlyMap<string, number>): boolean =>
  [...entry.versions].every(([scope, version]) => (versions.get(scope) ?? 0) === version)

const isAhead = (entry: Entry, versions: ReadonlyMap<string, number>): boolean =>
  [...entry.versions].some(([scope, version]) => version > (versions.get(scope) ?? 0))

/** An institution as the directory has it; undefined when there is none. */
export const institutionOf = (tx: Tx, id: InstitutionId): Promise<Institution | undefined> => rowOf(tx, orgScope(id), 'institution', id)

/** Header and stages of a form; undefined when there is no such form. */
export const headerOf = (tx: Tx, formId: FormId): Promise<FormHeader | undefined> => rowOf(tx, formScope(formId), 'form', formId)

async function rowOf<T extends TableName>(tx: Tx, scope: string, table: T, id: string): Promise<Rows[T] | undefined> {
  const row = await tx.q
    .selectFrom('sync_row')
    .select('data')
    .where('scope', '=', scope)
    .where('tbl', '=', table)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && JSON.parse(row.data)
}

async function readInto(tx: Tx, world: World, scope: string, from: number): Promise<void> {
  const rows = await tx.q
    .selectFrom('sync_row')
    .select(['tbl', 'id', 'deleted', 'data'])
    .where('scope', '=', scope)
    .where('version', '>', from)
    .orderBy('version')
    .execute()
  for (const row of rows) {
    // Written from a Change, so the table's name and the row's shape are the model's.
    const table = row.tbl as TableName
    world.set(table, row.id, row.deleted ? null : (JSON.parse(row.data) as Rows[typeof table]))
  }
}
