import type { Person } from '#shared/accounts/model.ts'
import { rolesOf } from '#shared/assignments/rules.ts'
import type { Me } from '#shared/accounts/routes.ts'
import type { Role } from '#shared/access/roles.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import type { World } from '#shared/world.ts'
import type { Tx } from '../../db/open.ts'
import type { UserTable } from '../../db/schema.ts'
import { actorOfUser } from '../../http/session.ts'
import { participationsOf } from '../../world/visibility.ts'
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

/** World of the form that counts as the user's active one: enabled and not closed. */
export async function activeWorld(tx: Tx, worlds: WorldStore, user: UserTable, now: string): Promise<World | undefined> {
  if (user.kind !== 'Institutional') return undefined
  let closed: World | undefined
  for (const participation of await participationsOf(tx, actorOfUser(user))) {
    const world = await worlds.read(tx, participation)
    if (!world) continue
    if (phaseAt(world.form, now) !== 'Closed') return world
    closed = world
  }
  return closed
}

export async function meOf(tx: Tx, worlds: WorldStore, user: UserTable, now: string): Promise<Me> {
  const world = await activeWorld(tx, worlds, user, now)
  const role = world ? rolesOf(world, user.id) : []
  const evaluates = user.kind === 'Evaluator' && (await participationsOf(tx, actorOfUser(user))).length > 0
  return {
    _id: user.id,
    name: user.name,
    surname: user.surname,
    email: user.email,
    kind: user.kind,
    role,
    maxRole: maxRoleOf(user, role),
    formIdActive: world?.formId ?? null,
    institutionId: user.institution_id,
    institution: world?.institution.name ?? null,
    evaluateActive: evaluates,
    leader: role.includes('InstitutionalLeader'),
    showOnBoarding: user.show_onboarding === 1,
  }
}

/** Highest role held; the lab's people hold none. */
export const maxRoleOf = (user: Pick<UserTable, 'kind'>, role: readonly Role[]): Me['maxRole'] =>
  user.kind === 'Institutional' ? (role[0] ?? 'NoAssigment') : null
