import { parsedAs } from '#shared/kernel/parsed.ts'
import { carriedRows } from '#shared/accounts/membership.ts'
import { anonymisePerson } from '#shared/accounts/anonymise-mutations.ts'
import { emailSchema } from '#shared/accounts/address.ts'
import type { Person } from '#shared/accounts/model.ts'
import { stateKindOf, type Account, type Directory, type DirectoryFacts } from '#shared/contract/mutation.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { catalogScope, orgScope, parseScope } from '#shared/protocol/scope.ts'
import type { Change, Rows, TableName } from '#shared/world.ts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { oneOf } from '../db/dialect.ts'
import type { Tx } from '../db/open.ts'
import type { UserTable } from '../db/schema.ts'
import { categoriesIn } from './categories.ts'
import { dutiesOf } from './duties.ts'
import { institutionsIn } from './institutions.ts'

/** Scope in which a user's row is. */
export const scopeOfPerson = (user: Pick<UserTable, 'institution_id'>): string =>
  user.institution_id === null ? catalogScope : orgScope(user.institution_id)

/** Every scope with a row of somebody's: the lab's, or of each institution to which they belong or did. */
export async function scopesOfAccount(tx: Tx, user: Pick<UserTable, 'id' | 'institution_id'>): Promise<string[]> {
  if (user.institution_id === null) return [catalogScope]
  const rows = await tx.q
    .selectFrom('institution')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql<string>`'org:' || institution.id`).on('sync_row.tbl', '=', 'person'),
    )
    .select('sync_row.scope')
    .where('sync_row.id', '=', user.id)
    .orderBy('sync_row.scope')
    .execute()
  return rows.map((row) => row.scope)
}

/** A person's rows in the institutions to which they belong, in their order. */
export async function rowsOfMember(tx: Tx, userId: UserId): Promise<Person[]> {
  const rows = await tx.q
    .selectFrom('membership')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql<string>`'org:' || membership.institution_id`).on('sync_row.tbl', '=', 'person'),
    )
    .select('sync_row.data')
    .where('membership.user_id', '=', userId)
    .where('sync_row.id', '=', userId)
    .where('sync_row.deleted', '=', 0)
    .orderBy('membership.institution_id')
    .execute()
  return rows.map((row): Person => JSON.parse(row.data))
}

/** What of the account has to be written to a person's other rows with changes of one of them (SM2). */
export async function carriedChanges(tx: Tx, changes: readonly Change[]): Promise<Change[]> {
  const last = new Map<string, Person[]>()
  for (const change of changes) {
    if (change.table !== 'person' || change.row.kind !== 'Institutional' || change.row.rehearsal !== undefined) continue
    const rows = last.get(change.id) ?? []
    last.set(change.id, [...rows.filter((row) => row.institutionId !== change.row.institutionId), change.row])
  }
  const carried: Change[] = []
  for (const [id, rows] of last) {
    const stored = await rowsOfMember(tx, id)
    const touched = new Set(rows.map((row) => row.institutionId))
    const others = [...stored.filter((row) => !touched.has(row.institutionId)), ...rows]
    const from = rows.at(-1)
    if (!from) continue
    for (const row of carriedRows(from, others))
      if (row.institutionId !== null) carried.push({ scope: orgScope(row.institutionId), part: '', table: 'person', id, row })
  }
  return carried
}

type Asked = { readonly s: string; readonly n: string; readonly a: unknown }

/** Any number that this program uses for nothing else. */
const namingLock = 4_771_004
/** What is decided by the names, codes and addresses of others: one after the other. */
const isNaming = ({ n }: Asked): boolean => n.startsWith('institution.') || n.startsWith('category.')
/** An account of several institutions from the first says which the others are. */
const namesOthers = ({ n, a }: Asked): boolean => n === 'user.create' && a !== null && typeof a === 'object' && 'others' in a
const about = v.looseObject({ userId: v.string() })
/** The person whom a change is about, by the name that arguments give them. */
const personIn = ({ a }: Asked): UserId | undefined => {
  const parsed = parsedAs(about, a)
  return parsed.success ? parsed.output.userId : undefined
}

/** Rows of the directories that mutations are about, locked until the end of the transaction, by scope. */
export async function directoriesOf(tx: Tx, asked: readonly Asked[], now: Instant): Promise<Map<string, Directory>> {
  const scopes = [...new Set(asked.map((each) => each.s))].filter(isDirectory).toSorted()
  if (scopes.length === 0) return new Map()
  const named = [
    ...new Set([...asked.filter(({ s }) => isDirectory(s)).flatMap((each) => personIn(each) ?? []), ...(await addressedIn(tx, asked))]),
  ]
  const elsewhere = await tx.q
    .selectFrom('membership')
    .select('institution_id')
    .where(oneOf(tx.kind, 'user_id', named))
    .execute()
  const naming = asked.filter(isNaming)
  if (tx.kind === 'postgres' && naming.length > 0) await sql`select pg_advisory_xact_lock(${namingLock})`.execute(tx.q)
  const leaving = asked.flatMap((each) => (each.n === anonymisePerson.name ? (personIn(each) ?? []) : []))
  if (tx.kind === 'postgres') {
    const owned = [...scopes, ...elsewhere.map((row) => orgScope(row.institution_id)), ...(await leftBy(tx, leaving))]
    await sql`select id from sync_scope where ${oneOf(tx.kind, 'id', owned)} order by id for update`.execute(tx.q)
    // Before anything of them is looked at: whoever puts them in charge of something meanwhile waits, or was first (LW2).
    if (leaving.length > 0)
      await tx.q
        .selectFrom('user')
        .select('id')
        .where(oneOf(tx.kind, 'id', leaving))
        .orderBy('id')
        .forUpdate()
        .execute()
  }
  const found = await tx.q
    .selectFrom('sync_row')
    .select(['scope', 'tbl', 'id', 'data'])
    .where(oneOf(tx.kind, 'scope', scopes))
    .where('deleted', '=', 0)
    .execute()
  const facts = naming.length > 0 || asked.some(namesOthers) ? await factsOf(tx) : undefined
  const accounts = asked.some(({ n }) => n.startsWith('member.') || n.startsWith('institution.')) ? await accountsOf(tx, named) : undefined
  const duties = asked.some(({ n }) => n === anonymisePerson.name) ? await dutiesOf(tx, named, now) : undefined
  return new Map(
    scopes.map((scope) => [
      scope,
      rowsOf(
        scope,
        found.filter((row) => row.scope === scope),
        { facts, accounts, duties },
      ),
    ]),
  )
}

/** Institutions' scopes with a row of people, whether or not they belong there still. */
async function leftBy(tx: Tx, people: readonly UserId[]): Promise<string[]> {
  if (people.length === 0) return []
  const rows = await tx.q
    .selectFrom('institution')
    .innerJoin('sync_row', (join) =>
      join.on('sync_row.scope', '=', sql<string>`'org:' || institution.id`).on('sync_row.tbl', '=', 'person'),
    )
    .select('sync_row.scope')
    .where(oneOf(tx.kind, 'sync_row.id', people))
    .execute()
  return rows.map(({ scope }) => scope)
}

const isDirectory = (scope: string): boolean => stateKindOf(parseScope(scope)) === 'directory'

const inviting = v.looseObject({ who: v.looseObject({ invite: v.looseObject({ email: emailSchema }) }) })

/** Accounts of people of institutions, open, whose address is that of who is to lead one. */
async function addressedIn(tx: Tx, asked: readonly Asked[]): Promise<UserId[]> {
  const addresses = asked.filter(isNaming).flatMap(({ a }) => {
    const parsed = parsedAs(inviting, a)
    return parsed.success ? [parsed.output.who.invite.email] : []
  })
  if (addresses.length === 0) return []
  const rows = await openAccounts(tx)
    .where(oneOf(tx.kind, 'email', addresses))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Accounts of people of institutions that are open. */
export const openAccounts = (tx: Tx) =>
  tx.q.selectFrom('user').select(['id', 'email']).where('kind', '=', 'Institutional').where('active', '=', 1).where('rehearsal', 'is', null)

async function accountsOf(tx: Tx, userIds: readonly UserId[]): Promise<Map<UserId, Account>> {
  const found = new Map<UserId, Account>()
  for (const id of userIds) {
    const user = await tx.q.selectFrom('user').select(['institution_id', 'rehearsal']).where('id', '=', id).executeTakeFirst()
    const rows = await rowsOfMember(tx, id)
    const person = rows.find((row) => row.institutionId === user?.institution_id)
    if (person && user?.rehearsal === null) found.set(id, { person, institutionIds: rows.flatMap((row) => row.institutionId ?? []) })
  }
  return found
}

async function factsOf(tx: Tx): Promise<DirectoryFacts> {
  const categories = await categoriesIn(tx)
  // One that was taken back leaves its name and its code to others.
  const institutions = await institutionsIn(tx)
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

function rowsOf(scope: string, found: readonly Found[], beside: Pick<Directory, 'facts' | 'accounts' | 'duties'>): Directory {
  const byKey = new Map(found.map((row) => [`${row.tbl} ${row.id}`, row.data]))
  return {
    scope,
    ...beside,
    get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
      const data = byKey.get(`${table} ${id}`)
      return data === undefined ? undefined : JSON.parse(data)
    },
    list: <T extends TableName>(table: T): Rows[T][] =>
      found.filter((row) => row.tbl === table).map((row): Rows[T] => JSON.parse(row.data)),
  }
}
