import { stateKindOf, type Directory } from '#shared/contract/mutation.ts'
import { failure } from '#shared/kernel/failure.ts'
import { must } from '#shared/kernel/assert.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { mutations } from '#shared/mutations.ts'
import { catalogScope, orgScope, parseScope } from '#shared/protocol/scope.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { UserTable } from '../db/schema.ts'
import { systemActor } from '#shared/access/actor.ts'
import type { Execute } from './execute.ts'
import { ownDevices, type Asked, type Batch } from './batch.ts'
import type { Stored } from './ledger.ts'

/** Scope in which a user's row is. */
export const scopeOfPerson = (user: Pick<UserTable, 'institution_id'>): string =>
  user.institution_id === null ? catalogScope : orgScope(user.institution_id)

/** Rows of the directories that mutations are about, locked until the end of the transaction, by scope. */
export async function directoriesOf(tx: Tx, asked: readonly Asked[]): Promise<Map<string, Directory>> {
  const scopes = [...new Set(asked.map((each) => each.s))].filter(isDirectory).toSorted()
  if (scopes.length === 0) return new Map()
  if (tx.kind === 'postgres')
    await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', scopes)} order by id for update`.execute(tx.q)
  const found = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'data'])
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('deleted', '=', 0)
    .execute()
  return new Map(
    scopes.map((scope) => [
      scope,
      rowsOf(
        scope,
        found.filter((row) => row.scope === scope),
      ),
    ]),
  )
}

const isDirectory = (scope: string): boolean => stateKindOf(parseScope(scope)) === 'directory'

function rowsOf(scope: string, found: readonly { readonly tbl: string; readonly id: string; readonly data: string }[]): Directory {
  const byKey = new Map(found.map((row) => [`${row.tbl} ${row.id}`, row.data]))
  return {
    scope,
    get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
      const data = byKey.get(`${table} ${id}`)
      return data === undefined ? undefined : JSON.parse(data)
    },
  }
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
