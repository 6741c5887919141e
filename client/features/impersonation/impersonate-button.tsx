import { useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { FormId, InstitutionId } from '#shared/kernel/ids.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { useActing } from './acting.ts'
import { BeginDialog } from './begin-dialog.tsx'
import { impersonationText } from './text.ts'

interface Props {
  readonly formId: FormId
  readonly institutionId: InstitutionId
  readonly name: string
}

/** Begins to act for an institution in a form, or leads to where one already does. */
export function ImpersonateButton({ formId, institutionId, name }: Props) {
  const t = useText(impersonationText)
  const acting = useActing()
  const [open, setOpen] = useState(false)
  if (acting && acting.formId === formId && acting.institutionId === institutionId) {
    return (
      <LinkButton kind="quiet" size="small" to={pageAddress('filling', { form: formId, institution: institutionId })}>
        {t('go')}
      </LinkButton>
    )
  }
  return (
    <>
      <Button kind="quiet" size="small" aria-label={t('beginNamed', { name })} onClick={() => setOpen(true)}>
        {t('begin')}
      </Button>
      {open && (
        <BeginDialog choices={[{ value: formId, label: '' }]} institutionId={institutionId} name={name} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
