import { useRef, useState } from 'react'
import { reportAnswers, reportAnswersHistory, reportConfiguration } from '#shared/reports/routes.ts'
import type { Overview } from '#shared/evaluations/model.ts'
import type { FormHeader } from '#shared/stages/model.ts'
import { download } from '#client/data/server/call.ts'
import { OnlineButton } from '#client/page/online-button.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ProgressBar } from '#client/ui/loading/progress.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { uiText } from '#client/ui/text.ts'
import { formsText } from './text.ts'
import { useTakingPart } from '#client/areas/administration/reports/use-taking-part.ts'

const kinds = ['configuration', 'answers', 'history'] as const
type Kind = (typeof kinds)[number]
const labels = { configuration: 'reportConfiguration', answers: 'reportAnswers', history: 'reportHistory' } as const satisfies Record<
  Kind,
  string
>
const hints = {
  configuration: 'reportConfigurationHint',
  answers: 'reportAnswersHint',
  history: 'reportHistoryHint',
} as const satisfies Record<Kind, string>

interface Props {
  readonly form: FormHeader
  /** What this device knows of every institution. */
  readonly overviews: readonly Overview[]
  readonly onClose: () => void
}

/** What came so far, and why what did not come did not. */
interface Progress {
  readonly done: number
  readonly total: number
  readonly problems: readonly string[]
  readonly running: boolean
}

/** Downloads of a form: one file of all institutions, or one of each. */
export function ReportsDialog({ form, overviews, onClose }: Props) {
  const t = useText(formsText)
  const u = useText(uiText)
  const errorText = useErrorText()
  const taking = useTakingPart(form, overviews)
  // In the order in which their files come.
  const institutions = taking !== null && 'length' in taking ? taking : []
  const [kind, setKind] = useState<Kind>('configuration')
  const [progress, setProgress] = useState<Progress | null>(null)
  const left = useRef(false)
  const close = (): void => {
    left.current = true
    onClose()
  }
  const files = (): readonly { readonly name: string; readonly get: () => ReturnType<typeof download> }[] => {
    if (kind === 'configuration')
      return [{ name: form.name, get: () => download(reportConfiguration, { form: form.id }, `configuracion_${form.id}.csv`) }]
    if (kind === 'answers') return [{ name: form.name, get: () => download(reportAnswers, { form: form.id }, `respuestas_${form.id}.csv`) }]
    return institutions.map(({ institutionId, name }) => ({
      name,
      get: () => download(reportAnswersHistory, { form: form.id, institution: institutionId }, `historial_${form.id}_${institutionId}.csv`),
    }))
  }
  const start = async (): Promise<void> => {
    const all = files()
    let now: Progress = { done: 0, total: all.length, problems: [], running: true }
    setProgress(now)
    // One after the other: the server makes one download at a time for each person.
    for (const { name, get } of all) {
      const reply = await get()
      if (left.current) return
      now = reply.ok ? { ...now, done: now.done + 1 } : { ...now, problems: [...now.problems, `${name}: ${errorText(reply.failure)}`] }
      setProgress(now)
    }
    setProgress({ ...now, running: false })
  }
  const running = progress?.running === true
  return (
    <Dialog
      open
      onClose={close}
      title={t('reportsOf', { name: form.name })}
      actions={
        <>
          <OnlineButton kind="primary" icon="download" busy={running} disabled={institutions.length === 0} onClick={() => void start()}>
            {t('download')}
          </OnlineButton>
          <Button onClick={close}>{u('close')}</Button>
        </>
      }
    >
      <RadioGroup
        label={t('reportWhich')}
        choices={kinds.map((each) => ({
          value: each,
          label: t(labels[each]),
          hint: t(hints[each]),
          disabled: running || institutions.length === 0,
        }))}
        value={institutions.length === 0 ? null : kind}
        onChange={(value) => {
          setKind(kinds.find((each) => each === value) ?? kind)
          setProgress(null)
        }}
      />
      {institutions.length === 0 && (
        <Notice tone="neutral" role="status" className="mt-4">
          {taking === null ? t('reportReading') : 'code' in taking ? t('reportUnknown', { why: errorText(taking) }) : t('reportNobody')}
        </Notice>
      )}
      <div role="status" className="mt-4">
        {progress && (
          <p className="tabular">
            {progress.running ? t('reportRunning', { n: progress.done, total: progress.total }) : t('reportDone', { n: progress.done })}
          </p>
        )}
      </div>
      {running && progress.total > 1 && (
        <ProgressBar
          label={t('download')}
          value={progress.done}
          max={progress.total}
          text={t('reportRunning', { n: progress.done, total: progress.total })}
          className="mt-2"
        />
      )}
      {progress && progress.problems.length > 0 && (
        <Notice tone="danger" role="alert" title={t('reportProblems')} className="mt-3">
          <ul className="list-disc pl-5">
            {progress.problems.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
    </Dialog>
  )
}
