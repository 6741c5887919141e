import { useState } from 'react'
import { must } from '#shared/kernel/assert.ts'
import { setLevels } from '#shared/questionnaires/routes.ts'
import { thresholdsOf } from '#shared/results/rules.ts'
import { callRoute } from '#client/data/server/call.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { useText } from '#client/i18n/text.ts'
import { NumberField } from '#client/ui/fields/number-field.tsx'
import { FormSettingDialog } from './form-setting-dialog.tsx'
import type { FormSettingProps } from './form-setting-dialog.tsx'
import { fieldsOf, levelsOf } from './level-fields.ts'

/** From which part of the most points a dimension is REGULAR, and from which BUENO. What was calculated keeps its own. */
export function LevelsDialog(props: FormSettingProps) {
  const t = useText(labResultsText)
  const { form } = props
  const [stands] = useState(() => thresholdsOf(form))
  const [seen] = useState(() => form.levels ?? null)
  return (
    <FormSettingDialog
      {...props}
      kind="levels"
      title={t('levelsTitle')}
      lead={t('levelsLead')}
      initial={fieldsOf(stands)}
      wrongIn={(fields) => (levelsOf(fields, stands) ? null : t('levelsWrong'))}
      save={(fields) =>
        callRoute(setLevels, { params: { form: form.id }, body: { ...must(levelsOf(fields, stands), 'levels are in order'), seen } })
      }
      saved={() => t('levelsSaved')}
    >
      {(fields, change) => (
        <>
          <NumberField label={t('levelsMed')} unit="%" decimal value={fields.med} onChange={(med) => change({ med })} />
          <NumberField label={t('levelsGood')} unit="%" decimal value={fields.good} onChange={(good) => change({ good })} />
        </>
      )}
    </FormSettingDialog>
  )
}
