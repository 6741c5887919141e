import { useState } from 'react'
import { declareApart } from '#shared/questionnaires/routes.ts'
import { apartMost } from '#shared/results/apart.ts'
import { callRoute } from '#client/data/server/call.ts'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'
import { useText } from '#client/i18n/text.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { FormSettingDialog } from './form-setting-dialog.tsx'
import type { FormSettingProps } from './form-setting-dialog.tsx'

const reasonIn = (fields: { readonly es: string; readonly en: string }) => {
  const reason = { es: fields.es.trim(), en: fields.en.trim() }
  return reason.es === '' && reason.en === '' ? null : reason
}

/** Why a form is not compared with earlier ones; with both reasons empty it is. */
export function ApartDialog(props: FormSettingProps) {
  const t = useText(labResultsText)
  const { form } = props
  const [seen] = useState(() => form.apart ?? null)
  return (
    <FormSettingDialog
      {...props}
      kind="apart"
      title={t('apartTitle')}
      lead={t('apartLead')}
      initial={{ es: seen?.es ?? '', en: seen?.en ?? '' }}
      wrongIn={() => null}
      save={(fields) => callRoute(declareApart, { params: { form: form.id }, body: { apart: reasonIn(fields), seen } })}
      saved={(fields) => t(reasonIn(fields) ? 'apartSaved' : 'apartGone')}
    >
      {(fields, change) => (
        <>
          <TextArea label={t('apartEs')} rows={3} max={apartMost} value={fields.es} onChange={(es) => change({ es })} />
          <TextArea label={t('apartEn')} lang="en" rows={3} max={apartMost} value={fields.en} onChange={(en) => change({ en })} />
        </>
      )}
    </FormSettingDialog>
  )
}
