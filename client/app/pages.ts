import { matchPath } from 'react-router'
import type { UserKind } from '#shared/access/actor.ts'
import { pageAddress, pathOf } from '#shared/addresses.ts'
import { must } from '#shared/kernel/assert.ts'
import { accountPages } from '#client/areas/account/routes.ts'
import { administrationPages } from '#client/areas/administration/routes.ts'
import { evaluationPages } from '#client/areas/evaluation/routes.ts'
import { institutionPages } from '#client/areas/institution/routes.ts'
import { publicPages } from '#client/areas/public/routes.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import type { MenuPlace, MenuRow, PageRow } from '#client/page/page-row.ts'

/** Every page of the client, in the order in which menus show them. */
export const pages: readonly PageRow[] = [...institutionPages, ...evaluationPages, ...administrationPages, ...accountPages, ...publicPages]

/** Pages that need no session. */
export const openPages: readonly PageRow[] = pages.filter(({ who }) => who === 'anyone')

/** Pages behind the sign-in that this kind of person may visit: the only ones that have a route for them. */
export const pagesOf = (kind: UserKind): readonly PageRow[] => pages.filter(({ who }) => who !== 'anyone' && who.includes(kind))

/** What a menu shows this person. */
export const menuOf = (user: SessionUser, place: MenuPlace['in']): readonly MenuRow[] =>
  pagesOf(user.kind).filter((row): row is MenuRow => row.menu?.in === place && (row.menu.to?.(user) ?? true))

/** Where unknown addresses lead: the first page of the person's main menu. */
export function firstPageOf(user: SessionUser): string {
  const [first] = menuOf(user, 'main')
  return pageAddress(must(first, `${user.kind} has no page`).at)
}

/** The page at a path for who looks: null is nobody. Undefined where nothing stands for them. */
export const pageAt = (pathname: string, user: SessionUser | null): PageRow | undefined =>
  [...openPages, ...(user ? pagesOf(user.kind) : [])].find(({ at }) => matchPath(pathOf(at), pathname))

/** Where the main menu stands: across the top, down the side, or only behind its button, so that the page has the whole width. */
export type MenuStand = 'top' | 'side' | 'folded'

/** Administrators have it beside the page, but for pages with columns of their own (PG6). */
export function menuStandAt(pathname: string, user: SessionUser): MenuStand {
  if (user.kind !== 'Administrator') return 'top'
  return pageAt(pathname, user)?.wholeWidth ? 'folded' : 'side'
}
