import { expect, test } from 'vitest'
import { userKinds } from '#shared/access/actor.ts'
import type { UserKind } from '#shared/access/actor.ts'
import { pageNames, pathOf } from '#shared/addresses.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { firstPageOf, menuOf, menuStandAt, openPages, pageAt, pages, pagesOf } from './pages.ts'

const aUser = (kind: UserKind, role: SessionUser['role'] = ['InstitutionalLeader']): SessionUser => ({
  _id: 'u1',
  name: 'Ana',
  surname: 'Pino',
  email: 'ana@norte.example',
  kind,
  role: kind === 'Institutional' ? role : [],
  institutionId: null,
  institution: null,
  institutions: [],
  formIdActive: null,
  evaluateActive: false,
  leader: false,
  showOnBoarding: false,
  chatUrl: null,
})

test('[PG1] an unmatched path leads to the first page of the kind of user', () => {
  expect(firstPageOf(aUser('Institutional'))).toBe('/dashboard/Home')
  expect(firstPageOf(aUser('Evaluator'))).toBe('/dashboard/evaluation')
  expect(firstPageOf(aUser('Administrator'))).toBe('/dashboard/formularios')
})

test('[PG2] [PG7] frequently asked questions are hidden for administrators, and settings for nobody', () => {
  expect(pageAt('/dashboard/faq', aUser('Administrator'))).toBeUndefined()
  for (const kind of userKinds) expect(pageAt('/dashboard/user-settings', aUser(kind))?.at).toBe('settings')
  expect(pageAt('/dashboard/faq', aUser('Institutional'))?.at).toBe('faq')
})

test('whoever has no session reaches the pages before the sign-in and no other', () => {
  expect(openPages.map(({ at }) => at).toSorted()).toEqual([
    'checkReceipt',
    'invite',
    'login',
    'recoverPassword',
    'resetPassword',
    'simulator',
  ])
  for (const { at, who } of pages) expect(pageAt(pathOf(at), null) !== undefined, at).toBe(who === 'anyone')
})

test('every address has a page, but that which leads to the first, and no one has two at an address', () => {
  expect(new Set(pages.map(({ at }) => at))).toEqual(new Set(pageNames.filter((name) => name !== 'start')))
  for (const kind of userKinds) {
    const names = [...openPages, ...pagesOf(kind)].map(({ at }) => at)
    expect(names).toEqual([...new Set(names)])
  }
})

test('one path is one page, whoever looks: the form and the institution of an address decide between a list and one of it', () => {
  const seen = (path: string): (string | undefined)[] => userKinds.map((kind) => pageAt(path, aUser(kind))?.at)
  for (const path of ['/dashboard/form-filling', '/dashboard/form-filling/f'])
    expect(new Set(seen(path))).toEqual(new Set(['questionnaire']))
  for (const path of ['/dashboard/form-filling/f/norte', '/dashboard/form-filling/f/norte/s'])
    expect(new Set(seen(path))).toEqual(new Set(['filling']))
  expect(pageAt('/dashboard/evaluation/f', aUser('Evaluator'))?.at).toBe('evaluations')
  expect(pageAt('/dashboard/evaluation/f/norte', aUser('Evaluator'))?.at).toBe('evaluation')
})

test('a menu shows what its reader may visit, in the order of the specification', () => {
  const shown = (user: SessionUser, place: 'main' | 'help' | 'account'): string[] => menuOf(user, place).map(({ at }) => at)
  expect(shown(aUser('Institutional'), 'main')).toEqual(['home', 'assignment', 'team', 'questionnaire', 'send', 'ownResults'])
  // Results are for who leads, and their delegate.
  expect(shown(aUser('Institutional', ['DimensionLeader']), 'main')).toEqual(['home', 'assignment', 'team', 'questionnaire', 'send'])
  expect(shown(aUser('Institutional', ['Professional']), 'main')).toEqual(['home', 'questionnaire', 'send'])
  expect(shown(aUser('Evaluator'), 'main')).toEqual(['evaluations'])
  expect(shown(aUser('Administrator'), 'main')).toEqual([
    'forms',
    'questionnaire',
    'institutions',
    'categories',
    'publicReportsAdmin',
    'notifications',
    'replicas',
    'internalUsers',
    'externalUsers',
    'results',
    'reports',
    'pagesAdmin',
    'audit',
    'platform',
  ])
  expect(userKinds.map((kind) => shown(aUser(kind), 'help'))).toEqual(userKinds.map((kind) => (kind === 'Administrator' ? [] : ['faq'])))
  expect(shown(aUser('Evaluator'), 'account')).toEqual(['settings', 'device'])
  expect(shown(aUser('Administrator'), 'account')).toEqual(['settings', 'device'])
})

test('[PG6] administrators have the main menu down the side, and behind its button where a page has columns of its own', () => {
  expect(menuStandAt('/dashboard/form-filling/f', aUser('Administrator'))).toBe('side')
  expect(menuStandAt('/dashboard/nowhere', aUser('Administrator'))).toBe('side')
  expect(menuStandAt('/dashboard/form-filling/f/norte/s', aUser('Administrator'))).toBe('folded')
  for (const kind of ['Institutional', 'Evaluator'] as const) expect(menuStandAt('/dashboard/form-filling/f', aUser(kind))).toBe('top')
})
