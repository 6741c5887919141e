import { useState } from 'react'
import { questionnaireScope } from '#shared/protocol/scope.ts'
import { declareApart } from '#shared/questionnaires/routes.ts'
import { apartMost } from '#shared/results/apart.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { callRoute } from '#client/data/server/call.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { toast } from '#client/ui/overlays/toast.tsx'
import { labResultsText } from '#client/features/results/lab/lab-text.ts'

interface Props {
  readonly form: FormHeader
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Why a form is not compared with earlier ones; with both reasons empty it is. */
export function ApartDialog({ form, onSaved, onClose }: Props) {
  const t = useText(labResultsText)
  const errorText = useErrorText()
  // As the window opened: what somebody else changes meanwhile is told by the server.
  const [seen] = useState(() => form.apart ?? null)
  const initial = { es: seen?.es ?? '', en: seen?.en ?? '' }
  const { fields, write, standing, forget } = useKeptFields({
    kind: 'apart',
    scope: questionnaireScope(form.id),
    subject: 'apart',
    initial,
    about: `${t('apartTitle')}: ${form.name}`,
  })
  const { busy, problem, setProblem, send } = useSaving()
  const save = async (): Promise<void> => {
    if (busy) return
    const said = { es: fields.es.trim(), en: fields.en.trim() }
    const apart = said.es === '' && said.en === '' ? null : said
    const reply = await send(
      () => callRoute(declareApart, { params: { form: form.id }, body: { apart, seen } }),
      async () => onSaved(),
    )
    if (!reply.ok) return
    toast('success', t(apart ? 'apartSaved' : 'apartGone'))
    await forget()
    onSaved()
    onClose()
  }
  const giveUp = (): void => {
    void forget()
    onClose()
  }
  const change = (part: { readonly es?: string; readonly en?: string }): void => {
    setProblem(null)
    write({ es: part.es ?? fields.es, en: part.en ?? fields.en })
  }
  return (
    <EditDialog
      title={t('apartTitle')}
      submit={t('save')}
      busy={busy}
      changed={!sameFields(fields, initial)}
      standing={standing}
      clash={null}
      problem={problem ? errorText(problem) : null}
      onSave={() => void save()}
      onGiveUp={giveUp}
    >
      <p className="text-ink-700">{t('apartLead')}</p>
      <TextArea label={t('apartEs')} rows={3} max={apartMost} value={fields.es} onChange={(es) => change({ es })} />
      <TextArea label={t('apartEn')} lang="en" rows={3} max={apartMost} value={fields.en} onChange={(en) => change({ en })} />
    </EditDialog>
  )
}
