import { NavLink } from 'react-router'
import { pageAddress } from '#shared/addresses.ts'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { MenuRow } from '#client/page/page-row.ts'
import { appText } from '#client/page/text.ts'

/** A line of a menu that stands upright: current also on the pages below it. */
export function MenuLink({ row, onVisit }: { readonly row: MenuRow; readonly onVisit?: (() => void) | undefined }) {
  const t = useText(appText)
  const { at, title, menu } = row
  return (
    <NavLink
      to={pageAddress(at)}
      onClick={onVisit}
      className={({ isActive }) =>
        cx(
          'flex min-h-12 items-center gap-3 rounded-md px-3 font-medium no-underline',
          isActive ? 'bg-brand-50 text-brand-800 forced-colors:underline' : 'text-ink-800 hover:bg-ink-50',
        )
      }
    >
      <Icon name={menu.icon} className="text-ink-500" />
      {t(menu.label ?? title)}
    </NavLink>
  )
}
