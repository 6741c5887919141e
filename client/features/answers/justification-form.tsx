import { useState, type ComponentProps } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import type { Mid, Unit } from '#shared/kernel/ids.ts'
import type { Result } from '#shared/kernel/result.ts'
import { useHalfText } from '#client/data/world/use-drafts.ts'
import { HalfTextForm } from '#client/features/drafts/half-text-form.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useAbout } from './history/use-about.ts'

interface Props extends Pick<ComponentProps<typeof HalfTextForm>, 'label' | 'saveLabel' | 'onCancel' | 'autoFocus'> {
  readonly unit: Unit
  /** The reason that was given before, where one is reworded. */
  readonly standing?: string | undefined
  /** Makes the change; `how` takes the half-written text along with it. */
  readonly dispatch: (justification: string, how: { readonly clearDraft: string }) => Promise<Result<{ readonly mid: Mid | null }>>
  readonly onDone: () => void
}

/** The reason for an answer of this unit that stays, or that is appealed: one text, kept while it is half written. */
export function JustificationForm({ unit, standing, dispatch, onDone, ...form }: Props) {
  const errorText = useErrorText()
  const half = useHalfText('justification', unit, { initial: standing, about: useAbout(unit) })
  const [error, setError] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    if (half.text.trim() === '') return setError(errorText(failure('justification_missing')))
    const result = await half.give((how) => dispatch(half.text, how))
    if (!result.ok) return setError(errorText(result.failure))
    onDone()
  }
  return <HalfTextForm {...form} half={half} lang="es" max={2000} error={error} onSave={() => void save()} />
}
