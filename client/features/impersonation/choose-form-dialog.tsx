import { allows } from '#shared/privileges/model.ts'
import type { InstitutionId } from '#shared/kernel/ids.ts'
import { phaseAt } from '#shared/stages/rules.ts'
import { useTable } from '#client/data/world/use-table.ts'
import { BeginDialog } from './begin-dialog.tsx'
import { useNowAt } from './use-now-at.ts'

interface Props {
  readonly institutionId: InstitutionId
  readonly name: string
  readonly onClose: () => void
}

/** Begins to act for an institution in one of the forms in which it takes part and whose stage lets an administrator (IM1). */
export function ChooseFormDialog({ institutionId, name, onClose }: Props) {
  const now = useNowAt()
  const forms = useTable('form')
  const overviews = useTable('overview')
  if (!forms || !overviews) return null
  const places = new Set(overviews.filter((each) => each.institutionId === institutionId).map((each) => each.formId))
  const choices = forms
    .filter((form) => places.has(form.id) && form.enabled && allows('impersonalizate', phaseAt(form, now), 'X'))
    .map((form) => ({ value: form.id, label: form.name }))
  return <BeginDialog key={String(choices.length)} choices={choices} institutionId={institutionId} name={name} onClose={onClose} isStep />
}
