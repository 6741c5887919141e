import type { ReactNode } from 'react'
import type { UserId } from '#shared/kernel/ids.ts'
import { fullName } from '#shared/accounts/model.ts'
import type { World } from '#shared/world.ts'
import { appText } from '#client/page/text.ts'
import { useText } from '#client/i18n/text.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { assignmentsText } from './text.ts'
import type { TextRead } from '#shared/forms/in-language.ts'

/** Name of a responsible as the list shows it: "usted" for oneself, "Usuario Eliminado" for a deleted account. */
export function PersonName({ world, userId, viewerId }: { readonly world: World; readonly userId: UserId; readonly viewerId: UserId }) {
  const t = useText(assignmentsText)
  const a = useText(appText)
  const person = world.person(userId)
  const name = person ? fullName(person) : a('deletedUser')
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {userId === viewerId ? t('you', { name }) : name}
      {person && !person.joined && <Badge>{t('invited')}</Badge>}
    </span>
  )
}

export interface Link {
  readonly id: string
  /** What is held: a role, or a dimension with its name. */
  readonly role: string
  readonly element?: TextRead | undefined
  readonly userId: UserId | null
  /** Said when nobody holds it. */
  readonly empty: string
  readonly actions?: ReactNode
  /** Why nobody can be put here yet. */
  readonly note?: string | undefined
}

/** From the institutional leader down to the sub-dimension: who holds each link. */
export function ResponsibleChain({
  world,
  viewerId,
  links,
}: {
  readonly world: World
  readonly viewerId: UserId
  readonly links: readonly Link[]
}) {
  return (
    <ol>
      {links.map((link, position) => {
        const person = link.userId ? world.person(link.userId) : undefined
        return (
          <li key={link.id} className="relative flex items-start gap-3.5 py-3">
            {position < links.length - 1 && <span aria-hidden className="absolute top-13 bottom-[-8px] left-[19px] w-0.5 bg-ink-150" />}
            {link.userId ? (
              <Avatar name={person ? fullName(person) : '?'} size={40} className="relative" />
            ) : (
              <span
                aria-hidden
                className="relative flex size-10 shrink-0 items-center justify-center rounded-full border-2 border-dashed border-ink-300 bg-white text-ink-400"
              >
                <Icon name="user" size={19} />
              </span>
            )}
            <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="min-w-0">
                <p className="text-sm text-ink-600">
                  {link.role}
                  {link.element && (
                    <span lang={link.element.lang} className="font-medium text-ink-800">
                      {' '}
                      {link.element.text}
                    </span>
                  )}
                </p>
                <p className={link.userId ? 'font-semibold text-ink-950' : 'text-ink-600'}>
                  {link.userId ? <PersonName world={world} userId={link.userId} viewerId={viewerId} /> : link.empty}
                </p>
                {link.note && <p className="text-sm text-warm-700">{link.note}</p>}
              </div>
              {link.actions && (
                <div className={cx('flex flex-wrap items-center gap-1', link.userId && 'max-sm:-ml-2.5')}>{link.actions}</div>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
