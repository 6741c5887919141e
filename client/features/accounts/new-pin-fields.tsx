import { pinProblem, worthOf } from '#sync/storage/pin-choice.ts'
import { useText } from '#client/i18n/text.ts'
import { PasswordField } from '#client/ui/fields/text-field.tsx'
import { pinText } from './pin-text.ts'

export interface NewPin {
  readonly pin: string
  readonly again: string
}
export const noPin: NewPin = { pin: '', again: '' }

export const isGoodPin = ({ pin, again }: NewPin): boolean => pinProblem(pin) === null && pin === again

interface Props {
  readonly value: NewPin
  readonly onChange: (value: NewPin) => void
  /** Somebody asked for it with what is there: what is wrong is told. */
  readonly asked: boolean
}

const problems = { pin_short: 'short', pin_simple: 'simple', pin_date: 'date' } as const
const worths = { minutes: 'worthMinutes', hours: 'worthHours', days: 'worthDays', years: 'worthYears' } as const

/** A PIN that is chosen, twice, with what it is worth. */
export function NewPinFields({ value: { pin, again }, onChange, asked }: Props) {
  const t = useText(pinText)
  const found = pinProblem(pin)
  const problem = asked ? found : null
  return (
    <>
      <PasswordField
        label={t('newPin')}
        hint={t('newPinHint')}
        name="new-pin"
        autoComplete="new-password"
        value={pin}
        onChange={(next) => onChange({ pin: next, again })}
        error={problem && t(problems[problem])}
      />
      <p role="status" className="-mt-3 text-sm text-ink-600 empty:hidden">
        {found === null && t(worths[worthOf(pin)])}
      </p>
      <PasswordField
        label={t('repeatPin')}
        name="repeat-pin"
        autoComplete="new-password"
        value={again}
        onChange={(next) => onChange({ pin, again: next })}
        error={asked && problem === null && again !== pin ? t('differ') : null}
      />
    </>
  )
}
