import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type MenuEntry =
  | {
      readonly id: string
      readonly label: string
      readonly hint?: string | undefined
      readonly icon?: IconName | undefined
      readonly danger?: boolean | undefined
      readonly disabled?: boolean | undefined
      readonly onAction: () => void
    }
  | 'separator'

interface Props {
  /** Accessible name of the button and of the menu. */
  readonly label: string
  /** What the button shows. */
  readonly trigger: ReactNode
  readonly triggerClassName?: string | undefined
  readonly entries: readonly MenuEntry[]
  /** Something to read above the entries. */
  readonly header?: ReactNode
}

export const popoverClass = 'forced-edge rounded-lg border border-ink-200 bg-white shadow-lift entering:animate-fade'

/** Button that opens a list of things to do. Arrow keys, letters and Escape work. */
export function Menu({ label, trigger, triggerClassName, entries, header }: Props) {
  return (
    <MenuTrigger>
      <AriaButton
        aria-label={label}
        className={triggerClassName ?? 'inline-flex min-h-11 items-center gap-2 rounded-md px-2.5 hover:bg-ink-100'}
      >
        {trigger}
      </AriaButton>
      <Popover placement="bottom end" className={cx(popoverClass, 'min-w-64')}>
        <AriaMenu aria-label={label} className="max-h-[70dvh] overflow-y-auto p-1.5 outline-none! shadow-none!">
          {header && (
            <MenuSection>
              <Header className="px-3 pt-2 pb-2.5">{header}</Header>
            </MenuSection>
          )}
          {header && <Separator className="mx-1 mb-1.5 h-px bg-ink-150" />}
          {entries.map((entry, index) =>
            entry === 'separator' ? (
              <Separator key={`separator-${index}`} className="mx-1 my-1.5 h-px bg-ink-150" />
            ) : (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.disabled === true}
                onAction={entry.onAction}
                className={cx(
                  'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 outline-none! disabled:text-ink-400 focused:bg-brand-50 focused:shadow-none! forced-colors:focused:outline-2!',
                  entry.danger ? 'text-bad-700' : 'text-ink-900',
                )}
              >
                {entry.icon && <Icon name={entry.icon} size={19} className={entry.danger ? undefined : 'text-ink-500'} />}
                <span>
                  {entry.label}
                  {entry.hint && <span className="block text-sm text-ink-600">{entry.hint}</span>}
                </span>
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
