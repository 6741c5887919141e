import type { SessionUser } from '../session/session.ts'

/** Somebody of an institution who is signed in. */
export const ana: SessionUser = {
  _id: 'ana',
  name: 'Ana',
  surname: 'Rojas',
  email: 'ana@norte.example',
  kind: 'Institutional',
  role: [],
  institutionId: 'norte',
  institution: 'Norte',
  institutions: [],
  formIdActive: null,
  evaluateActive: false,
  leader: false,
  showOnBoarding: false,
  chatUrl: null,
}
