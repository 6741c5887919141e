import type { LetterPage } from '#shared/addresses.ts'
import { lazyPage } from '#client/page/lazy-page.tsx'
import type { PageRow } from '#client/page/page-row.ts'

type PublicRow = PageRow & { readonly at: LetterPage }

/** What strangers see: no session, no engine. A document of their own, whose entry is `main.tsx`. */
export const publicPages: readonly PublicRow[] = [
  {
    at: 'recoverPassword',
    who: 'anyone',
    title: 'recoverPassword',
    page: lazyPage(() => import('./passwords/recover-password-page.tsx'), 'RecoverPasswordPage'),
  },
  {
    at: 'resetPassword',
    who: 'anyone',
    title: 'newPassword',
    page: lazyPage(() => import('./passwords/new-password-page.tsx'), 'ResetPasswordPage'),
  },
  {
    at: 'invite',
    who: 'anyone',
    title: 'invitation',
    page: lazyPage(() => import('./passwords/new-password-page.tsx'), 'InvitePage'),
  },
  {
    at: 'checkReceipt',
    who: 'anyone',
    title: 'checkReceipt',
    page: lazyPage(() => import('./receipts/check-receipt-page.tsx'), 'CheckReceiptPage'),
  },
]
