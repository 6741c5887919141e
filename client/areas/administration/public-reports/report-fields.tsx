import { failure } from '#shared/kernel/failure.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FieldProblems, ReportWords } from './field-problems.ts'
import { publicReportsText } from './text.ts'

interface Props {
  readonly fields: ReportWords
  readonly onChange: (fields: ReportWords) => void
  /** Null while nothing was tried. What is too long is told at once. */
  readonly told: FieldProblems | null
  readonly most: { readonly description: number }
  /** The window begins with them. */
  readonly first?: boolean | undefined
}

/** What a report is called and what it is. */
export function ReportFields({ fields, onChange, told, most, first = false }: Props) {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  const say = (code: string | null | undefined): string | null => (code ? errorText(failure(code)) : null)
  return (
    <>
      <TextField
        label={t('title')}
        value={fields.title}
        onChange={(title) => onChange({ ...fields, title })}
        lang="es"
        autoComplete="off"
        autoFocus={first}
        error={say(told?.title)}
      />
      <TextArea
        label={t('description')}
        value={fields.description}
        onChange={(description) => onChange({ ...fields, description })}
        max={most.description}
        rows={3}
        lang="es"
        error={say(told?.description)}
      />
    </>
  )
}
