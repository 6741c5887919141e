import { stateKindOf, type Directory } from '#shared/contract/mutation.ts'
import { catalogScope, orgScope, parseScope } from '#shared/protocol/scope.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { UserTable } from '../db/schema.ts'

/** Scope in which a user's row is. */
export const scopeOfPerson = (user: Pick<UserTable, 'institution_id'>): string =>
  user.institution_id === null ? catalogScope : orgScope(user.institution_id)

/** Rows of the directories that mutations are about, locked until the end of the transaction, by scope. */
export async function directoriesOf(tx: Tx, asked: readonly { readonly s: string }[]): Promise<Map<string, Directory>> {
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
    list: <T extends TableName>(table: T): Rows[T][] =>
      found.filter((row) => row.tbl === table).map((row): Rows[T] => JSON.parse(row.data)),
  }
}
