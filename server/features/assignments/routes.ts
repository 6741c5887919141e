import * as contract from '#shared/assignments/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { whoSchema } from '#shared/assignments/invitees.ts'
import { done } from '#shared/kernel/result.ts'
import { instScope } from '#shared/protocol/scope.ts'
import * as v from 'valibot'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { perform, performAll, performTogether } from '../../sync/perform.ts'
import { meantByAddress } from '../accounts/named-elsewhere.ts'

type RestUser =
  | { readonly _id: string }
  | { readonly name: string; readonly surname: string; readonly email: string }
  | string
  | null
  | undefined

const messages = {
  es: { assigned: 'Éxito.', delegated: 'Delegado asignado con éxito', removed: 'Delegado eliminado con éxito' },
  en: { assigned: 'Done.', delegated: 'Delegate assigned', removed: 'Delegate removed' },
}

/** The person of a REST call as the mutations name one. */
function whoOf(user: RestUser): { userId: string } | { invite: { name: string; surname: string; email: string } } | null {
  if (user === null || user === undefined) return null
  if (typeof user === 'string') return { userId: user }
  if ('_id' in user) return { userId: user._id }
  return { invite: { name: user.name, surname: user.surname, email: user.email } }
}

const assignableLevels = ['Dimension', 'Subdimension', 'Question'] as const

/** Tells two people of one call apart: by id, or by the address that is invited. */
const nameOfWho = (who: ReturnType<typeof whoOf>): string =>
  who === null ? '' : 'userId' in who ? `id ${who.userId}` : `invite ${who.invite.email.toLowerCase()}`

export function mountAssignments(server: Server): void {
  mount(server, contract.assign, async ({ params, body, session, said, language }) => {
    const key = { formId: params.form, institutionId: body.institution }
    const own = body.elements.map(({ element = '', level, user }) => ({
      element,
      level,
      who: whoOf(user === undefined ? body.user : user),
    }))
    const [leadership] = own.filter((each) => each.level === 'Institution')
    if (leadership && (own.length > 1 || leadership.who === null)) return fail('malformed', { field: 'elements' })
    if (leadership?.who && session.actor.kind === 'Administrator' && body.institution !== undefined) {
      const { institution } = body
      const parsed = v.safeParse(whoSchema, leadership.who)
      const meant = parsed.success ? await server.db.read((tx) => meantByAddress(tx, institution, parsed.output)) : undefined
      if (meant && meant.ahead.length > 0) {
        const scope = instScope(institution, params.form)
        const led = await performTogether(server, session, said, [...meant.ahead, { scope, name: 'leader.set', args: { who: meant.who } }])
        return led.ok ? done({ msg: messages[language].assigned }) : led
      }
    }
    const stored = await performAll(server, session, said, key, (world) => {
      if (leadership) return [{ name: 'leader.set', args: { who: leadership.who } }]
      // What stands above first, so that a whole branch can be given out in one call; each person's elements of a level together.
      return assignableLevels.flatMap((level) => {
        const ofLevel = Map.groupBy(
          own.filter((each) => each.level === level),
          ({ who }) => nameOfWho(who),
        )
        return [...ofLevel.values()].map((group) => ({
          name: 'assignment.set',
          args: {
            elements: group.map(({ element }) => ({ element, level, seen: world.get('assignment', element)?.rev ?? 0 })),
            who: group[0]?.who ?? null,
          },
        }))
      })
    })
    return stored.ok ? done({ msg: messages[language].assigned }) : stored
  })

  mount(server, contract.delegate, async ({ params, body, session, said, language }) => {
    const removing = params.kind === 'remove'
    const who = removing ? null : whoOf(body.user)
    if (!removing && who === null) return fail('person_unknown')
    const key = { formId: params.form, institutionId: body.institution }
    const stored = await perform(server, session, said, key, () => ({ name: 'delegate.set', args: { who } }))
    return stored.ok ? done({ msg: removing ? messages[language].removed : messages[language].delegated }) : stored
  })
}
