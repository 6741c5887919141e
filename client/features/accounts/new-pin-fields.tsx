import { pinProblem } from '#sync/storage/keyring.ts'
import { useText } from '#client/i18n/text.ts'
import { PasswordField } from '#client/ui/text-field.tsx'
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

/** A PIN that is chosen, twice. */
export function NewPinFields({ value: { pin, again }, onChange, asked }: Props) {
  const t = useText(pinText)
  const problem = asked ? pinProblem(pin) : null
  return (
    <>
      <PasswordField
        label={t('newPin')}
        hint={t('newPinHint')}
        name="new-pin"
        autoComplete="new-password"
        value={pin}
        onChange={(next) => onChange({ pin: next, again })}
        error={problem && t(problem === 'pin_short' ? 'short' : 'simple')}
      />
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
