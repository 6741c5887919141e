import { useEffect, useState } from 'react'
import { manualPointsMaxBytes } from '#shared/questionnaires/manual-points-routes.ts'
import type { ManualPointsView } from '#shared/questionnaires/manual-points-routes.ts'
import type { Failure } from '#shared/kernel/failure.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { uiText } from '#client/ui/text.ts'
import { toast } from '#client/ui/overlays/toast.tsx'
import { calculateForm, downloadManualPointsTemplate, readManualPoints, uploadManualPointsFile } from './form-calls.ts'
import { ManualPointsState } from './manual-points-state.tsx'
import { TableFile } from '#client/areas/administration/dialogs/table-file.tsx'
import { formsText } from './text.ts'
import { useTableFile } from '#client/areas/administration/dialogs/use-table-file.ts'

const options = ['1', '2'] as const
const labels = { '1': 'calculation1', '2': 'calculation2' } as const
const hints = { '1': 'calculation1Hint', '2': 'calculation2Hint' } as const

/** How the points of a form come about: 1 worked out, 2 uploaded, with the table in force and the file that replaces it. */
export function CalculationDialog({ form, onClose }: { readonly form: FormHeader; readonly onClose: () => void }) {
  const t = useText(formsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const engine = useEngine()
  const [option, setOption] = useState<(typeof options)[number] | null>(
    form.calculatedBy === undefined ? null : form.calculatedBy === 1 ? '1' : '2',
  )
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<ManualPointsView | Failure | null>(null)
  const [replaced, setReplaced] = useState(false)
  const table = useTableFile(manualPointsMaxBytes)

  useEffect(() => {
    let left = false
    void readManualPoints(form.id).then((reply) => {
      if (!left) setState(reply.ok ? reply.value : reply.failure)
    })
    return () => {
      left = true
    }
  }, [form.id])

  const known = state !== null && 'sheet' in state ? state : null
  const brings = option === '2' && table.file !== null
  const save = async (): Promise<void> => {
    setTried(true)
    setProblem(null)
    if (option === null) return
    if (brings) return upload()
    setBusy(true)
    const reply = await calculateForm(engine, form.id, option)
    setBusy(false)
    if (!reply.ok) return setProblem(errorText(reply.failure))
    toast('success', t('saved'))
    onClose()
  }
  const upload = async (): Promise<void> => {
    setReplaced(false)
    let beaten = false
    const seen = known?.sheet?._id ?? 'none'
    const taken = await table.upload(
      (file) => uploadManualPointsFile(engine, form.id, file, seen),
      ({ code }) => (beaten = code === 'changed_meanwhile'),
    )
    if (taken) {
      const stands = taken.sheet?._id === seen
      toast(stands ? 'info' : 'success', t(stands ? 'manualSame' : 'tableUploaded'))
      return onClose()
    }
    if (!beaten) return
    // What stands now is shown before the person decides again.
    const reply = await readManualPoints(form.id)
    setState(reply.ok ? reply.value : reply.failure)
    setReplaced(reply.ok)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={t('calculationOf', { name: form.name })}
      dismissable={table.file === null}
      actions={
        <>
          <OnlineButton
            kind="primary"
            icon={brings ? 'upload' : undefined}
            busy={busy || table.busy === 'upload'}
            disabled={brings && (known === null || table.refusal !== null || table.busy !== null)}
            onClick={() => void save()}
          >
            {t(brings ? 'tableUpload' : 'save')}
          </OnlineButton>
          <Button onClick={onClose}>{u('cancel')}</Button>
        </>
      }
    >
      <RadioGroup
        label={t('calculationHow')}
        choices={options.map((each) => ({ value: each, label: t(labels[each]), hint: t(hints[each]) }))}
        value={option}
        onChange={(value) => setOption(options.find((each) => each === value) ?? null)}
        error={tried && option === null ? t('chooseOption') : null}
      />
      {option === '1' && known?.sheet && (
        <Notice tone="neutral" className="mt-4">
          {t('manualKept', { name: known.sheet.name })}
        </Notice>
      )}
      {option === '2' && (
        <div className="mt-5 grid gap-5">
          <ManualPointsState form={form} state={state} />
          <p>{t('manualLead')}</p>
          <TableFile
            table={table}
            label={t('manualField')}
            getTemplate={(format) => downloadManualPointsTemplate(form.id, format)}
            formats={['xlsx', 'csv']}
          />
          {replaced && (
            <Notice tone="warning" role="alert">
              {t('manualReplaced')}
            </Notice>
          )}
        </div>
      )}
      {problem !== null && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
