import { lazyPage } from '#client/app/lazy-page.tsx'
import type { PageRow } from '#client/app/page-row.ts'

/** Where administrators prepare forms, follow all institutions and mend what has gone wrong. In one of them they use the institution's own pages. */
export const administrationPages: readonly PageRow[] = [
  {
    at: 'forms',
    who: ['Administrator'],
    title: 'forms',
    menu: { in: 'main', icon: 'edit' },
    page: lazyPage(() => import('./forms-page.tsx'), 'FormsPage'),
  },
  {
    at: 'rehearsal',
    who: ['Administrator'],
    title: 'rehearsal',
    page: lazyPage(() => import('./rehearsal-page.tsx'), 'RehearsalPage'),
  },
  {
    at: 'rehearsalEntry',
    who: ['Administrator'],
    title: 'rehearsal',
    page: lazyPage(() => import('./rehearsal-entry-page.tsx'), 'RehearsalEntryPage'),
  },
  {
    at: 'participants',
    who: ['Administrator'],
    title: 'participants',
    page: lazyPage(() => import('./participants-page.tsx'), 'ParticipantsPage'),
  },
  {
    at: 'formEditor',
    who: ['Administrator'],
    title: 'formEditor',
    wholeWidth: true,
    page: lazyPage(() => import('./form-editor-page.tsx'), 'FormEditorPage'),
  },
  {
    at: 'formStages',
    who: ['Administrator'],
    title: 'formStages',
    page: lazyPage(() => import('./form-stages-page.tsx'), 'FormStagesPage'),
  },
  {
    at: 'formScores',
    who: ['Administrator'],
    title: 'formScores',
    page: lazyPage(() => import('./form-scores-page.tsx'), 'FormScoresPage'),
  },
  {
    at: 'formHelps',
    who: ['Administrator'],
    title: 'formHelps',
    page: lazyPage(() => import('./form-texts-page.tsx'), 'FormHelpsPage'),
  },
  {
    at: 'formReport',
    who: ['Administrator'],
    title: 'formReport',
    page: lazyPage(() => import('./form-texts-page.tsx'), 'FormReportPage'),
  },
  {
    at: 'formHistory',
    who: ['Administrator'],
    title: 'formHistory',
    page: lazyPage(() => import('./form-history-page.tsx'), 'FormHistoryPage'),
  },
  {
    at: 'questionnaire',
    who: ['Administrator'],
    title: 'progress',
    menu: { in: 'main', icon: 'list' },
    page: lazyPage(() => import('./institutions-page.tsx'), 'InstitutionsPage'),
  },
  {
    at: 'institutions',
    who: ['Administrator'],
    title: 'institutions',
    menu: { in: 'main', icon: 'building' },
    page: lazyPage(() => import('./institution-directory-page.tsx'), 'InstitutionDirectoryPage'),
  },
  {
    at: 'categories',
    who: ['Administrator'],
    title: 'categories',
    menu: { in: 'main', icon: 'flag' },
    page: lazyPage(() => import('./categories-page.tsx'), 'CategoriesPage'),
  },
  {
    at: 'notifications',
    who: ['Administrator'],
    title: 'notifications',
    menu: { in: 'main', icon: 'mail' },
    page: lazyPage(() => import('./notifications-page.tsx'), 'NotificationsPage'),
  },
  {
    at: 'replicas',
    who: ['Administrator'],
    title: 'replicas',
    menu: { in: 'main', icon: 'reply' },
    page: lazyPage(() => import('./replicas-page.tsx'), 'ReplicasPage'),
  },
  {
    at: 'internalUsers',
    who: ['Administrator'],
    title: 'internalUsers',
    menu: { in: 'main', icon: 'users' },
    page: lazyPage(() => import('./users-page.tsx'), 'InternalUsersPage'),
  },
  {
    at: 'externalUsers',
    who: ['Administrator'],
    title: 'externalUsers',
    menu: { in: 'main', icon: 'users' },
    page: lazyPage(() => import('./users-page.tsx'), 'ExternalUsersPage'),
  },
  {
    at: 'reports',
    who: ['Administrator'],
    title: 'reports',
    menu: { in: 'main', icon: 'download' },
    page: lazyPage(() => import('./reports-page.tsx'), 'ReportsPage'),
  },
  {
    at: 'audit',
    who: ['Administrator'],
    title: 'audit',
    menu: { in: 'main', icon: 'history' },
    page: lazyPage(() => import('./audit-page.tsx'), 'AuditPage'),
  },
  {
    at: 'recoverWork',
    who: ['Administrator'],
    title: 'recoverWork',
    page: lazyPage(() => import('./recover-work-page.tsx'), 'RecoverWorkPage'),
  },
  {
    // For rehearsals, also without a session: the server says whether there is anything to simulate.
    at: 'simulator',
    who: 'anyone',
    title: 'simulator',
    page: lazyPage(() => import('./state-simulator-page.tsx'), 'StateSimulatorPage'),
  },
]
