import { noAddress } from '#shared/accounts/anonymise-mutations.ts'
import type { Person } from '#shared/accounts/model.ts'
import type { UserList, UserMode, UserView } from '#shared/accounts/user-routes.ts'
import { roles, type Role } from '#shared/access/roles.ts'
import type { Assignment } from '#shared/assignments/model.ts'
import type { Institution } from '#shared/institutions/model.ts'
import type { InstitutionId, UserId } from '#shared/kernel/ids.ts'
import { catalogScope } from '#shared/protocol/scope.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { mayHaveFactor } from './second-factor.ts'

const roleAt = { Dimension: 'DimensionLeader', Subdimension: 'SubdimensionLeader', Question: 'Professional' } as const

/** People as administrators see them, by name: all of a mode, or one. Who was invented for a rehearsal is none. */
export async function usersOf(tx: Tx, { mode, only }: { readonly mode?: UserMode | undefined; readonly only?: UserId }): Promise<UserList> {
  let query = tx.q
    .selectFrom('user')
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .select([
      'id',
      'name',
      'surname',
      'email',
      'kind',
      'institution_id',
      'active',
      'joined',
      'last_sign_in_at',
      'second_factor.confirmed_at',
    ])
    .where('rehearsal', 'is', null)
  if (mode !== undefined) query = query.where('kind', mode === 'internal' ? '<>' : '=', 'Institutional')
  if (only !== undefined) query = query.where('id', '=', only)
  const found = await query.execute()
  const [people, names, held, waiting] = [
    await rowsBeside(tx, only),
    await institutionNames(tx),
    await rolesHeld(tx, only),
    await waitingOf(tx, only),
  ]
  const withPasskey = await passkeyHolders(tx, only)
  const belonging = await membershipsBy(tx, only)
  const order = new Intl.Collator('es')
  const views = found
    .map((row): UserView => {
      const person = people.get(row.id)
      return {
        _id: row.id,
        name: row.name,
        surname: row.surname,
        email: row.email,
        kind: row.kind,
        originInstitution: person?.origin ?? null,
        institution: row.institution_id,
        institutionName: row.institution_id === null ? null : (names.get(row.institution_id) ?? null),
        institutions: (belonging.get(row.id) ?? [])
          .map((_id) => ({ _id, name: names.get(_id) ?? _id }))
          .toSorted((left, right) => order.compare(left.name, right.name)),
        role: roles.filter((role) => held.get(row.id)?.has(role)),
        active: row.active === 1,
        joined: row.joined === 1,
        invitedAt: row.joined === 1 ? null : (person?.invitedAt ?? null),
        lastSignInAt: row.last_sign_in_at,
        waiting: waiting.get(row.id) ?? 0,
        anonymised: row.email === noAddress(row.surname),
        secondFactor: row.confirmed_at !== null || (mayHaveFactor(row) && withPasskey.has(row.id)),
      }
    })
    .toSorted((left, right) => order.compare(`${left.name} ${left.surname}`, `${right.name} ${right.surname}`))
  return {
    userIds: views.map((each) => each._id),
    userById: Object.fromEntries(views.map((each) => [each._id, each])),
    institutions: [...names].map(([_id, name]) => ({ _id, name })).toSorted((left, right) => order.compare(left.name, right.name)),
  }
}

/** Rows of whom the tables do not know everything: the lab's people, and who was invited. */
async function rowsBeside(tx: Tx, only: UserId | undefined): Promise<Map<UserId, Person>> {
  let query = tx.q
    .selectFrom('user')
    .innerJoin('sync_row', (join) =>
      join.onRef('sync_row.id', '=', 'user.id').on('sync_row.tbl', '=', 'person').on('sync_row.deleted', '=', 0),
    )
    .select('sync_row.data')
    .whereRef(
      'sync_row.scope',
      '=',
      sql<string>`case when "user".institution_id is null then ${catalogScope} else 'org:' || "user".institution_id end`,
    )
    .where((where) => where.or([where('user.joined', '=', 0), where('user.institution_id', 'is', null)]))
  if (only !== undefined) query = query.where('user.id', '=', only)
  const found = (await query.execute()).map((row): Person => JSON.parse(row.data))
  return new Map(found.map((each) => [each.id, each]))
}

async function passkeyHolders(tx: Tx, only: UserId | undefined): Promise<Set<UserId>> {
  let query = tx.q.selectFrom('passkey').select('user_id').distinct()
  if (only !== undefined) query = query.where('user_id', '=', only)
  return new Set((await query.execute()).map((row) => row.user_id))
}

async function membershipsBy(tx: Tx, only: UserId | undefined): Promise<Map<UserId, InstitutionId[]>> {
  let query = tx.q.selectFrom('membership').select(['user_id', 'institution_id'])
  if (only !== undefined) query = query.where('user_id', '=', only)
  const rows = Map.groupBy(await query.execute(), (row) => row.user_id)
  return new Map([...rows].map(([userId, each]) => [userId, each.map((row) => row.institution_id)]))
}

async function institutionNames(tx: Tx): Promise<Map<InstitutionId, string>> {
  const rows = await tx.q
    .selectFrom('sync_scope')
    .innerJoin('sync_row', 'sync_row.scope', 'sync_scope.id')
    .select('sync_row.data')
    .where('sync_scope.id', 'like', 'org:%')
    .where('sync_row.tbl', '=', 'institution')
    .where('sync_row.deleted', '=', 0)
    .execute()
  const found = rows.map((row): Institution => JSON.parse(row.data))
  return new Map(found.filter((each) => each.rehearsal === undefined).map((each) => [each.id, each.name]))
}

/** What everybody is in the forms that are enabled. */
async function rolesHeld(tx: Tx, only: UserId | undefined): Promise<Map<UserId, Set<Role>>> {
  const held = new Map<UserId, Set<Role>>()
  const give = (userId: UserId | null, role: Role): void => {
    if (userId === null || (only !== undefined && userId !== only)) return
    const own = held.get(userId)
    if (own) own.add(role)
    else held.set(userId, new Set([role]))
  }
  const taking = tx.q.selectFrom('participant').innerJoin('form', 'form.id', 'participant.form_id').where('form.enabled', '=', 1)
  for (const row of await taking.select(['participant.leader_id', 'participant.delegate_id']).execute()) {
    give(row.leader_id, 'InstitutionalLeader')
    give(row.delegate_id, 'Delegate')
  }
  const assigned = await taking
    .innerJoin('sync_row', (join) => join.on('sync_row.tbl', '=', 'assignment').on('sync_row.deleted', '=', 0))
    .select('sync_row.data')
    .whereRef('sync_row.scope', '=', sql<string>`'inst:' || participant.institution_id || ':' || participant.form_id`)
    .execute()
  for (const { data } of assigned) {
    const { userId, level }: Assignment = JSON.parse(data)
    give(userId, roleAt[level])
  }
  return held
}

async function waitingOf(tx: Tx, only: UserId | undefined): Promise<Map<UserId, number>> {
  let query = tx.q
    .selectFrom('sync_device')
    .select((each) => ['user_id', each.fn.sum<number>('pending').as('waiting')])
    .where('pending', '>', 0)
    .groupBy('user_id')
  if (only !== undefined) query = query.where('user_id', '=', only)
  return new Map((await query.execute()).map((row) => [row.user_id, Number(row.waiting)]))
}
