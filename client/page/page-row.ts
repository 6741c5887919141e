import type { UserKind } from '#shared/access/actor.ts'
import type { PageName, PlainPage } from '#shared/addresses.ts'
import type { SessionUser } from '#client/data/session/session.ts'
import type { IconName } from '#client/ui/icon.tsx'
import type { LazyPage } from './lazy-page.tsx'
import type { es } from './strings.es.ts'

/** Sentences of the frame that take no parameter. */
type Label = { [Key in keyof typeof es]: (typeof es)[Key] extends string ? Key : never }[keyof typeof es]

export interface MenuPlace {
  /** main: beside the mark · help: behind the question mark · account: with the person's own things. */
  readonly in: 'main' | 'help' | 'account'
  readonly icon: IconName
  /** The page's title unless told. */
  readonly label?: Label | undefined
  /** Shown to these only, of those who may visit. */
  readonly to?: ((user: SessionUser) => boolean) | undefined
}

/**
 * One page: where it stands, who may visit it, where menus show it, how it is called, and its code. The route, the check of access,
 * the menus and the title of the document are made of this row and of nothing else.
 */
export type PageRow = MenuRow | (Row & { readonly at: PageName; readonly menu?: undefined })

/** A page that a menu shows. */
export interface MenuRow extends Row {
  readonly at: PlainPage
  readonly menu: MenuPlace
}

interface Row {
  readonly who: 'anyone' | readonly UserKind[]
  readonly title: Label
  /** It has columns of its own: a menu down the side is folded away beside it. */
  readonly wholeWidth?: boolean | undefined
  readonly page: LazyPage
}
