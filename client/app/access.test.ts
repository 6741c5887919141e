import type { SessionUser } from '#client/data/session.ts'
import { expect, test } from 'vitest'
import { canVisit, firstPage } from './access.ts'

const aUser = (kind: SessionUser['kind']): SessionUser => ({
  _id: 'u1',
  name: 'Ana',
  surname: 'Pino',
  email: 'ana@norte.example',
  kind,
  role: [],
  institutionId: null,
  institution: null,
  formIdActive: null,
  evaluateActive: false,
  leader: false,
  showOnBoarding: false,
})

test('[PG1] an unmatched path leads to the first page of the kind of user', () => {
  expect(firstPage(aUser('Institutional'))).toBe('/dashboard/Home')
  expect(firstPage(aUser('Evaluator'))).toBe('/dashboard/evaluation')
  expect(firstPage(aUser('Administrator'))).toBe('/dashboard/form-filling')
})

test('[PG2] frequently asked questions are hidden for administrators, and settings for evaluators', () => {
  expect(canVisit(aUser('Administrator'), '/dashboard/faq')).toBe(false)
  expect(canVisit(aUser('Evaluator'), '/dashboard/user-settings')).toBe(false)
  expect(canVisit(aUser('Institutional'), '/dashboard/faq')).toBe(true)
})
