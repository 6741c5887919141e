import { lazyPage } from '#client/page/lazy-page.tsx'
import type { PageRow } from '#client/page/page-row.ts'

/** What everybody has: the way in, help, and what is their own. */
export const accountPages: readonly PageRow[] = [
  {
    at: 'login',
    who: 'anyone',
    title: 'signIn',
    page: lazyPage(() => import('./sign-in/login-page.tsx'), 'LoginPage'),
  },
  {
    at: 'faq',
    who: ['Institutional', 'Evaluator'],
    title: 'faq',
    menu: { in: 'help', icon: 'help' },
    page: lazyPage(() => import('./faq/faq-page.tsx'), 'FaqPage'),
  },
  {
    at: 'settings',
    who: ['Institutional', 'Evaluator', 'Administrator'],
    title: 'userSettings',
    menu: { in: 'account', icon: 'settings' },
    page: lazyPage(() => import('./settings/user-settings-page.tsx'), 'UserSettingsPage'),
  },
  {
    at: 'device',
    who: ['Institutional', 'Evaluator', 'Administrator'],
    title: 'device',
    menu: { in: 'account', icon: 'device' },
    page: lazyPage(() => import('./device/device-page.tsx'), 'DevicePage'),
  },
]
