import { useState } from 'react'
import { setLevels } from '#shared/questionnaires/routes.ts'
import { thresholdsOf } from '#shared/results/rules.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { callRoute } from '#client/data/server/call.ts'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { NumberField } from '#client/ui/fields/number-field.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { fieldsOf, levelsOf } from './level-fields.ts'

interface Props {
  readonly form: FormHeader
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** From which part of the most points a dimension is REGULAR, and from which BUENO. What was calculated keeps its own. */
export function LevelsDialog({ form, onSaved, onClose }: Props) {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  // As the window opened: what somebody else changes meanwhile is told by the server.
  const [stands] = useState(() => thresholdsOf(form))
  const [seen] = useState(() => form.levels ?? null)
  const initial = fieldsOf(stands)
  const { fields, write, standing, forget } = useKeptFields({
    kind: 'levels',
    scope: questionnaireScope(form.id),
    subject: 'levels',
    initial,
    about: `${t('levelsTitle')}: ${form.name}`,
  })
  const [tried, setTried] = useState(false)
  const { busy, problem, setProblem, send } = useSaving()
  const levels = levelsOf(fields, stands)
  const save = async (): Promise<void> => {
    setTried(true)
    if (busy || !levels) return
    const reply = await send(
      () => callRoute(setLevels, { params: { form: form.id }, body: { ...levels, seen } }),
      async () => onSaved(),
    )
    if (!reply.ok) return
    toast('success', t('levelsSaved'))
    await forget()
    onSaved()
    onClose()
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  const change = (part: { readonly med?: string; readonly good?: string }): void => {
    setProblem(null)
    write({ med: part.med ?? fields.med, good: part.good ?? fields.good })
  }
  return (
    <EditDialog
      title={t('levelsTitle')}
      submit={t('save')}
      busy={busy}
      changed={!sameFields(fields, initial)}
      standing={standing}
      clash={null}
      problem={problem ? errorText(problem) : tried && !levels ? t('levelsWrong') : null}
      onSave={() => void save()}
      onGiveUp={giveUp}
    >
      <p className="text-ink-700">{t('levelsLead')}</p>
      <NumberField label={t('levelsMed')} unit="%" decimal value={fields.med} onChange={(med) => change({ med })} />
      <NumberField label={t('levelsGood')} unit="%" decimal value={fields.good} onChange={(good) => change({ good })} />
    </EditDialog>
  )
}
