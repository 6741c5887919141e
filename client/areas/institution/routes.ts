import { lazyPage } from '#client/page/lazy-page.tsx'
import type { PageRow } from '#client/page/page-row.ts'
import type { SessionUser } from '#client/data/session/session.ts'

/** Professionals answer what was assigned to them and configure nothing; evaluators come from a row of their list. */
const configures = (user: SessionUser): boolean => user.kind === 'Institutional' && user.role.some((role) => role !== 'Professional')

/** Results are for who leads, and their delegate. */
const readsResults = (user: SessionUser): boolean => user.role.some((role) => role === 'InstitutionalLeader' || role === 'Delegate')

/** Where an institution answers, shares the work out and sends. */
export const institutionPages: readonly PageRow[] = [
  {
    at: 'home',
    who: ['Institutional'],
    title: 'home',
    menu: { in: 'main', icon: 'home' },
    page: lazyPage(() => import('./home/home-page.tsx'), 'HomePage'),
  },
  {
    at: 'assignment',
    who: ['Institutional', 'Evaluator', 'Administrator'],
    title: 'institutionConfiguration',
    menu: { in: 'main', icon: 'users', label: 'assignment', to: configures },
    page: lazyPage(() => import('./assignments/assignment-page.tsx'), 'AssignmentPage'),
  },
  {
    at: 'team',
    who: ['Institutional'],
    title: 'team',
    menu: { in: 'main', icon: 'list', to: configures },
    page: lazyPage(() => import('./team/team-page.tsx'), 'TeamPage'),
  },
  {
    at: 'questionnaire',
    who: ['Institutional'],
    title: 'questionnaire',
    menu: { in: 'main', icon: 'edit' },
    page: lazyPage(() => import('./filling/questionnaire-page.tsx'), 'QuestionnairePage'),
  },
  {
    at: 'filling',
    who: ['Institutional', 'Administrator'],
    title: 'questionnaire',
    wholeWidth: true,
    page: lazyPage(() => import('./filling/filling-page.tsx'), 'FillingPage'),
  },
  {
    at: 'send',
    who: ['Institutional'],
    title: 'sendToEvaluation',
    menu: { in: 'main', icon: 'send', label: 'sendShort' },
    page: lazyPage(() => import('./sends/send-page.tsx'), 'SendPage'),
  },
  {
    at: 'ownResults',
    who: ['Institutional'],
    title: 'ownResults',
    menu: { in: 'main', icon: 'chart', label: 'ownResultsShort', to: readsResults },
    page: lazyPage(() => import('./results/own-results-page.tsx'), 'OwnResultsPage'),
  },
]
