import type { Person } from '#shared/accounts/model.ts'
import { rolesOf } from '#shared/assignments/rules.ts'
import type { Me } from '#shared/accounts/routes.ts'
import { userKinds, type Actor } from '#shared/access/actor.ts'
import type { Role } from '#shared/access/roles.ts'
import type { Participation } from '#shared/access/visibility.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import { oneOf } from '../../db/dialect.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { categoriesIn, categoryNameOf } from '../../world/categories.ts'
import { actorOf } from '../../world/memberships.ts'
import { participationsOf } from '../../world/visibility.ts'
import type { Server } from '../../server.ts'
import { roleNames } from '../../strings/role-names.ts'
import type { WorldStore } from '../../world/store.ts'

export const personOf = (user: UserTable): Person => ({
  id: user.id,
  name: user.name,
  surname: user.surname,
  email: user.email,
  kind: user.kind,
  institutionId: user.institution_id,
  active: user.active === 1,
  joined: user.joined === 1,
})

/** World of the form that counts as active in an institution of somebody's: enabled and not closed. */
async function worldIn(
  tx: Tx,
  worlds: WorldStore,
  participations: readonly Participation[],
  institutionId: InstitutionId,
  now: string,
): Promise<World | undefined> {
  let closed: World | undefined
  for (const participation of participations.filter((each) => each.institutionId === institutionId)) {
    const world = await worlds.read(tx, participation)
    if (!world) continue
    if (phaseAt(world.form, now) !== 'Closed') return world
    closed = world
  }
  return closed
}

/** World of the form that counts as active in the institution that somebody has in front. */
export async function activeWorld(tx: Tx, worlds: WorldStore, actor: Actor, now: string): Promise<World | undefined> {
  if (actor.kind !== 'Institutional' || actor.institutionId === null) return undefined
  return worldIn(tx, worlds, await participationsOf(tx, actor), actor.institutionId, now)
}

/** Somebody as their own screens need them; `known`: as they act in their session, where they have one. */
export async function meOf(
  tx: Tx,
  { worlds, chatUrl }: Pick<Server, 'worlds' | 'chatUrl'>,
  user: UserTable,
  now: string,
  known?: Actor,
): Promise<Me> {
  const actor = known ?? (await actorOf(tx, user))
  const participations = user.kind === 'Administrator' ? [] : await participationsOf(tx, actor)
  const institutions: Me['institutions'][number][] = []
  for (const { _id, name } of await namesOf(tx, actor)) {
    const world = await worldIn(tx, worlds, participations, _id, now)
    institutions.push({
      _id,
      name,
      formIdActive: world?.formId ?? null,
      role: world ? rolesOf(world, user.id) : [],
      ...(world && user.kind === 'Institutional' ? { category: categoryNameOf(await categoriesIn(tx), world.institution) } : {}),
    })
  }
  const front = institutions.find(({ _id }) => _id === actor.institutionId)
  const role = front?.role ?? []
  return {
    _id: user.id,
    name: user.name,
    surname: user.surname,
    email: user.email,
    kind: user.kind,
    role,
    roles: roleNames[user.language === 'en' ? 'en' : 'es'],
    userKinds,
    maxRole: maxRoleOf(user, role),
    formIdActive: front?.formIdActive ?? null,
    institutionId: actor.institutionId,
    institution: front?.name ?? null,
    institutions,
    evaluateActive: user.kind === 'Evaluator' && participations.length > 0,
    leader: role.includes('InstitutionalLeader'),
    showOnBoarding: user.show_onboarding === 1,
    // Nobody of the lab is offered help by the lab.
    chatUrl: user.kind === 'Institutional' && user.rehearsal === null ? (chatUrl ?? null) : null,
  }
}

async function namesOf(tx: Tx, { institutionIds = [] }: Actor): Promise<{ readonly _id: InstitutionId; readonly name: string }[]> {
  if (institutionIds.length === 0) return []
  const rows = await tx.q
    .selectFrom('institution')
    .select(['id', 'name'])
    .where(oneOf(tx.kind, 'id', institutionIds))
    .execute()
  const order = new Intl.Collator('es')
  return rows.map(({ id, name }) => ({ _id: id, name })).toSorted((left, right) => order.compare(left.name, right.name))
}

/** Highest role held; the lab's people hold none. */
export const maxRoleOf = (user: Pick<UserTable, 'kind'>, role: readonly Role[]): Me['maxRole'] =>
  user.kind === 'Institutional' ? (role[0] ?? 'NoAssigment') : null
