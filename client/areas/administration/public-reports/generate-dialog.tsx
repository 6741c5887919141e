import { useState } from 'react'
import { failure } from '#shared/kernel/failure.ts'
import { openReportLimits } from '#shared/open-data/model.ts'
import { codesWorkbook, generateReport } from '#shared/open-data/routes.ts'
import type { OpenReportView } from '#shared/open-data/routes.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { callRoute, download } from '#client/data/server/call.ts'
import { sameFields, useKeptFields } from '#client/data/world/use-kept-fields.ts'
import { EditDialog } from '#client/areas/administration/dialogs/edit-dialog.tsx'
import { useSaving } from '#client/areas/administration/dialogs/use-saving.ts'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckboxGroup } from '#client/ui/fields/checkbox-group.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { fieldProblems } from './field-problems.ts'
import { ReportFields } from './report-fields.tsx'
import { publicReportsText } from './text.ts'

/** Results of many forms are read one institution after the other. */
const generateMs = 120_000
/** Forms that one report is made of, by its call. */
const formsMost = 10
const none = { title: '', description: '' }

interface Props {
  readonly forms: readonly FormHeader[]
  readonly reports: readonly OpenReportView[]
  readonly onAdded: () => void
  readonly onClose: () => void
}
type Generated = Extract<Awaited<ReturnType<typeof ask>>, { readonly ok: true }>['value']

const ask = (body: { formIds: string[]; title: string; description: string; base: string | null }, key: string) =>
  callRoute(generateReport, { body, key, timeoutMs: generateMs })

/** A report out of the published final results of forms; what could not be found is told, and nothing is guessed. */
export function GenerateDialog({ forms, reports, onAdded, onClose }: Props) {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  const { fields, write, seen, standing, forget } = useKeptFields<{ readonly title: string; readonly description: string }>({
    kind: 'openReport',
    subject: 'generated',
    initial: none,
    about: t('generateTitle'),
  })
  const [formIds, setFormIds] = useState<string[]>([])
  const [base, setBase] = useState('')
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<Generated | null>(null)
  const { busy, problem, setProblem, send } = useSaving()
  const wrong = fieldProblems(fields)
  const save = async (): Promise<void> => {
    setTried(true)
    if (busy || formIds.length === 0 || wrong.title !== null || wrong.description !== null) return
    const body = { formIds, title: fields.title.trim(), description: fields.description.trim(), base: base === '' ? null : base }
    const reply = await send(
      (key) => ask(body, key),
      () => Promise.resolve(),
    )
    if (!reply.ok) return
    await forget()
    onAdded()
    if (reply.value.notes.length === 0) onClose()
    else setMade(reply.value)
  }
  if (made) return <Notes made={made} onClose={onClose} />
  return (
    <EditDialog
      title={t('generateTitle')}
      submit={t('generateSubmit')}
      busy={busy}
      changed={formIds.length > 0 || !sameFields(fields, seen)}
      standing={standing}
      clash={null}
      problem={problem && errorText(problem)}
      onSave={() => void save()}
      onGiveUp={() => {
        void forget()
        onClose()
      }}
    >
      <p className="text-ink-700">{t('generateLead')}</p>
      {forms.length === 0 ? (
        <Notice tone="neutral">{t('generateNoForms')}</Notice>
      ) : (
        <CheckboxGroup
          label={t('generateForms')}
          choices={forms.map(({ id, name }) => ({ value: id, label: name }))}
          values={formIds}
          max={formsMost}
          onChange={(chosen) => {
            setProblem(null)
            setFormIds(chosen)
          }}
          error={tried && formIds.length === 0 ? t('generateFormsNone') : null}
        />
      )}
      {reports.length > 0 && (
        <Select
          label={t('generateBase')}
          hint={t('generateBaseHint')}
          options={reports.map(({ _id, title, years }) => ({ value: _id, label: `${title} (${years.join(', ')})` }))}
          value={base}
          onChange={setBase}
          placeholder={t('generateBaseNone')}
        />
      )}
      <ReportFields fields={fields} onChange={write} told={tried ? wrong : null} most={openReportLimits} />
    </EditDialog>
  )
}

function Notes({
  made: { years, institutions, initiatives, notes, more },
  onClose,
}: {
  readonly made: Generated
  readonly onClose: () => void
}) {
  const t = useText(publicReportsText)
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fetchCodes = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const reply = await download(codesWorkbook, {}, 'codigos-privados.xlsx')
    setBusy(false)
    if (!reply.ok) setProblem(errorText(reply.failure))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('added')}
      actions={
        <>
          <Button onClick={() => void fetchCodes()} busy={busy}>
            {t('codes')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <Notice tone="danger" className="mb-4">
          {problem}
        </Notice>
      )}
      <p>{t('generated', { years: years.join(', '), institutions, initiatives })}</p>
      <Notice tone="warning" title={t('notesTitle')} className="mt-4">
        <p>{t('notesLead')}</p>
        <p className="mt-1">{t('codesLead')}</p>
        <ul className="mt-2 grid max-h-72 gap-1.5 overflow-y-auto">
          {notes.map(({ form, institution, code, params }, at) => (
            <li key={`${form} ${institution} ${code} ${at}`} className="wrap-anywhere">
              <span lang="es" className="font-semibold text-ink-950">
                {institution === null ? form : `${form} · ${institution}`}
              </span>
              : {errorText(failure(code, params))}
            </li>
          ))}
        </ul>
        {more > 0 && <p className="mt-2">{t('problemsMore', { n: more })}</p>}
      </Notice>
    </Dialog>
  )
}
