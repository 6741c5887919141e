import * as contract from '#shared/assignments/routes.ts'
import { fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import { mount } from '../../http/mount.ts'
import type { Server } from '../../server.ts'
import { perform } from '../../world/door.ts'

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

export function mountAssignments(server: Server): void {
  mount(server, contract.assign, async ({ params, body, session, request, language }) => {
    const who = whoOf(body.user ?? body.elements[0]?.user)
    const key = { formId: params.form, institutionId: body.institution }
    const handsOver = body.elements.some((each) => each.level === 'Institution')
    if (handsOver && (body.elements.length > 1 || who === null)) return fail('malformed', { field: 'elements' })
    const stored = await perform(server, session, request, key, (world) => {
      if (handsOver) return { name: 'leader.set', args: { who } }
      const elements = body.elements.map(({ element, level }) => ({ element, level, seen: world.get('assignment', element)?.rev ?? 0 }))
      return { name: 'assignment.set', args: { elements, who } }
    })
    return stored.ok ? done({ msg: messages[language].assigned }) : stored
  })

  mount(server, contract.delegate, async ({ params, body, session, request, language }) => {
    const removing = params.kind === 'remove'
    const who = removing ? null : whoOf(body.user)
    if (!removing && who === null) return fail('person_unknown')
    const key = { formId: params.form, institutionId: body.institution }
    const stored = await perform(server, session, request, key, () => ({ name: 'delegate.set', args: { who } }))
    return stored.ok ? done({ msg: removing ? messages[language].removed : messages[language].delegated }) : stored
  })
}
