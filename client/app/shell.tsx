import { Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { useSession } from '#client/data/session/session.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import { useText } from '#client/i18n/text.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Drawer } from '#client/ui/overlays/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { LiveRegion } from '#client/ui/live-region.tsx'
import { Menu } from '#client/ui/overlays/menu.tsx'
import type { MenuEntry } from '#client/ui/overlays/menu.tsx'
import { PageSkeleton } from '#client/ui/loading/skeleton.tsx'
import { SkipLink } from '#client/ui/skip-link.tsx'
import { hasCommandKey } from './finder-key.ts'
import { LanguageSelect, LanguageToggle } from '#client/page/language-select.tsx'
import { PageBoundary } from '#client/page/lazy-page.tsx'
import { Mark } from '#client/page/mark.tsx'
import { MenuLink } from './menu-link.tsx'
import { Notifications } from './notifications.tsx'
import type { MenuRow } from '#client/page/page-row.ts'
import { menuOf, menuStandAt } from './pages.ts'
import type { MenuStand } from './pages.ts'
import { roleLabel } from './role-label.ts'
import { appText } from '#client/page/text.ts'

function NavBar({ user }: { readonly user: SessionUser }) {
  const t = useText(appText)
  return (
    <nav aria-label={t('mainMenu')} className="hidden h-full items-stretch lg:flex">
      {menuOf(user, 'main').map(({ at, title, menu }) => (
        <NavLink
          key={at}
          to={pageAddress(at)}
          className={({ isActive }) =>
            cx(
              'relative flex items-center px-1.5 text-[0.95rem] font-medium xl:px-2.5 whitespace-nowrap no-underline transition-colors after:absolute after:inset-x-1.5 xl:after:inset-x-2 after:bottom-0 after:h-[3px] after:rounded-t-sm',
              isActive ? 'text-ink-950 after:bg-warm-500 forced-colors:underline' : 'text-ink-600 hover:text-ink-950',
            )
          }
        >
          {t(menu.label ?? title)}
        </NavLink>
      ))}
    </nav>
  )
}

interface DrawerProps {
  readonly user: SessionUser
  readonly open: boolean
  readonly onClose: () => void
  readonly onFind: (() => void) | undefined
}

function NavDrawer({ user, open, onClose, onFind }: DrawerProps) {
  const t = useText(appText)
  const row = (each: MenuRow): ReactNode => <MenuLink key={each.at} row={each} onVisit={onClose} />
  return (
    <Drawer open={open} onClose={onClose} title={t('mainMenu')} side="start" footer={<LanguageSelect />}>
      <nav aria-label={t('mainMenu')} className="grid gap-0.5 p-3">
        {onFind && (
          <button
            type="button"
            onClick={() => {
              onClose()
              onFind()
            }}
            className="mb-1 flex min-h-12 items-center gap-3 rounded-md border border-ink-300 px-3 text-left font-medium text-ink-800 hover:bg-ink-50"
          >
            <Icon name="search" className="text-ink-500" />
            {t('find')}
          </button>
        )}
        {menuOf(user, 'main').map(row)}
        <hr className="my-2 border-ink-150" />
        {menuOf(user, 'help').map(row)}
        {menuOf(user, 'account').map(row)}
      </nav>
    </Drawer>
  )
}

const findKey = hasCommandKey(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** Opens the search; its key stands beside it where the header has room. */
function FindButton({ stand, onFind }: { readonly stand: MenuStand; readonly onFind: () => void }) {
  const t = useText(appText)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={t('findWithKey', { key: findKey })}
      title={t('findWithKey', { key: findKey })}
      onClick={onFind}
      className={cx(
        'hidden min-h-[44px] min-w-[44px] items-center justify-center gap-2 rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950 min-[600px]:inline-flex',
        stand === 'top' ? 'xl:px-2.5' : 'lg:px-2.5',
      )}
    >
      <Icon name="search" size={21} fixed />
      <span aria-hidden className={cx('hidden', stand === 'top' ? 'xl:inline' : 'lg:inline')}>
        <KeyHint>{findKey}</KeyHint>
      </span>
    </button>
  )
}

/** What administrators have on their left, 248 px wide, where the window has room for it beside the page. */
function SideMenu({ user }: { readonly user: SessionUser }) {
  const t = useText(appText)
  return (
    <nav
      aria-label={t('mainMenu')}
      className="print-hidden sticky top-header hidden h-[calc(100dvh-var(--spacing-header))] w-side shrink-0 content-start gap-0.5 self-start overflow-y-auto border-r border-ink-200 bg-white p-3 md:grid"
    >
      {menuOf(user, 'main').map((each) => (
        <MenuLink key={each.at} row={each} />
      ))}
    </nav>
  )
}

/** Where the menu's own button is not needed. */
const buttonHidden: Readonly<Record<MenuStand, string>> = { top: 'lg:hidden', side: 'md:hidden', folded: '' }

interface Props {
  /** Sync chip. */
  readonly chip: ReactNode
  /** Banners under the header: new sign-in needed, blocked storage, impersonation. */
  readonly banners: ReactNode
  readonly onSignOut: () => void
  /** Entries of the account menu besides the settings. */
  readonly extraEntries: readonly MenuEntry[]
  readonly onVisit: (to: string) => void
  /** Opens the search; undefined while there is nothing to search in. */
  readonly onFind?: (() => void) | undefined
  /** Drawn in place of the page: while the engine starts, or when it cannot. */
  readonly instead?: ReactNode
}

interface HeaderProps extends Omit<Props, 'banners' | 'instead'> {
  readonly user: SessionUser
  readonly stand: MenuStand
}

function Header({ chip, onSignOut, extraEntries, onVisit, onFind, user, stand }: HeaderProps) {
  const t = useText(appText)
  const [menuOpen, setMenuOpen] = useState(false)
  const name = `${user.name} ${user.surname}`.trim()
  const own = menuOf(user, 'account').map(({ at, title, menu }): MenuEntry => ({
    id: at,
    label: t(menu.label ?? title),
    icon: menu.icon,
    onAction: () => onVisit(pageAddress(at)),
  }))
  return (
    <header className="print-hidden sticky top-0 z-30 border-b border-ink-200 bg-white">
      <div className="mx-auto flex h-header max-w-[1720px] items-center gap-1 px-[10px] sm:gap-2 md:gap-3 md:px-5 lg:gap-1.5 lg:px-4 xl:gap-3 xl:px-5">
        <IconButton
          icon="menu"
          label={t('openMenu')}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
          className={buttonHidden[stand]}
        />
        <Link
          to={pageAddress('start')}
          className="flex min-w-0 items-center gap-2 rounded-md sm:gap-3 sm:pr-2 text-ink-950 no-underline lg:max-w-44 lg:gap-2.5 lg:pr-0 xl:max-w-60"
        >
          <Mark size={34} />
          {/* On a phone it takes the room that is left; where the text is so large that none is, ears alone have it. */}
          <span className="line-clamp-3 min-w-0 text-[0.6875rem] leading-tight font-semibold text-balance max-[23rem]:sr-only sm:hidden">
            {user.institution ?? t('lab')}
          </span>
          <span className="hidden min-w-0 leading-tight sm:block">
            {/* Between 1280 and 1600 px a long name takes the lines that it needs: nothing of it is cut. */}
            <span
              className="block truncate text-sm font-semibold lg:line-clamp-3 lg:text-[0.8125rem] lg:leading-4 lg:text-balance lg:whitespace-normal"
              title={user.institution ?? t('lab')}
            >
              {user.institution ?? t('lab')}
            </span>
            <span className="block truncate text-xs text-ink-600 lg:hidden">{t('product')}</span>
          </span>
        </Link>
        {stand === 'top' && (
          <div className="h-full shrink-0 lg:ml-2">
            <NavBar user={user} />
          </div>
        )}
        <div className="ml-auto flex min-w-0 shrink-0 items-center gap-0.5 *:shrink-0 lg:shrink xl:gap-1.5">
          {onFind && <FindButton stand={stand} onFind={onFind} />}
          {chip}
          <Notifications />
          <span className="hidden xl:block">
            <LanguageSelect />
          </span>
          <span className="hidden md:block xl:hidden">
            <LanguageToggle />
          </span>
          {menuOf(user, 'help').map(({ at, title, menu }) => (
            <Link
              key={at}
              to={pageAddress(at)}
              aria-label={t(menu.label ?? title)}
              title={t(menu.label ?? title)}
              className="hidden size-[44px] items-center justify-center rounded-md text-ink-600 hover:bg-ink-100 hover:text-ink-950 md:inline-flex"
            >
              <Icon name={menu.icon} size={21} />
            </Link>
          ))}
          <Menu
            label={`${t('account')}: ${name} ${roleLabel(t, user)}`}
            className="min-w-[44px] shrink! max-sm:static"
            triggerClassName="flex min-h-[44px] max-w-full items-center gap-2.5 rounded-md px-[5px] text-left lg:gap-2 xl:gap-2.5 hover:bg-ink-100"
            trigger={
              <>
                <Avatar name={name} size={34} />
                <span className="hidden max-w-52 min-w-0 leading-tight lg:block">
                  <span
                    title={name}
                    className="block truncate text-sm font-semibold text-ink-950 lg:line-clamp-2 lg:text-[0.8125rem] lg:leading-4 lg:whitespace-normal"
                  >
                    {name}
                  </span>{' '}
                  <span className="block truncate text-xs text-ink-600">{roleLabel(t, user)}</span>
                </span>
                <Icon name="chevron-down" size={16} className="hidden text-ink-500 sm:block lg:hidden xl:block" />
              </>
            }
            header={
              <>
                <span className="block font-semibold text-ink-950">{name}</span>
                <span className="block text-sm text-ink-600">{user.email}</span>
                <span className="mt-0.5 block text-sm text-ink-600">{roleLabel(t, user)}</span>
              </>
            }
            entries={[...own, ...extraEntries, 'separator', { id: 'sign-out', label: t('signOut'), icon: 'sign-out', onAction: onSignOut }]}
          />
          <IconButton icon="sign-out" label={t('signOut')} onClick={onSignOut} />
        </div>
      </div>
      <NavDrawer user={user} open={menuOpen} onClose={() => setMenuOpen(false)} onFind={onFind} />
    </header>
  )
}

/** Everything around a page of the signed-in area. */
export function Shell({ banners, instead, ...header }: Props) {
  const user = useSession().user
  const { pathname } = useLocation()
  // Each page begins at its top.
  useEffect(() => {
    scrollTo(0, 0)
  }, [pathname])
  if (!user) return null
  const stand = menuStandAt(pathname, user)
  return (
    <>
      <SkipLink to="work" fallback="main" />
      <Header {...header} user={user} stand={stand} />
      {banners}
      {/* Under a banner that stays, what is fixed in the page stands lower. */}
      <div className="flex items-stretch [--spacing-header:calc(3.75rem+var(--acting-banner,0px))]">
        {stand === 'side' && <SideMenu user={user} />}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1">
          <PageBoundary key={pathname.split('/').slice(0, 3).join('/')}>
            <Suspense fallback={<PageSkeleton />}>{instead ?? <Outlet />}</Suspense>
          </PageBoundary>
        </main>
      </div>
      <LiveRegion />
    </>
  )
}
