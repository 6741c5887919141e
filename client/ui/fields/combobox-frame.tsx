import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { useText } from '#client/i18n/text.ts'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { popoverClass } from '#client/ui/overlays/popover-class.ts'
import { uiText } from '#client/ui/text.ts'

export interface ComboboxOption {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
}

export interface ComboboxProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | null | undefined
  readonly optional?: boolean | undefined
  readonly options: readonly ComboboxOption[]
  readonly selected: string | null
  readonly onSelect: (id: string | null) => void
  /** Words typed that name no option (a new person, for example). */
  readonly text?: string | undefined
  readonly onText?: ((text: string) => void) | undefined
  readonly allowsOther?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly className?: string | undefined
}

/** A choice among many by typing part of it. Up to some hundreds of options. */
export function ComboboxFrame({
  label,
  hint,
  error,
  optional = false,
  options,
  selected,
  onSelect,
  text,
  onText,
  allowsOther = false,
  disabled = false,
  placeholder,
  className,
}: ComboboxProps) {
  const t = useText(uiText)
  return (
    <AriaComboBox
      className={cx('flex flex-col gap-1.5', className)}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(key === null ? null : String(key))}
      {...(text === undefined ? {} : { inputValue: text })}
      {...(onText ? { onInputChange: onText } : {})}
      defaultItems={options}
      allowsCustomValue={allowsOther}
      allowsEmptyCollection
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      menuTrigger="focus"
    >
      <Label className="w-fit font-semibold text-ink-950">
        {label} {optional && <span className="font-normal text-ink-500">{t('optional')}</span>}
      </Label>
      {hint && (
        <Text slot="description" className="-mt-0.5 text-sm text-ink-600">
          {hint}
        </Text>
      )}
      <span className="relative block">
        <Input className="control pr-11" placeholder={placeholder ?? ''} autoComplete="off" />
        <AriaButton
          aria-label={t('showOptions')}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-md text-ink-600 hover:text-ink-950"
        >
          <Icon name="chevron-down" size={18} />
        </AriaButton>
      </span>
      {error && <FieldError className="text-sm font-medium text-bad-700">{error}</FieldError>}
      <Popover className={cx(popoverClass, 'entering:animate-fade', 'w-(--trigger-width)')}>
        <ListBox<ComboboxOption>
          className="max-h-72 overflow-y-auto p-1.5 outline-none! shadow-none!"
          renderEmptyState={() => <p className="px-3 py-2 text-ink-600">{t('noMatches')}</p>}
        >
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              className="flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-1.5 outline-none! focused:bg-brand-50 focused:shadow-none! selected:font-semibold forced-colors:focused:outline-2!"
            >
              {({ isSelected }) => (
                <>
                  <span className="min-w-0">
                    <span className="block truncate">{option.label}</span>
                    {option.hint && <span className="block truncate text-sm font-normal text-ink-600">{option.hint}</span>}
                  </span>
                  {isSelected && <Icon name="check" size={18} className="text-brand-700" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
