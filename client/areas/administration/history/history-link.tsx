import { pageAddress } from '#shared/addresses.ts'
import type { FormId } from '#shared/kernel/ids.ts'
import type { FormEventKind } from '#shared/questionnaires/history.ts'
import { useText } from '#client/i18n/text.ts'
import { LinkButton } from '#client/ui/link-button.tsx'
import { formHistoryText } from '#client/features/form-history/text.ts'

interface Props {
  readonly formId: FormId
  /** Of what alone: a part of the form, by id, or changes of a kind. */
  readonly element?: string | undefined
  readonly kind?: FormEventKind | undefined
  /** What it is the history of, where a screen has several. */
  readonly about?: string | undefined
}

/** Leads to who changed it, when, and from what to what. */
export function HistoryLink({ formId, element, kind, about }: Props) {
  const t = useText(formHistoryText)
  return (
    <LinkButton
      to={pageAddress('formHistory', { form: formId, element, kind })}
      kind="quiet"
      size="small"
      icon="history"
      aria-label={about === undefined ? undefined : t('openOf', { about })}
    >
      {t('open')}
    </LinkButton>
  )
}
