import { passToUserData, userData } from '#shared/accounts/own-data-routes.ts'
import { anonymiseUser } from '#shared/accounts/person-routes.ts'
import { accountHistory } from '#shared/accounts/settings-routes.ts'
import { resetSecondFactor } from '#shared/accounts/second-factor-routes.ts'
import {
  addUserInstitution,
  createUser,
  editUser,
  endUserSession,
  inviteMany,
  inviteUser,
  removeUserInstitution,
  toggleUser,
  userDevices,
  users,
} from '#shared/accounts/user-routes.ts'
import type { UserMode, UserView } from '#shared/accounts/user-routes.ts'
import type { UserKind } from '#shared/access/actor.ts'
import { callRoute } from '#client/data/server/call.ts'
import { downloadByPass } from '#client/data/server/download-by-pass.ts'

/** What is written of a person, as the window holds it. */
export interface UserForm {
  readonly name: string
  readonly surname: string
  readonly email: string
  /** Empty while none is chosen. */
  readonly kind: UserKind | ''
  readonly origin: string
  readonly institution: string
  /** Ids of the other institutions of somebody new, with blanks between them. */
  readonly others: string
}

export const readUsers = (mode: UserMode) => callRoute(users, { query: { kind: mode } })

const bodyOf = ({ name, surname, email, kind, origin }: UserForm) => ({
  name,
  surname,
  email,
  ...(kind === '' ? {} : { kind }),
  ...(kind === 'Institutional' ? {} : { originInstitution: origin }),
})

export const createAccount = (form: UserForm) =>
  callRoute(createUser, {
    body: {
      ...bodyOf(form),
      ...(form.institution === '' ? {} : { institution: [form.institution, ...form.others.split(' ').filter((id) => id !== '')] }),
    },
  })

/** `seen`: what the person read, so that nothing is written over that somebody else changed since (AC8). */
export const editAccount = (
  id: string,
  form: UserForm,
  seen: Pick<UserView, 'name' | 'surname' | 'email' | 'kind' | 'originInstitution'>,
) => {
  const { name, surname, email, kind, originInstitution } = seen
  return callRoute(editUser, { params: { id }, body: { ...bodyOf(form), seen: { name, surname, email, kind, originInstitution } } })
}

export const addInstitution = (id: string, institution: string) => callRoute(addUserInstitution, { params: { id, institution } })
export const removeInstitution = (id: string, institution: string) => callRoute(removeUserInstitution, { params: { id, institution } })
export const toggleAccount = (id: string, active: boolean) => callRoute(toggleUser, { params: { id }, body: { active } })
export const anonymiseAccount = (id: string, body: { readonly confirm: string; readonly reason: string; readonly letter: boolean }) =>
  callRoute(anonymiseUser, { params: { id }, body })
/** Everything that is kept of somebody, as a zip that the browser receives. */
export const takeData = (id: string, language: 'es' | 'en') => downloadByPass(passToUserData, userData, { id }, { language })
export const resetFactor = (id: string) => callRoute(resetSecondFactor, { params: { id } })
export const inviteAgain = (id: string) => callRoute(inviteUser, { params: { id } })
export const readHistory = (id: string) => callRoute(accountHistory, { params: { id } })
export const readDevices = (id: string) => callRoute(userDevices, { params: { id } })
export const endSessionThere = (id: string, session: string) => callRoute(endUserSession, { params: { id, session } })
/** `preview`: nothing is sent, and each row says why it could not be. */
export const invitePeople = (
  institution: string,
  people: readonly { readonly name: string; readonly surname: string; readonly email: string }[],
  preview: boolean,
) => callRoute(inviteMany, { body: { institution, people: [...people], preview } })
