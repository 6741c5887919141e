import type { InstitutionId } from '#shared/kernel/ids.ts'
import type { SessionUser } from './session/session.ts'

/** Somebody with one of their institutions in front, as what they are in it; as they are where it is none of theirs. */
export function withInFront(user: SessionUser, institutionId: InstitutionId | null): SessionUser {
  const front = user.institutions.find(({ _id }) => _id === institutionId)
  if (!front) return user
  const { _id, name, formIdActive, role } = front
  return { ...user, institutionId: _id, institution: name, formIdActive, role, leader: role.includes('InstitutionalLeader') }
}
