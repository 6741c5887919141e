import { stateKindOf, type Directory, type DirectoryFacts } from '#shared/contract/mutation.ts'
import { catalogScope, orgScope, parseScope } from '#shared/protocol/scope.ts'
import type { Rows, TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { UserTable } from '../db/schema.ts'
import { categoriesIn } from './categories.ts'

/** Scope in which a user's row is. */
export const scopeOfPerson = (user: Pick<UserTable, 'institution_id'>): string =>
  user.institution_id === null ? catalogScope : orgScope(user.institution_id)

type Asked = { readonly s: string; readonly n: string; readonly a: unknown }

/** Any number that this program uses for nothing else. */
const namingLock = 4_771_004
/** What is decided by the names, codes and addresses of others: one after the other. */
const isNaming = ({ n }: Asked): boolean => n.startsWith('institution.') || n.startsWith('category.')

/** Rows of the directories that mutations are about, locked until the end of the transaction, by scope. */
export async function directoriesOf(tx: Tx, asked: readonly Asked[]): Promise<Map<string, Directory>> {
  const scopes = [...new Set(asked.map((each) => each.s))].filter(isDirectory).toSorted()
  if (scopes.length === 0) return new Map()
  const naming = asked.filter(isNaming)
  if (tx.kind === 'postgres' && naming.length > 0) await sql`select pg_advisory_xact_lock(${namingLock})`.execute(tx.q)
  if (tx.kind === 'postgres')
    await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', scopes)} order by id for update`.execute(tx.q)
  const found = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'data'])
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('deleted', '=', 0)
    .execute()
  const facts = naming.length > 0 ? await factsOf(tx) : undefined
  return new Map(
    scopes.map((scope) => [
      scope,
      rowsOf(
        scope,
        found.filter((row) => row.scope === scope),
        facts,
      ),
    ]),
  )
}

const isDirectory = (scope: string): boolean => stateKindOf(parseScope(scope)) === 'directory'

async function factsOf(tx: Tx): Promise<DirectoryFacts> {
  const categories = await categoriesIn(tx)
  const institutions = await tx.q.selectFrom('institution').select(['id', 'name', 'code']).where('rehearsal', 'is', null).execute()
  const participants = await tx.q
    .selectFrom('sync_row')
    .select('id')
    .distinct()
    .where('tbl', '=', 'participant')
    .where('scope', 'like', 'inst:%')
    .execute()
  return {
    categories,
    institutions,
    tookPart: new Set(participants.map(({ id }) => id)),
  }
}

type Found = { readonly tbl: string; readonly id: string; readonly data: string }

function rowsOf(scope: string, found: readonly Found[], facts: DirectoryFacts | undefined): Directory {
  const byKey = new Map(found.map((row) => [`${row.tbl} ${row.id}`, row.data]))
  return {
    scope,
    facts,
    get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
      const data = byKey.get(`${table} ${id}`)
      return data === undefined ? undefined : JSON.parse(data)
    },
    list: <T extends TableName>(table: T): Rows[T][] =>
      found.filter((row) => row.tbl === table).map((row): Rows[T] => JSON.parse(row.data)),
  }
}
