import type { UserKind } from '#shared/access/actor.ts'
import type { SessionUser } from '#client/data/session.ts'

/** Who may open which page (PG1, PG2). The first of a kind's is where unknown paths lead. */
const pages: readonly { readonly path: string; readonly kinds: readonly UserKind[] }[] = [
  { path: '/dashboard/Home', kinds: ['Institutional'] },
  { path: '/dashboard/evaluation', kinds: ['Evaluator'] },
  { path: '/dashboard/form-filling', kinds: ['Institutional', 'Evaluator', 'Administrator'] },
  { path: '/dashboard/profile-config', kinds: ['Institutional', 'Evaluator'] },
  { path: '/dashboard/send', kinds: ['Institutional'] },
  { path: '/dashboard/faq', kinds: ['Institutional', 'Evaluator'] },
  { path: '/dashboard/user-settings', kinds: ['Institutional', 'Administrator'] },
  { path: '/dashboard/device', kinds: ['Institutional', 'Evaluator', 'Administrator'] },
  { path: '/dashboard/recover-work', kinds: ['Administrator'] },
]

export const canVisit = (user: SessionUser, path: string): boolean =>
  pages.some((page) => page.path === path && page.kinds.includes(user.kind))

export function firstPage(user: SessionUser): string {
  return pages.find((page) => page.kinds.includes(user.kind))?.path ?? '/dashboard/device'
}
