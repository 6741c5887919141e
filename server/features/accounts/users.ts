import { userFieldsOf, type UserFields } from '#shared/accounts/user-mutations.ts'
import * as contract from '#shared/accounts/user-routes.ts'
import type { UserView } from '#shared/accounts/user-routes.ts'
import { must } from '#shared/kernel/assert.ts'
import { fail } from '#shared/kernel/failure.ts'
import type { InstitutionId, UserId } from '#shared/kernel/ids.ts'
import { done, type Result } from '#shared/kernel/result.ts'
import { catalogScope, instScope, orgScope } from '#shared/protocol/scope.ts'
import type { Person } from '#shared/accounts/model.ts'
import type { Tx } from '../../db/open.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { changeDirectory, changeTogether } from '../../sync/perform.ts'
import { scopeOfPerson } from '../../world/directory.ts'
import { judgedPeople } from './invite-many.ts'
import { endImpersonations } from '../../world/impersonations.ts'
import { closeSessionsOf } from './sessions.ts'
import { endSessionOf, userDevicesOf } from './user-devices.ts'
import { usersOf } from './user-list.ts'

const sent = { es: 'Invitación enviada.', en: 'Invitation sent.' }

/** What administrators do with people: the lab's own and those of institutions. */
export function mountUsers(server: Server): void {
  const { db } = server

  mount(server, contract.users, async ({ query }) => done(await db.read((tx) => usersOf(tx, { mode: query.kind }))))

  mount(server, contract.createUser, async ({ body, session }) => {
    const [institution = null, ...others] = [body.institution ?? []].flat()
    const kind = institution === null ? body.kind : 'Institutional'
    if (kind === undefined) return fail('role_required')
    const created = await changeDirectory(server, {
      userId: session.user.id,
      scope: institution === null ? catalogScope : orgScope(institution),
      name: 'user.create',
      args: {
        name: body.name,
        surname: body.surname,
        email: body.email,
        kind,
        origin: institution === null ? (body.originInstitution ?? null) : null,
        ...(others.length > 0 ? { others } : {}),
      },
    })
    if (!created.ok) return created
    const userId = String(must(created.value.reply?.['userId'], 'an account has no id'))
    return viewOf(server, userId)
  })

  mount(server, contract.editUser, async ({ params, body, session }) => {
    const person = await personOf(server, params.id)
    if (!person) return fail('not_found')
    const stands = userFieldsOf(person)
    const { seen } = body
    const from: UserFields = seen
      ? { name: seen.name, surname: seen.surname, email: seen.email, kind: seen.kind, origin: seen.originInstitution }
      : stands
    const to = {
      name: body.name,
      surname: body.surname,
      email: body.email,
      kind: body.kind ?? from.kind,
      // What is not named stays; an empty one is refused by the rule.
      origin: body.originInstitution === undefined ? from.origin : body.originInstitution,
    }
    const changed = await changeDirectory(server, {
      userId: session.user.id,
      scope: scopeOf(person),
      name: 'user.edit',
      args: { userId: person.id, from, to },
      also: async (tx) => {
        const now = await tx.q.selectFrom('user').select('kind').where('id', '=', person.id).executeTakeFirstOrThrow()
        if (now.kind !== person.kind) await closeSessionsOf(tx, person.id, server.now())
      },
    })
    if (!changed.ok) return changed
    // Whoever is of another kind now begins anew: their streams, their menus and what their devices hold.
    if (to.kind !== person.kind) server.pokes.ended(person.id)
    return viewOf(server, person.id)
  })

  mount(server, contract.addUserInstitution, async ({ params, session }) => {
    const { id, institution } = params
    const added = await changeDirectory(server, {
      userId: session.user.id,
      scope: orgScope(institution),
      name: 'member.add',
      args: { userId: id },
    })
    return added.ok ? viewOf(server, id) : added
  })

  mount(server, contract.removeUserInstitution, async ({ params, session }) => {
    const { id, institution } = params
    const removed = await changeTogether(server, {
      userId: session.user.id,
      asked: [
        { scope: orgScope(institution), name: 'member.remove', args: { userId: id } },
        ...(await db.read((tx) => releasesOf(tx, id, institution))),
      ],
    })
    return removed.ok ? viewOf(server, id) : removed
  })

  mount(server, contract.toggleUser, async ({ params, body, session }) => {
    const person = await personOf(server, params.id)
    if (!person) return fail('not_found')
    const active = body.active ?? !person.active
    const toggled = await changeTogether(server, {
      userId: session.user.id,
      asked: [
        { scope: scopeOf(person), name: 'user.toggle', args: { userId: person.id, active } },
        ...(active ? [] : await db.read((tx) => releasesOf(tx, person.id))),
      ],
      also: async (tx) => {
        // While the account is closed its sessions open nothing, and tell its devices why. They do not come to life again with it.
        if (active) await closeSessionsOf(tx, person.id, server.now())
        else await endImpersonations(tx, { actorId: person.id }, 'session', server.now())
      },
    })
    if (!toggled.ok) return toggled
    if (!active) server.pokes.ended(person.id)
    return viewOf(server, person.id)
  })

  mount(server, contract.inviteUser, async ({ params, session, language }) => {
    const person = await personOf(server, params.id)
    if (!person) return fail('not_found')
    const invited = await inviteAgain(server, session.user.id, person)
    return invited.ok ? done({ msg: sent[language] }) : invited
  })

  mount(server, contract.userDevices, async ({ params, session }) => {
    if (!(await personOf(server, params.id))) return fail('not_found')
    return done(await db.read((tx) => userDevicesOf(tx, params.id, session, server.now())))
  })

  mount(server, contract.endUserSession, async ({ params, session }) =>
    (await endSessionOf(server, session.user.id, params.id, params.session)) ? done({ ended: 1 }) : fail('not_found'),
  )

  mount(server, contract.inviteMany, async ({ body, session }) => {
    const rows = await db.read((tx) => judgedPeople(tx, body.institution, body.people))
    if (!rows) return fail('not_found')
    if (body.preview || rows.some((row) => row.code !== null)) return done({ rows, invited: 0 })
    const made = await changeTogether(server, {
      userId: session.user.id,
      asked: rows.map(({ name, surname, email, userId }) => ({
        scope: orgScope(body.institution),
        ...(userId === null
          ? { name: 'user.create', args: { name, surname, email, kind: 'Institutional', origin: null } }
          : { name: 'member.add', args: { userId } }),
      })),
    })
    return made.ok ? done({ rows, invited: rows.length }) : made
  })
}

/** Sends an invitation again, in the name of an administrator. Fails: not_found, invitation_accepted. */
export const inviteAgain = (server: Server, by: UserId, person: Pick<Person, 'id' | 'institutionId'>): Promise<Result<unknown>> =>
  changeDirectory(server, { userId: by, scope: scopeOf(person), name: 'user.invite', args: { userId: person.id } })

export const scopeOf = ({ institutionId }: Pick<Person, 'institutionId'>): string => scopeOfPerson({ institution_id: institutionId })

/** What a person was given in every form in which an institution of theirs takes part, or one of them, to be taken back. */
export async function releasesOf(tx: Tx, id: UserId, only?: InstitutionId): Promise<{ scope: string; name: string; args: unknown }[]> {
  let query = tx.q
    .selectFrom('participant')
    .innerJoin('form', 'form.id', 'participant.form_id')
    .innerJoin('membership', 'membership.institution_id', 'participant.institution_id')
    .select(['participant.form_id', 'participant.institution_id'])
    .where('membership.user_id', '=', id)
    .where('form.removed', '=', 0)
  if (only !== undefined) query = query.where('participant.institution_id', '=', only)
  const forms = await query.orderBy('participant.institution_id').orderBy('participant.form_id').execute()
  return forms.map((row) => ({ scope: instScope(row.institution_id, row.form_id), name: 'person.release', args: { userId: id } }))
}

/** The row of somebody who is not of a rehearsal. */
export async function personOf(server: Server, id: UserId): Promise<Person | undefined> {
  return server.db.read(async (tx) => {
    const user = await tx.q.selectFrom('user').select(['institution_id', 'rehearsal']).where('id', '=', id).executeTakeFirst()
    if (!user || user.rehearsal !== null) return undefined
    const row = await tx.q
      .selectFrom('sync_row')
      .select('data')
      .where('scope', '=', scopeOfPerson(user))
      .where('tbl', '=', 'person')
      .where('id', '=', id)
      .executeTakeFirst()
    return row && (JSON.parse(row.data) as Person)
  })
}

export const viewOf = (server: Server, id: UserId): Promise<Result<UserView>> =>
  server.db.read(async (tx) => done(must((await usersOf(tx, { only: id })).userById[id], 'an account is gone')))
