import { TextField } from '#client/ui/fields/text-field.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null
}

/** A code of an authenticator, or one of the recovery codes. */
export function CodeField(props: Props) {
  return <TextField autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...props} />
}
